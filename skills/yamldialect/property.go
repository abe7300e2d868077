package yamldialect

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"skills-ls/skills/text"
)

// scanName scans an alias or an anchor.
func (s *scanner) scanName(indicator rune) {
	k := anchorToken
	if indicator == '*' {
		k = aliasToken
	}
	start := s.Mark
	s.forward()
	begin := s.Offset
	for s.isNameCharacter(s.peek()) {
		s.forward()
	}
	switch what := map[kind]string{aliasToken: "Alias", anchorToken: "Anchor"}[k]; {
	case s.dialect == Eemeli && s.Offset == begin:
		s.reject(start.Offset, begin, what+" cannot be an empty string")
	case s.dialect == Eemeli && k == anchorToken:
		s.checkProperty()
	case s.dialect == Eemeli:
	case s.Offset == begin || !s.endsName(s.peek()):
		s.failHere(same("while scanning an "+strings.Trim(k.String(), "<>")), &start, words{
			"expected alphabetic or numeric character, but found %r",
			"did not find expected alphabetic or numeric character",
		})
	}
	s.push(token{kind: k, start: start, end: s.Mark, text: s.text[begin:s.Offset]})
}

func (s *scanner) isNameCharacter(r rune) bool {
	switch s.dialect {
	case PyYAML, LibYAML:
		return isWord(r)
	case Eemeli:
		return !isBlankOrEnd(r) && !isFlowIndicator(r)
	}
	return (r > ' ' && r <= '~' || r >= 0xa0 && r != byteOrderMark) && !isFlowIndicator(r)
}

// endsName reports whether the character may follow a name.
func (s *scanner) endsName(r rune) bool {
	if s.dialect != Ruamel {
		return isBlankOrEnd(r) || strings.ContainsRune("?:,]}%@`", r)
	}
	return isBlankOrEnd(r) || isFlowIndicator(r)
}

var (
	scanningTag = same("while scanning a tag")
	parsingTag  = same("while parsing a tag")
)

// scanTag scans a tag: "!<uri>", "!", "!suffix" or "!handle!suffix".
func (s *scanner) scanTag() {
	t := token{kind: tagToken, start: s.Mark}
	switch {
	case s.dialect == Eemeli: // the parser resolves it
		t.text = eemeliTag.FindString(s.text[s.Offset:])
		s.forwardBy(len(t.text))
		s.checkProperty()
	case s.next() == '<':
		s.forwardBy(2)
		t.text = s.requireURI(s.tagURI(t.start, true), t.start)
		if s.peek() != '>' {
			s.failHere(words{parsingTag.python, scanningTag.libyaml}, &t.start, words{
				"expected '>', but found %r", "did not find the expected '>'",
			})
		}
		s.forward()
	case isBlankOrEnd(s.next()):
		t.text = "!"
		s.forward()
	default:
		t.handle = s.tagHandle(t.start)
		t.text = s.tagURI(t.start, false)
		if t.text == "" && t.handle == "!" && s.dialect == LibYAML {
			t.handle, t.text = "", "!"
		}
		s.requireURI(t.text, t.start)
	}
	c := s.peek()
	if s.dialect != Eemeli && !isSpaceOrEnd(c) &&
		(s.dialect.python() || c != '\t' && (c != ',' || s.inBlock())) {
		s.failHere(scanningTag, &t.start, words{
			"expected ' ', but found %r", "did not find expected whitespace or line break",
		})
	}
	t.end = s.Mark
	s.push(t)
}

var eemeliTag = regexp.MustCompile(`^!(?:<[^\s>]*>?)?(?:[\w#;/?:@&=+$.!~*'()-]|%[0-9a-fA-F]{2})*`)

// tagHandle scans "!", or "!word!".
func (s *scanner) tagHandle(start Mark) string {
	s.forward()
	end := s.Offset
	for end < len(s.text) && isWord(rune(s.text[end])) {
		end++
	}
	rest := s.text[end:]
	if strings.HasPrefix(rest, "!") {
		s.forwardBy(end + 1 - s.Offset)
		return s.text[start.Offset:s.Offset]
	}
	blank := func(r rune) bool { return r == '\r' || isSpaceOrEnd(r) }
	bang := strings.IndexByte(rest, '!')
	if s.dialect.python() && bang >= 0 && !strings.ContainsFunc(rest[:bang], blank) {
		s.forwardBy(end - s.Offset)
		s.failHere(scanningTag, &start, same("expected '!', but found %r"))
	}
	return "!"
}

// tagURI scans a tag's suffix, or the prefix in a directive, and returns it without its escapes. libyaml
// takes flow indicators in a whole URI alone.
func (s *scanner) tagURI(start Mark, whole bool) string {
	s.buffer = s.buffer[:0]
	for c := s.peek(); s.isURICharacter(c, whole); c = s.peek() {
		if c == '%' {
			s.uriEscapes(start)
			continue
		}
		s.buffer = append(s.buffer, byte(c))
		s.forward()
	}
	return string(s.buffer)
}

func (s *scanner) requireURI(uri string, start Mark) string {
	if uri == "" {
		s.failHere(parsingTag, &start, words{"expected URI, but found %r", "did not find expected tag URI"})
	}
	return uri
}

func (s *scanner) isURICharacter(r rune, whole bool) bool {
	switch r {
	case 0:
		return false
	case ',', '[', ']':
		return s.dialect.python() || whole
	case '#':
		return s.dialect == Ruamel
	}
	return isWord(r) || strings.ContainsRune(";/?:@&=+$.!~*'()%", r)
}

