// Package position converts byte offsets to the positions of the client's encoding, and paths to URIs.
package position

import (
	"slices"
	"sort"
	"strings"
	"sync"
	"unicode/utf8"

	"go.lsp.dev/protocol"

	"skills-ls/skills/text"
)

// This file alone converts between the three notations of a position in a text:
//
//   - a byte offset, 0-based, which is the only notation in other packages;
//   - an LSP position: a line and a character within it, both 0-based, with the character counted in the
//     units of the encoding that client and server agreed upon;
//   - the 1-based lines and columns that people read, which the command line derives from LSP positions.
//
// A line ends with \n, \r\n or \r. The end of a line is before those characters, and an offset between \r and
// \n counts as the end of the line. A byte that is not valid UTF-8 counts as one unit.
//
// Nothing here fails. A line past the last is the end of the text. A character past the end of its line is
// the end of the line. An offset outside of the text is its nearer end. A position within a character is the
// start of the character. Clients send such positions, and an edit must land where the client expects it.

// An Encoding is the unit in which LSP counts the characters of a line.
type Encoding uint8

const (
	UTF16 Encoding = iota // code units, and the default of the protocol
	UTF8                  // bytes
	UTF32                 // code points
)

// Width returns how many units a character of the given rune and length in bytes takes.
func (e Encoding) Width(r rune, size int) int {
	switch {
	case e == UTF8:
		return size
	case e == UTF16 && r > 0xFFFF:
		return 2
	}
	return 1
}

// String returns the protocol's name of the encoding.
func (e Encoding) String() string {
	return [...]string{UTF16: "utf-16", UTF8: "utf-8", UTF32: "utf-32"}[e]
}

// A Mapper converts between the notations for one text. It is immutable and safe for concurrent use.
type Mapper struct {
	source   string
	Encoding Encoding
	start    int // of the first character: after a byte order mark that the client lacks, else 0
	Table    func() LineTable
}

// LineTable is what a mapper computes by reading the text once.
type LineTable struct {
	starts []int // offsets of the first characters of the lines
	ascii  bool  // the text is ASCII, so characters, bytes and units are the same
	// miles are positions, at least one in every mile of bytes, whose distance from the start is known in
	// units. Without them, every position in a file with one long line would require counting through the
	// line. The first is the start of the text. A text without a line of more than a mile has none.
	miles []milestone
	mile  int
}

// A milestone is an offset in bytes and in units. It splits no character.
type milestone struct{ offset, units int }

// ShortLine is the number of bytes that may be counted through for a single position.
const ShortLine = 1 << 10

// NewMapper returns a mapper of the text as it is. The text is not read before the first use of the mapper.
func NewMapper(text string, encoding Encoding) *Mapper { return newMapperFrom(text, encoding, 0) }

// NewFileMapper returns a mapper of a text as it is on disk. Editors remove a byte order mark before they
// count.
func NewFileMapper(text string, encoding Encoding) *Mapper {
	const mark = "\ufeff"
	if len(text) >= len(mark) && text[:len(mark)] == mark {
		return newMapperFrom(text, encoding, len(mark))
	}
	return newMapperFrom(text, encoding, 0)
}

func newMapperFrom(text string, encoding Encoding, start int) *Mapper {
	return &Mapper{text, encoding, start, sync.OnceValue(func() LineTable {
		return NewLineTable(text, encoding, start, ShortLine)
	})}
}

func NewLineTable(source string, e Encoding, start, mile int) LineTable {
	starts := append(make([]int, 0, 2+strings.Count(source, "\n")), start)
	t := LineTable{starts: LineStarts(starts, source), ascii: text.IsASCII(source[start:]), mile: mile}
	if t.ascii || e == UTF8 || !hasLongLine(t.starts, len(source), mile) {
		return t
	}
	t.miles = []milestone{{0, 0}}
	n := 0
	for i, r := range source {
		if i-t.miles[len(t.miles)-1].offset >= mile {
			t.miles = append(t.miles, milestone{i, n})
		}
		n += e.Width(r, 0)
	}
	return t
}

// hasLongLine reports whether a line of a text exceeds a length in bytes.
func hasLongLine(starts []int, size, length int) bool {
	end := size
	for _, start := range slices.Backward(starts) {
		if end-start > length {
			return true
		}
		end = start
	}
	return false
}

