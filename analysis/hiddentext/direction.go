package hiddentext

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"skills-ls/analysis/lines"
	"skills-ls/skills/text"
)

// directions are the direction controls in a part of a text, which ends at a blank line.
type directions struct {
	end         int  // of the part; 0 before the first part
	rightToLeft bool // the part has letters of a right-to-left script
	controls    []control
	next        int // index of the first control that was not examined yet
}

// A control is the offset of a direction control, and the index of the control that closes it or that it
// closes, or -1 if no control does. It is small, since a hostile text may have nothing but controls.
type control struct{ at, partner int32 }

// direction records the direction control at an offset, unless it is needed. In right-to-left text, marks are
// needed, and so are embeddings and isolates that are closed. An override displays letters in an order that
// they do not have.
func (s *hiddenScan) direction(start int) {
	if start >= s.part.end {
		s.part = directionsAt(s.text, start)
	}
	for int(s.part.controls[s.part.next].at) < start {
		s.part.next++ // it is inside an earlier result
	}
	partner := s.part.controls[s.part.next].partner
	s.part.next++
	if partner >= 0 && int(partner) < s.part.next {
		return // it is recorded with the control that it closes, or not at all
	}
	r, _ := utf8.DecodeRuneInString(s.text[start:])
	override := r == 0x202d || r == 0x202e
	if s.part.rightToLeft && !override && (partner >= 0 || isMark(r)) {
		return
	}
	s.add(Direction, start)
	if partner >= 0 {
		end := int(s.part.controls[partner].at)
		_, n := utf8.DecodeRuneInString(s.text[end:])
		s.found[len(s.found)-1].End = text.Span{Start: end, End: end + n}
	}
}

// isMark reports whether a direction control neither begins nor ends anything.
func isMark(r rune) bool { return r == 0x61c || r == 0x200e || r == 0x200f }

// directionsAt returns the direction controls from an offset to the next blank line. The first control of the
// part is at the offset.
func directionsAt(text string, at int) directions {
	d := directions{end: partEnd(text, at)}
	var embedded, isolated []int32 // controls that are still open
	start := strings.LastIndexAny(text[:at], "\r\n") + 1
	for i, r := range text[start:d.end] {
		if !IsDirection(r) {
			d.rightToLeft = d.rightToLeft || isRightToLeft(r)
			continue
		}
		n := int32(len(d.controls))
		d.controls = append(d.controls, control{int32(start + i), -1})
		switch {
		case isMark(r):
		case r == 0x202c:
			embedded = d.pair(embedded, n)
		case r <= 0x202e:
			embedded = append(embedded, n)
		case r == 0x2069:
			isolated = d.pair(isolated, n)
		default:
			isolated = append(isolated, n)
		}
	}
	return d
}

// partEnd returns the offset of the next blank line after an offset, or the end of the text.
func partEnd(text string, at int) int {
	for line := range lines.In(text, at, len(text)) {
		if strings.TrimSpace(line.Of(text)) == "" {
			return line.Start
		}
	}
	return len(text)
}

// pair records that a control closes the last open one, and returns those that are still open.
func (d *directions) pair(open []int32, n int32) []int32 {
	last := len(open) - 1
	if last < 0 {
		return open
	}
	d.controls[open[last]].partner, d.controls[n].partner = n, open[last]
	return open[:last]
}

// isRightToLeft reports whether a character is a letter of a right-to-left script: one in the blocks that
// Unicode reserves for these (DerivedBidiClass.txt).
func isRightToLeft(r rune) bool {
	return r >= 0x590 && (r <= 0x8ff || r >= 0xfb1d && r <= 0xfdff || r >= 0xfe70 && r <= 0xfefc || r >= 0x10800 && r <= 0x10fff || r >= 0x1e800 && r <= 0x1efff) && unicode.IsLetter(r)
}
