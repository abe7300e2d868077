package analysis

import (
	"strings"

	"skills-ls/skills"
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
		return key + ":" + c.scope().newline() + "  $0", true
	case w.types == skills.List && len(site.path) == 0:
		return key + ":" + c.scope().newline() + "  - $0", true
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
