package strictyaml

import (
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"
)

func (s *scanner) addScalar(start, end mark, text string, plain bool) *token {
	t := s.newToken(token{kind: scalar, plain: plain, start: start, end: end, text: text})
	s.tokens = append(s.tokens, t)
	return t
}

// scanPlain scans a scalar without quotes, over as many lines as it has.
func (s *scanner) scanPlain() {
	start, end := s.mark, s.mark
	text := s.buffer[:0]
	s.spaces = s.spaces[:0]
	for s.peek() != '#' {
		begin := s.offset
		for !s.endsPlain() {
			s.forward()
		}
		if s.offset == begin {
			break
		}
		s.allowKey = false
		text = append(append(text, s.spaces...), s.text[begin:s.offset]...)
		end = s.mark
		s.plainSpaces()
		if len(s.spaces) == 0 || s.inBlock() && s.column <= s.indent {
			break
		}
	}
	s.buffer = text
	t := s.addScalar(start, end, string(text), true)
	if len(s.spaces) > 0 && s.spaces[0] == '\n' {
		t.addPost() // empty lines behind it
	}
}

// endsPlain reports whether the character at the cursor is no part of a plain scalar. A "?" always is.
func (s *scanner) endsPlain() bool {
	switch c := s.peek(); c {
	case ':':
		return isBlankOrEnd(s.next())
	case ',', '[', ']', '{', '}':
		return !s.inBlock()
	default:
		return isBlankOrEnd(c)
	}
}

// plainSpaces moves over spaces and line breaks within or behind a plain scalar, and notes what they are if it goes on:
// nothing where it ends. A tab ends it.
func (s *scanner) plainSpaces() {
	begin := s.offset
	s.skip()
	if !isBreak(s.peek()) {
		s.spaces = append(s.spaces[:0], s.text[begin:s.offset]...)
		return
	}
	first := s.lineBreak()
	s.allowKey = true
	s.spaces = s.spaces[:0]
	for !s.documentEnd() {
		s.skip()
		b := s.lineBreak()
		if b == "" {
			s.fold(first)
			return
		}
		s.spaces = append(s.spaces, b...)
	}
	s.spaces = s.spaces[:0]
}

// fold replaces the empty lines after a line break by what both mean in a scalar that is folded.
func (s *scanner) fold(first string) {
	switch {
	case first != "\n":
		s.spaces = slices.Insert(s.spaces, 0, []byte(first)...)
	case len(s.spaces) == 0:
		s.spaces = append(s.spaces, ' ')
	}
}

// scanQuoted scans a scalar in quotes.
func (s *scanner) scanQuoted(quote rune) {
	start := s.mark
	s.forward()
	s.buffer = s.buffer[:0]
	s.quotedText(quote, start)
	for s.peek() != quote {
		s.quotedSpaces(start)
		s.quotedText(quote, start)
	}
	s.forward()
	s.addScalar(start, s.mark, string(s.buffer), false)
}

// quotedText scans characters, up to a blank, a line break, the quote or the end of the text.
func (s *scanner) quotedText(quote rune, start mark) {
	for {
		c := s.peek()
		switch {
		case isBlankOrEnd(c):
			return
		case c == '\'' && quote == '\'':
			if s.next() != '\'' {
				return
			}
			s.forward()
		case c == '"' && quote == '"':
			return
		case c == '\\' && quote == '"':
			s.escape(start)
			continue
		}
		s.buffer = utf8.AppendRune(s.buffer, c)
		s.forward()
	}
}

// quotedSpaces scans blanks or line breaks.
func (s *scanner) quotedSpaces(start mark) {
	begin := s.offset
	for s.peek() == ' ' || s.peek() == '\t' {
		s.forward()
	}
	switch c := s.peek(); {
	case c == 0:
		s.fail(complaint{inQuotes, &start, "found unexpected end of stream", s.mark, ""})
	case isBreak(c):
		first := s.lineBreak()
		s.quotedBreaks(start)
		s.fold(first)
		s.buffer = append(s.buffer, s.spaces...)
	default:
		s.buffer = append(s.buffer, s.text[begin:s.offset]...)
	}
}

// quotedBreaks notes empty lines and moves over the indentation behind them.
func (s *scanner) quotedBreaks(start mark) {
	s.spaces = s.spaces[:0]
	for {
		if s.documentEnd() {
			s.fail(complaint{inQuotes, &start, "found unexpected document separator", s.mark, ""})
		}
		for s.peek() == ' ' || s.peek() == '\t' {
			s.forward()
		}
		b := s.lineBreak()
		if b == "" {
			return
		}
		s.spaces = append(s.spaces, b...)
	}
}

