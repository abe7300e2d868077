package kit

import (
	"encoding/json"
	"regexp"
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

// RegexpJS compiles a regular expression in which \s, \S and .* mean what they do in JavaScript. In a class,
// \s must come first.
func RegexpJS(expression string) *regexp.Regexp {
	return regexp.MustCompile(meaningsJS.Replace(expression))
}

const spacesJS = `\t\n\v\f\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`

var meaningsJS = strings.NewReplacer(
	`[\s`, `[`+spacesJS, `[^\s`, `[^`+spacesJS, `\s`, `[`+spacesJS+`]`, `\S`, `[^`+spacesJS+`]`,
	`.*`, `[^\n\r\x{2028}\x{2029}]*`,
)

// QuoteJSON returns a string as JSON.stringify prints it.
func QuoteJSON(source string) string {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(source); err != nil {
		panic(err) // encoding a string cannot fail
	}
	return separatorsJSON.Replace(strings.TrimSuffix(b.String(), "\n"))
}

// separatorsJSON undoes the two escapes of encoding/json that JSON.stringify does not have.
var separatorsJSON = strings.NewReplacer(`\\`, `\\`, `\u2028`, "\u2028", `\u2029`, "\u2029")

// EscapeJSON returns what [QuoteJSON] has between the quotes.
func EscapeJSON(source string) string {
	quoted := QuoteJSON(source)
	return quoted[1 : len(quoted)-1]
}
