package analysis

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"skills-ls/skills"
)

// directions are what a part of a text, up to the next blank line, has of controls of direction.
type directions struct {
	end         int  // of the part; 0 before the first
	rightToLeft bool // it holds letters that are written from the right to the left
	// partner are the offsets of controls that begin something and of those that end it, each by the other.
	partner map[int]int
}

// direction judges the control of direction at an offset. Where text is written from the right to the left, marks, and embeddings and
// isolates that end, show it as it is meant. An override shows letters in an order that they do not have.
func (s *hiddenScan) direction(start int) {
	if start >= s.part.end {
		s.part = directionsAt(s.text, start)
	}
	r, size := utf8.DecodeRuneInString(s.text[start:])
	other, paired := s.part.partner[start]
	if paired && other < start {
		return // told of with its beginning, if that is
	}
	override := r == 0x202d || r == 0x202e
	if s.part.rightToLeft && !override && (paired || isMark(r)) {
		return
	}
	s.add(direction, start)
	if paired {
		s.found[len(s.found)-1].end = skills.Span{Start: other, End: other + size}
	}
}

// isMark reports whether a control of direction stands for itself, and neither begins nor ends anything.
func isMark(r rune) bool { return r == 0x61c || r == 0x200e || r == 0x200f }

// directionsAt looks through a text from an offset, which is the first of its part that holds a control, to the next blank line.
func directionsAt(text string, at int) directions {
	d := directions{end: partEnd(text, at), partner: make(map[int]int)}
	var embedded, isolated []int // what has begun and not ended
	start := strings.LastIndexAny(text[:at], "\r\n") + 1
	for i, r := range text[start:d.end] {
		i += start
		switch {
		case r == 0x202a, r == 0x202b, r == 0x202d, r == 0x202e:
			embedded = append(embedded, i)
		case r == 0x202c:
			embedded = d.close(embedded, i)
		case r >= 0x2066 && r <= 0x2068:
			isolated = append(isolated, i)
		case r == 0x2069:
			isolated = d.close(isolated, i)
		case r >= 0x590 && !d.rightToLeft:
			d.rightToLeft = isRightToLeft(r)
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

// close notes that the control at an offset ends what began last, and returns what is left open.
func (d *directions) close(open []int, at int) []int {
	n := len(open)
	if n == 0 {
		return open
	}
	d.partner[open[n-1]], d.partner[at] = at, open[n-1]
	return open[:n-1]
}

// isRightToLeft reports whether a character is a letter of a script that is written from the right to the left: the blocks that
// Unicode reserves for these (DerivedBidiClass.txt).
func isRightToLeft(r rune) bool {
	return (r >= 0x590 && r <= 0x8ff || r >= 0xfb1d && r <= 0xfdff || r >= 0xfe70 && r <= 0xfefc || r >= 0x10800 && r <= 0x10fff || r >= 0x1e800 && r <= 0x1efff) && unicode.IsLetter(r)
}
