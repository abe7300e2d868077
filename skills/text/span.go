// Package text has the parts that all readers of source text share: byte spans, lines, white space, decoding,
// lengths in the units that agents count, and the anchors that GitHub gives to headings. Most packages of the
// project import it, and it imports none of them.
//
// All offsets count bytes. Only the functions of a [Unit] convert to other units.
package text

import "fmt"

// A Span is the half-open byte range [Start, End) of a source text. It is valid for the source if
// 0 <= Start <= End <= len(source).
type Span struct{ Start, End int }

// At returns the empty span at the byte offset.
func At(offset int) Span { return Span{offset, offset} }

// Len returns the length in bytes.
func (s Span) Len() int { return s.End - s.Start }

// IsEmpty reports whether the span covers no byte.
func (s Span) IsEmpty() bool { return s.Start >= s.End }

// Contains reports whether the byte offset is in the span or at its end, where a cursor may be.
func (s Span) Contains(offset int) bool { return s.Start <= offset && offset <= s.End }

// Encloses reports whether other is entirely within s.
func (s Span) Encloses(other Span) bool { return s.Start <= other.Start && other.End <= s.End }

// Overlaps reports whether the spans share a byte, or touch if one of them is empty.
func (s Span) Overlaps(other Span) bool {
	if s.IsEmpty() || other.IsEmpty() {
		return s.Start <= other.End && other.Start <= s.End
	}
	return s.Start < other.End && other.Start < s.End
}

// Shift returns the span moved by n bytes.
func (s Span) Shift(n int) Span { return Span{s.Start + n, s.End + n} }

// Of returns the bytes of source that the span covers. It panics if the span is not valid for source.
func (s Span) Of(source string) string { return source[s.Start:s.End] }

func (s Span) String() string { return fmt.Sprintf("[%d:%d)", s.Start, s.End) }
