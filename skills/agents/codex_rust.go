package agents

import (
	"fmt"
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"skills-ls/skills/text"
)

// What Codex gets from Rust's standard library. char::is_whitespace is the property White_Space, as [unicode.IsSpace] is.

// rustLines yields what str::lines makes of a text: lines without their line feed and one carriage return before it. A carriage
// return at the end of the text stays.
func rustLines(source string) iter.Seq[text.Span] {
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

// collapseRust is split_whitespace followed by join(" ").
func collapseRust(text string) string { return strings.Join(strings.Fields(text), " ") }

// rustNotUTF8 returns what std::str::Utf8Error says of a text that is not UTF-8, and the bytes that it speaks of: those that begin
// a sequence which the next byte breaks.
func rustNotUTF8(source string) (message string, at text.Span) {
	at = invalidUTF8(source)
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

// rustChars returns the first n characters of a valid text, and whether there are more.
func rustChars(source string, n int) (head string, more bool) {
	end := text.Runes.Offset(source, n)
	return source[:end], end < len(source)
}

// isRustBlank reports whether str::trim leaves nothing.
func isRustBlank(text string) bool { return strings.TrimSpace(text) == "" }

// firstRune returns the first character of a text, 0 for none.
func firstRune(text string) rune {
	if text == "" {
		return 0
	}
	r, _ := utf8.DecodeRuneInString(text)
	return r
}

// endsInSpace reports whether the last character of a text is white space.
func endsInSpace(text string) bool {
	r, _ := utf8.DecodeLastRuneInString(text)
	return text != "" && unicode.IsSpace(r)
}
