package yamldialect

import (
	"regexp"
	"strings"

	"skills-ls/skills/text"
)

// A vscodeToken is a token with what is in front of it.
type vscodeToken struct {
	*token
	lines   int  // how many line breaks are in front of it
	comment bool // a comment is among them
	in      int  // how far the line is indented, 0 if another token comes first in it
}

func (t *vscodeToken) span() text.Span { return text.Span{Start: t.start.Offset, End: t.end.Offset} }

func (t *vscodeToken) opensFlow() bool {
	return t.kind == flowMappingStart || t.kind == flowSequenceStart
}

// A vscodeScanner makes all tokens of the text. Of an unquoted scalar, each line is a token.
type vscodeScanner struct {
	scanner
	keyed bool // a colon outside of brackets has ended a key in this line
	all   []vscodeToken
}

// scan appends the next token and reports whether it is not the end of the text.
func (s *vscodeScanner) scan() bool {
	end := s.last.end
	s.gap()
	s.fetchVSCode()
	s.tokens = s.tokens[:0]
	t := vscodeToken{token: s.last}
	t.lines = t.start.Line - end.Line
	t.comment = strings.Contains(s.text[end.Offset:t.start.Offset], "#")
	if blanks, first := s.lead(t.start.Offset); first {
		t.in = len(blanks)
	}
	s.all = append(s.all, t)
	return t.kind != streamEnd
}

// gap moves to the next token. A line that begins with "%" is skipped.
func (s *vscodeScanner) gap() {
	for {
		s.skipBlanks()
		s.skipComment()
		if s.lineBreak() != "" {
			s.keyed = false
			continue
		}
		if _, first := s.lead(s.Offset); !first || s.peek() != '%' {
			return
		}
		s.skipLine()
	}
}

// fetchVSCode scans a token.
func (s *vscodeScanner) fetchVSCode() {
	c, inFlow, spaced := s.peek(), s.level > 0, isBlankOrEnd(s.next())
	switch {
	case c == 0:
		s.add(streamEnd, s.Mark)
	case c == '{' || c == '[':
		s.level++
		s.addIndicator(brackets[c], 1)
	case inFlow && (c == '}' || c == ']'):
		s.level--
		s.addIndicator(brackets[c], 1)
	case inFlow && c == ',':
		s.addIndicator(flowEntry, 1)
	case c == '-' && spaced:
		s.addIndicator(blockEntry, 1)
		s.last.text = "-"
	case c == ':' && (s.endsKeyVSCode() || inFlow && s.last.endsJSON()):
		s.keyed = s.keyed || !inFlow
		s.addIndicator(valueToken, 1)
	case s.Column == 0 && s.atSeparator():
		s.addIndicator(documentStart, 3)
	case c == '\'' || c == '"':
		s.scanQuoted(c)
	case !inFlow && (c == '|' || c == '>') && vscodeBlock.MatchString(lineOf(s.text[s.Offset:])):
		s.eemeli.least = s.blockParent() + 1
		s.scanBlock(c)
		s.keyed = false
	default:
		s.scanLine()
	}
}

// vscodeBlock matches the header of a block: only indicators and a comment are in its line.
var vscodeBlock = regexp.MustCompile(`^.(?:[1-9][+-]?|[+-][1-9]?)?[ \t]*(?:#[^\r]*)?(?:\r|$)`)

// blockParent returns the column of the key or dash that a block belongs to.
func (s *vscodeScanner) blockParent() int {
	switch n := len(s.all); {
	case n > 1 && s.all[n-1].kind == valueToken:
		return s.all[n-2].start.Column
	case n > 0 && s.all[n-1].kind == blockEntry:
		return s.all[n-1].start.Column
	}
	return 0
}

// endsKeyVSCode reports whether the colon at the cursor ends a key. Outside of brackets only the first one of a
// line does.
func (s *vscodeScanner) endsKeyVSCode() bool {
	next := s.next()
	if s.inBlock() {
		return !s.keyed && isBlankOrEnd(next)
	}
	return isBlankOrEnd(next) || next == ',' || next == '}' || next == ']'
}

// scanLine scans what is in this line of an unquoted scalar.
func (s *vscodeScanner) scanLine() {
	start, end := s.Mark, s.Mark
	for c := s.peek(); !isBreakOrEnd(c) && !s.endsLine(c); c = s.peek() {
		s.forward()
		if !isBlank(c) {
			s.skipWord()
			end = s.Mark
		}
	}
	s.push(token{kind: scalarToken, start: start, end: end, text: s.text[start.Offset:end.Offset]})
}

func (s *vscodeScanner) endsLine(c rune) bool {
	switch {
	case c == ':':
		return s.endsKeyVSCode()
	case c == '#':
		return isBlank(rune(s.text[s.Offset-1]))
	}
	return !s.inBlock() && isFlowIndicator(c)
}

// vscodeEscape matches the escapes. Another backslash stays.
var vscodeEscape = regexp.MustCompile(
	`^\\(?:[0abtnvfre "/\\_\r\n]|x[[:xdigit:]]{2}|u[[:xdigit:]]{4}|U00(?:0[[:xdigit:]]|10)[[:xdigit:]]{4})`)
