package rules

import (
	"slices"
	"strings"

	"skills-ls/analysis/file"
	"skills-ls/analysis/refs"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// OutsideParentheses returns the offsets of the given characters in text outside parentheses, and whether the
// parentheses are balanced.
func OutsideParentheses(text, chars string) (places []int, balanced bool) {
	depth := 0
	for i := range len(text) {
		switch c := text[i]; {
		case c == '(':
			depth++
		case c == ')':
			depth--
		case depth == 0 && strings.IndexByte(chars, c) >= 0:
			places = append(places, i)
		}
		if depth < 0 {
			return nil, false
		}
	}
	return places, depth == 0
}

// PartsOutside returns the parts of text between the given characters outside parentheses, without empty ones. It
// returns false if the parentheses are not balanced.
func PartsOutside(source, chars string) (parts []text.Span, balanced bool) {
	places, balanced := OutsideParentheses(source, chars)
	start := 0
	for _, at := range append(places, len(source)) {
		if at > start {
			parts = append(parts, text.Span{Start: start, End: at})
		}
		start = at + 1
	}
	return parts, balanced
}

// SplitTools returns the tools of a list, or of a string with commas. It returns nil if a space would not separate
// them.
func SplitTools(v *frontmatter.Value) []string {
	var words []string
	if v.Kind != frontmatter.SequenceValue {
		parts, _ := PartsOutside(v.Text, ",")
		for _, part := range parts {
			words = append(words, strings.Join(strings.Fields(part.Of(v.Text)), " "))
		}
		return slices.DeleteFunc(words, func(word string) bool { return word == "" })
	}
	for _, item := range v.Items {
		places, ok := OutsideParentheses(item.Text, ToolSeparators)
		if item.Kind != frontmatter.ScalarValue || !ok || len(places) > 0 || item.Text == "" || strings.ContainsAny(item.Text, "\r\n") {
			return nil
		}
		words = append(words, item.Text)
	}
	return words
}

// AllowedTools is the key with the tools that an agent uses without asking.
const AllowedTools = "allowed-tools"

// A ToolWord is an entry of a list of tools, such as "Bash(git add:*)".
type ToolWord struct {
	Text  string
	Span  text.Span // of the entry, or of the scalar with it if that is not written as YAML reads it
	exact bool      // the span is the entry's
}

// Name returns the tool's name.
func (w ToolWord) Name() string {
	name, _, _ := strings.Cut(w.Text, "(")
	return name
}

// ToolSeparators are the characters that separate tools outside parentheses.
const ToolSeparators = ", \t\r\n"

// ToolWords returns the entries of a list of tools, in order. White space or commas outside parentheses
// separate them. Strings with unbalanced parentheses are left out.
func ToolWords(p *refs.Scope, v *frontmatter.Value) []ToolWord {
	var words []ToolWord
	for _, scalar := range file.ScalarsOf(v) {
		parts, ok := PartsOutside(scalar.Text, ToolSeparators)
		if !ok {
			continue
		}
		base, exact := file.TextStart(p.Doc.Source, scalar)
		for _, part := range parts {
			w := ToolWord{Text: part.Of(scalar.Text), Span: scalar.Span, exact: exact}
			if exact {
				w.Span = part.Shift(base)
			}
			words = append(words, w)
		}
	}
	return words
}

var withoutDashes = strings.NewReplacer("_", "", "-", "")

// unbalanced returns the offset of the first unmatched parenthesis in text, or -1 if not found.
func unbalanced(text string) int {
	var open []int
	for i := range len(text) {
		switch {
		case text[i] == '(':
			open = append(open, i)
		case text[i] != ')':
		case len(open) == 0:
			return i
		default:
			open = open[:len(open)-1]
		}
	}
	if len(open) == 0 {
		return -1
	}
	return open[0]
}
