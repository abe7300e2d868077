package yamldialect

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Words are the same statement in Python's libraries and in libyaml. In Python's, %r stands for the character
// at the cursor.
type words struct{ python, libyaml string }

func same(text string) words { return words{text, text} }

func (c *cursor) say(w words) string {
	if !c.dialect.python() {
		return w.libyaml
	}
	return strings.Replace(w.python, "%r", reprRune(c.peek()), 1)
}

// The contexts of errors that the scanner notices late: the place to show is where the token began.
var (
	inKey    = same("while scanning a simple key")
	inQuotes = same("while scanning a quoted scalar")
)

// fail gives up: it panics with an *[Error] about a place. The context may be empty, and its mark nil.
func (c *cursor) fail(context words, from *Mark, problem words, at Mark) {
	if c.dialect.jsYAML() {
		c.failJSYAML(context, from, problem)
	}
	start := at.Offset
	if context == inKey || context == inQuotes {
		start = from.Offset
	}
	_, size := c.at(start)
	message := c.complaint(c.say(context), from, c.say(problem), at)
	panic(&Error{Start: start, End: start + size, Message: message})
}

// failHere is fail about the cursor.
func (c *cursor) failHere(context words, from *Mark, problem words) {
	c.fail(context, from, problem, c.Mark)
}

// crash gives up with an exception that is no YAML error.
func (c *cursor) crash(start, end int, message string) {
	panic(&Error{Start: start, End: end, Message: message, Uncaught: true})
}

// failForbidden gives up about the character that YAML forbids. strictyaml looks in ruamel.yaml's exception
// for a place that is not there and fails with another exception.
func (c *cursor) failForbidden(offset int) {
	r, size := utf8.DecodeRuneInString(c.text[offset:])
	err := &Error{Start: offset, End: offset + size}
	switch before := c.text[:offset]; c.dialect {
	case Ruamel:
		err.Uncaught = true
		err.Message = "AttributeError: 'ReaderError' object has no attribute 'context_mark'"
	case PyYAML:
		const unacceptable = "unacceptable character #x%04x: special characters are not allowed\n" +
			"  in \"<unicode string>\", position %d"
		characters := utf8.RuneCountInString(before) - strings.Count(before, "\r\n")
		err.Message = fmt.Sprintf(unacceptable, r, characters)
	default:
		err.Message = "control characters are not allowed"
		if offset > 0 {
			err.Message += fmt.Sprintf(" at position %d", offset)
		}
	}
	panic(err)
}

// complaint is the message of an error with a context, each with its place.
func (c *cursor) complaint(context string, from *Mark, problem string, at Mark) string {
	elsewhere := from != nil && (from.Line != at.Line || from.Column != at.Column)
	if !c.dialect.python() {
		message := positioned(problem, at)
		if context != "" {
			message += ", " + context
		}
		if elsewhere && context != "" {
			message = positioned(message, *from)
		}
		return message
	}
	var lines []string
	if context != "" {
		lines = append(lines, context)
	}
	if elsewhere {
		lines = append(lines, c.where(*from))
	}
	return strings.Join(append(lines, problem, c.where(at)), "\n")
}

// positioned adds a place to a message of libyaml or serde_yaml. Line 1, column 1 is left out.
func positioned(message string, at Mark) string {
	if at.Line == 0 && at.Column == 0 {
		return message
	}
	return fmt.Sprintf("%s at line %d column %d", message, at.Line+1, at.Column+1)
}

// An excerpt that would have more than 36 characters to one side of the place shows 32.
const excerptReach, excerptShown = 36, 32

// where is a place as Python's libraries show it, with an excerpt of its line.
func (c *cursor) where(m Mark) string {
	before, after := lineAround(c.text, m.Offset)
	join := func(units []rune) string { return string(units) }
	place := fmt.Sprintf("  in \"<unicode string>\", line %d, column %d:\n%s",
		m.Line+1, m.Column+1, excerpt([]rune(before), []rune(after), join))
	if c.dialect == Ruamel {
		place += fmt.Sprintf(" (line: %d)", m.Line+1)
	}
	return place
}

// lineAround returns the parts of a line before and after an offset.
func lineAround(text string, offset int) (before, after string) {
	const breaks = "\x00\r\n\u0085\u2028\u2029"
	before, after = text[:offset], text[offset:]
	if i := strings.LastIndexAny(before, breaks); i >= 0 {
		_, size := utf8.DecodeRuneInString(before[i:])
		before = before[i+size:]
	}
	if i := strings.IndexAny(after, breaks); i >= 0 {
		after = after[:i]
	}
	return before, after
}

// excerpt is a line as Python's libraries and js-yaml 3 show it, with a caret below the first character after
// the place. Each counts in its own units.
func excerpt[U any](before, after []U, join func([]U) string) string {
	head, tail := "    ", ""
	if n := len(before); n > excerptReach {
		head, before = head+" ... ", before[n-excerptShown:]
	}
	if len(after) > excerptReach {
		after, tail = after[:excerptShown], " ... "
	}
	caret := strings.Repeat(" ", len(head)+len(before)) + "^"
	return head + join(before) + join(after) + tail + "\n" + caret
}

// quoted writes a text between quotes. Python and Rust differ only in the characters that are not printable,
// and in how they escape those.
func quoted(text string, quote rune, printable func(rune) bool, escaped func(rune) string) string {
	var b strings.Builder
	b.WriteRune(quote)
	for _, r := range text {
		switch {
		case r == '\t' || r == '\n' || r == '\r':
			b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
		case r == '\\' || r == quote:
			b.WriteString(`\` + string(r))
		case printable(r):
			b.WriteRune(r)
		default:
			b.WriteString(escaped(r))
		}
	}
	b.WriteRune(quote)
	return b.String()
}

// reprRune is Python's repr of a character. At the end of the text it is that of U+0000.
func reprRune(r rune) string { return Repr(string(r)) }

// Repr is Python's repr of a string. Python 3.11 knows the printable characters of Unicode 14, Go those of
// [unicode.Version].
func Repr(text string) string {
	quote := '\''
	if strings.Contains(text, "'") && !strings.Contains(text, `"`) {
		quote = '"'
	}
	return quoted(text, quote, unicode.IsPrint, func(r rune) string {
		if r < 0x100 {
			return fmt.Sprintf(`\x%02x`, r)
		}
		return strings.Trim(strconv.QuoteRuneToASCII(r), "'")
	})
}

// quoteRust writes a text as Rust's Debug does.
func quoteRust(text string) string {
	printable := func(r rune) bool {
		return unicode.IsPrint(r) && !unicode.In(r, unicode.Mn, unicode.Me, unicode.Other_Grapheme_Extend)
	}
	return quoted(text, '"', printable, func(r rune) string {
		if r == 0 {
			return `\0`
		}
		return fmt.Sprintf(`\u{%x}`, r)
	})
}
