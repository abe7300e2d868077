package serdeyaml

import (
	"strings"
	"unicode/utf8"
)

func (s *scanner) addScalar(start, end mark, text string, style Style) {
	s.tokens = append(s.tokens, token{kind: scalarToken, start: start, end: end, text: text, style: style})
}

// folding are the blanks and line breaks that were scanned last within a scalar of several lines.
type folding struct {
	blanks []byte // where there is no line break
	first  string // the first line break, empty where there is none
	breaks []byte // those after it
}

// flush appends what the blanks and line breaks mean in the scalar.
func (f *folding) flush(text []byte) []byte {
	switch {
	case f.first == "":
		text = append(text, f.blanks...)
	case f.first == "\n" && len(f.breaks) == 0:
		text = append(text, ' ')
	case f.first == "\n":
		text = append(text, f.breaks...)
	default:
		text = append(append(text, f.first...), f.breaks...)
	}
	f.blanks, f.first, f.breaks = f.blanks[:0], "", f.breaks[:0]
	return text
}

// lineBreak scans a line break.
func (f *folding) lineBreak(s *scanner) {
	if f.first == "" {
		f.blanks = f.blanks[:0]
		f.first = s.lineBreak()
	} else {
		f.breaks = append(f.breaks, s.lineBreak()...)
	}
}

// blank scans a space or tab.
func (f *folding) blank(s *scanner) {
	if f.first == "" {
		f.blanks = append(f.blanks, byte(s.peek()))
	}
	s.forward()
}

// scanPlain scans a scalar without quotes, over as many lines as it has.
func (s *scanner) scanPlain() {
	const context = "while scanning a plain scalar"
	start, end := s.mark, s.mark
	indent := s.indent + 1
	var text []byte
	var f folding
	for !s.documentIndicator() && s.peek() != '#' {
		begin := s.offset
		for !s.endsPlain(start, context) {
			s.forward()
		}
		if s.offset > begin {
			text = append(f.flush(text), s.text[begin:s.offset]...)
			end = s.mark
		}
		c := s.peek()
		if !isBlank(c) && !isBreak(c) {
			break
		}
		for ; isBlank(c) || isBreak(c); c = s.peek() {
			switch {
			case isBreak(c):
				f.lineBreak(s)
			case c == '\t' && f.first != "" && s.column < indent:
				s.failHere(context, start, "found a tab character that violates indentation")
			default:
				f.blank(s)
			}
		}
		if s.inBlock() && s.column < indent {
			break
		}
	}
	s.addScalar(start, end, string(text), Plain)
	if f.first != "" {
		s.allowKey = true
	}
}

// endsPlain reports whether the character at the cursor is no part of a plain scalar.
func (s *scanner) endsPlain(start mark, context string) bool {
	c := s.peek()
	switch {
	case isBlankOrEnd(c):
		return true
	case c == ':':
		next := s.next()
		if !s.inBlock() && next != 0 && strings.ContainsRune(",?[]{}", next) {
			s.failHere(context, start, "found unexpected ':'")
		}
		return isBlankOrEnd(next)
	default:
		return !s.inBlock() && strings.ContainsRune(",[]{}", c)
	}
}

// scanQuoted scans a scalar in quotes.
func (s *scanner) scanQuoted(quote rune) {
	start := s.mark
	s.forward()
	var text []byte
	var f folding
	for {
		if s.documentIndicator() {
			s.failHere(inQuotes, start, "found unexpected document indicator")
		}
		if s.peek() == 0 {
			s.failHere(inQuotes, start, "found unexpected end of stream")
		}
		joined := false // by an escaped line break
		text, joined = s.quotedText(text, quote, start)
		if s.peek() == quote {
			break
		}
		for c := s.peek(); isBlank(c) || isBreak(c); c = s.peek() {
			switch {
			case isBreak(c) && joined:
				f.breaks = append(f.breaks, s.lineBreak()...)
			case isBreak(c):
				f.lineBreak(s)
			case joined:
				s.forward()
			default:
				f.blank(s)
			}
		}
		if joined {
			text = append(text, f.breaks...)
			f.breaks = f.breaks[:0]
		} else {
			text = f.flush(text)
		}
	}
	s.forward()
	style := DoubleQuoted
	if quote == '\'' {
		style = SingleQuoted
	}
	s.addScalar(start, s.mark, string(text), style)
}

// quotedText scans characters up to a blank, a line break, the quote or the end of the text, or over an escaped line break.
func (s *scanner) quotedText(text []byte, quote rune, start mark) (result []byte, joined bool) {
	for {
		c := s.peek()
		switch {
		case isBlankOrEnd(c):
			return text, false
		case c == '\'' && quote == '\'':
			if s.next() != '\'' {
				return text, false
			}
			s.forward()
		case c == '"' && quote == '"':
			return text, false
		case c == '\\' && quote == '"' && isBreak(s.next()):
			s.forward()
			s.lineBreak()
			return text, true
		case c == '\\' && quote == '"':
			text = s.escape(text, start)
			continue
		}
		text = utf8.AppendRune(text, c)
		s.forward()
	}
}

