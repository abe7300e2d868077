package yamldialect

import (
	"strings"

	"skills-ls/skills/text"
)

// A vscodeToken is a piece of the text, with what is in front of it.
type vscodeToken struct {
	kind byte // the indicator itself, or one of the constants
	text.Span
	text    string      // of a scalar, or the indicator
	whole   bool        // a scalar in quotes or a block, which does not go on with the next token
	column  int         // where it begins in its line, in UTF-16 units
	gap     []text.Span // each line break, comment and indentation in front of it
	lines   int         // how many line breaks these are
	comment bool        // there is a comment among them
	in      int         // how far the line is indented, 0 if another token comes first in it
}

// Kinds of tokens that are no indicators.
const (
	vscodeEnd    = 0
	vscodeScalar = 's'
	vscodeMarker = 'm' // "---" or "..."
)

func (t *vscodeToken) opensFlow() bool { return t.kind == '{' || t.kind == '[' }

// A vscodeScanner makes tokens of the text, a line at a time. Offsets are bytes.
type vscodeScanner struct {
	text    string
	at, end int  // the cursor, and where its line ends
	level   int  // open brackets
	keyed   bool // a colon outside of brackets has ended a key since the last call of line
	tokens  []vscodeToken
	gaps    []text.Span
	taken   int // gaps in front of the last token
	// column is that of the offset counted, in UTF-16 units.
	column, counted int
}

// startLine notes that a line begins at the cursor.
func (s *vscodeScanner) startLine() {
	s.column, s.counted, s.end = 0, s.at, len(s.text)
	if i := strings.IndexAny(s.text[s.at:], "\r\n"); i >= 0 {
		s.end = s.at + i
	}
}

// nextLine moves to the next line, or to the end of the text.
func (s *vscodeScanner) nextLine() {
	if s.at = s.end; strings.HasPrefix(s.text[s.at:], "\r\n") {
		s.at++
	}
	s.at = min(s.at+1, len(s.text))
	s.startLine()
}

func (s *vscodeScanner) skipBlanks() {
	for s.at < s.end && isBlank(rune(s.text[s.at])) {
		s.at++
	}
}

// gap notes that a line break, a comment or an indentation is from an offset to the cursor.
func (s *vscodeScanner) gap(start int) {
	if s.at > start {
		s.gaps = append(s.gaps, text.Span{Start: start, End: s.at})
	}
}

// line scans a line, and those in which its last scalar goes on.
func (s *vscodeScanner) line() {
	s.keyed = false
	start := s.at
	s.skipBlanks()
	s.gap(start)
	if s.at < s.end && s.text[s.at] == '%' {
		s.at = s.end
	}
	for s.at < s.end && s.text[s.at] != '#' {
		if s.token(); s.at == s.counted { // behind a block, where a line begins
			return
		}
		s.skipBlanks()
	}
	start, s.at = s.at, s.end
	s.gap(start)
	start = s.at
	s.nextLine()
	s.gap(start)
}

func (s *vscodeScanner) token() {
	s.column += text.UTF16.Len(s.text[s.counted:s.at])
	s.counted = s.at
	t := vscodeToken{kind: s.indicator(), Span: text.Span{Start: s.at}, column: s.column}
	switch t.kind {
	case vscodeScalar:
		t.text, t.whole = s.scalar()
	case vscodeMarker:
		s.at += 3
	default:
		s.at++
		t.text = string(t.kind)
		s.keyed = s.keyed || t.kind == ':' && s.level == 0
	}
	t.End = s.at
	s.add(t)
}

// add appends a token and tells it what is in front of it.
func (s *vscodeScanner) add(t vscodeToken) {
	t.gap = s.gaps[s.taken:]
	s.taken = len(s.gaps)
	for _, g := range t.gap {
		switch s.text[g.Start] {
		case '\r', '\n':
			t.lines++
			t.in = 0
		case '#':
			t.comment = true
		default:
			t.in = g.End - g.Start
		}
	}
	s.tokens = append(s.tokens, t)
}

// ends reports whether there is a blank at an offset in the line, or its end.
func (s *vscodeScanner) ends(at int) bool { return at >= s.end || isBlank(rune(s.text[at])) }

// indicator returns the kind of the token at the cursor.
func (s *vscodeScanner) indicator() byte {
	rest := s.text[s.at:]
	switch c := rest[0]; {
	case c == '{' || c == '[':
		s.level++
	case s.level > 0 && (c == '}' || c == ']'):
		s.level--
	case s.level > 0 && c == ',':
	case c == '-' && s.ends(s.at+1):
	case c == ':' && (s.endsKey() || s.level > 0 && s.afterJSON()):
	case s.column == 0 && s.ends(s.at+3) && (strings.HasPrefix(rest, "---") || strings.HasPrefix(rest, "...")):
		return vscodeMarker
	default:
		return vscodeScalar
	}
	return rest[0]
}

// endsKey reports whether the colon at the cursor ends a key. Outside of brackets only the first one of a line does.
func (s *vscodeScanner) endsKey() bool {
	if s.level == 0 {
		return !s.keyed && s.ends(s.at+1)
	}
	return s.ends(s.at+1) || strings.IndexByte(",}]", s.text[s.at+1]) >= 0
}

// afterJSON reports whether the last token ends a scalar in quotes or brackets.
func (s *vscodeScanner) afterJSON() bool {
	last := &s.tokens[len(s.tokens)-1]
	return last.whole || last.kind == '}' || last.kind == ']'
}

// scalar scans a scalar, of an unquoted one the part that is in this line.
func (s *vscodeScanner) scalar() (value string, whole bool) {
	switch c := s.text[s.at]; {
	case c == '\'' || c == '"':
		return s.quoted(c), true
	case s.level == 0 && (c == '|' || c == '>'):
		if s.atBlock() {
			return s.block(), true
		}
	}
	start := s.at
	for s.at < s.end && !s.endsPlain(start) {
		s.at++
	}
	value = strings.TrimRight(s.text[start:s.at], " \t")
	s.at = start + len(value)
	return value, false
}

func (s *vscodeScanner) endsPlain(start int) bool {
	switch s.text[s.at] {
	case ':':
		return s.endsKey()
	case '#':
		return s.at > start && isBlank(rune(s.text[s.at-1]))
	case ',', '{', '}', '[', ']':
		return s.level > 0
	}
	return false
}