// escapes are the characters that stand for others after a backslash.
var escapes = map[rune]string{
	'0': "\x00", 'a': "\a", 'b': "\b", 't': "\t", '\t': "\t", 'n': "\n", 'v': "\v", 'f': "\f", 'r': "\r", 'e': "\x1b", ' ': " ",
	'"': `"`, '/': "/", '\\': `\`, 'N': "\u0085", '_': "\u00a0", 'L': "\u2028", 'P': "\u2029",
}

// escape scans a backslash and what it makes of the characters after it.
func (s *scanner) escape(start mark) {
	const context = "while scanning a double-quoted scalar"
	backslash := s.offset
	s.forward()
	c := s.peek()
	if text, ok := escapes[c]; ok {
		s.buffer = append(s.buffer, text...)
		s.forward()
		return
	}
	if isBreak(c) {
		s.lineBreak()
		s.quotedBreaks(start)
		s.buffer = append(s.buffer, s.spaces...)
		return
	}
	digits := map[rune]int{'x': 2, 'u': 4, 'U': 8}[c]
	if digits == 0 {
		s.fail(complaint{context, &start, "found unknown escape character " + repr(c), s.mark, ""})
	}
	s.forward()
	for i := range digits {
		if d, _ := s.at(s.offset + i); !isHex(d) {
			problem := fmt.Sprintf("expected escape sequence of %d hexdecimal numbers, but found %s", digits, repr(d))
			s.fail(complaint{context, &start, problem, s.mark, ""})
		}
	}
	end := s.offset + digits
	code, _ := strconv.ParseUint(s.text[s.offset:end], 16, 32)
	switch {
	case code > 0x7fffffff:
		s.crash(backslash, end, "OverflowError: Python int too large to convert to C int")
	case code > utf8.MaxRune:
		s.crash(backslash, end, "ValueError: chr() arg not in range(0x110000)")
	}
	s.buffer = utf8.AppendRune(s.buffer, rune(code))
	s.forwardTo(end)
}

func isHex(r rune) bool {
	return r >= '0' && r <= '9' || r >= 'a' && r <= 'f' || r >= 'A' && r <= 'F'
}

// scanBlock scans a literal or folded block.
func (s *scanner) scanBlock(style rune) {
	start := s.mark
	s.forward()
	chomp, increment := s.blockIndicators(start)
	commented := s.blockComment(start)

	least := s.indent + 1
	var indent int
	var end mark
	if increment == 0 {
		indent, end = s.blockIndentation()
		indent = max(indent, least)
	} else {
		least = max(least, 1)
		indent = least + increment - 1
		end = s.blockBreaks(indent)
	}

	text := s.buffer[:0]
	lineBreak := ""
	for s.column == indent && s.peek() != 0 {
		text = append(text, s.spaces...)
		flush := s.peek() != ' ' && s.peek() != '\t'
		begin := s.offset
		for !isBreakOrEnd(s.peek()) {
			s.forward()
		}
		text = append(text, s.text[begin:s.offset]...)
		lineBreak = s.lineBreak()
		end = s.blockBreaks(indent)
		if least == 0 && s.column == 0 && s.documentEnd() || s.column != indent || s.peek() == 0 {
			break
		}
		if style == '>' && lineBreak == "\n" && flush && s.peek() != ' ' && s.peek() != '\t' {
			if len(s.spaces) == 0 {
				text = append(text, ' ')
			}
		} else {
			text = append(text, lineBreak...)
		}
	}
	if chomp != '-' {
		text = append(text, lineBreak...)
	}
	if chomp == '+' {
		text = append(text, s.spaces...)
	}
	s.buffer = text
	t := s.addScalar(start, end, string(text), false)
	if commented {
		s.addPre(t)
	}
	if chomp != '+' && len(s.spaces) > 0 {
		for ok := true; ok; {
			_, ok = s.toNextToken()
		}
		t.addPost()
	}
}

// blockIndicators scans the chomping indicator, 0 for none, and the indentation indicator, 0 for none, in either order.
func (s *scanner) blockIndicators(start mark) (chomp rune, increment int) {
	const context = "while scanning a block scalar"
	for range 2 {
		switch c := s.peek(); {
		case chomp == 0 && (c == '+' || c == '-'):
			chomp = c
		case increment == 0 && c >= '0' && c <= '9':
			if c == '0' {
				s.fail(complaint{context, &start, "expected indentation indicator in the range 1-9, but found 0", s.mark, ""})
			}
			increment = int(c - '0')
		default:
			continue
		}
		s.forward()
	}
	if c := s.peek(); !isSpaceOrEnd(c) {
		s.fail(complaint{context, &start, "expected chomping or indentation indicators, but found " + repr(c), s.mark, ""})
	}
	return chomp, increment
}

// blockComment moves to the line after a block's indicators, and reports whether there was a comment behind them.
func (s *scanner) blockComment(start mark) (commented bool) {
	s.skip()
	if s.peek() == '#' {
		commented = true
		for !isBreakOrEnd(s.peek()) {
			s.forward()
		}
	}
	if c := s.peek(); !isBreakOrEnd(c) {
		problem := "expected a comment or a line break, but found " + repr(c)
		s.fail(complaint{"while scanning a block scalar", &start, problem, s.mark, ""})
	}
	s.lineBreak()
	return commented
}

// blockIndentation moves to the first character of a block's text, notes the empty lines before it, and returns the column of
// the longest line of spaces.
func (s *scanner) blockIndentation() (indent int, end mark) {
	s.spaces = s.spaces[:0]
	end = s.mark
	for {
		if s.peek() == ' ' {
			s.forward()
			indent = max(indent, s.column)
			continue
		}
		b := s.lineBreak()
		if b == "" {
			return indent, end
		}
		s.spaces = append(s.spaces, b...)
		end = s.mark
	}
}

// blockBreaks notes empty lines and moves over the indentation of the line after them.
func (s *scanner) blockBreaks(indent int) (end mark) {
	s.spaces = s.spaces[:0]
	end = s.mark
	for {
		for s.column < indent && s.peek() == ' ' {
			s.forward()
		}
		b := s.lineBreak()
		if b == "" {
			return end
		}
		s.spaces = append(s.spaces, b...)
		end = s.mark
	}
}
