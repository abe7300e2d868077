package yamldialect

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

func (s *scanner) pushScalar(start, end Mark, text []byte, style Style) *token {
	s.buffer = text
	return s.push(token{kind: scalarToken, style: style, start: start, end: end, text: string(text)})
}

// scanPlain scans a scalar without quotes, over as many lines as it has.
func (s *scanner) scanPlain() {
	start, end := s.Mark, s.Mark
	text := s.buffer[:0]
	s.spaces = s.spaces[:0]
	for s.peek() != '#' {
		begin := s.Offset
		for !s.endsPlain(start) {
			s.forward()
			s.skipWord()
		}
		if s.Offset == begin {
			break
		}
		s.allowKey = false
		text = append(append(text, s.spaces...), s.text[begin:s.Offset]...)
		end = s.Mark
		s.plainSpaces(start)
		if len(s.spaces) == 0 || s.outdented() {
			break
		}
	}
	source := s.text[start.Offset:end.Offset]
	if s.buffer = text; string(text) != source {
		source = string(text)
	}
	s.push(token{kind: scalarToken, start: start, end: end, text: source})
	s.last.spaced = len(s.spaces) > 0 && s.spaces[0] == '\n'
}

var inPlain = same("while scanning a plain scalar")

// endsPlain reports whether the character at the cursor is no part of a plain scalar.
func (s *scanner) endsPlain(start Mark) bool {
	switch c := s.peek(); c {
	case ':':
		next := s.next()
		if s.dialect == LibYAML && !s.inBlock() && (next == '?' || isFlowIndicator(next)) {
			s.failHere(inPlain, &start, same("found unexpected ':'"))
		}
		flow := !s.inBlock() && (s.dialect == PyYAML || s.dialect.javaScript())
		return isBlankOrEnd(next) || flow && isFlowIndicator(next)
	case '?':
		return s.dialect == PyYAML && !s.inBlock()
	case ',', '[', ']', '{', '}':
		return !s.inBlock()
	default:
		return isBlankOrEnd(c) && c != '\r'
	}
}

// plainSpaces moves over spaces, tabs and line breaks in or behind a plain scalar, and notes what they
// become if the scalar goes on: nothing if it ends. In Python's libraries a tab ends it.
func (s *scanner) plainSpaces(start Mark) {
	begin := s.Offset
	s.skipPlainBlanks(nil)
	if !isBreak(s.peek()) {
		s.spaces = append(s.spaces[:0], s.text[begin:s.Offset]...)
		return
	}
	first := s.lineBreak()
	s.allowKey = true
	s.spaces = s.spaces[:0]
	for !s.atSeparator() {
		s.skipPlainBlanks(&start)
		b := s.lineBreak()
		if b == "" {
			s.fold(first)
			return
		}
		s.spaces = append(s.spaces, b...)
	}
	s.spaces = s.spaces[:0]
}

// skipPlainBlanks moves over the spaces and tabs of a plain scalar. At the start of a line, with the start of
// the scalar, libyaml refuses a tab that indents.
func (s *scanner) skipPlainBlanks(start *Mark) {
	if s.dialect.python() {
		s.skipSpaces()
		return
	}
	for ; isBlank(s.peek()); s.forward() {
		if start != nil && s.peek() == '\t' && s.Column <= s.indent && s.dialect == LibYAML {
			s.failHere(inPlain, start, same("found a tab character that violates indentation"))
		}
	}
}

// fold replaces the empty lines after a line break by what both become in a folded scalar.
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
	start := s.Mark
	s.forward()
	s.buffer = s.buffer[:0]
	q := quoteScanner{s, quote, start}
	q.characters()
	for s.peek() != quote && (s.dialect != VSCode || s.peek() != 0) { // which takes the rest for the scalar
		q.whitespace()
		q.characters()
	}
	s.forward()
	style := SingleQuoted
	if quote == '"' {
		style = DoubleQuoted
	}
	s.pushScalar(start, s.Mark, s.buffer, style)
}

// A quoteScanner scans the parts of a scalar in quotes.
type quoteScanner struct {
	*scanner
	quote rune
	start Mark
}

// characters scans characters, up to a blank, a line break, the quote or the end of the text.
func (s *quoteScanner) characters() {
	for {
		c := s.peek()
		switch {
		case isBlankOrEnd(c) && c != '\r':
			return
		case c == '\'' && s.quote == '\'':
			if s.next() != '\'' {
				return
			}
			s.forward()
		case c == '"' && s.quote == '"':
			return
		case c == '\\' && s.quote == '"':
			s.escape()
			continue
		case c < ' ' && s.dialect.jsYAML():
			s.refuse("expected valid JSON character")
		}
		begin := s.Offset
		s.forward()
		s.skipWord()
		s.buffer = append(s.buffer, s.text[begin:s.Offset]...)
	}
}

