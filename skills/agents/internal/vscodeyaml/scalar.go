package vscodeyaml

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// quoted scans a scalar in quotes, over as many lines as it takes; one without an end takes the rest.
func (s *scanner) quoted(quote byte) {
	start := s.at
	s.at++
	var value []byte
	blanks := 0 // at the end of the value, as written
	for closed := false; !s.atEnd() && !closed; {
		c := s.text[s.at]
		switch {
		case c == quote && quote == '\'' && s.peek(1) == quote:
			value = append(value, quote)
			s.at += 2
			blanks = 0
		case c == quote:
			s.at++
			closed = true
		case c == '\\' && quote == '"':
			value = s.escape(value)
			blanks = 0
		case isBreak(c):
			value = append(value[:len(value)-blanks], s.fold()...)
			blanks = 0
		default:
			if blanks++; !isBlank(c) {
				blanks = 0
			}
			value = append(value, c)
			s.at++
		}
	}
	t := s.add(scalar, start)
	t.text, t.quoted = strings.ToValidUTF8(string(value), "\ufffd"), true
}

// fold skips a line break in quotes, with empty lines and blanks after it, and returns what stands for it.
func (s *scanner) fold() string {
	s.skipBreak()
	for empty := 0; ; empty++ {
		s.skipBlanks()
		if !s.skipBreak() {
			if empty == 0 {
				return " "
			}
			return strings.Repeat("\n", empty)
		}
	}
}

// escapes are what a letter after a backslash stands for.
var escapes = map[byte]string{
	'n': "\n", 't': "\t", '\\': "\\", '"': `"`, '/': "/", 'r': "\r", '0': "\x00", 'a': "\a", 'b': "\b", 'e': "\x1b", 'v': "\v", 'f': "\f",
	' ': " ", '_': "\u00a0",
}

// escape appends what a backslash and what follows it stand for; what is no escape stays.
func (s *scanner) escape(value []byte) []byte {
	next := s.peek(1)
	if s.at+1 < len(s.text) && isBreak(next) {
		s.at++
		s.skipBreak()
		s.skipBlanks()
		return value
	}
	if text, ok := escapes[next]; ok && s.at+1 < len(s.text) {
		s.at += 2
		return append(value, text...)
	}
	if digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}[next]; digits > 0 {
		code, ok := s.hex(s.at+2, digits)
		if !ok {
			s.at += 2
			return append(value, '\\', next)
		}
		s.at += 2 + digits
		return appendCode(value, code)
	}
	_, n := utf8.DecodeRuneInString(s.text[s.at+1:])
	value = append(value, s.text[s.at:s.at+1+n]...)
	s.at += 1 + n
	return value
}

// hex reads a number as substring and parseInt do: that many characters of which the first must be a digit.
func (s *scanner) hex(at, digits int) (code int64, ok bool) {
	if at+digits > len(s.text) {
		return 0, false
	}
	text := s.text[at : at+digits]
	valid := 0
	for valid < len(text) && strings.IndexByte("0123456789abcdefABCDEF", text[valid]) >= 0 {
		valid++
	}
	// parseInt takes white space and signs before a number too; and where characters have several bytes, or a number exceeds
	// Unicode, on which the original fails, this leaves the escape as it is.
	for i := valid; i < len(text); i++ {
		if text[i] >= utf8.RuneSelf {
			return 0, false
		}
	}
	code, err := strconv.ParseInt(text[:valid], 16, 64)
	return code, err == nil && code <= utf8.MaxRune
}

// appendCode appends a code point; the two halves of a pair that were escaped one by one become one.
func appendCode(value []byte, code int64) []byte {
	r := rune(code)
	if utf16.IsSurrogate(r) {
		if n := len(value); r >= 0xdc00 && n >= 3 && value[n-3] == 0xed && value[n-2] >= 0xa0 && value[n-2] < 0xb0 {
			high := rune(0xd000) | rune(value[n-2]&0x3f)<<6 | rune(value[n-1]&0x3f)
			return utf8.AppendRune(value[:n-3], utf16.DecodeRune(high, r))
		}
		return append(value, 0xe0|byte(r>>12), 0x80|byte(r>>6)&0x3f, 0x80|byte(r)&0x3f) // until the value is made valid
	}
	return utf8.AppendRune(value, r)
}

