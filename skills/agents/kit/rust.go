package kit

import (
	"fmt"
	"iter"
	"strings"
	"unicode/utf8"

	"skills-ls/skills/text"
)

// Functions of Rust's standard library. Rust's char::is_whitespace is the Unicode property White_Space, like
// [unicode.IsSpace].

// RustLines yields the lines of str::lines: without the line feed, and without one carriage return before it.
// It keeps a carriage return at the end of the text.
func RustLines(source string) iter.Seq[text.Span] {
	return func(yield func(text.Span) bool) {
		for start := 0; start < len(source); {
			line, next := text.Span{Start: start, End: len(source)}, len(source)
			if i := strings.IndexByte(source[start:], '\n'); i >= 0 {
				line.End, next = start+i, start+i+1
				if line.End > start && source[line.End-1] == '\r' {
					line.End--
				}
			}
			if !yield(line) {
				return
			}
			start = next
		}
	}
}

// CollapseSpace implements split_whitespace and join(" ").
func CollapseSpace(text string) string { return strings.Join(strings.Fields(text), " ") }

// NotUTF8 returns the message of std::str::Utf8Error for a text that is not UTF-8, and the span of the
// invalid sequence. For valid UTF-8 the message is "".
func NotUTF8(source string) (message string, at text.Span) {
	at = InvalidUTF8(source)
	rest := source[at.Start:]
	if rest == "" {
		return "", at
	}
	n, complete := text.BrokenUTF8(rest)
	at.End = at.Start + n
	if complete {
		return fmt.Sprintf("invalid utf-8 sequence of %d bytes from index %d", n, at.Start), at
	}
	return fmt.Sprintf("incomplete utf-8 byte sequence from index %d", at.Start), at
}

// RustChars returns the first n code points of valid UTF-8, and reports whether there are more.
func RustChars(source string, n int) (head string, more bool) {
	end := text.Runes.Offset(source, n)
	return source[:end], end < len(source)
}

// IsRustBlank reports whether str::trim returns an empty string.
func IsRustBlank(text string) bool { return strings.TrimSpace(text) == "" }

// InvalidUTF8 returns the span of the first byte that is not valid UTF-8, or an empty span at the end.
func InvalidUTF8(source string) text.Span {
	for i, r := range source {
		if r == utf8.RuneError {
			if _, n := utf8.DecodeRuneInString(source[i:]); n == 1 {
				return text.Span{Start: i, End: i + 1}
			}
		}
	}
	return text.At(len(source))
}
