package yamlscan

import (
	"fmt"
	"strings"
)

// scanName scans an alias or an anchor.
func (s *Scanner) scanName(indicator rune) {
	kind := Anchor
	if indicator == '*' {
		kind = Alias
	}
	context := "while scanning an " + strings.Trim(kind.String(), "<>")
	start := s.Mark
	s.forward()
	begin := s.Offset
	for s.isNameCharacter(s.peek()) {
		s.forward()
	}
	if c := s.peek(); s.Offset == begin || !s.endsName(c) {
		s.Fail(context, &start, "expected alphabetic or numeric character, but found "+repr(c), s.Mark)
	}
	s.Tokens = append(s.Tokens, s.newToken(Token{Kind: kind, Start: start, End: s.Mark, Text: s.text[begin:s.Offset]}))
}

func (s *Scanner) isNameCharacter(r rune) bool {
	if s.dialect == PyYAML {
		return isWordCharacter(r)
	}
	return (r > ' ' && r <= '~' || r >= 0xa0 && r != byteOrderMark) && !isFlowIndicator(r)
}

// endsName reports whether the character may follow a name.
func (s *Scanner) endsName(r rune) bool {
	if s.dialect == PyYAML {
		return isBlankOrEnd(r) || strings.ContainsRune("?:,]}%@`", r)
	}
	return isBlankOrEnd(r) || isFlowIndicator(r)
}

// What is scanned for a tag and for a directive is the same but for this word in the messages.
const (
	aTag       = "a tag"
	aDirective = "a directive"
)

// scanTag scans a tag: "!<uri>", "!", "!suffix" or "!handle!suffix".
func (s *Scanner) scanTag() {
	start := s.Mark
	t := Token{Kind: Tag, Start: start}
	switch c := s.next(); {
	case c == '<':
		s.forward()
		s.forward()
		t.Text = s.tagURI(aTag, start)
		if c := s.peek(); c != '>' {
			s.Fail("while parsing a tag", &start, "expected '>', but found "+repr(c), s.Mark)
		}
		s.forward()
	case isBlankOrEnd(c):
		t.Text = "!"
		s.forward()
	default:
		t.Handle = "!"
		s.forward()
		if s.handleFollows() {
			t.Handle = s.tagHandle(aTag, start)
		}
		t.Text = s.tagURI(aTag, start)
	}
	if c := s.peek(); !isSpaceOrEnd(c) {
		s.Fail("while scanning a tag", &start, "expected ' ', but found "+repr(c), s.Mark)
	}
	t.End = s.Mark
	s.Tokens = append(s.Tokens, s.newToken(t))
}

// handleFollows reports whether another "!" follows before the tag ends.
func (s *Scanner) handleFollows() bool {
	for offset := s.Offset; ; {
		c, size := s.at(offset)
		if c == '!' || isSpaceOrEnd(c) {
			return c == '!'
		}
		offset += size
	}
}

// tagHandle scans a handle after its "!", and returns it with both of them.
func (s *Scanner) tagHandle(what string, start Mark) string {
	begin := s.Offset - 1
	for isWordCharacter(s.peek()) {
		s.forward()
	}
	if c := s.peek(); c != '!' {
		s.Fail("while scanning "+what, &start, "expected '!', but found "+repr(c), s.Mark)
	}
	s.forward()
	return s.text[begin:s.Offset]
}

// tagURI scans a tag's suffix, or the prefix in a directive, and returns it without its escapes.
func (s *Scanner) tagURI(what string, start Mark) string {
	begin := s.Offset
	s.buffer = s.buffer[:0]
	for c := s.peek(); s.isURICharacter(c); c = s.peek() {
		if c == '%' {
			s.uriEscapes(what, start)
			continue
		}
		s.buffer = append(s.buffer, byte(c))
		s.forward()
	}
	if s.Offset == begin {
		s.Fail("while parsing "+what, &start, "expected URI, but found "+repr(s.peek()), s.Mark)
	}
	return string(s.buffer)
}

func (s *Scanner) isURICharacter(r rune) bool {
	return isAlphanumeric(r) || r != 0 && strings.ContainsRune("-;/?:@&=+$,_.!~*'()[]%", r) || r == '#' && s.dialect == Ruamel
}

