package lsp

import (
	"strings"

	"go.lsp.dev/protocol"

	"skills-ls/skills"
)

// fileRange returns what a [NewFileMapper] of the text says of a span. It only counts the lines before, and so is for texts that are asked for
// one span: a mapper notes where every line begins.
func fileRange(text string, encoding Encoding, s skills.Span) protocol.Range {
	begin := NewFileMapper(text, encoding).start
	place := func(offset int) int {
		offset = min(max(offset, begin), len(text))
		if offset > begin && offset < len(text) && text[offset-1:offset+1] == "\r\n" {
			offset-- // the end of the line
		}
		return offset
	}
	s = skills.Span{Start: place(s.Start), End: place(s.End)}
	first := begin + strings.LastIndexAny(text[begin:min(s.Start, s.End)], "\r\n") + 1
	last := max(s.Start, s.End)
	if i := strings.IndexAny(text[last:], "\r\n"); i >= 0 {
		last += i
	} else {
		last = len(text)
	}
	before := text[begin:first]
	lines := uint32(strings.Count(before, "\n") + strings.Count(before, "\r") - strings.Count(before, "\r\n"))
	r := NewMapper(text[first:last], encoding).Range(skills.Span{Start: s.Start - first, End: s.End - first})
	r.Start.Line += lines
	r.End.Line += lines
	return r
}
