package kit

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"skills-ls/skills/text"
)

// IsPythonAlnum implements str.isalnum for one code point: categories L and N. Python 3.11 has Unicode 14, Go
// has [unicode.Version].
func IsPythonAlnum(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }

// IsPythonSpace implements str.isspace for one code point: white space and the four information separators.
func IsPythonSpace(r rune) bool { return unicode.IsSpace(r) || r >= 0x1c && r <= 0x1f }

// TrimPython returns the span without the white space that str.strip removes.
func TrimPython(source string, span text.Span) text.Span { return span.TrimFunc(source, IsPythonSpace) }

// PythonLines yields the lines of str.splitlines, without their line endings.
func PythonLines(source string) iter.Seq[text.Span] {
	return func(yield func(text.Span) bool) {
		for start := 0; start < len(source); {
			end, next := PythonLineEnd(source, start)
			if !yield(text.Span{Start: start, End: end}) {
				return
			}
			start = next
		}
	}
}

// PythonLineEnd returns the end of the line that begins at start, and the start of the next line.
func PythonLineEnd(source string, start int) (end, next int) {
	for i := start; i < len(source); {
		r, n := utf8.DecodeRuneInString(source[i:])
		switch r {
		case '\r':
			if strings.HasPrefix(source[i:], "\r\n") {
				return i, i + 2
			}
			return i, i + n
		case '\n', '\v', '\f', 0x1c, 0x1d, 0x1e, 0x85, 0x2028, 0x2029:
			return i, i + n
		}
		i += n
	}
	return len(source), len(source)
}
