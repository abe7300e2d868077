package vocabulary

import (
	"strings"

	"skills-ls/analysis/refs"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/yamlsite"
	"skills-ls/skills"
)

// A Word is a key or a value that can be inserted in a YAML file.
type Word struct {
	Text   string
	Detail string
	Doc    string // Markdown
	// For a key: the types of its value, and the few values that it can have. Both may be empty.
	Types  skills.FieldType
	Values []string
	Kind   CompletionKind // for a value; the zero value means [ValueCompletion]
	Quoted bool           // for a value: it is a string that looks like a boolean
}

// A Place is what can be inserted at a place in a YAML file.
type Place struct {
	Keys   []Word // of the mapping there, in the order of the completions
	Values []Word // there, or in the list there
	Text   bool   // the value is a string, even if it looks like a boolean
}

func IsSwitch(text string) bool { return text == "true" || text == "false" }

// KeyText returns the text of a key, which it quotes if necessary, and reports whether the text is a snippet. Unless the
// site has a colon or quotes, the text ends where the value begins.
func KeyText(c *refs.Cursor, w Word, site yamlsite.Site) (text string, snippet bool) {
	key := w.Text
	if !site.Quoted && !rules.IsPlain(key) {
		key = rules.Quote(key)
	}
	if site.Quoted || site.Colon {
		return key, false
	}
	switch {
	case w.Types == skills.Mapping && site.Flow:
		return key + ": {$0}", true
	case w.Types == skills.List && (site.Flow || len(w.Values) > 0):
		return key + ": [$0]", true
	case w.Types == skills.Mapping && len(site.Path) == 0:
		return key + ":" + c.Scope().Newline() + "  $0", true
	case w.Types == skills.List && len(site.Path) == 0:
		return key + ":" + c.Scope().Newline() + "  - $0", true
	case w.Types == skills.Mapping || w.Types == skills.List:
		return key + ":", false // the editor indents the next line
	}
	if len(w.Values) == 0 {
		return key + ": ", false
	}
	choices := make([]string, len(w.Values))
	for i, v := range w.Values {
		choices[i] = SnippetChoice(v)
	}
	return key + ": ${1|" + strings.Join(choices, ",") + "|}", true
}
