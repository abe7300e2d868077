package markdown

import (
	"unicode"
	"unicode/utf8"
)

// An emphasis is a run of "*", "_" or "~" that may begin or end emphasis (CommonMark 0.31, 6.2; GFM 6.5).
type emphasis struct {
	start, n  int // what is left of the run
	length    int // what it had
	char      byte
	open, end bool // it can begin, or end, emphasis
	previous  int  // index of the run before it that is still in play, -1 for none
	gone      bool
}

// delimiterRun reads the run at i.
func (m *marks) delimiterRun(i int) int {
	text := m.s.text
	d := emphasis{start: i, char: text[i], n: run(text[i:], text[i]), previous: len(m.delimiters) - 1}
	d.length = d.n
	end := i + d.n
	before, _ := utf8.DecodeLastRune(text[:i])
	after, _ := utf8.DecodeRune(text[end:])
	if i == 0 {
		before = '\n'
	}
	if end == len(text) {
		after = '\n'
	}
	spaceBefore, spaceAfter := unicode.IsSpace(before), unicode.IsSpace(after)
	punctBefore, punctAfter := isPunctRune(before), isPunctRune(after)
	left := !spaceAfter && (!punctAfter || spaceBefore || punctBefore)
	right := !spaceBefore && (!punctBefore || spaceAfter || punctAfter)
	switch d.char {
	case '_':
		d.open, d.end = left && (!right || punctBefore), right && (!left || punctAfter)
	case '~':
		d.open, d.end = left && d.n <= 2, right && d.n <= 2
	default:
		d.open, d.end = left, right
	}
	if d.open || d.end {
		m.delimiters = append(m.delimiters, d)
	}
	return end
}

func isPunctRune(r rune) bool { return unicode.IsPunct(r) || unicode.IsSymbol(r) }

// emphasize resolves the delimiters from the index on, and takes them out of play.
func (m *marks) emphasize(bottom int) {
	ds := m.delimiters
	// Below the floor of its kind no run can begin what a run of that kind would end: this keeps the search linear.
	var floors [3][2][3]int
	for closer := bottom; closer < len(ds); closer++ {
		c := &ds[closer]
		c.previous = closer - 1
		if closer == bottom {
			c.previous = -1
		} else if ds[closer-1].gone {
			c.previous = ds[closer-1].previous
		}
		for c.end && c.n > 0 {
			floor := &floors[kindOf(c.char)][boolIndex(c.open)][c.length%3]
			opener := c.previous
			for opener >= max(bottom, *floor) && !ds[opener].opens(c) {
				opener = ds[opener].previous
			}
			if opener < max(bottom, *floor) {
				*floor = closer
				break
			}
			o := &ds[opener]
			use := 1
			if o.n >= 2 && c.n >= 2 || c.char == '~' {
				use = min(2, c.n)
			}
			o.n -= use
			element := elementOf(c.char, use)
			m.add(mark{start: o.start + o.n, end: o.start + o.n + use, html: "<" + element + ">"})
			m.add(mark{start: c.start, end: c.start + use, html: "</" + element + ">"})
			c.start, c.n = c.start+use, c.n-use
			// What is between them is now inside, and can pair with nothing outside.
			c.previous = opener
			if o.n == 0 {
				c.previous = o.previous
			}
		}
		c.gone = c.n == 0 || !c.open
	}
	m.delimiters = ds[:bottom]
}

// opens reports whether the run can begin what c ends.
func (d *emphasis) opens(c *emphasis) bool {
	switch {
	case !d.open || d.char != c.char || d.n == 0:
		return false
	case d.char == '~':
		return d.n == c.n
	}
	return !(d.end || c.open) || c.length%3 == 0 || (d.length+c.length)%3 != 0
}

// elementOf returns the HTML element for so many delimiters.
func elementOf(char byte, n int) string {
	switch {
	case char == '~':
		return "del"
	case n == 2:
		return "strong"
	}
	return "em"
}

func kindOf(char byte) int {
	switch char {
	case '*':
		return 0
	case '_':
		return 1
	}
	return 2
}

func boolIndex(b bool) int {
	if b {
		return 1
	}
	return 0
}
