package kit

import (
	"regexp"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/text"
)

// A Draft is a part of a file in which an agent replaces one kind of placeholder after another, each in the
// result of the one before. It knows which part of the file each of its own parts comes from.
type Draft struct {
	source string
	pieces []piece
}

// A piece is a part of a draft.
type piece struct {
	kind   skills.SegmentKind
	text   string
	source text.Span // empty if the piece does not come from the file
	copied bool      // the text is that of the source
	note   string
}

// NewDraft returns a draft with a part of a file.
func NewDraft(source string, part text.Span) *Draft {
	return &Draft{source, []piece{{skills.SegmentBody, part.Of(source), part, true, ""}}}
}

// Add appends text that does not come from the file.
func (d *Draft) Add(kind skills.SegmentKind, text string) {
	d.pieces = append(d.pieces, piece{kind: kind, text: text})
}

// String returns the text of the draft.
func (d *Draft) String() string {
	var b strings.Builder
	for _, p := range d.pieces {
		b.WriteString(p.text)
	}
	return b.String()
}

// Replace replaces the spans of the draft, which are in order, by the values of their indexes. A note says
// more about a value. A value of the kind [skills.SegmentBody] has no source, because it is not a copy.
func (d *Draft) Replace(kind skills.SegmentKind, spans []text.Span, value func(i int) (value, note string)) {
	d.edit(spans, func(i int, pieces []piece) []piece {
		p := piece{kind: kind}
		p.text, p.note = value(i)
		if kind != skills.SegmentBody {
			p.source = sourceOf(pieces)
		}
		return []piece{p}
	})
}

// Mark marks the spans of the draft, which are in order, as what the agent executes, or what else is not done
// here.
func (d *Draft) Mark(spans []text.Span, note string) {
	d.edit(spans, func(_ int, pieces []piece) []piece {
		for i := range pieces {
			pieces[i].kind, pieces[i].note = skills.SegmentUnexecuted, note
		}
		return pieces
	})
}

// edit changes the pieces in each span.
func (d *Draft) edit(spans []text.Span, change func(i int, pieces []piece) []piece) {
	rest, at := slices.Clone(d.pieces), 0
	d.pieces = nil
	take := func(to int) (taken []piece) {
		for at < to {
			p := rest[0]
			if n := to - at; n < len(p.text) {
				p, rest[0] = p.split(n)
			} else {
				rest = rest[1:]
			}
			at += len(p.text)
			taken = append(taken, p)
		}
		return taken
	}
	for i, span := range spans {
		d.pieces = append(d.pieces, take(span.Start)...)
		d.pieces = append(d.pieces, change(i, take(span.End))...)
	}
	d.pieces = append(d.pieces, rest...)
}

func (p piece) split(n int) (before, after piece) {
	before, after = p, p
	before.text, after.text = p.text[:n], p.text[n:]
	if p.copied {
		before.source.End = p.source.Start + n
		after.source.Start = before.source.End
	}
	return before, after
}

// sourceOf returns the span of the file that has the sources of all pieces.
func sourceOf(pieces []piece) (source text.Span) {
	for _, p := range pieces {
		switch {
		case p.source.IsEmpty():
		case source.IsEmpty():
			source = p.source
		default:
			source = text.Span{Start: min(source.Start, p.source.Start), End: max(source.End, p.source.End)}
		}
	}
	return source
}

// Find returns the spans of the draft that come from spans of the file, which are in order. The first and
// last byte of each must be in the draft as they are.
func (d *Draft) Find(spans []text.Span) []text.Span {
	i, at := 0, 0
	offset := func(source int) int {
		for ; i < len(d.pieces); i++ {
			if p := d.pieces[i]; p.copied && source < p.source.End {
				return at + source - p.source.Start
			}
			at += len(d.pieces[i].text)
		}
		return at
	}
	found := make([]text.Span, len(spans))
	for j, span := range spans {
		found[j] = text.Span{Start: offset(span.Start), End: offset(span.End-1) + 1}
	}
	return found
}

// AddTo appends the draft to a composition.
func (d *Draft) AddTo(c *skills.Composition) {
	for _, p := range d.pieces {
		switch {
		case p.copied && p.note == "":
			c.Copy(p.kind, d.source, p.source)
		case p.source.IsEmpty() && p.note == "":
			c.Add(p.kind, text.DecodeUTF8(p.text))
		case p.source.IsEmpty():
			c.Remark(p.kind, text.DecodeUTF8(p.text), p.note)
		default:
			c.CopyAs(p.kind, text.DecodeUTF8(p.text), p.source, p.note)
		}
	}
}

// Matches returns the spans of all matches.
func Matches(expression *regexp.Regexp, source string) (spans []text.Span) {
	for _, m := range expression.FindAllStringIndex(source, -1) {
		spans = append(spans, text.Span{Start: m[0], End: m[1]})
	}
	return spans
}
