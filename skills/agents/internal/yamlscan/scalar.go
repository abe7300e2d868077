package yamlscan

import (
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"
)

func (s *Scanner) addScalar(start, end Mark, text string, plain bool) *Token {
	t := s.newToken(Token{Kind: Scalar, Plain: plain, Start: start, End: end, Text: text})
	s.Tokens = append(s.Tokens, t)
	return t
}

// scanPlain scans a scalar without quotes, over as many lines as it has.
func (s *Scanner) scanPlain() {
	start, end := s.Mark, s.Mark
	text := s.buffer[:0]
	s.spaces = s.spaces[:0]
	for s.peek() != '#' {
		begin := s.Offset
		for !s.endsPlain() {
			s.forward()
		}
		if s.Offset == begin {
			break
		}
		s.allowKey = false
		text = append(append(text, s.spaces...), s.text[begin:s.Offset]...)
		end = s.Mark
		s.plainSpaces()
		if len(s.spaces) == 0 || s.inBlock() && s.Column <= s.indent {
			break
		}
	}
	s.buffer = text
	t := s.addScalar(start, end, string(text), true)
	if s.dialect == Ruamel && len(s.spaces) > 0 && s.spaces[0] == '\n' {
		t.AddPost() // empty lines behind it
	}
}

// endsPlain reports whether the character at the cursor is no part of a plain scalar.
func (s *Scanner) endsPlain() bool {
	switch c := s.peek(); c {
	case ':':
		next := s.next()
		return isBlankOrEnd(next) || s.dialect == PyYAML && !s.inBlock() && isFlowIndicator(next)
	case '?':
		return s.dialect == PyYAML && !s.inBlock()
	case ',', '[', ']', '{', '}':
		return !s.inBlock()
	default:
		return isBlankOrEnd(c)
	}
}

func isFlowIndicator(r rune) bool {
	return r == ',' || r == '[' || r == ']' || r == '{' || r == '}'
}

