package analysis

import (
	"fmt"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/text"
)

// A yamlWord is a key or a value that can stand at a place of a file of YAML.
type yamlWord struct {
	text   string
	detail string
	doc    string // Markdown
	// Of a key, what its value is, and the few values that it can have; both may be empty.
	types  skills.FieldType
	values []string
	kind   CompletionKind // of a value; the zero value stands for [ValueCompletion]
	more   bool           // of a value, that it goes on behind it, as the path of a directory does
	quoted bool           // of a value, that it is a text though it looks like a switch
}

// A yamlPlace is what is known of a place of a file of YAML: what can stand there, and what it is.
type yamlPlace struct {
	keys   []yamlWord // of the mapping there, in the order in which they are offered
	values []yamlWord // there, or in the list there
	text   bool       // what stands there is a text, also if it looks like a switch
}

// completeYAML offers the keys or values for the cursor's place in a file of YAML, which the function tells of.
func (c *cursor) completeYAML(site yamlSite, place yamlPlace) []Completion {
	var found []Completion
	insert := text.Span{Start: site.token.Start, End: c.offset}
	offer := func(w yamlWord, text string) *Completion {
		found = append(found, Completion{
			Label: w.text, Detail: w.detail, Doc: w.doc, Insert: insert, Replace: site.token,
			Text: site.lead + text, Filter: w.text, Sort: fmt.Sprintf("%03d", len(found)),
		})
		return &found[len(found)-1]
	}
	if site.isKey {
		for _, w := range place.keys {
			if slices.Contains(site.taken, w.text) {
				continue
			}
			item := offer(w, writtenKey(w.text, site.quoted))
			item.Kind = KeyCompletion
			if !site.colon && !site.quoted {
				item.Text, item.Snippet = c.emptyPair(w, site)
				item.Text = site.lead + item.Text
				item.Retrigger = !item.Snippet && strings.HasSuffix(item.Text, ": ")
			}
		}
	}
	if !site.isKey || site.either {
		for _, w := range place.values {
			text := w.text
			if site.quoted {
				if !place.text && isSwitch(text) {
					continue // in quotes it is a text
				}
			} else if w.quoted || !isPlain(text) && !isSwitch(text) {
				text = quote(text)
			}
			item := offer(w, text)
			item.Kind, item.Retrigger = ValueCompletion, w.more
			if w.kind != KeyCompletion {
				item.Kind = w.kind
			}
		}
	}
	return found
}

func isSwitch(text string) bool { return text == "true" || text == "false" }

// writtenKey puts a key in quotes where it needs them.
func writtenKey(key string, quoted bool) string {
	if quoted || isPlain(key) {
		return key
	}
	return quote(key)
}

// emptyPair returns the text of a key whose value is still to be written, and whether it is a snippet.
func (c *cursor) emptyPair(w yamlWord, site yamlSite) (text string, snippet bool) {
	key := writtenKey(w.text, false)
	switch {
	case w.types == skills.Mapping && site.flow:
		return key + ": {$0}", true
	case w.types == skills.List && (site.flow || len(w.values) > 0):
		return key + ": [$0]", true
	case w.types == skills.Mapping && len(site.path) == 0:
		return key + ":" + c.pass().newline() + "  $0", true
	case w.types == skills.List && len(site.path) == 0:
		return key + ":" + c.pass().newline() + "  - $0", true
	case w.types == skills.Mapping || w.types == skills.List:
		return key + ":", false // how deep the next line is, is for the editor to say
	}
	if len(w.values) == 0 {
		return key + ": ", false
	}
	choices := make([]string, len(w.values))
	for i, v := range w.values {
		choices[i] = snippetChoice(v)
	}
	return key + ": ${1|" + strings.Join(choices, ",") + "|}", true
}
