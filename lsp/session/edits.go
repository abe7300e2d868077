package session

import (
	"go.lsp.dev/protocol"

	"skills-ls/lsp/position"
	"skills-ls/skills/text"
)

// A Replacement is one edit of a text, reduced to its effect on positions.
type Replacement struct {
	text.Span     // what was removed, in the text before the edit
	Size      int // bytes that were inserted
}

// Difference returns the one replacement that turns before into after. It keeps what they have in common at
// the start and at the end, and splits no character. It returns nil for equal texts.
func Difference(before, after string) []Replacement {
	if before == after {
		return nil
	}
	shorter := min(len(before), len(after))
	start := 0
	for start < shorter && before[start] == after[start] {
		start++
	}
	start -= position.SplitRune(before, start)
	end := 0
	for end < shorter-start && before[len(before)-1-end] == after[len(after)-1-end] {
		end++
	}
	for end > 0 && position.SplitRune(before, len(before)-end) > 0 {
		end--
	}
	return []Replacement{{text.Span{Start: start, End: len(before) - end}, len(after) - end - start}}
}

// URIText is a URI that keeps its spelling when it is decoded.
type URIText string

// A ContentChange replaces a range, or the whole document if it has no range.
type ContentChange struct {
	Range *LooseRange `json:"range"`
	Text  string      `json:"text"`
}

// A LooseRange accepts any numbers as positions. Positions outside of the text are clamped, so that no edit
// is lost.
type LooseRange struct {
	Start LoosePosition `json:"start"`
	End   LoosePosition `json:"end"`
}

type LoosePosition struct {
	Line      float64 `json:"line"`
	Character float64 `json:"character"`
}

func (p LoosePosition) position() protocol.Position {
	if p.Line < 0 {
		return protocol.Position{}
	}
	const most = 1<<32 - 1
	return protocol.Position{Line: uint32(min(p.Line, most)), Character: uint32(min(max(p.Character, 0), most))}
}

// ApplyChanges applies the changes, each of which counts from the text that the previous one left. It returns
// the text, the byte offset before which no editor can have moved anything, and the changes as replacements.
// A change of the whole text becomes a replacement of the part that differs.
func ApplyChanges(m *position.Mapper, changes []ContentChange) (src string, first int, edits []Replacement) {
	e := Editor{m.Text(), m.Encoding, []int{0}}
	first = len(e.Text)
	for _, c := range changes {
		if c.Range == nil {
			edits = append(edits, Difference(e.Text, c.Text)...)
			e = Editor{c.Text, m.Encoding, []int{0}}
			first = 0
			continue
		}
		start := e.Offset(c.Range.Start.position())
		end := max(start, e.Offset(c.Range.End.position()))
		first = min(first, start)
		edits = append(edits, Replacement{text.Span{Start: start, End: end}, len(c.Text)})
		e.replace(text.Span{Start: start, End: end}, c.Text)
	}
	return e.Text, first, edits
}

// An Editor applies a series of edits to a text. It looks for line ends only as far as the edits reach, and
// again only from the last edit on. Editors send the edits of many cursors at once, most of them from the end
// to the start.
type Editor struct {
	Text     string
	Encoding position.Encoding
	Starts   []int // byte offsets of the starts of the first lines, as far as they are known
}

// Offset is [position.Mapper.Offset].
func (e *Editor) Offset(p protocol.Position) int {
	for uint64(len(e.Starts)) <= uint64(p.Line)+1 && e.next() {
	}
	if uint64(p.Line) >= uint64(len(e.Starts)) {
		return len(e.Text)
	}
	line := int(p.Line)
	return e.Starts[line] + position.UnitOffset(e.Text[e.Starts[line]:position.LineEnd(e.Text, e.Starts, line)], e.Encoding, uint64(p.Character))
}

// next finds one more line and reports whether there is one.
func (e *Editor) next() bool {
	end, next := text.LineAt(e.Text, e.Starts[len(e.Starts)-1], len(e.Text))
	if end == next {
		return false
	}
	e.Starts = append(e.Starts, next)
	return true
}

// replace applies an edit. The starts of lines before the edit stay known.
func (e *Editor) replace(span text.Span, with string) {
	e.Text = e.Text[:span.Start] + with + e.Text[span.End:]
	keep := len(e.Starts)
	for keep > 1 && e.Starts[keep-1] >= span.Start { // at the edit itself, a \r before it may now be followed by a \n
		keep--
	}
	e.Starts = e.Starts[:keep]
}
