package yamlscan

import (
	"strings"
	"unicode/utf8"
)

// A Mark is a place in the text. For ruamel.yaml's reader lines end at a line feed alone, for PyYAML's at any line break. Columns
// are characters, of which a byte order mark is none.
type Mark struct{ Offset, Line, Column int }

// A cursor walks over the text. It stands at 0, which no text may contain, at the end.
type cursor struct {
	text    string
	dialect Dialect
	index   int // characters before the cursor
	Mark
}

// at returns the character at the offset and its length in bytes, 0 and 0 at the end.
func (c *cursor) at(offset int) (r rune, size int) {
	if offset >= len(c.text) {
		return 0, 0
	}
	switch b := c.text[offset]; {
	case b == '\r':
		if offset+1 < len(c.text) && c.text[offset+1] == '\n' {
			return '\n', 2
		}
		return '\n', 1
	case b < utf8.RuneSelf:
		return rune(b), 1
	}
	return utf8.DecodeRuneInString(c.text[offset:])
}

// peek returns the character at the cursor, next the one after it.
func (c *cursor) peek() rune {
	r, _ := c.at(c.Offset)
	return r
}

func (c *cursor) next() rune {
	_, size := c.at(c.Offset)
	r, _ := c.at(c.Offset + size)
	return r
}

// forward moves over one character.
func (c *cursor) forward() {
	r, size := c.at(c.Offset)
	c.Offset += size
	c.index++
	switch {
	case r == '\n' || c.dialect == PyYAML && isBreak(r):
		c.Line++
		c.Column = 0
	case r != byteOrderMark:
		c.Column++
	}
}

// forwardTo moves to the offset.
func (c *cursor) forwardTo(offset int) {
	for c.Offset < offset {
		c.forward()
	}
}

// skip moves over spaces.
func (c *cursor) skip() {
	for c.peek() == ' ' {
		c.forward()
	}
}

// lineBreak moves over a line break, if there is one, and returns what a scalar makes of it.
func (c *cursor) lineBreak() string {
	switch c.peek() {
	case '\n', nextLine:
		c.forward()
		return "\n"
	case lineSeparator:
		c.forward()
		return "\u2028"
	case paragraphSeparator:
		c.forward()
		return "\u2029"
	}
	return ""
}

// separator reports whether "---" or "..." stands at the cursor, whatever its column.
func (c *cursor) separator() bool {
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

func isBreak(r rune) bool {
	return r == '\n' || r == nextLine || r == lineSeparator || r == paragraphSeparator
}
func isBreakOrEnd(r rune) bool { return r == 0 || isBreak(r) }
func isSpaceOrEnd(r rune) bool { return r == ' ' || isBreakOrEnd(r) }
func isBlankOrEnd(r rune) bool { return r == '\t' || isSpaceOrEnd(r) }

// Unprintable returns the first character that neither library takes, and where it is; -1 for none.
func Unprintable(text string) (r rune, offset int) {
	for i, r := range text {
		switch {
		case r >= 0x20 && r <= 0x7e, r == '\t', r == '\n', r == '\r', r == nextLine:
		case r >= 0xa0 && r != 0xfffe && r != 0xffff:
		default:
			return r, i
		}
	}
	return 0, -1
}

// Length is how many characters Python counts in a text.
func Length(text string) int {
	return utf8.RuneCountInString(text) - strings.Count(text, "\r\n")
}