// LineStarts appends the starts of lines to starts, whose last element must be the start of the line before
// them.
func LineStarts(starts []int, text string) []int {
	for i := starts[len(starts)-1]; i < len(text); i++ {
		switch c := text[i]; {
		case c > '\r':
		case c == '\n', c == '\r' && (i+1 == len(text) || text[i+1] != '\n'):
			starts = append(starts, i+1)
		}
	}
	return starts
}

// Text returns the text.
func (m *Mapper) Text() string { return m.source }

// Position returns the position of a byte offset.
func (m *Mapper) Position(offset int) protocol.Position {
	t := m.Table()
	offset = min(max(offset, m.start), len(m.source))
	line := sort.SearchInts(t.starts, offset+1) - 1
	start := t.starts[line]
	offset = min(offset, LineEnd(m.source, t.starts, line))
	if t.ascii {
		return protocol.Position{Line: uint32(line), Character: uint32(offset - start)}
	}
	offset -= SplitRune(m.source, offset)
	var character int
	if m.Encoding == UTF8 || offset-start <= t.mile {
		character = units(m.source[start:offset], m.Encoding)
	} else {
		character = m.units(&t, offset) - m.units(&t, start)
	}
	return protocol.Position{Line: uint32(line), Character: uint32(character)}
}

// units returns the distance in units from the start of the text to an offset, which must not split a
// character.
func (m *Mapper) units(t *LineTable, offset int) int {
	near := t.miles[sort.Search(len(t.miles), func(i int) bool { return t.miles[i].offset > offset })-1]
	return near.units + units(m.source[near.offset:offset], m.Encoding)
}

// Offset returns the byte offset of a position.
func (m *Mapper) Offset(p protocol.Position) int {
	t := m.Table()
	if uint64(p.Line) >= uint64(len(t.starts)) {
		return len(m.source)
	}
	line := int(p.Line)
	start, end := t.starts[line], LineEnd(m.source, t.starts, line)
	character := uint64(p.Character)
	if !t.ascii && m.Encoding != UTF8 && end-start > t.mile {
		from := uint64(m.units(&t, start))
		after := sort.Search(len(t.miles), func(i int) bool { return uint64(t.miles[i].units) > from+character })
		switch near := t.miles[after-1]; {
		case near.offset > end:
			return end
		case near.offset > start:
			start, character = near.offset, from+character-uint64(near.units)
		}
	}
	return start + UnitOffset(m.source[start:end], m.Encoding, character)
}

// Range returns the range of a span.
func (m *Mapper) Range(s text.Span) protocol.Range {
	return protocol.Range{Start: m.Position(s.Start), End: m.Position(s.End)}
}

// Span returns the span of a range. If the range ends before it starts, the span is empty and at its start.
func (m *Mapper) Span(r protocol.Range) text.Span {
	start := m.Offset(r.Start)
	return text.Span{Start: start, End: max(start, m.Offset(r.End))}
}

// LineEnd returns the offset of a line's end, before the characters that end it.
func LineEnd(text string, starts []int, line int) int {
	if line+1 == len(starts) {
		return len(text)
	}
	end := starts[line+1] - 1
	if text[end] == '\n' && end > starts[line] && text[end-1] == '\r' {
		end--
	}
	return end
}

// units returns the length of a text in units.
func units(text string, e Encoding) int {
	if e == UTF8 {
		return len(text)
	}
	n := 0
	for _, r := range text {
		n += e.Width(r, 0)
	}
	return n
}

// UnitOffset returns the byte offset of a character in a line, at most the line's length.
func UnitOffset(line string, e Encoding, character uint64) int {
	if e == UTF8 {
		i := int(min(character, uint64(len(line))))
		return i - SplitRune(line, i)
	}
	n := uint64(0)
	for i, r := range line {
		if n += uint64(e.Width(r, 0)); n > character {
			return i
		}
	}
	return len(line)
}

// SplitRune returns how many bytes of a character precede an offset that splits it, or 0 if the offset splits
// none.
func SplitRune(text string, offset int) int {
	for back := 1; back < utf8.UTFMax && back <= offset; back++ {
		if utf8.RuneStart(text[offset-back]) {
			if _, size := utf8.DecodeRuneInString(text[offset-back:]); size > back {
				return back
			}
			return 0
		}
	}
	return 0
}
