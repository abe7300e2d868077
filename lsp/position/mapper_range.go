package position

import (
	"strings"

	"go.lsp.dev/protocol"

	"skills-ls/skills/text"
)

// FileRange returns the range of a span, as [NewFileMapper] would. It is for texts of which only one span is
// needed: it only counts the lines before the span, while a mapper records the start of every line.
func FileRange(src string, encoding Encoding, s text.Span) protocol.Range {
	begin := NewFileMapper(src, encoding).start
	place := func(offset int) int {
		offset = min(max(offset, begin), len(src))
		if offset > begin && offset < len(src) && src[offset-1:offset+1] == "\r\n" {
			offset-- // the end of the line
		}
		return offset
	}
	s = text.Span{Start: place(s.Start), End: place(s.End)}
	first := begin + strings.LastIndexAny(src[begin:min(s.Start, s.End)], "\r\n") + 1
	last := max(s.Start, s.End)
	if i := strings.IndexAny(src[last:], "\r\n"); i >= 0 {
		last += i
	} else {
		last = len(src)
	}
	before := src[begin:first]
	lines := uint32(strings.Count(before, "\n") + strings.Count(before, "\r") - strings.Count(before, "\r\n"))
	r := NewMapper(src[first:last], encoding).Range(text.Span{Start: s.Start - first, End: s.End - first})
	r.Start.Line += lines
	r.End.Line += lines
	return r
}
