package yamldialect

import (
	"fmt"
	"strings"
	"unicode/utf16"

	"skills-ls/skills/text"
)

// jsYAMLWords are js-yaml's words for what the scanner finds wrong.
var jsYAMLWords = map[string]string{
	"found unexpected end of stream":                   "unexpected end of the stream within a ",
	"found unexpected document separator":              "unexpected end of the document within a ",
	"found unknown escape character %r":                "unknown escape sequence",
	"expected a comment or a line break, but found %r": "a line break is expected",

	"expected chomping or indentation indicators, but found %r": "a line break is expected",
}

// failJSYAML is fail in the words of js-yaml.
func (c *cursor) failJSYAML(context words, from *Mark, problem words) {
	message := jsYAMLWords[problem.python]
	if context == inQuotes {
		message += map[byte]string{'\'': "single", '"': "double"}[c.text[from.Offset]] + " quoted scalar"
	}
	c.refuse(message)
}

const nonPrintable = "the stream contains non-printable characters"

// checkLine looks for characters that may not be in a line of a block scalar, from an offset to the cursor.
func (c *cursor) checkLine(begin int) {
	if c.dialect.jsYAML() && forbidden(c.text[begin:c.Offset]) >= 0 {
		c.refuse(nonPrintable)
	}
}

// refuse gives up about the character at the cursor.
func (c *cursor) refuse(message string) { panic(c.jsError(message, c.Mark, c.Mark)) }

// jsError makes an error about the character at a mark. The message of version 3 shows another one.
func (c *cursor) jsError(message string, at, shown Mark) *Error {
	if c.dialect == JSYAML3 {
		message += c.jsWhere(shown)
	}
	_, size := c.at(at.Offset)
	return &Error{Start: at.Offset, End: at.Offset + size, Message: text.DecodeUTF8(message)}
}

// jsWhere is a place as version 3 shows it (lib/js-yaml/mark.js): with an excerpt of its line, in UTF-16
// units. Columns count from the cursor's line, so that the column of a place in front of it is negative.
func (c *cursor) jsWhere(at Mark) string {
	before, after := lineAround(c.text, at.Offset)
	join := func(units []uint16) string { return string(utf16.Decode(units)) }
	line := c.lineStart()
	column := len(jsUnits(c.text[line:max(line, at.Offset)])) - len(jsUnits(c.text[min(line, at.Offset):line]))
	return fmt.Sprintf(" at line %d, column %d:\n%s", at.Line+1, column+1,
		excerpt(jsUnits(before), jsUnits(after), join))
}

// lineStart returns the offset at which the cursor's line begins.
func (c *cursor) lineStart() int { return strings.LastIndexAny(c.text[:c.Offset], "\r\n") + 1 }

func jsUnits(source string) []uint16 { return utf16.Encode([]rune(text.DecodeUTF8(source))) }