// escapes are the characters that stand for others after a backslash.
var escapes = map[rune]string{
	'0': "\x00", 'a': "\a", 'b': "\b", 't': "\t", '\t': "\t", 'n': "\n", 'v': "\v", 'f': "\f", 'r': "\r", 'e': "\x1b", ' ': " ",
	'"': `"`, '/': "/", '\\': `\`, 'N': "\u0085", '_': "\u00a0", 'L': "\u2028", 'P': "\u2029",
}

// escape scans a backslash and what it makes of the characters after it.
func (s *scanner) escape(text []byte, start mark) []byte {
	const context = "while parsing a quoted scalar"
	c := s.next()
	if escaped, ok := escapes[c]; ok {
		s.forwardBy(2)
		return append(text, escaped...)
	}
	digits := map[rune]int{'x': 2, 'u': 4, 'U': 8}[c]
	if digits == 0 {
		s.failHere(context, start, "found unknown escape character")
	}
	s.forwardBy(2)
	code := uint32(0)
	for i := range digits {
		d, _ := s.at(s.offset + i)
		if !isHex(d) {
			s.failHere(context, start, "did not find expected hexdecimal number")
		}
		code = code<<4 | uint32(hexValue(d))
	}
	if code >= 0xd800 && code <= 0xdfff || code > utf8.MaxRune {
		s.failHere(context, start, "found invalid Unicode character escape code")
	}
	s.forwardBy(digits)
	return utf8.AppendRune(text, rune(code))
}

// scanBlock scans a literal or folded block.
func (s *scanner) scanBlock(indicator rune) {
	const context = "while scanning a block scalar"
	start := s.mark
	s.forward()
	chomp, increment := s.blockIndicators(start, context)
	s.skipBlanks()
	s.skipComment()
	if !isBreakOrEnd(s.peek()) {
		s.failHere(context, start, "did not find expected comment or line break")
	}
	s.lineBreak()

	indent := 0
	if increment > 0 {
		indent = max(s.indent, 0) + increment
	}
	var text, breaks []byte
	lineBreak := ""
	indent, breaks, end := s.blockBreaks(indent, nil, start, context)
	wasBlank := false
	for s.column == indent && s.peek() != 0 {
		blank := isBlank(s.peek())
		if indicator == '>' && lineBreak == "\n" && !wasBlank && !blank {
			if len(breaks) == 0 {
				text = append(text, ' ')
			}
		} else {
			text = append(text, lineBreak...)
		}
		text = append(text, breaks...)
		wasBlank = blank
		begin := s.offset
		for !isBreakOrEnd(s.peek()) {
			s.forward()
		}
		text = append(text, s.text[begin:s.offset]...)
		lineBreak = s.lineBreak()
		indent, breaks, end = s.blockBreaks(indent, breaks[:0], start, context)
	}
	if chomp != '-' {
		text = append(text, lineBreak...)
	}
	if chomp == '+' {
		text = append(text, breaks...)
	}
	style := Literal
	if indicator == '>' {
		style = Folded
	}
	s.addScalar(start, end, string(text), style)
}

// blockIndicators scans the chomping indicator, 0 for none, and the indentation indicator, 0 for none, in either order.
func (s *scanner) blockIndicators(start mark, context string) (chomp rune, increment int) {
	for range 2 {
		switch c := s.peek(); {
		case chomp == 0 && (c == '+' || c == '-'):
			chomp = c
		case increment == 0 && isDigit(c):
			if c == '0' {
				s.failHere(context, start, "found an indentation indicator equal to 0")
			}
			increment = int(c - '0')
		default:
			return chomp, increment
		}
		s.forward()
	}
	return chomp, increment
}

// blockBreaks notes empty lines and moves over the indentation of the line after them. An indentation of 0 is not known yet: it
// then becomes that of the longest line of spaces.
func (s *scanner) blockBreaks(indent int, breaks []byte, start mark, context string) (int, []byte, mark) {
	end, longest := s.mark, 0
	for {
		for (indent == 0 || s.column < indent) && s.peek() == ' ' {
			s.forward()
		}
		longest = max(longest, s.column)
		if (indent == 0 || s.column < indent) && s.peek() == '\t' {
			s.failHere(context, start, "found a tab character where an indentation space is expected")
		}
		b := s.lineBreak()
		if b == "" {
			break
		}
		breaks = append(breaks, b...)
		end = s.mark
	}
	if indent == 0 {
		indent = max(longest, s.indent+1, 1)
	}
	return indent, breaks, end
}