// whitespace scans spaces and tabs, or line breaks.
func (s *quoteScanner) whitespace() {
	begin := s.Offset
	s.skipBlanks()
	switch c := s.peek(); {
	case c == 0 && s.dialect != VSCode:
		if s.dialect == Eemeli {
			s.checkClosed()
		}
		s.failHere(inQuotes, &s.start, same("found unexpected end of stream"))
	case isBreak(c):
		if s.dialect.jsYAML() { // which keeps the spaces in front of it
			s.buffer = append(s.buffer, s.text[begin:s.Offset]...)
		}
		first := s.lineBreak()
		s.emptyLines()
		s.fold(first)
		s.buffer = append(s.buffer, s.spaces...)
	default:
		s.buffer = append(s.buffer, s.text[begin:s.Offset]...)
	}
}

// emptyLines notes empty lines and moves over the indentation behind them.
func (s *quoteScanner) emptyLines() {
	s.spaces = s.spaces[:0]
	for {
		if s.dialect != Eemeli && s.dialect != VSCode && s.atSeparator() {
			s.failHere(inQuotes, &s.start, words{
				"found unexpected document separator", "found unexpected document indicator",
			})
		}
		s.skipBlanks()
		b := s.lineBreak()
		if b != "" {
			s.spaces = append(s.spaces, b...)
			continue
		}
		if s.dialect == Eemeli {
			s.checkClosed()
		}
		return
	}
}

