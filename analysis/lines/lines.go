// Package lines finds the lines of a text.
package lines

import (
	"iter"
	"strings"

	"skills-ls/skills/text"
)

// LineStart returns the start of the line that contains an offset, after a byte order mark.
func LineStart(source string, offset int) int {
	start := strings.LastIndexAny(source[:offset], "\r\n") + 1
	if mark := "\ufeff"; start == 0 && strings.HasPrefix(source[:offset], mark) {
		return len(mark)
	}
	return start
}

// FirstLine returns the span from an offset to the end of its line, without the line ending.
func FirstLine(source string, start int) text.Span {
	if i := strings.IndexAny(source[start:], "\r\n"); i >= 0 {
		return text.Span{Start: start, End: start + i}
	}
	return text.Span{Start: start, End: len(source)}
}

// Next returns the start of the line after the one that ends at an offset.
func Next(source string, end int) int {
	switch rest := source[end:]; {
	case strings.HasPrefix(rest, "\r\n"):
		return end + 2
	case rest != "":
		return end + 1
	}
	return end
}

// In returns the lines of a source that begin from an offset up to an end, without their line endings. The first of
// them begins at the offset.
func In(source string, start, end int) iter.Seq[text.Span] {
	return func(yield func(text.Span) bool) {
		for start < end {
			line := FirstLine(source, start)
			if !yield(line) {
				return
			}
			start = Next(source, line.End)
		}
	}
}