// uriEscapes scans characters written as "%" and two digits a byte.
func (s *Scanner) uriEscapes(what string, start Mark) {
	at := s.Mark
	var escaped []byte
	for s.peek() == '%' {
		s.forward()
		var value byte
		for i := range 2 {
			c, _ := s.at(s.Offset + i)
			if !isHex(c) {
				problem := fmt.Sprintf("expected URI escape sequence of 2 %s numbers, but found %s", s.hexadecimal(), repr(c))
				s.Fail("while scanning "+what, &start, problem, s.Mark)
			}
			value = value<<4 | hexValue(c)
		}
		escaped = append(escaped, value)
		s.forward()
		s.forward()
	}
	if err := DecodeError(string(escaped)); err != nil {
		s.Fail("while scanning "+what, &start, err.Message, at)
	}
	s.buffer = append(s.buffer, escaped...)
}

func hexValue(r rune) byte {
	if r <= '9' {
		return byte(r - '0')
	}
	return byte(r|0x20-'a') + 10
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

func isAlphanumeric(r rune) bool {
	return isDigit(r) || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
}

func isWordCharacter(r rune) bool { return isAlphanumeric(r) || r == '-' || r == '_' }

// fetchDirective scans a line that begins with "%".
func (s *Scanner) fetchDirective() {
	s.unwind(-1)
	s.dropKey()
	s.allowKey = false
	start := s.Mark
	s.forward()
	begin := s.Offset
	for c := s.peek(); isWordCharacter(c) || s.dialect == Ruamel && (c == ':' || c == '.'); c = s.peek() {
		s.forward()
	}
	t := Token{Kind: Directive, Start: start, Text: s.text[begin:s.Offset]}
	if s.Offset == begin {
		s.failDirective(start, "alphabetic or numeric character")
	}
	s.requireSpace(start, "alphabetic or numeric character")
	t.End = s.Mark
	switch {
	case s.dialect == Ruamel:
		s.skipLine()
	case t.Text == "YAML":
		t.Value = s.yamlVersion(start)
		t.End = s.Mark
	case t.Text == "TAG":
		t.Handle, t.Value = s.tagPrefix(start)
		t.End = s.Mark
	default:
		s.skipLine()
	}
	s.skip()
	if s.peek() == '#' {
		s.skipLine()
	}
	if !isBreakOrEnd(s.peek()) {
		s.failDirective(start, "a comment or a line break")
	}
	s.Tokens = append(s.Tokens, s.newToken(t))
	s.lineBreak()
}

func (s *Scanner) failDirective(start Mark, expected string) {
	problem := "expected " + expected + ", but found " + repr(s.peek())
	s.Fail("while scanning a directive", &start, problem, s.Mark)
}

func (s *Scanner) requireSpace(start Mark, expected string) {
	if !isSpaceOrEnd(s.peek()) {
		s.failDirective(start, expected)
	}
}

// yamlVersion scans the value of the directive YAML and returns the major version without leading zeros.
func (s *Scanner) yamlVersion(start Mark) string {
	s.skip()
	major := s.yamlNumber(start)
	if s.peek() != '.' {
		s.failDirective(start, "a digit or '.'")
	}
	s.forward()
	s.yamlNumber(start)
	s.requireSpace(start, "a digit or ' '")
	return strings.TrimLeft(major, "0")
}

// MaxDigits is how many digits Python turns into a number, since 3.11.
const MaxDigits = 4300

// TooManyDigits is what Python says of more.
func TooManyDigits(n int) string {
	return fmt.Sprintf("ValueError: Exceeds the limit (%d digits) for integer string conversion: value has %d digits; "+
		"use sys.set_int_max_str_digits() to increase the limit", MaxDigits, n)
}

func (s *Scanner) yamlNumber(start Mark) string {
	if !isDigit(s.peek()) {
		s.failDirective(start, "a digit")
	}
	begin := s.Offset
	for isDigit(s.peek()) {
		s.forward()
	}
	if n := s.Offset - begin; n > MaxDigits {
		s.Crash(begin, s.Offset, TooManyDigits(n))
	}
	return s.text[begin:s.Offset]
}

// tagPrefix scans the value of the directive TAG.
func (s *Scanner) tagPrefix(start Mark) (handle, prefix string) {
	s.skip()
	if s.peek() != '!' {
		s.failDirective(start, "'!'")
	}
	s.forward()
	if handle = "!"; s.peek() != ' ' {
		handle = s.tagHandle(aDirective, start)
	}
	if s.peek() != ' ' {
		s.failDirective(start, "' '")
	}
	s.skip()
	prefix = s.tagURI(aDirective, start)
	s.requireSpace(start, "' '")
	return handle, prefix
}
