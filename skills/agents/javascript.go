package agents

import (
	"strings"

	"skills-ls/skills"
)

// What several agents share because they are written in JavaScript.

// fieldsJS splits a text at white space as JavaScript knows it, and drops what is empty.
func fieldsJS(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return skills.TrimJS(string(r)) == "" })
}

// isWordJS is \w of JavaScript's regular expressions.
func isWordJS(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_'
}
