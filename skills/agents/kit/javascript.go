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

// LineBreakJS returns the end of the line at an offset, and the start of the next line. Lines end at "\r\n",
// "\r" and "\n".
func LineBreakJS(source string, at int) (end, next int) {
	i := strings.IndexAny(source[at:], "\r\n")
	if i < 0 {
		return len(source), len(source)
	}
	end = at + i
	if strings.HasPrefix(source[end:], "\r\n") {
		return end, end + 2
	}
	return end, end + 1
}
