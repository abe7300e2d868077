package kit

import (
	"strings"

	"skills-ls/skills/text"
)

// FieldsJS splits a text at the white space of JavaScript. It returns no empty strings.
func FieldsJS(source string) []string {
	return strings.FieldsFunc(source, func(r rune) bool { return text.TrimJS(string(r)) == "" })
}

// IsWordJS reports whether \w of a JavaScript regular expression matches c.
func IsWordJS(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_'
}
