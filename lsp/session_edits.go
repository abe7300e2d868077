package lsp

import (
	"strings"

	"go.lsp.dev/protocol"

	"skills-ls/skills/text"
)

// A replacement is one edit of a text, reduced to its effect on positions.
type replacement struct {
	text.Span     // what was removed, in the text before the edit
	size      int // bytes that were inserted
}

// difference returns the one replacement that turns before into after. It keeps what they have in common at
// the start and at the end, and splits no character. It returns nil for equal texts.
func difference(before, after string) []replacement {
	if before == after {
		return nil
	}
	shorter := min(len(before), len(after))
	start := 0
	for start < shorter && before[start] == after[start] {
		start++
	}
	start -= splitRune(before, start)
	end := 0
	for end < shorter-start && before[len(before)-1-end] == after[len(after)-1-end] {
		end++
	}
	for end > 0 && splitRune(before, len(before)-end) > 0 {
		end--
	}
	return []replacement{{text.Span{Start: start, End: len(before) - end}, len(after) - end - start}}
}

// uriText is a URI that keeps its spelling when it is decoded.
type uriText string

// A contentChange replaces a range, or the whole document if it has no range.
type contentChange struct {
	Range *looseRange `json:"range"`
	Text  string      `json:"text"`
}

// A looseRange accepts any numbers as positions. Positions outside of the text are clamped, so that no edit
// is lost.
type looseRange struct {
	Start loosePosition `json:"start"`
	End   loosePosition `json:"end"`
}

type loosePosition struct {
	Line      float64 `json:"line"`
	Character float64 `json:"character"`
}

func (p loosePosition) position() protocol.Position {
	if p.Line < 0 {
		return protocol.Position{}
	}
	const most = 1<<32 - 1
	return protocol.Position{Line: uint32(min(p.Line, most)), Character: uint32(min(max(p.Character, 0), most))}
}

// applyChanges applies the changes, each of which counts from the text that the previous one left. It returns
// the text, the byte offset before which no editor can have moved anything, and the changes as replacements.
// A change of the whole text becomes a replacement of the part that differs.
func applyChanges(m *Mapper, changes []contentChange) (src string, first int, edits []replacement) {
	e := editor{m.Text(), m.encoding, []int{0}}
	first = len(e.text)
	for _, c := range changes {
		if c.Range == nil {
			edits = append(edits, difference(e.text, c.Text)...)
			e = editor{c.Text, m.encoding, []int{0}}
			first = 0
			continue
		}
		start := e.offset(c.Range.Start.position())
		end := max(start, e.offset(c.Range.End.position()))
		first = min(first, start)
		edits = append(edits, replacement{text.Span{Start: start, End: end}, len(c.Text)})
		e.replace(text.Span{Start: start, End: end}, c.Text)
	}
	return e.text, first, edits
}

// An editor applies a series of edits to a text. It looks for line ends only as far as the edits reach, and
// again only from the last edit on. Editors send the edits of many cursors at once, most of them from the end
// to the start.
type editor struct {
	text     string
	encoding Encoding
	starts   []int // byte offsets of the starts of the first lines, as far as they are known
}

// offset is [Mapper.Offset].
func (e *editor) offset(p protocol.Position) int {
	for uint64(len(e.starts)) <= uint64(p.Line)+1 && e.next() {
	}
	if uint64(p.Line) >= uint64(len(e.starts)) {
		return len(e.text)
	}
	line := int(p.Line)
	return e.starts[line] + unitOffset(e.text[e.starts[line]:lineEnd(e.text, e.starts, line)], e.encoding, uint64(p.Character))
}

// next finds one more line and reports whether there is one.
func (e *editor) next() bool {
	from := e.starts[len(e.starts)-1]
	i := strings.IndexAny(e.text[from:], "\r\n")
	if i < 0 {
		return false
	}
	end := from + i + 1
	if e.text[end-1] == '\r' && end < len(e.text) && e.text[end] == '\n' {
		end++
	}
	e.starts = append(e.starts, end)
	return true
}

// replace applies an edit. The starts of lines before the edit stay known.
func (e *editor) replace(span text.Span, with string) {
	e.text = e.text[:span.Start] + with + e.text[span.End:]
	keep := len(e.starts)
	for keep > 1 && e.starts[keep-1] >= span.Start { // at the edit itself, a \r before it may now be followed by a \n
		keep--
	}
	e.starts = e.starts[:keep]
}
