package strictyaml

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A mark is a place in the text. Lines end at a line feed alone, as for ruamel.yaml's reader in YAML 1.2, though NEL, LS and
// PS are line breaks everywhere else. Columns are characters, of which a byte order mark is none.
type mark struct{ offset, line, column int }

// A cursor walks over the text as Python's text mode gives it: \r\n and \r read as \n. It stands at 0, which no text may
// contain, at the end.
type cursor struct {
	text  string
	index int // characters before the cursor
	mark
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
	r, _ := c.at(c.offset)
	return r
}

func (c *cursor) next() rune {
	_, size := c.at(c.offset)
	r, _ := c.at(c.offset + size)
	return r
}

// forward moves over one character.
func (c *cursor) forward() {
	r, size := c.at(c.offset)
	c.offset += size
	c.index++
	switch r {
	case '\n':
		c.line++
		c.column = 0
	case byteOrderMark:
	default:
		c.column++
	}
}

// forwardTo moves to the offset.
func (c *cursor) forwardTo(offset int) {
	for c.offset < offset {
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

// documentEnd reports whether "..." stands at the cursor, whatever its column.
func (c *cursor) documentEnd() bool {
	if !strings.HasPrefix(c.text[c.offset:], "...") {
		return false
	}
	r, _ := c.at(c.offset + 3)
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

// unacceptable finds the first character that ruamel.yaml's reader refuses. strictyaml looks for a place in that exception
// that it does not have, and fails with another.
func unacceptable(text string) *Error {
	for i, r := range text {
		switch {
		case r >= 0x20 && r <= 0x7e, r == '\t', r == '\n', r == '\r', r == nextLine:
		case r >= 0xa0 && r != 0xfffe && r != 0xffff:
		default:
			return &Error{
				Start: i, End: i + utf8.RuneLen(r), Uncaught: true,
				Message: "AttributeError: 'ReaderError' object has no attribute 'context_mark'",
			}
		}
	}
	return nil
}

// A complaint is a marked error of ruamel.yaml: a context, a problem, and where each is.
type complaint struct {
	context     string
	contextMark *mark
	problem     string
	problemMark mark
	note        string
}

// message formats the complaint as Python's str does.
func (c *cursor) message(e complaint) string {
	var lines []string
	if e.context != "" {
		lines = append(lines, e.context)
	}
	if m := e.contextMark; m != nil && (m.line != e.problemMark.line || m.column != e.problemMark.column) {
		lines = append(lines, c.where(*m))
	}
	lines = append(lines, e.problem, c.where(e.problemMark))
	if e.note != "" {
		lines = append(lines, e.note)
	}
	return strings.Join(lines, "\n")
}

// The contexts of errors that are found out late: the place to look at is where the token began.
const (
	inKey    = "while scanning a simple key"
	inQuotes = "while scanning a quoted scalar"
)

// fail gives up with a syntax error.
func (c *cursor) fail(e complaint) {
	start := e.problemMark.offset
	if e.context == inKey || e.context == inQuotes {
		start = e.contextMark.offset
	}
	_, size := c.at(start)
	panic(&Error{Start: start, End: start + size, Message: c.message(e)})
}

// crash gives up with an exception that is not a YAMLError.
func (c *cursor) crash(start, end int, message string) {
	panic(&Error{Start: start, End: end, Message: message, Uncaught: true})
}

// where describes a place with an excerpt of its line, at most 37 characters to either side.
func (c *cursor) where(m mark) string {
	const reach, shown, indent = 37, 32, 4
	inLine := func(r rune) bool { return !isBreak(r) && r != '\r' }
	before, head := 0, ""
	for start := m.offset; start > 0; {
		r, size := utf8.DecodeLastRuneInString(c.text[:start])
		if !inLine(r) {
			break
		}
		start -= size
		if before++; before == reach {
			before, head = shown, " ... "
			break
		}
	}
	after, tail := 0, ""
	for end := m.offset; end < len(c.text); {
		r, size := utf8.DecodeRuneInString(c.text[end:])
		if !inLine(r) {
			break
		}
		end += size
		if after++; after == reach {
			after, tail = shown, " ... "
			break
		}
	}
	start, end := m.offset, m.offset
	for range before {
		_, size := utf8.DecodeLastRuneInString(c.text[:start])
		start -= size
	}
	for range after {
		_, size := utf8.DecodeRuneInString(c.text[end:])
		end += size
	}
	return fmt.Sprintf("  in \"<unicode string>\", line %d, column %d:\n%*s%s%s%s\n%*s^ (line: %d)",
		m.line+1, m.column+1, indent, "", head, c.text[start:end], tail, indent+before+len(head), "", m.line+1)
}

// repr is Python's repr of a character, or of the end of the text.
func repr(r rune) string { return reprText(string(r)) }

// reprText is Python's repr of a string.
func reprText(text string) string {
	quote := byte('\'')
	if strings.Contains(text, "'") && !strings.Contains(text, `"`) {
		quote = '"'
	}
	out := []byte{quote}
	for _, r := range text {
		switch {
		case r == '\t':
			out = append(out, `\t`...)
		case r == '\n':
			out = append(out, `\n`...)
		case r == '\r':
			out = append(out, `\r`...)
		case r == '\\' || r == rune(quote):
			out = append(out, '\\', byte(r))
		case unicode.IsPrint(r):
			out = utf8.AppendRune(out, r)
		case r < 0x100:
			out = fmt.Appendf(out, `\x%02x`, r)
		case r < 0x10000:
			out = fmt.Appendf(out, `\u%04x`, r)
		default:
			out = fmt.Appendf(out, `\U%08x`, r)
		}
	}
	return string(append(out, quote))
}
