package yamldialect

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// eemeliQuoted scans a scalar in quotes. If its closing quote is missing or behind a line that is indented
// too little, it ends with the text or in front of that line.
func (s *scanner) eemeliQuoted(quote rune) {
	start, style := s.Mark, SingleQuoted
	if quote == '"' {
		style = DoubleQuoted
	}
	closing := s.closingQuote(byte(quote))
	end := closing + 1
	if closing < 0 {
		end = len(s.text)
	} else if cut := s.outdentedLine(closing); cut >= 0 {
		closing, end = -1, cut
	}
	_, last := utf8.DecodeLastRuneInString(s.text[start.Offset+1 : end])
	s.limit = end - last // the library takes the last character for the quote
	s.forward()
	s.buffer = s.buffer[:0]
	for s.quotedText(quote, start); s.peek() != 0; s.quotedText(quote, start) {
		if s.peek() == quote { // half of a pair, the other half of which is the last character
			s.buffer = append(s.buffer, byte(quote))
			s.forward()
			continue
		}
		s.quotedSpaces(start)
	}
	for s.limit = len(s.text); s.Offset < end; {
		s.forward()
	}
	if source := s.text[start.Offset:end]; len(source) == 1 || source[len(source)-1] != byte(quote) {
		s.note(end-1, end, end+1, "Missing closing "+string(quote)+"quote")
	}
	s.pushScalar(start, s.Mark, s.buffer, style)
}

// closingQuote returns the offset of the quote that closes the one at the cursor, -1 without one.
func (s *scanner) closingQuote(quote byte) int {
	if quote == '"' {
		return s.closingDouble()
	}
	for i := s.Offset + 1; i < len(s.text); i++ {
		switch {
		case s.text[i] != '\'':
		case i+1 < len(s.text) && s.text[i+1] == '\'':
			i++
		default:
			return i
		}
	}
	return -1
}

// closingDouble is closingQuote for double quotes. Whether one is escaped does not depend on where the scalar
// begins, so that the last answer holds up to its place.
func (s *scanner) closingDouble() int {
	at := s.eemeli.closing
	if at < 0 || at > s.Offset {
		return at
	}
	for i := s.Offset + 1; i < len(s.text); i++ {
		switch s.text[i] {
		case '\\':
			i++
		case '"':
			s.eemeli.closing = i
			return i
		}
	}
	s.eemeli.closing = -1
	return -1
}

// outdentedLine returns where the text in front of the first line ends that cannot go on with the scalar at
// the cursor, -1 if all lines up to the offset can.
func (s *scanner) outdentedLine(end int) int {
	for i := s.Offset; i < end; i++ {
		if s.text[i] != '\n' {
			continue
		}
		rest := s.text[i+1:]
		line := strings.TrimLeft(rest, " ")
		next := s.cursor
		next.Offset = i + 1
		switch {
		case s.eemeli.least <= 0 && !next.atSeparator():
		case s.eemeli.least > 0 && (lineOf(line) == "" || len(rest)-len(line) >= s.eemeli.least):
		default:
			return len(strings.TrimSuffix(s.text[:i], "\r"))
		}
	}
	return -1
}