// escapes are the characters that stand for others after a backslash.
var escapes = map[rune]string{
	'0': "\x00", 'a': "\a", 'b': "\b", 't': "\t", '\t': "\t", 'n': "\n", 'v': "\v", 'f': "\f", 'r': "\r",
	'e': "\x1b", ' ': " ", '"': `"`, '/': "/", '\\': `\`,
	'N': "\u0085", '_': "\u00a0", 'L': "\u2028", 'P': "\u2029",
}

// escapeDigits are how many hexadecimal digits follow a letter after a backslash.
var escapeDigits = map[rune]int{'x': 2, 'u': 4, 'U': 8}

var inEscape = words{"while scanning a double-quoted scalar", "while parsing a quoted scalar"}

// escape scans a backslash and the characters that belong to it.
func (s *quoteScanner) escape() {
	c := s.next()
	text, ok := escapes[c]
	switch digits := escapeDigits[c]; {
	case s.dialect == VSCode && !vscodeEscape.MatchString(s.text[s.Offset:]):
		s.buffer = append(s.buffer, '\\')
		s.forward()
	case ok:
		s.buffer = append(s.buffer, text...)
		s.forwardBy(2)
	case isBreak(c):
		s.forward()
		s.lineBreak()
		s.emptyLines()
		if !s.dialect.jsYAML() { // which drops all lines without text
			s.buffer = append(s.buffer, s.spaces...)
		}
	case digits > 0:
		s.hexadecimal(digits)
	case s.dialect == Eemeli:
		s.failEscape(s.Offset, 2)
	default:
		if s.dialect != LibYAML {
			s.forward()
		}
		s.failHere(inEscape, &s.start, words{
			"found unknown escape character %r", "found unknown escape character",
		})
	}
}

// hexadecimal scans an escape of so many digits.
func (s *quoteScanner) hexadecimal(digits int) {
	backslash := s.Offset
	s.forwardBy(2)
	end := s.Offset + digits
	for i := s.Offset; i < end; i++ {
		d, _ := s.at(i)
		if isHex(d) {
			continue
		}
		switch {
		case s.dialect == Eemeli:
			s.failEscape(backslash, digits+2)
		case s.dialect.jsYAML():
			s.forwardBy(i - s.Offset)
			s.refuse("expected hexadecimal character")
		default:
			const short = "expected escape sequence of %d hexadecimal numbers, but found %s"
			problem := fmt.Sprintf(short, digits, reprRune(d))
			if s.dialect == Ruamel {
				problem = strings.Replace(problem, "hexadecimal", "hexdecimal", 1)
			}
			s.failHere(inEscape, &s.start, words{problem, "did not find expected hexdecimal number"})
		}
	}
	code, _ := strconv.ParseUint(s.text[s.Offset:end], 16, 32)
	switch {
	case s.dialect.jsYAML(): // no code is too large
	case s.dialect == Eemeli && code > utf8.MaxRune:
		failLimit(0, len(s.text), fmt.Sprintf("Invalid code point %d", code))
	case s.dialect == LibYAML && !utf8.ValidRune(rune(code)):
		s.failHere(inEscape, &s.start, same("found invalid Unicode character escape code"))
	case code > 0x7fffffff:
		s.crash(backslash, end, "OverflowError: Python int too large to convert to C int")
	case code > utf8.MaxRune:
		s.crash(backslash, end, "ValueError: chr() arg not in range(0x110000)")
	}
	s.forwardBy(digits)
	if s.dialect.javaScript() {
		code = uint64(s.lowSurrogate(rune(code)))
	}
	s.buffer = utf8.AppendRune(s.buffer, rune(code))
}

// lowSurrogate returns the character of which an escape is the first half in UTF-16, if the escape of the
// other half is at the cursor, and moves over that. Any other character stays what it is.
func (c *cursor) lowSurrogate(high rune) rune {
	const length = len(`\udc00`)
	escape := c.text[c.Offset:min(c.Offset+length, len(c.text))]
	digits, ok := strings.CutPrefix(escape, `\u`)
	low, _ := strconv.ParseUint(digits, 16, 32)
	r := utf16.DecodeRune(high, rune(low))
	if !ok || len(escape) < length || r == utf8.RuneError {
		return high
	}
	c.forwardBy(length)
	return r
}

var inBlockScalar = same("while scanning a block scalar")

// scanBlock scans a literal or folded block.
func (s *scanner) scanBlock(indicator rune) {
	start := s.Mark
	s.forward()
	chomp, increment := s.blockIndicators(start)
	if s.blockComment(start) && s.dialect == Ruamel {
		s.checkLines(start)
	}

	least := s.indent + 1
	if s.dialect.javaScript() {
		least = s.eemeli.least
	}
	if s.dialect == PyYAML || s.dialect == LibYAML || increment > 0 {
		least = max(least, 1)
	}
	indent := unknownIndent
	if increment > 0 {
		indent = least + increment - 1
	}
	longest, end := s.blockBreaks(indent, start)
	if increment == 0 {
		indent = s.blockIndent(longest, least)
	}
	text := s.buffer[:0]
	lineBreak := ""
	for s.Column == indent && s.peek() != 0 {
		text = append(text, s.spaces...)
		flush := !isBlank(s.peek())
		begin := s.Offset
		s.skipLine()
		s.checkLine(begin)
		line := s.text[begin:s.Offset]
		if s.dialect == Eemeli && s.peek() == 0 {
			line = strings.TrimSuffix(line, "\r")
		}
		text = append(text, line...)
		lineBreak = s.lineBreak()
		_, end = s.blockBreaks(indent, start)
		if least == 0 && s.Column == 0 && s.atSeparator() || s.Column != indent || s.peek() == 0 {
			break
		}
		if indicator != '>' || lineBreak != "\n" || !flush || isBlank(s.peek()) {
			text = append(text, lineBreak...)
		} else if len(s.spaces) == 0 {
			text = append(text, ' ')
		}
	}
	if s.dialect.javaScript() && len(text) > 0 {
		lineBreak = "\n" // even at the end of the text
	}
	if chomp != '-' {
		text = append(text, lineBreak...)
	}
	if chomp == '+' {
		text = append(text, s.spaces...)
	}
	style := Literal
	if indicator == '>' {
		style = Folded
	}
	s.pushScalar(start, end, text, style)
	s.last.spaced = chomp != '+' && len(s.spaces) > 0
}

// blockIndicators scans the chomping indicator, 0 for none, and the indentation indicator, 0 for none, in
// either order.
func (s *scanner) blockIndicators(start Mark) (chomp rune, increment int) {
	for range 2 {
		switch c := s.peek(); {
		case chomp == 0 && (c == '+' || c == '-'):
			chomp = c
		case increment == 0 && isDigit(c) && (c != '0' || !s.dialect.javaScript()):
			if c == '0' {
				s.failHere(inBlockScalar, &start, words{
					"expected indentation indicator in the range 1-9, but found 0",
					"found an indentation indicator equal to 0",
				})
			}
			increment = int(c - '0')
		default:
			continue
		}
		s.forward()
	}
	if s.dialect == Eemeli {
		s.checkHeader(start)
	}
	if c := s.peek(); s.dialect.python() && !isSpaceOrEnd(c) || s.dialect.jsYAML() && c == '#' {
		s.failHere(inBlockScalar, &start, same("expected chomping or indentation indicators, but found %r"))
	}
	return chomp, increment
}

// blockComment moves to the line after a block's indicators and reports whether there was a comment behind
// them.
func (s *scanner) blockComment(start Mark) bool {
	if s.dialect.python() {
		s.skipSpaces()
	} else {
		s.skipBlanks()
	}
	s.checkComment()
	commented := s.skipComment()
	if !isBreakOrEnd(s.peek()) {
		s.failHere(inBlockScalar, &start, words{
			"expected a comment or a line break, but found %r", "did not find expected comment or line break",
		})
	}
	s.lineBreak()
	return commented
}

// unknownIndent is the indentation of a block scalar before its first line is scanned: any number of spaces
// belongs to it.
const unknownIndent = -1

// blockBreaks notes empty lines and moves over the indentation of the line after them. It returns the column
// that the longest of these lines reaches, and where the lines end.
func (s *scanner) blockBreaks(indent int, start Mark) (longest int, end Mark) {
	s.spaces = s.spaces[:0]
	end = s.Mark
	for {
		for (indent == unknownIndent || s.Column < indent) && s.peek() == ' ' {
			s.forward()
			longest = max(longest, s.Column)
		}
		if s.dialect == LibYAML && s.peek() == '\t' && (indent == unknownIndent || s.Column < indent) {
			problem := same("found a tab character where an indentation space is expected")
			s.failHere(inBlockScalar, &start, problem)
		}
		s.checkBlockTab(indent)
		b := s.lineBreak()
		if b == "" {
			return longest, end
		}
		s.spaces = append(s.spaces, b...)
		end = s.Mark
	}
}
