package analysis

import (
	"fmt"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/text"
)

// A yamlWord is a key or a value that can be inserted in a YAML file.
type yamlWord struct {
	text   string
	detail string
	doc    string // Markdown
	// For a key: the types of its value, and the few values that it can have. Both may be empty.
	types  skills.FieldType
	values []string
	kind   CompletionKind // for a value; the zero value means [ValueCompletion]
	more   bool           // for a value: more follows it, as in the path of a directory
	quoted bool           // for a value: it is a string that looks like a boolean
}

// A yamlPlace is what can be inserted at a place in a YAML file.
type yamlPlace struct {
	keys   []yamlWord // of the mapping there, in the order of the completions
	values []yamlWord // there, or in the list there
	text   bool       // the value is a string, even if it looks like a boolean
}

// completeYAML offers the keys or values of place at the cursor's site in a YAML file.
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
					continue // it is a string in quotes
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

// writtenKey quotes a key if necessary.
func writtenKey(key string, quoted bool) string {
	if quoted || isPlain(key) {
		return key
	}
	return quote(key)
}

// emptyPair returns the text of a key without its value, and reports whether the text is a snippet.
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
		return key + ":", false // the editor indents the next line
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
