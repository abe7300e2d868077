package opencode

import (
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/text"
)

// A draft is a text in which one kind of part after another is replaced, each in the result of the one
// before. It knows the source of every part.
type draft struct{ pieces []draftPiece }

// A draftPiece is a part of a draft. A copied piece has the length of its source. Offsets within other pieces
// have no source.
type draftPiece struct {
	text   string
	kind   skills.SegmentKind
	source *text.Span
	copied bool
	note   string
}

func (d *draft) String() string {
	var b strings.Builder
	for _, p := range d.pieces {
		b.WriteString(p.text)
	}
	return b.String()
}

// add appends text that does not come from the file.
func (d *draft) add(text string) {
	d.pieces = append(d.pieces, draftPiece{kind: skills.SegmentEnvelope, text: text})
}

// copy appends a part of the source, decoded.
func (d *draft) copy(source string, at text.Span) {
	p := draftPiece{kind: skills.SegmentBody, text: text.DecodeUTF8(at.Of(source)), source: &at}
	if p.copied = p.text == at.Of(source); !p.copied {
		p.note = "what is not UTF-8 in the file appears as U+FFFD"
	}
	d.pieces = append(d.pieces, p)
}

// edit replaces the pieces in each of the spans, which must be in order, with the result of change.
func (d *draft) edit(spans []text.Span, change func(at text.Span, parts []draftPiece) []draftPiece) {
	if len(spans) == 0 {
		return
	}
	rest, at := slices.Clone(d.pieces), 0
	var edited []draftPiece
	take := func(to int) (taken []draftPiece) {
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
	for _, s := range spans {
		edited = append(edited, take(s.Start)...)
		edited = append(edited, change(s, take(s.End))...)
	}
	d.pieces = append(edited, rest...)
}

func (p draftPiece) split(n int) (before, after draftPiece) {
	before, after = p, p
	before.text, after.text = p.text[:n], p.text[n:]
	if p.copied {
		before.source = &text.Span{Start: p.source.Start, End: p.source.Start + n}
		after.source = &text.Span{Start: p.source.Start + n, End: p.source.End}
	}
	return before, after
}

// replace replaces each match with its value.
func (d *draft) replace(matches []text.Span, value func(at text.Span) string) {
	d.edit(matches, func(at text.Span, parts []draftPiece) []draftPiece {
		p := draftPiece{kind: skills.SegmentSubstituted, text: text.DecodeUTF8(value(at))}
		for _, part := range parts {
			switch {
			case part.source == nil:
			case p.source == nil:
				p.source = &text.Span{Start: part.source.Start, End: part.source.End}
			default:
				p.source.Start, p.source.End = min(p.source.Start, part.source.Start), max(p.source.End, part.source.End)
			}
		}
		return []draftPiece{p}
	})
}

// mark marks the matches as not executed here, with a note.
func (d *draft) mark(matches []text.Span, note string) {
	d.edit(matches, func(_ text.Span, parts []draftPiece) []draftPiece {
		for i := range parts {
			parts[i].kind, parts[i].note = skills.SegmentUnexecuted, note
		}
		return parts
	})
}

// injection composes the text without white space around it.
func (d *draft) injection(source string) skills.Injection {
	var c skills.Composition
	for _, p := range d.pieces {
		switch {
		case p.source == nil && p.note != "":
			c.Remark(p.kind, p.text, p.note)
		case p.source == nil:
			c.Add(p.kind, p.text)
		case p.kind == skills.SegmentSubstituted:
			c.Substitute(p.text, *p.source, p.note)
		default:
			c.CopyAs(p.kind, p.text, *p.source, p.note)
		}
	}
	src := c.String()
	c.Cut(text.Span{End: len(src)}.TrimJS(src))
	return c.Injection()
}
