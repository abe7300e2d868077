package agents

import (
	"strings"

	"skills-ls/skills/text"
)

// What several agents share because they are written in JavaScript.

// fieldsJS splits a text at white space as JavaScript knows it, and drops what is empty.
func fieldsJS(source string) []string {
	return strings.FieldsFunc(source, func(r rune) bool { return text.TrimJS(string(r)) == "" })
}

// isWordJS is \w of JavaScript's regular expressions.
func isWordJS(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_'
}
