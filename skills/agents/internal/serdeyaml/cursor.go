package serdeyaml

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// A mark is a place in the text: lines and columns count from 0, columns in characters, of which a byte order mark is one.
type mark struct{ offset, line, column int }

// isStart reports whether the mark is one of line 1, column 1, which messages leave out.
func (m mark) isStart() bool { return m.line == 0 && m.column == 0 }

func (m mark) String() string { return fmt.Sprintf("line %d column %d", m.line+1, m.column+1) }

// A cursor walks over the text. It stands at 0, which no text may contain, at the end.
type cursor struct {
	text string
	// limit is as far as the reader lets through: all of the text, or the block that holds the first forbidden character.
	limit     int
	forbidden int // the offset of that character
	mark
}

// readerBlock is how many bytes libyaml decodes at a time (INPUT_RAW_BUFFER_SIZE): a forbidden character is found out with
// its block, before what stands in front of it there is scanned.
const readerBlock = 16384

// newCursor looks for the first character that is not allowed in YAML. libyaml asks for up to eight characters ahead, so that
// for other faults in the last of them before such a block, its message could be the other.
func newCursor(text string) cursor {
	c := cursor{text: text, limit: len(text), forbidden: -1}
	for i, r := range text {
		if !isAllowed(r) {
			c.forbidden = i
			break
		}
	}
	if c.forbidden < 0 {
		return c
	}
	c.limit = 0
	for c.limit+readerBlock <= c.forbidden {
		end := c.limit + readerBlock
		for !utf8.RuneStart(text[end]) {
			end--
		}
		c.limit = end
	}
	return c
}

func isAllowed(r rune) bool {
	return r >= 0x20 && r <= 0x7e || r == '\t' || r == '\n' || r == '\r' || r == nextLine || r >= 0xa0 && r != 0xfffe && r != 0xffff
}

// at returns the character at the offset and its length in bytes, 0 and 0 at the end.
func (c *cursor) at(offset int) (r rune, size int) {
	if offset >= c.limit {
		if c.forbidden >= 0 {
			c.failReader()
		}
		return 0, 0
	}
	if b := c.text[offset]; b < utf8.RuneSelf {
		return rune(b), 1
	}
	return utf8.DecodeRuneInString(c.text[offset:])
}

// peek returns the character at the cursor, next the one after it.
func (c *cursor) peek() rune {
	r, _ := c.at(c.offset)
	return r
}

func (c *cursor) next() rune {
	_, size := c.at(c.offset)
	r, _ := c.at(c.offset + size)
	return r
}

// forward moves over one character, forwardBy over several.
func (c *cursor) forward() {
	_, size := c.at(c.offset)
	c.offset += size
	c.column++
}

func (c *cursor) forwardBy(n int) {
	for range n {
		c.forward()
	}
}

// skipBlanks moves over spaces and tabs.
func (c *cursor) skipBlanks() {
	for isBlank(c.peek()) {
		c.forward()
	}
}

// skipComment moves to the end of the line from a "#".
func (c *cursor) skipComment() {
	if c.peek() == '#' {
		for !isBreakOrEnd(c.peek()) {
			c.forward()
		}
	}
}

// lineBreak moves over a line break, if there is one, and returns what a scalar makes of it.
func (c *cursor) lineBreak() string {
	r, size := c.at(c.offset)
	text := "\n"
	switch r {
	case '\r':
		if c.next() == '\n' {
			size = 2
		}
	case '\n', nextLine:
	case lineSeparator, paragraphSeparator:
		text = string(r)
	default:
		return ""
	}
	c.offset += size
	c.line++
	c.column = 0
	return text
}

// indicator reports whether one of the document indicators, three times the byte, stands at the cursor.
func (c *cursor) indicator(b byte) bool {
	rest := c.text[c.offset:]
	if c.column != 0 || len(rest) < 3 || rest[0] != b || rest[1] != b || rest[2] != b {
		return false
	}
	r, _ := c.at(c.offset + 3)
	return isBlankOrEnd(r)
}

func (c *cursor) documentIndicator() bool { return c.indicator('-') || c.indicator('.') }

const (
	nextLine           = '\u0085'
	lineSeparator      = '\u2028'
	paragraphSeparator = '\u2029'
	byteOrderMark      = '\ufeff'
)

func isBlank(r rune) bool { return r == ' ' || r == '\t' }
func isBreak(r rune) bool {
	return r == '\r' || r == '\n' || r == nextLine || r == lineSeparator || r == paragraphSeparator
}
func isBreakOrEnd(r rune) bool { return r == 0 || isBreak(r) }
func isBlankOrEnd(r rune) bool { return isBlank(r) || isBreakOrEnd(r) }
func isDigit(r rune) bool      { return r >= '0' && r <= '9' }
func isHex(r rune) bool        { return isDigit(r) || r >= 'a' && r <= 'f' || r >= 'A' && r <= 'F' }
func isWord(r rune) bool {
	return isDigit(r) || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '_' || r == '-'
}

func hexValue(r rune) rune {
	if r <= '9' {
		return r - '0'
	}
	return r | 0x20 - 'a' + 10
}

// The contexts of errors that are found out late: the place to look at is where the token began.
const (
	inKey    = "while scanning a simple key"
	inQuotes = "while scanning a quoted scalar"
)

// fail gives up with an error of the scanner or the parser, at a place other than the context's.
func (c *cursor) fail(context string, from mark, problem string, at mark) {
	var text strings.Builder
	text.WriteString(problem)
	if !at.isStart() {
		fmt.Fprintf(&text, " at %s", at)
	}
	if context != "" {
		fmt.Fprintf(&text, ", %s", context)
		if !from.isStart() && (from.line != at.line || from.column != at.column) {
			fmt.Fprintf(&text, " at %s", from)
		}
	}
	start := at.offset
	if context == inKey || context == inQuotes {
		start = from.offset
	}
	size := 0
	if start < len(c.text) {
		_, size = utf8.DecodeRuneInString(c.text[start:])
	}
	panic(&Error{Cause: Syntax, Start: start, End: start + size, Message: text.String()})
}

// failHere gives up at the cursor.
func (c *cursor) failHere(context string, from mark, problem string) {
	c.fail(context, from, problem, c.mark)
}

func (c *cursor) failReader() {
	_, size := utf8.DecodeRuneInString(c.text[c.forbidden:])
	message := "control characters are not allowed"
	if c.forbidden > 0 {
		message += fmt.Sprintf(" at position %d", c.forbidden)
	}
	panic(&Error{Cause: Syntax, Start: c.forbidden, End: c.forbidden + size, Message: message})
}
