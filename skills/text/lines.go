package text

import (
	"strings"
	"unicode/utf8"
)

// LineAt returns the end of the line at the offset start, before its line ending, and the start of the next
// line. Lines end at \n, \r\n or \r, as in LSP. LineAt reads only source[start:limit], so neither result
// exceeds limit.
func LineAt(source string, start, limit int) (end, next int) {
	for end = start; end < limit && source[end] != '\n' && source[end] != '\r'; end++ {
	}
	switch {
	case end == limit:
		return end, end
	case source[end] == '\r' && end+1 < limit && source[end+1] == '\n':
		return end, end + 2
	}
	return end, end + 1
}

// SpaceTab has the space and the tab, as a cutset for package strings.
const SpaceTab = " \t"

// IsBlank reports whether the text has only spaces and tabs, or is empty.
func IsBlank(text string) bool { return strings.Trim(text, SpaceTab) == "" }

// TrimSpaceTab returns the span without the spaces and tabs at its ends. An empty result is within s.
func TrimSpaceTab(source string, s Span) Span {
	for s.Start < s.End && (source[s.Start] == ' ' || source[s.Start] == '\t') {
		s.Start++
	}
	for s.End > s.Start && (source[s.End-1] == ' ' || source[s.End-1] == '\t') {
		s.End--
	}
	return s
}

// IsLetter reports whether the byte is an ASCII letter.
func IsLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// IsDigit reports whether the byte is an ASCII digit.
func IsDigit(c byte) bool { return c >= '0' && c <= '9' }

// IsASCII reports whether the text has only ASCII characters.
func IsASCII(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