// blockStarts reports whether the sign here begins a block: with nothing after it but indicators and a comment.
func (s *scanner) blockStarts() bool {
	at := s.at + 1
	for at < len(s.text) && strings.IndexByte("123456789+-", s.text[at]) >= 0 {
		at++
	}
	for at < len(s.text) && isBlank(s.text[at]) {
		at++
	}
	return at >= len(s.text) || isBreak(s.text[at]) || s.text[at] == '#'
}

// block scans a scalar of lines that are indented.
func (s *scanner) block() {
	start := s.at
	folded := s.text[s.at] == '>'
	s.at++
	chomp, width := byte(0), 0
	for range 2 {
		switch c := s.peek(0); {
		case c >= '1' && c <= '9' && width == 0:
			width = int(c - '0')
			s.at++
		case (c == '-' || c == '+') && chomp == 0:
			chomp = c
			s.at++
		}
	}
	s.skipBlanks()
	if s.peek(0) == '#' {
		s.skipLine()
	}
	s.skipBreak()
	lines, empty := s.blockLines(width)

	value := strings.Join(lines, "\n")
	if folded {
		value = foldLines(lines)
	}
	if empty > 0 {
		value = strings.TrimRight(value, "\n")
	}
	filled := false
	for _, line := range lines {
		filled = filled || line != ""
	}
	switch {
	case chomp == 0 && filled:
		value += "\n"
	case chomp == '+' && filled:
		value += strings.Repeat("\n", empty+1)
	case chomp == '+':
		value = strings.Repeat("\n", empty)
	}
	t := s.add(scalar, start)
	t.text, t.quoted = value, true
}

// blockLines returns the lines of a block without their indentation, and how many empty ones end it. The width of the indentation
// is counted from that of the parent; 0 leaves it to the first line.
func (s *scanner) blockLines(width int) (lines []string, empty int) {
	parent := s.parentIndent()
	if width > 0 {
		width += parent
	}
	for !s.atEnd() {
		start := s.at
		for s.peek(0) == ' ' {
			s.at++
		}
		in := s.at - start
		if s.lineEnds() {
			kept := ""
			if width > 0 && in >= width {
				kept = s.text[start+width : s.at]
			}
			if empty++; kept != "" {
				empty = 0
			}
			lines = append(lines, kept)
			s.skipBreak()
			continue
		}
		if in == 0 && s.marker() != "" || width <= 0 && in <= parent || width > 0 && in < width {
			s.at = start
			return lines, empty
		}
		if width <= 0 {
			width = in
		}
		s.skipLine()
		lines = append(lines, s.text[start+width:s.at])
		empty = 0
		s.skipBreak()
	}
	return lines, empty
}

// parentIndent is how far that is indented which a block belongs to: its key, or its dash.
func (s *scanner) parentIndent() int {
	i, ok := s.lastIndex(len(s.tokens))
	if !ok {
		return 0
	}
	switch t := s.tokens[i]; t.kind {
	case colon:
		if key, ok := s.last(i); ok {
			return key.column
		}
	case dash:
		return t.column
	case documentStart:
		return -1
	}
	return 0
}

// foldLines joins lines by blanks, but for those around empty lines and lines that are indented deeper.
func foldLines(lines []string) string {
	var b strings.Builder
	deeper, seen, empty := false, false, false // of the last line that is not empty, before it, and since
	for i, line := range lines {
		if line == "" {
			b.WriteByte('\n')
			empty = true
			continue
		}
		in := isBlank(line[0])
		switch {
		case i == 0:
		case empty && (deeper || in) && seen, !empty && (deeper || in):
			b.WriteByte('\n')
		case !empty:
			b.WriteByte(' ')
		}
		b.WriteString(line)
		deeper, seen, empty = in, true, false
	}
	return b.String()
}