// uriEscapes scans characters written as "%" and two digits a byte.
func (s *scanner) uriEscapes(start Mark) {
	at := s.Mark
	var escaped []byte
	for s.peek() == '%' {
		digits := s.text[s.Offset+1 : min(s.Offset+3, len(s.text))]
		octet, err := strconv.ParseUint(digits, 16, 8)
		if err != nil || len(digits) < 2 {
			s.failURIEscape(start)
		}
		escaped = append(escaped, byte(octet))
		s.forwardBy(3)
	}
	if err := DecodeError(string(escaped)); err != nil {
		s.fail(scanningTag, &start, words{err.Message, "found an incorrect leading UTF-8 octet"}, at)
	}
	s.buffer = append(s.buffer, escaped...)
}

// failURIEscape fails because two hexadecimal digits do not follow the "%" at the cursor.
func (s *scanner) failURIEscape(start Mark) {
	if !s.dialect.python() {
		s.failHere(parsingTag, &start, same("did not find URI escaped octet"))
	}
	s.forward()
	bad := s.peek()
	if isHex(bad) {
		bad = s.next()
	}
	problem := "expected URI escape sequence of 2 " + s.hexadecimal() + " numbers, but found " + reprRune(bad)
	s.failHere(scanningTag, &start, same(problem))
}

var inDirective = same("while scanning a directive")

// scanDirective scans a line that begins with "%". A text that Python's libraries read holds no "---" after
// its first line, so that a directive is always an error there, and its value makes no difference.
func (s *scanner) scanDirective() {
	t := token{kind: directive, start: s.Mark}
	if s.dialect == Eemeli {
		s.skipLine()
		t.end = s.Mark
		s.push(t)
		return
	}
	s.forward()
	begin := s.Offset
	for c := s.peek(); isWord(c) || s.dialect == Ruamel && (c == ':' || c == '.'); c = s.peek() {
		s.forward()
	}
	t.text = s.text[begin:s.Offset]
	name := "expected alphabetic or numeric character, but found %r"
	if t.text == "" {
		s.failHere(inDirective, &t.start, words{name, "could not find expected directive name"})
	}
	if c := s.peek(); !isSpaceOrEnd(c) && (s.dialect.python() || c != '\t') {
		s.failHere(inDirective, &t.start, words{name, "found unexpected non-alphabetical character"})
	}
	switch {
	case s.dialect.python():
		s.skipLine()
	case t.text == "YAML":
		s.versionDirective(&t)
	case t.text == "TAG":
		s.tagDirective(&t)
	default:
		s.failHere(inDirective, &t.start, same("found unknown directive name"))
	}
	t.end = s.Mark
	s.skipBlanks()
	s.skipComment()
	if !isBreakOrEnd(s.peek()) {
		s.failHere(inDirective, &t.start, same("did not find expected comment or line break"))
	}
	s.push(t)
	s.lineBreak()
}

var inVersion = same("while scanning a %YAML directive")

// versionDirective scans the value of the directive YAML, such as 1.2.
func (s *scanner) versionDirective(t *token) {
	s.skipBlanks()
	major := s.versionNumber(t.start)
	if s.peek() != '.' {
		s.failHere(inVersion, &t.start, same("did not find expected digit or '.' character"))
	}
	s.forward()
	t.value = major + "." + s.versionNumber(t.start)
}

// versionNumber scans a number and returns it without leading zeros.
func (s *scanner) versionNumber(start Mark) string {
	longest, begin := 9, s.Offset
	for ; isDigit(s.peek()); s.forward() {
		if s.Offset-begin == longest {
			s.failHere(inVersion, &start, same("found extremely long version number"))
		}
	}
	if s.Offset == begin {
		s.failHere(inVersion, &start, same("did not find expected version number"))
	}
	return strings.TrimLeft(s.text[begin:s.Offset], "0")
}

// tagDirective scans the handle and the prefix of the directive TAG.
func (s *scanner) tagDirective(t *token) {
	scanning, parsing := same("while scanning a %TAG directive"), same("while parsing a %TAG directive")
	s.skipBlanks()
	at := s.Mark
	if s.peek() == '!' {
		t.handle = s.tagHandle(at)
	}
	if t.handle == "" || t.handle == "!" && isWord(s.peek()) {
		for isWord(s.peek()) {
			s.forward()
		}
		s.failHere(parsing, &t.start, same("did not find expected '!'"))
	}
	if !isBlank(s.peek()) {
		s.failHere(scanning, &t.start, same("did not find expected whitespace"))
	}
	s.skipBlanks()
	t.value = s.requireURI(s.tagURI(t.start, true), t.start)
	if !isBlankOrEnd(s.peek()) {
		s.failHere(scanning, &t.start, same("did not find expected whitespace or line break"))
	}
}

// DecodeError returns what Python's UTF-8 decoder says about the first bytes that are not UTF-8, nil for
// valid text.
func DecodeError(source string) *Error {
	i := 0
	for i < len(source) {
		r, size := utf8.DecodeRuneInString(source[i:])
		if r == utf8.RuneError && size == 1 {
			break
		}
		i += size
	}
	if i == len(source) {
		return nil
	}
	n, complete := text.BrokenUTF8(source[i:])
	reason := "invalid continuation byte"
	switch c := source[i]; {
	case c < 0xc2 || c > 0xf4:
		reason = "invalid start byte"
	case !complete:
		reason = "unexpected end of data"
	}
	message := fmt.Sprintf("'utf-8' codec can't decode byte 0x%02x in position %d: %s", source[i], i, reason)
	if n > 1 {
		message = fmt.Sprintf("'utf-8' codec can't decode bytes in position %d-%d: %s", i, i+n-1, reason)
	}
	return &Error{Start: i, End: i + n, Message: message, Uncaught: true}
}
