package strictyaml

import "strings"

// Everything here ends in an error. It is scanned all the same, since the scanner may find another error first.

// scanName scans an alias or an anchor.
func (s *scanner) scanName(indicator rune) {
	kind := anchor
	if indicator == '*' {
		kind = alias
	}
	context := "while scanning an " + strings.Trim(kind.String(), "<>")
	start := s.mark
	s.forward()
	begin := s.offset
	for isNameCharacter(s.peek()) {
		s.forward()
	}
	if c := s.peek(); s.offset == begin || !isBlankOrEnd(c) && !strings.ContainsRune(",[]{}", c) {
		s.fail(complaint{context, &start, "expected alphabetic or numeric character, but found " + repr(c), s.mark, ""})
	}
	s.tokens = append(s.tokens, s.newToken(token{kind: kind, start: start, end: s.mark, text: s.text[begin:s.offset]}))
}

func isNameCharacter(r rune) bool {
	return (r > ' ' && r <= '~' || r >= 0xa0 && r != byteOrderMark) && !strings.ContainsRune(",[]{}", r)
}

// scanTag scans a tag: "!<uri>", "!", "!suffix" or "!handle!suffix".
func (s *scanner) scanTag() {
	start := s.mark
	switch c := s.next(); {
	case c == '<':
		s.forward()
		s.forward()
		s.tagURI(start)
		if c := s.peek(); c != '>' {
			s.fail(complaint{"while parsing a tag", &start, "expected '>', but found " + repr(c), s.mark, ""})
		}
		s.forward()
	case isBlankOrEnd(c):
		s.forward()
	default:
		s.forward()
		s.tagHandle(start)
		s.tagURI(start)
	}
	if c := s.peek(); !isSpaceOrEnd(c) {
		s.fail(complaint{"while scanning a tag", &start, "expected ' ', but found " + repr(c), s.mark, ""})
	}
	s.tokens = append(s.tokens, s.newToken(token{kind: tag, start: start, end: s.mark}))
}

// tagHandle scans a handle after its "!", if another "!" follows before the tag ends.
func (s *scanner) tagHandle(start mark) {
	for offset := s.offset; ; {
		c, size := s.at(offset)
		if isSpaceOrEnd(c) {
			return
		}
		if c == '!' {
			break
		}
		offset += size
	}
	for c := s.peek(); isAlphanumeric(c) || c == '-' || c == '_'; c = s.peek() {
		s.forward()
	}
	if c := s.peek(); c != '!' {
		s.fail(complaint{"while scanning a tag", &start, "expected '!', but found " + repr(c), s.mark, ""})
	}
	s.forward()
}

func (s *scanner) tagURI(start mark) {
	begin := s.offset
	for c := s.peek(); c != 0 && (isAlphanumeric(c) || strings.ContainsRune("-;/?:@&=+$,_.!~*'()[]%#", c)); c = s.peek() {
		if c == '%' {
			s.uriEscapes(start)
		} else {
			s.forward()
		}
	}
	if s.offset == begin {
		s.fail(complaint{"while parsing a tag", &start, "expected URI, but found " + repr(s.peek()), s.mark, ""})
	}
}

// uriEscapes scans characters written as "%" and two digits a byte.
func (s *scanner) uriEscapes(start mark) {
	at := s.mark
	var escaped []byte
	for s.peek() == '%' {
		s.forward()
		var value byte
		for i := range 2 {
			c, _ := s.at(s.offset + i)
			if !isHex(c) {
				problem := "expected URI escape sequence of 2 hexdecimal numbers, but found " + repr(c)
				s.fail(complaint{"while scanning a tag", &start, problem, s.mark, ""})
			}
			value = value<<4 | hexValue(c)
		}
		escaped = append(escaped, value)
		s.forward()
		s.forward()
	}
	if err := DecodeError(string(escaped)); err != nil {
		s.fail(complaint{"while scanning a tag", &start, err.Message, at, ""})
	}
}

func hexValue(r rune) byte {
	if r <= '9' {
		return byte(r - '0')
	}
	return byte(r|0x20-'a') + 10
}

func isAlphanumeric(r rune) bool {
	return r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
}

// fetchDirective scans a line that begins with "%".
func (s *scanner) fetchDirective() {
	s.unwind(-1)
	s.dropKey()
	s.allowKey = false
	start := s.mark
	s.forward()
	begin := s.offset
	for c := s.peek(); isAlphanumeric(c) || c == '-' || c == '_' || c == ':' || c == '.'; c = s.peek() {
		s.forward()
	}
	if c := s.peek(); s.offset == begin || !isSpaceOrEnd(c) {
		problem := "expected alphabetic or numeric character, but found " + repr(c)
		s.fail(complaint{"while scanning a directive", &start, problem, s.mark, ""})
	}
	s.tokens = append(s.tokens, s.newToken(token{kind: directive, start: start, end: s.mark}))
	for !isBreakOrEnd(s.peek()) {
		s.forward()
	}
	s.lineBreak()
}
