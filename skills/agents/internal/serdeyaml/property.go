package serdeyaml

import "strings"

// scanName scans an alias or an anchor.
func (s *scanner) scanName(indicator rune) {
	kind, context := anchorToken, "while scanning an anchor"
	if indicator == '*' {
		kind, context = aliasToken, "while scanning an alias"
	}
	start := s.mark
	s.forward()
	name := s.word()
	if c := s.peek(); name == "" || !isBlankOrEnd(c) && !strings.ContainsRune("?:,]}%@`", c) {
		s.failHere(context, start, "did not find expected alphabetic or numeric character")
	}
	s.tokens = append(s.tokens, token{kind: kind, start: start, end: s.mark, text: name})
}

// word scans letters, digits, hyphens and underscores.
func (s *scanner) word() string {
	begin := s.offset
	for isWord(s.peek()) {
		s.forward()
	}
	return s.text[begin:s.offset]
}

// scanTag scans a tag: "!<uri>", "!", "!suffix" or "!handle!suffix".
func (s *scanner) scanTag() {
	const context = "while parsing a tag"
	start := s.mark
	var handle, suffix string
	if s.next() == '<' {
		s.forwardBy(2)
		suffix = s.tagURI(context, start, "", true)
		if s.peek() != '>' {
			s.failHere("while scanning a tag", start, "did not find the expected '>'")
		}
		s.forward()
	} else {
		handle = s.tagHandle(context, start, false)
		if len(handle) > 1 && strings.HasSuffix(handle, "!") {
			suffix = s.tagURI(context, start, "", false)
		} else {
			suffix = s.tagURI(context, start, handle, false)
			handle = "!"
			if suffix == "" {
				handle, suffix = "", "!"
			}
		}
	}
	if c := s.peek(); !isBlankOrEnd(c) && (s.inBlock() || c != ',') {
		s.failHere("while scanning a tag", start, "did not find expected whitespace or line break")
	}
	s.tokens = append(s.tokens, token{kind: tagToken, start: start, end: s.mark, text: handle, suffix: suffix})
}

// tagHandle scans "!", "!word!", or "!word", which is a handle only in a directive, and an error there.
func (s *scanner) tagHandle(context string, start mark, directive bool) string {
	if s.peek() != '!' {
		s.failHere(context, start, "did not find expected '!'")
	}
	begin := s.offset
	s.forward()
	s.word()
	if s.peek() == '!' {
		s.forward()
	} else if directive && s.offset != begin+1 {
		s.failHere(context, start, "did not find expected '!'")
	}
	return s.text[begin:s.offset]
}

// tagURI scans the rest of a tag after what was taken for its handle. Flow indicators may only stand in a whole URI.
func (s *scanner) tagURI(context string, start mark, head string, whole bool) string {
	uri := []byte(strings.TrimPrefix(head, "!"))
	empty := head == ""
	for {
		c := s.peek()
		if c == 0 || !isWord(c) && !strings.ContainsRune(";/?:@&=+$.!~*'()%", c) && (!whole || !strings.ContainsRune(",[]", c)) {
			break
		}
		if c == '%' {
			uri = s.uriEscape(context, start, uri)
		} else {
			uri = append(uri, byte(c))
			s.forward()
		}
		empty = false
	}
	if empty {
		s.failHere(context, start, "did not find expected tag URI")
	}
	return string(uri)
}

// uriEscape scans a character written as "%" and two digits a byte.
func (s *scanner) uriEscape(context string, start mark, uri []byte) []byte {
	for width := -1; width != 0; width-- {
		high, _ := s.at(s.offset + 1)
		if s.peek() != '%' || !isHex(high) {
			s.failHere(context, start, "did not find URI escaped octet")
		}
		low, _ := s.at(s.offset + 2)
		if !isHex(low) {
			s.failHere(context, start, "did not find URI escaped octet")
		}
		octet := byte(hexValue(high)<<4 | hexValue(low))
		switch {
		case width > 0:
			if octet&0xc0 != 0x80 {
				s.failHere(context, start, "found an incorrect trailing UTF-8 octet")
			}
		case octet < 0x80:
			width = 1
		case octet&0xe0 == 0xc0:
			width = 2
		case octet&0xf0 == 0xe0:
			width = 3
		case octet&0xf8 == 0xf0:
			width = 4
		default:
			s.failHere(context, start, "found an incorrect leading UTF-8 octet")
		}
		uri = append(uri, octet)
		s.forwardBy(3)
	}
	return uri
}

// scanDirective scans a line that begins with "%".
func (s *scanner) scanDirective() {
	const context = "while scanning a directive"
	start := s.mark
	s.forward()
	name := s.word()
	if name == "" {
		s.failHere(context, start, "could not find expected directive name")
	}
	if !isBlankOrEnd(s.peek()) {
		s.failHere(context, start, "found unexpected non-alphabetical character")
	}
	t := token{start: start}
	switch name {
	case "YAML":
		t.kind = versionDirective
		s.skipBlanks()
		t.major = s.versionNumber(start)
		if s.peek() != '.' {
			s.failHere("while scanning a %YAML directive", start, "did not find expected digit or '.' character")
		}
		s.forward()
		t.minor = s.versionNumber(start)
	case "TAG":
		t.kind = tagDirective
		s.tagDirectiveValue(start, &t)
	default:
		s.failHere(context, start, "found unknown directive name")
	}
	t.end = s.mark
	s.skipBlanks()
	s.skipComment()
	if !isBreakOrEnd(s.peek()) {
		s.failHere(context, start, "did not find expected comment or line break")
	}
	s.lineBreak()
	s.tokens = append(s.tokens, t)
}

func (s *scanner) versionNumber(start mark) int {
	const context, longest = "while scanning a %YAML directive", 9
	number, length := 0, 0
	for ; isDigit(s.peek()); s.forward() {
		if length++; length > longest {
			s.failHere(context, start, "found extremely long version number")
		}
		number = number*10 + int(s.peek()-'0')
	}
	if length == 0 {
		s.failHere(context, start, "did not find expected version number")
	}
	return number
}

func (s *scanner) tagDirectiveValue(start mark, t *token) {
	const context = "while parsing a %TAG directive"
	s.skipBlanks()
	t.text = s.tagHandle(context, start, true)
	if !isBlank(s.peek()) {
		s.failHere("while scanning a %TAG directive", start, "did not find expected whitespace")
	}
	s.skipBlanks()
	t.suffix = s.tagURI(context, start, "", true)
	if !isBlankOrEnd(s.peek()) {
		s.failHere("while scanning a %TAG directive", start, "did not find expected whitespace or line break")
	}
}
