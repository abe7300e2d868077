// Package lines finds the lines of a text.
package lines

import (
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
