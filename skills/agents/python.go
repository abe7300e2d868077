package agents

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"skills-ls/skills/text"
)

// What several agents share because they are written in Python.

// isPythonAlnum is str.isalnum: categories L and N. Python 3.11 knows Unicode 14, Go the version [unicode.Version].
func isPythonAlnum(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }

// isPythonSpace is str.isspace, which strip removes: white space and the four information separators.
func isPythonSpace(r rune) bool { return unicode.IsSpace(r) || r >= 0x1c && r <= 0x1f }

// trimPython returns the part of the span that str.strip leaves.
func trimPython(source string, span text.Span) text.Span {
	src := span.Of(source)
	end := len(strings.TrimRightFunc(src, isPythonSpace))
	start := end - len(strings.TrimLeftFunc(src[:end], isPythonSpace))
	return text.Span{Start: span.Start + start, End: span.Start + end}
}

// pythonLines yields what str.splitlines makes of a text: lines without their ends.
func pythonLines(source string) iter.Seq[text.Span] {
	return func(yield func(text.Span) bool) {
		for start := 0; start < len(source); {
			end, next := pythonLineEnd(source, start)
			if !yield(text.Span{Start: start, End: end}) {
				return
			}
			start = next
		}
	}
}

// pythonLineEnd returns where the line that begins at start ends, and where the next one begins.
func pythonLineEnd(source string, start int) (end, next int) {
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
