package analysis

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"skills-ls/skills/text"
)

// directions are what a part of a text, up to the next blank line, has of controls of direction.
type directions struct {
	end         int  // of the part; 0 before the first
	rightToLeft bool // it holds letters that are written from the right to the left
	controls    []control
	next        int // the first of the controls that has not been judged
}

// A control is the offset of a control of direction, and the index of the one that ends what it begins or the reverse, -1 for none. A
// hostile text has nothing else.
type control struct{ at, partner int32 }

// direction judges the control of direction at an offset. Where text is written from the right to the left, marks, and embeddings and
// isolates that end, show it as it is meant. An override shows letters in an order that they do not have.
func (s *hiddenScan) direction(start int) {
	if start >= s.part.end {
		s.part = directionsAt(s.text, start)
	}
	for int(s.part.controls[s.part.next].at) < start {
		s.part.next++ // it stood in what was found as a whole
	}
	partner := s.part.controls[s.part.next].partner
	s.part.next++
	if partner >= 0 && int(partner) < s.part.next {
		return // told of with its beginning, if that is
	}
	r, _ := utf8.DecodeRuneInString(s.text[start:])
	override := r == 0x202d || r == 0x202e
	if s.part.rightToLeft && !override && (partner >= 0 || isMark(r)) {
		return
	}
	s.add(direction, start)
	if partner >= 0 {
		end := int(s.part.controls[partner].at)
		_, n := utf8.DecodeRuneInString(s.text[end:])
		s.found[len(s.found)-1].end = text.Span{Start: end, End: end + n}
	}
}

// isMark reports whether a control of direction stands for itself, and neither begins nor ends anything.
func isMark(r rune) bool { return r == 0x61c || r == 0x200e || r == 0x200f }

// directionsAt looks through a text from an offset, which is the first of its part that holds a control, to the next blank line.
func directionsAt(text string, at int) directions {
	d := directions{end: partEnd(text, at)}
	var embedded, isolated []int32 // what has begun and not ended
	start := strings.LastIndexAny(text[:at], "\r\n") + 1
	for i, r := range text[start:d.end] {
		if !isDirection(r) {
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

// partEnd returns the offset of the next blank line after an offset, or where the text ends.
func partEnd(text string, at int) int {
	for at < len(text) {
		line := firstLine(text, at)
		if strings.TrimSpace(line.Of(text)) == "" {
			return line.Start
		}
		at = line.End + 1
		if strings.HasPrefix(text[line.End:], "\r\n") {
			at++
		}
	}
	return len(text)
}

// pair notes that a control ends what began last, and returns what is left open.
func (d *directions) pair(open []int32, n int32) []int32 {
	last := len(open) - 1
	if last < 0 {
		return open
	}
	d.controls[open[last]].partner, d.controls[n].partner = n, open[last]
	return open[:last]
}

// isRightToLeft reports whether a character is a letter of a script that is written from the right to the left: the blocks that
// Unicode reserves for these (DerivedBidiClass.txt).
func isRightToLeft(r rune) bool {
	return r >= 0x590 && (r <= 0x8ff || r >= 0xfb1d && r <= 0xfdff || r >= 0xfe70 && r <= 0xfefc || r >= 0x10800 && r <= 0x10fff || r >= 0x1e800 && r <= 0x1efff) && unicode.IsLetter(r)
}
