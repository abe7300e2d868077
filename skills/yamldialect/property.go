package yamldialect

import (
	"fmt"
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
	for s.dialect.isNameCharacter(s.peek()) {
		s.forward()
	}
	what := strings.Trim(k.String(), "<>")
	switch empty := s.Offset == begin; {
	case empty && s.dialect == Eemeli:
		s.reject(start.Offset, begin, strings.ToUpper(what[:1])+what[1:]+" cannot be an empty string")
	case empty && s.dialect.javaScript():
		s.refuse("name of an " + what + " node must contain at least one character")
	case s.dialect == Eemeli && k == anchorToken && s.inBlock() && isFlowIndicator(s.peek()):
		s.reject(s.Offset, s.Offset+1, "Tags and anchors must be separated from the next token by white space")
	case s.dialect.javaScript():
	case empty || !s.dialect.endsName(s.peek()):
		s.failHere(same("while scanning an "+what), &start, words{
			"expected alphabetic or numeric character, but found %r",
			"did not find expected alphabetic or numeric character",
		})
	}
	s.push(token{kind: k, start: start, end: s.Mark, text: s.text[begin:s.Offset]})
}

func (d Dialect) isNameCharacter(r rune) bool {
	switch d {
	case PyYAML, LibYAML:
		return isWord(r)
	case Ruamel:
		return (r > ' ' && r <= '~' || r >= 0xa0 && r != byteOrderMark) && !isFlowIndicator(r)
	}
	return !isBlankOrEnd(r) && !isFlowIndicator(r)
}

// endsName reports whether the character may follow a name.
func (d Dialect) endsName(r rune) bool {
	if d != Ruamel {
		return isBlankOrEnd(r) || strings.ContainsRune("?:,]}%@`", r)
	}
	return isBlankOrEnd(r) || isFlowIndicator(r)
}

// scanTag scans a tag. The parser takes it apart.
func (s *scanner) scanTag() {
	start := s.Mark
	for c := s.peek(); !s.endsTag(c); c = s.peek() {
		s.forward()
	}
	text := s.text[start.Offset:s.Offset]
	if strings.HasPrefix(text, "!<") && !strings.HasSuffix(text, ">") && !s.dialect.javaScript() {
		s.failHere(words{"while parsing a tag", "while scanning a tag"}, &start, words{
			"expected '>', but found %r", "did not find the expected '>'",
		})
	}
	s.push(token{kind: tagToken, start: start, end: s.Mark, text: text})
}

func (s *scanner) endsTag(c rune) bool {
	switch {
	case isBlankOrEnd(c) || s.inBlock():
		return isBlankOrEnd(c)
	case s.dialect == Eemeli:
		return isFlowIndicator(c)
	}
	return c == ',' && s.dialect == LibYAML
}

// tagCharacters are those that may be in a tag.
const tagCharacters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_;/?:@&=+$.!~*'()%#"

// expandTag returns a tag's handle and its name, which is empty if the handle is not known or the tag is none.
// Escapes stay.
func expandTag(tag string) (handle, name string) {
	if uri, ok := strings.CutPrefix(tag, "!<"); ok {
		return "", strings.TrimSuffix(uri, ">")
	}
	cut := strings.LastIndexByte(tag, '!') + 1
	handle, suffix := tag[:cut], tag[cut:]
	prefix, ok := defaultHandles[handle]
	if ok && strings.Trim(tag, tagCharacters) == "" && (suffix != "" || handle == localTag) {
		name = prefix + suffix
	}
	return handle, name
}

// scanDirective scans a line that begins with "%". A text that Python's libraries read holds no "---" after
// its first line, so that a directive is always an error there, and its name and value make no difference.
func (s *scanner) scanDirective() {
	start := s.Mark
	s.forward()
	if s.dialect != Eemeli && !isWord(s.peek()) {
		s.failHere(same("while scanning a directive"), &start, words{
			"expected alphabetic or numeric character, but found %r", "could not find expected directive name",
		})
	}
	s.skipLine()
	s.push(token{kind: directive, start: start, end: s.Mark})
	s.lineBreak()
}

// DecodeError returns what Python's UTF-8 decoder says about the first bytes that are not UTF-8, nil for
// valid text.
func DecodeError(source string) *Error {
	for i, r := range source {
		if r != utf8.RuneError || strings.HasPrefix(source[i:], "\ufffd") {
			continue
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
	return nil
}
