package yamlscan

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Complaint is a marked error: a context, a problem, and where each is.
type Complaint struct {
	Context     string
	ContextMark *Mark
	Problem     string
	ProblemMark Mark
	Note        string
}

// The contexts of errors that are found out late: the place to look at is where the token began.
const (
	inKey    = "while scanning a simple key"
	inQuotes = "while scanning a quoted scalar"
)

// Fail gives up with a marked error: it panics with an *[Error]. The context may be empty, and its mark nil.
func (c *cursor) Fail(context string, contextMark *Mark, problem string, problemMark Mark) {
	start := problemMark.Offset
	if context == inKey || context == inQuotes {
		start = contextMark.Offset
	}
	_, size := c.at(start)
	panic(&Error{
		Start: start, End: start + size,
		Message: c.Message(Complaint{Context: context, ContextMark: contextMark, Problem: problem, ProblemMark: problemMark}),
	})
}

// Crash gives up with an exception that is not a YAMLError: it panics with an *[Error].
func (c *cursor) Crash(start, end int, message string) {
	panic(&Error{Start: start, End: end, Message: message, Uncaught: true})
}

// Message formats the complaint as Python's str does.
func (c *cursor) Message(e Complaint) string {
	var lines []string
	if e.Context != "" {
		lines = append(lines, e.Context)
	}
	if m := e.ContextMark; m != nil && (m.Line != e.ProblemMark.Line || m.Column != e.ProblemMark.Column) {
		lines = append(lines, c.where(*m))
	}
	lines = append(lines, e.Problem, c.where(e.ProblemMark))
	if e.Note != "" {
		lines = append(lines, e.Note)
	}
	return strings.Join(lines, "\n")
}

// where describes a place with an excerpt of its line, at most 37 characters to either side.
func (c *cursor) where(m Mark) string {
	const reach, shown, indent = 37, 32, 4
	inLine := func(r rune) bool { return !isBreak(r) && r != '\r' }
	before, head := 0, ""
	for start := m.Offset; start > 0; {
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
	for end := m.Offset; end < len(c.text); {
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
	start, end := m.Offset, m.Offset
	for range before {
		_, size := utf8.DecodeLastRuneInString(c.text[:start])
		start -= size
	}
	for range after {
		_, size := utf8.DecodeRuneInString(c.text[end:])
		end += size
	}
	excerpt := fmt.Sprintf("  in \"<unicode string>\", line %d, column %d:\n%*s%s%s%s\n%*s^",
		m.Line+1, m.Column+1, indent, "", head, c.text[start:end], tail, indent+before+len(head), "")
	if c.dialect == Ruamel {
		excerpt += fmt.Sprintf(" (line: %d)", m.Line+1)
	}
	return excerpt
}

// repr is Python's repr of a character, or of the end of the text.
func repr(r rune) string { return Repr(string(r)) }

// Repr is Python's repr of a string. Python 3.11 knows the printable characters of Unicode 14, Go those of [unicode.Version].
func Repr(text string) string {
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
