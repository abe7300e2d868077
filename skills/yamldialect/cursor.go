package yamldialect

import (
	"strings"
	"unicode/utf8"
)

// A Mark is a place in the text. Lines and columns count from 0, columns in characters. A byte order mark
// counts for libyaml alone. Lines end at every line break, for ruamel.yaml at line feeds alone.
type Mark struct{ Offset, Line, Column int }

// A cursor walks over the text. At the end of the text it reads 0, which no text may contain.
type cursor struct {
	text    string
	dialect Dialect
	Mark
}

func newCursor(text string, dialect Dialect) cursor { return cursor{text: text, dialect: dialect} }

// at returns the character at the offset and its length in bytes, 0 and 0 at the end. \r\n and \r read as \n,
// as in Python's text mode; libyaml does not tell them apart either. Eemeli reads neither \r alone nor the
// other line breaks as \n: what it gives no meaning is U+FFFD here.
func (c *cursor) at(offset int) (r rune, size int) {
	if offset >= len(c.text) {
		return 0, 0
	}
	switch b := c.text[offset]; {
	case b == '\r':
		if offset+1 < len(c.text) && c.text[offset+1] == '\n' {
			return '\n', 2
		}
		if c.dialect == Eemeli {
			return '\r', 1
		}
		return '\n', 1
	case b == 0:
		return utf8.RuneError, 1
	case b < utf8.RuneSelf:
		return rune(b), 1
	}
	r, size = utf8.DecodeRuneInString(c.text[offset:])
	if c.dialect.javaScript() && isBreak(r) {
		r = utf8.RuneError
	}
	return r, size
}

// peek returns the character at the cursor.
func (c *cursor) peek() rune {
	r, _ := c.at(c.Offset)
	return r
}

// next returns the character after the one at the cursor.
func (c *cursor) next() rune {
	_, size := c.at(c.Offset)
	r, _ := c.at(c.Offset + size)
	return r
}

// forward moves over one character.
func (c *cursor) forward() {
	r, size := c.at(c.Offset)
	c.Offset += size
	switch {
	case r == '\n' || c.dialect != Ruamel && isBreak(r):
		c.Line++
		c.Column = 0
	case r != byteOrderMark || c.dialect == LibYAML:
		c.Column++
	}
}

func (c *cursor) forwardBy(n int) {
	for range n {
		c.forward()
	}
}

// skipSpaces moves over spaces, skipBlanks over tabs too.
func (c *cursor) skipSpaces() {
	for c.peek() == ' ' {
		c.forward()
	}
}

func (c *cursor) skipBlanks() {
	for isBlank(c.peek()) {
		c.forward()
	}
}

// skipWord moves over characters that mean nothing within a scalar.
func (c *cursor) skipWord() {
	begin := c.Offset
	for c.Offset < len(c.text) && wordBytes[c.text[c.Offset]] {
		c.Offset++
	}
	c.Column += c.Offset - begin
}

// skipLine moves to the end of the line.
func (c *cursor) skipLine() {
	for !isBreakOrEnd(c.peek()) {
		c.forward()
		c.skipWord()
	}
}

// skipComment moves over a comment, if there is one at the cursor, and reports whether there was.
func (c *cursor) skipComment() bool {
	if c.peek() != '#' {
		return false
	}
	c.skipLine()
	return true
}

// lineBreak moves over a line break, if there is one at the cursor, and returns what a scalar makes of it.
func (c *cursor) lineBreak() string {
	r := c.peek()
	switch r {
	case '\n', nextLine:
		c.forward()
		return "\n"
	case lineSeparator, paragraphSeparator:
		c.forward()
		return string(r)
	}
	return ""
}

// atSeparator reports whether "---" or "..." follows in any column.
func (c *cursor) atSeparator() bool {
	if rest := c.text[c.Offset:]; !strings.HasPrefix(rest, "---") && !strings.HasPrefix(rest, "...") {
		return false
	}
	r, _ := c.at(c.Offset + 3)
	return isBlankOrEnd(r)
}

const (
	nextLine           = '\u0085'
	lineSeparator      = '\u2028'
	paragraphSeparator = '\u2029'
	byteOrderMark      = '\ufeff'
)

func isBlank(r rune) bool { return r == ' ' || r == '\t' }
func isBreak(r rune) bool {
	return r == '\n' || r == nextLine || r == lineSeparator || r == paragraphSeparator
}
func isBreakOrEnd(r rune) bool { return r == 0 || isBreak(r) }
func isSpaceOrEnd(r rune) bool { return r == ' ' || isBreakOrEnd(r) }
func isBlankOrEnd(r rune) bool { return r == '\t' || r == '\r' || isSpaceOrEnd(r) }
func isDigit(r rune) bool      { return r >= '0' && r <= '9' }
func isHex(r rune) bool        { return isDigit(r) || r >= 'a' && r <= 'f' || r >= 'A' && r <= 'F' }
func isFlowIndicator(r rune) bool {
	return r == ',' || r == '[' || r == ']' || r == '{' || r == '}'
}

// isWord reports whether the character may be in the name of an anchor, a handle or a directive.
func isWord(r rune) bool {
	return isDigit(r) || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '-' || r == '_'
}

// wordBytes are the bytes for which isWord is true.
var wordBytes = func() (table [256]bool) {
	for b := range table {
		table[b] = isWord(rune(b))
	}
	return table
}()

// forbidden returns the offset of the first character that YAML forbids, -1 if the text has none.
func forbidden(text string) int {
	for i, r := range text {
		switch {
		case r >= 0x20 && r <= 0x7e, r == '\t', r == '\n', r == '\r', r == nextLine:
		case r >= 0xa0 && r != 0xfffe && r != 0xffff:
		default:
			return i
		}
	}
	return -1
}
