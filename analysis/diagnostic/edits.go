package diagnostic

import (
	"cmp"
	"slices"
	"strings"
)

// InSourceOrder returns the edits of one file, sorted by span.
func InSourceOrder(edits []Edit) []Edit {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b Edit) int {
		return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Span.End, b.Span.End))
	})
	return edits
}

// ApplyEdits returns the text with non-overlapping edits of one file, given in source order, applied.
func ApplyEdits(source string, edits []Edit) string {
	var out strings.Builder
	at := 0
	for _, e := range edits {
		out.WriteString(source[at:e.Span.Start])
		out.WriteString(e.Text)
		at = e.Span.End
	}
	out.WriteString(source[at:])
	return out.String()
}
