package jsyaml

import (
	"fmt"
	"strings"
	"unicode/utf16"

	"skills-ls/skills/text"
)

// What surrounds a place in an excerpt, in UTF-16 units (lib/js-yaml/mark.js at 3.14.2).
const (
	excerptIndent = 4
	excerptReach  = 36 // units before and after the place: those less than half of 75
	excerptCut    = 5  // units that give way to an ellipsis
)

// mark says where a place is as version 3 does, with an excerpt of its line; nothing in version 4. A place before the start of the
// current line, which that of a repeated key can be, has a column before the first.
func (l *loader) mark(line, position int) string {
	if !l.v3 {
		return ""
	}
	at := len(units(l.input[l.start:position]))
	text := units(l.input[l.start:])
	from, to := at, at
	head, tail := "", ""
	for from > 0 && !endsExcerpt(text[from-1]) {
		if from--; at-from > excerptReach {
			head = " ... "
			from += excerptCut
			break
		}
	}
	for to < len(text) && !endsExcerpt(text[to]) {
		if to++; to-at > excerptReach {
			tail = " ... "
			to -= excerptCut
			break
		}
	}
	column := at - len(units(l.input[l.start:l.lineStart]))
	return fmt.Sprintf(" at line %d, column %d:\n%s%s%s%s\n%s^", line+1, column+1, strings.Repeat(" ", excerptIndent), head,
		string(utf16.Decode(text[from:to])), tail, strings.Repeat(" ", excerptIndent+at-from+len(head)))
}

// units returns a text as JavaScript has it.
func units(source string) []uint16 { return utf16.Encode([]rune(text.DecodeUTF8(source))) }

func endsExcerpt(unit uint16) bool {
	switch unit {
	case 0, '\r', '\n', 0x85, 0x2028, 0x2029:
		return true
	}
	return false
}