// plainSpaces moves over spaces and line breaks within or behind a plain scalar, and notes what they are if it goes on:
// nothing where it ends. A tab ends it.
func (s *Scanner) plainSpaces() {
	begin := s.Offset
	s.skip()
	if !isBreak(s.peek()) {
		s.spaces = append(s.spaces[:0], s.text[begin:s.Offset]...)
		return
	}
	first := s.lineBreak()
	s.allowKey = true
	s.spaces = s.spaces[:0]
	for !s.separator() {
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
func (s *Scanner) fold(first string) {
	switch {
	case first != "\n":
		s.spaces = slices.Insert(s.spaces, 0, []byte(first)...)
	case len(s.spaces) == 0:
		s.spaces = append(s.spaces, ' ')
	}
}

// scanQuoted scans a scalar in quotes.
func (s *Scanner) scanQuoted(quote rune) {
	start := s.Mark
	s.forward()
	s.buffer = s.buffer[:0]
	s.quotedText(quote, start)
	for s.peek() != quote {
		s.quotedSpaces(start)
		s.quotedText(quote, start)
	}
	s.forward()
	s.addScalar(start, s.Mark, string(s.buffer), false)
}

// quotedText scans characters, up to a blank, a line break, the quote or the end of the text.
func (s *Scanner) quotedText(quote rune, start Mark) {
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
func (s *Scanner) quotedSpaces(start Mark) {
	begin := s.Offset
	for s.peek() == ' ' || s.peek() == '\t' {
		s.forward()
	}
	switch c := s.peek(); {
	case c == 0:
		s.Fail(inQuotes, &start, "found unexpected end of stream", s.Mark)
	case isBreak(c):
		first := s.lineBreak()
		s.quotedBreaks(start)
		s.fold(first)
		s.buffer = append(s.buffer, s.spaces...)
	default:
		s.buffer = append(s.buffer, s.text[begin:s.Offset]...)
	}
}

// quotedBreaks notes empty lines and moves over the indentation behind them.
func (s *Scanner) quotedBreaks(start Mark) {
	s.spaces = s.spaces[:0]
	for {
		if s.separator() {
			s.Fail(inQuotes, &start, "found unexpected document separator", s.Mark)
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
func (s *Scanner) escape(start Mark) {
	const context = "while scanning a double-quoted scalar"
	backslash := s.Offset
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
		s.Fail(context, &start, "found unknown escape character "+repr(c), s.Mark)
	}
	s.forward()
	for i := range digits {
		if d, _ := s.at(s.Offset + i); !isHex(d) {
			problem := fmt.Sprintf("expected escape sequence of %d %s numbers, but found %s", digits, s.hexadecimal(), repr(d))
			s.Fail(context, &start, problem, s.Mark)
		}
	}
	end := s.Offset + digits
	code, _ := strconv.ParseUint(s.text[s.Offset:end], 16, 32)
	switch {
	case code > 0x7fffffff:
		s.Crash(backslash, end, "OverflowError: Python int too large to convert to C int")
	case code > utf8.MaxRune:
		s.Crash(backslash, end, "ValueError: chr() arg not in range(0x110000)")
	}
	s.buffer = utf8.AppendRune(s.buffer, rune(code))
	s.forwardTo(end)
}

// hexadecimal is the word as the library spells it.
func (s *Scanner) hexadecimal() string {
	if s.dialect == Ruamel {
		return "hexdecimal"
	}
	return "hexadecimal"
}

func isHex(r rune) bool {
	return r >= '0' && r <= '9' || r >= 'a' && r <= 'f' || r >= 'A' && r <= 'F'
}

// scanBlock scans a literal or folded block.
func (s *Scanner) scanBlock(style rune) {
	start := s.Mark
	s.forward()
	chomp, increment := s.blockIndicators(start)
	commented := s.blockComment(start)

	least := s.indent + 1
	if s.dialect == PyYAML {
		least = max(least, 1)
	}
	var indent int
	var end Mark
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
	for s.Column == indent && s.peek() != 0 {
		text = append(text, s.spaces...)
		flush := s.peek() != ' ' && s.peek() != '\t'
		begin := s.Offset
		for !isBreakOrEnd(s.peek()) {
			s.forward()
		}
		text = append(text, s.text[begin:s.Offset]...)
		lineBreak = s.lineBreak()
		end = s.blockBreaks(indent)
		if least == 0 && s.Column == 0 && s.separator() || s.Column != indent || s.peek() == 0 {
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
	if s.dialect == PyYAML {
		return
	}
	if commented {
		s.AddPre(t)
	}
	if chomp != '+' && len(s.spaces) > 0 {
		for ok := true; ok; {
			_, ok = s.toNextToken()
		}
		t.AddPost()
	}
}

// blockIndicators scans the chomping indicator, 0 for none, and the indentation indicator, 0 for none, in either order.
func (s *Scanner) blockIndicators(start Mark) (chomp rune, increment int) {
	const context = "while scanning a block scalar"
	for range 2 {
		switch c := s.peek(); {
		case chomp == 0 && (c == '+' || c == '-'):
			chomp = c
		case increment == 0 && c >= '0' && c <= '9':
			if c == '0' {
				s.Fail(context, &start, "expected indentation indicator in the range 1-9, but found 0", s.Mark)
			}
			increment = int(c - '0')
		default:
			continue
		}
		s.forward()
	}
	if c := s.peek(); !isSpaceOrEnd(c) {
		s.Fail(context, &start, "expected chomping or indentation indicators, but found "+repr(c), s.Mark)
	}
	return chomp, increment
}

// blockComment moves to the line after a block's indicators, and reports whether there was a comment behind them.
func (s *Scanner) blockComment(start Mark) (commented bool) {
	s.skip()
	if s.peek() == '#' {
		commented = true
		s.skipLine()
	}
	if c := s.peek(); !isBreakOrEnd(c) {
		problem := "expected a comment or a line break, but found " + repr(c)
		s.Fail("while scanning a block scalar", &start, problem, s.Mark)
	}
	s.lineBreak()
	return commented
}

// blockIndentation moves to the first character of a block's text, notes the empty lines before it, and returns the column of
// the longest line of spaces.
func (s *Scanner) blockIndentation() (indent int, end Mark) {
	s.spaces = s.spaces[:0]
	end = s.Mark
	for {
		if s.peek() == ' ' {
			s.forward()
			indent = max(indent, s.Column)
			continue
		}
		b := s.lineBreak()
		if b == "" {
			return indent, end
		}
		s.spaces = append(s.spaces, b...)
		end = s.Mark
	}
}

// blockBreaks notes empty lines and moves over the indentation of the line after them.
func (s *Scanner) blockBreaks(indent int) (end Mark) {
	s.spaces = s.spaces[:0]
	end = s.Mark
	for {
		for s.Column < indent && s.peek() == ' ' {
			s.forward()
		}
		b := s.lineBreak()
		if b == "" {
			return end
		}
		s.spaces = append(s.spaces, b...)
		end = s.Mark
	}
}
