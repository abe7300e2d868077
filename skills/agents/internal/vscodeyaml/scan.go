package vscodeyaml

import (
	"strings"
	"unicode/utf8"
)

type kind uint8

const (
	scalar kind = iota
	colon
	dash
	comma
	mapStart
	mapEnd
	listStart
	listEnd
	newline
	indent
	comment
	documentStart
	documentEnd
	end
)

type token struct {
	kind       kind
	start, end int
	// column is where the token begins in its line, in UTF-16 units; of an indentation how wide it is.
	column int
	text   string // of a scalar
	quoted bool   // in quotes, or a block: complete as it is
}

func (t *token) node() *Node { return &Node{Text: t.text, Start: t.start, End: t.end} }

type scanner struct {
	text   string
	at     int
	depth  int // of brackets
	tokens []token

	marked, markedColumn int // the last offset whose column was asked for
}

// column returns where in its line an offset lies; offsets must not decrease from call to call.
func (s *scanner) column(at int) int {
	for s.marked < at {
		r, n := utf8.DecodeRuneInString(s.text[s.marked:])
		switch {
		case r == '\n' || r == '\r':
			s.markedColumn = 0
		case r > 0xffff:
			s.markedColumn += 2
		default:
			s.markedColumn++
		}
		s.marked += n
	}
	return s.markedColumn
}

func (s *scanner) add(k kind, start int) *token {
	s.tokens = append(s.tokens, token{kind: k, start: start, end: s.at, column: s.column(start)})
	return &s.tokens[len(s.tokens)-1]
}

// peek returns a byte from the current one on, 0 beyond the end.
func (s *scanner) peek(n int) byte {
	if s.at+n < len(s.text) {
		return s.text[s.at+n]
	}
	return 0
}

func (s *scanner) atEnd() bool { return s.at >= len(s.text) }

func isBreak(c byte) bool { return c == '\n' || c == '\r' }

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

// ends reports whether the byte n from here on is a blank, a line break or the end.
func (s *scanner) ends(n int) bool {
	return s.at+n >= len(s.text) || isBlank(s.text[s.at+n]) || isBreak(s.text[s.at+n])
}

func (s *scanner) lineEnds() bool { return s.atEnd() || isBreak(s.text[s.at]) }

func (s *scanner) skipBlanks() {
	for !s.atEnd() && isBlank(s.text[s.at]) {
		s.at++
	}
}

func (s *scanner) skipLine() {
	for !s.lineEnds() {
		s.at++
	}
}

// skipBreak skips one line break.
func (s *scanner) skipBreak() bool {
	switch {
	case s.peek(0) == '\r' && s.peek(1) == '\n':
		s.at += 2
	case !s.atEnd() && isBreak(s.text[s.at]):
		s.at++
	default:
		return false
	}
	return true
}

func (s *scanner) lineBreak() {
	if start := s.at; s.skipBreak() {
		s.add(newline, start)
	}
}

func (s *scanner) scan() {
	for !s.atEnd() {
		s.line()
	}
	s.add(end, s.at)
}

func (s *scanner) line() {
	start := s.at
	s.skipBlanks()
	if s.at > start {
		s.add(indent, start).column = s.at - start
	}
	first := s.at == start
	switch {
	case s.lineEnds():
	case first && s.marker() != "":
		k := documentStart
		if s.marker() == "..." {
			k = documentEnd
		}
		s.at += 3
		s.add(k, start)
		s.content()
	case s.text[s.at] == '%':
		s.skipLine()
	default:
		s.content()
	}
	s.lineBreak()
}

// marker returns the marker of a document that stands here, empty for none.
func (s *scanner) marker() string {
	for _, m := range []string{"---", "..."} {
		if strings.HasPrefix(s.text[s.at:], m) && s.ends(3) {
			return m
		}
	}
	return ""
}

// content scans the rest of a line, and further lines where a scalar goes on in them.
func (s *scanner) content() {
	for {
		s.skipBlanks()
		if s.lineEnds() {
			return
		}
		start := s.at
		single := func(k kind, deeper int) {
			s.depth += deeper
			s.at++
			s.add(k, start)
		}
		switch c := s.text[s.at]; {
		case c == '#':
			s.skipLine()
			s.add(comment, start)
		case c == '{':
			single(mapStart, 1)
		case c == '[':
			single(listStart, 1)
		case c == '}' && s.depth > 0:
			single(mapEnd, -1)
		case c == ']' && s.depth > 0:
			single(listEnd, -1)
		case c == ',' && s.depth > 0:
			single(comma, 0)
		case c == '-' && s.ends(1):
			single(dash, 0)
		case c == ':' && (s.valueFollows() || s.depth > 0 && s.afterJSON()):
			single(colon, 0)
		case c == '\'' || c == '"':
			s.quoted(c)
		case (c == '|' || c == '>') && s.depth == 0 && s.blockStarts():
			s.block()
			return
		default:
			s.plain()
		}
	}
}

// valueFollows reports whether the colon here parts a key from its value.
func (s *scanner) valueFollows() bool {
	if s.ends(1) {
		return true
	}
	c := s.peek(1)
	return s.depth > 0 && (c == ',' || c == '}' || c == ']')
}

// afterJSON reports whether a scalar in quotes or something in brackets came last.
func (s *scanner) afterJSON() bool {
	t, ok := s.last(len(s.tokens))
	return ok && (t.kind == scalar && t.quoted || t.kind == mapEnd || t.kind == listEnd)
}

// last returns the last token before an index that is no white space and no comment.
func (s *scanner) last(before int) (t token, ok bool) {
	i, ok := s.lastIndex(before)
	if ok {
		t = s.tokens[i]
	}
	return t, ok
}

func (s *scanner) lastIndex(before int) (int, bool) {
	for i := before - 1; i >= 0; i-- {
		if k := s.tokens[i].kind; k != newline && k != indent && k != comment {
			return i, true
		}
	}
	return 0, false
}

// plain scans an unquoted scalar up to the end of the line, a comment or a colon with a blank after it. It takes at least the
// character it stands at, unless that is such a colon, which has been dealt with.
func (s *scanner) plain() {
	start, stop := s.at, s.at
	for !s.lineEnds() {
		c := s.text[s.at]
		if s.depth > 0 && strings.IndexByte(",}]{[", c) >= 0 || c == ':' && s.valueFollows() ||
			c == '#' && s.at > start && isBlank(s.text[s.at-1]) {
			break
		}
		s.at++
		if !isBlank(c) {
			stop = s.at
		}
	}
	t := s.add(scalar, start)
	t.end, t.text = stop, s.text[start:stop]
}