// eemeliEscape scans a backslash and the characters that belong to it. A wrong escape stands for itself.
func (s *scanner) eemeliEscape() {
	backslash, c := s.Offset, s.next()
	if text, ok := escapes[c]; ok {
		s.buffer = append(s.buffer, text...)
		s.forwardBy(2)
		return
	}
	s.forward()
	if c == '\n' {
		s.lineBreak()
		s.quotedBreaks(s.Mark)
		s.buffer = append(s.buffer, s.spaces...)
		return
	}
	s.forward()
	end := min(s.Offset+escapeDigits[c], s.limit)
	code, ok := s.hexDigits(s.Offset, end)
	if !ok || escapeDigits[c] == 0 || end-s.Offset < escapeDigits[c] {
		for range escapeDigits[c] {
			if s.peek() != 0 {
				s.forward()
			}
		}
		raw := s.text[backslash:s.Offset]
		s.buffer = append(s.buffer, raw...)
		if c > 0xffff {
			raw = `\` + string(utf8.RuneError) // JavaScript cuts such a character in two
		}
		s.note(backslash, backslash, backslash+1, "Invalid escape sequence "+raw)
		return
	}
	if code > utf8.MaxRune {
		s.throw(fmt.Sprintf("Invalid code point %d", code))
	}
	s.forwardBy(end - s.Offset)
	if low, ok := s.hexDigits(s.Offset+2, s.Offset+6); ok && strings.HasPrefix(s.text[s.Offset:s.limit], `\u`) {
		if r := utf16.DecodeRune(rune(code), rune(low)); r != utf8.RuneError {
			code = int(r)
			s.forwardBy(6)
		}
	}
	s.buffer = utf8.AppendRune(s.buffer, rune(code))
}

// hexDigits reads a number from the offset on.
func (s *scanner) hexDigits(start, end int) (code int, ok bool) {
	end = min(end, s.limit)
	if start >= end || strings.Trim(s.text[start:end], "0123456789abcdefABCDEF") != "" {
		return 0, false
	}
	number, err := strconv.ParseUint(s.text[start:end], 16, 32)
	return int(number), err == nil
}

// leastIndent returns the least indentation of a block scalar.
func (s *scanner) leastIndent() int {
	if s.dialect == Eemeli {
		return s.eemeli.least
	}
	return s.indent + 1
}

// eemeliHeader is blockIndicators for Eemeli.
func (s *scanner) eemeliHeader(start Mark) (chomp rune, increment int) {
	extra := -1
	for c := s.peek(); !isBlankOrEnd(c) && c != '#'; c = s.peek() {
		switch {
		case chomp == 0 && (c == '+' || c == '-'):
			chomp = c
		case increment == 0 && c >= '1' && c <= '9':
			increment = int(c - '0')
		case extra < 0:
			extra = s.Offset
		}
		s.forward()
	}
	if extra >= 0 {
		header := s.text[start.Offset:s.Offset]
		s.note(start.Offset, extra, extra+1, "Block scalar header includes extra characters: "+header)
	}
	return chomp, increment
}

// skipHeader moves over what must not be behind the header of a block scalar.
func (s *scanner) skipHeader() {
	if rest := lineOf(s.text[s.Offset:]); rest != "" {
		s.note(s.Offset, s.Offset, s.Offset+len(rest), "Not a YAML token: "+rest)
		s.skipLine()
	}
}

// blockLine returns the line of a block scalar from an offset to the cursor.
func (s *scanner) blockLine(begin int) string {
	line := s.text[begin:s.Offset]
	if s.dialect == Eemeli && s.peek() == 0 {
		line = strings.TrimSuffix(line, "\r")
	}
	return line
}

// blockIndent returns the indentation of a block scalar that does not say it. The cursor is at its first line
// with text, and one of the lines is indented up to the column longest.
func (s *scanner) blockIndent(longest, least int) int {
	if s.dialect != Eemeli || s.peek() == 0 || s.Column < least {
		return max(longest, least)
	}
	if s.Column < longest {
		s.note(s.Offset, s.Offset, s.Offset+1,
			"Block scalars with more-indented leading empty lines must use an explicit indentation indicator")
	}
	return s.Column
}

// checkBlockTab looks for a tab that indents a line in or behind a block scalar.
func (s *scanner) checkBlockTab(indent int) {
	switch {
	case s.dialect != Eemeli || s.peek() != '\t':
	case indent == unknownIndent && s.Column < s.eemeli.least:
		start := s.Offset - s.Column
		s.note(start, start, start+1, "Block scalar values in collections must be indented")
	case s.Column < indent:
		s.note(s.Offset, s.Offset, s.Offset+1, "Block scalar lines must not be less indented than their first line")
	}
}

// checkName checks an anchor or alias that ends at the cursor.
func (s *scanner) checkName(k kind, start Mark) {
	what := map[kind]string{aliasToken: "Alias", anchorToken: "Anchor"}[k]
	if s.Offset == start.Offset+1 {
		s.note(start.Offset, start.Offset, s.Offset, what+" cannot be an empty string")
	}
	if k == anchorToken {
		s.checkProperty()
	}
}

// checkProperty looks for white space behind a tag or an anchor.
func (s *scanner) checkProperty() {
	if c := s.peek(); !isBlankOrEnd(c) && (s.inBlock() || c != ',' && c != ']' && c != '}') {
		s.note(s.Offset, s.Offset, s.Offset+1,
			"Tags and anchors must be separated from the next token by white space")
	}
}

// eemeliTag scans a tag. The reader resolves it.
func (s *scanner) eemeliTag() {
	t := token{kind: tagToken, start: s.Mark}
	s.forward()
	if s.peek() == '<' {
		for c := s.peek(); !isBlankOrEnd(c) && c != '>'; c = s.peek() {
			s.forward()
		}
		if s.peek() == '>' {
			s.forward()
		}
	}
	for c := s.peek(); isWord(c) || c > 0 && strings.ContainsRune("#;/?:@&=+$.!~*'()%", c); c = s.peek() {
		if _, ok := s.hexDigits(s.Offset+1, s.Offset+3); c == '%' && !ok {
			break
		}
		s.forward()
	}
	t.end = s.Mark
	t.text = s.text[t.start.Offset:t.end.Offset]
	s.push(t)
	s.checkProperty()
}

const (
	// maxEemeliDepth is how deep nodes may be nested. It is ours: Node's depends on the machine.
	maxEemeliDepth   = 998
	tooDeepForEemeli = "Maximum call stack size exceeded"
)

// throw gives up with an exception that is no error about a place in the text.
func (c *cursor) throw(message string) {
	panic(&Error{Cause: Limit, End: len(c.text), Message: message})
}
