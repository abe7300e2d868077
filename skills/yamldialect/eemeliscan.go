package yamldialect

import "strings"

// How eemeli's lexer (src/parse/lexer.ts) differs from the other scanners. It does not give up: errors in a
// token are noted, and the token ends where the lexer ends it. Any scalar or flow collection may be a key, in
// any place. What is wrong with the key is found later, in the nodes.

// An eemeliScan is what the lexer knows of lines.
type eemeliScan struct {
	fault *eemeliFault
	// indent is the indentation of the current line with the indicators at its start, least is what the lines
	// of a scalar must at least be indented by.
	indent, least int
	// leading reports that the line has nothing but indicators up to the token, led the same for the last one.
	leading, led bool
	value        bool // a flow collection that is a value ends in front of the ":"
	closing      int  // the next double quote that is not escaped, if it is behind the cursor
}

// An eemeliFault is an error in the order in which the library looks at the text.
type eemeliFault struct {
	Error
	order int // the offset of the node or token that is wrong
	// unnoticed is the end of a token whose line breaks the library does not count in the message.
	unnoticed int
}

// note remembers an error unless there is one in front of it.
func (s *scanner) note(order, start, end int, message string) {
	if f := s.eemeli.fault; f == nil || order < f.order {
		s.eemeli.fault = &eemeliFault{Error: Error{Start: start, End: end, Message: message}, order: order}
	}
}

// lead returns the spaces and tabs in front of an offset, and whether they begin a line.
func (c *cursor) lead(offset int) (blanks string, first bool) {
	begin := offset
	for begin > 0 && isBlank(rune(c.text[begin-1])) {
		begin--
	}
	before := c.text[:begin]
	return c.text[begin:offset], before == "" || before[begin-1] == '\n' || before == string(byteOrderMark)
}

func spacesOf(blanks string) int { return len(blanks) - len(strings.TrimLeft(blanks, " ")) }

// beginToken notes the indentation of the token at the cursor. It is false if a flow collection ends there
// because the line is indented too little.
func (s *scanner) beginToken() bool {
	blanks, first := s.lead(s.Offset)
	spaces, c, e := spacesOf(blanks), s.peek(), &s.eemeli
	if s.level > maxEemeliDepth {
		s.throw(tooDeepForEemeli)
	}
	if !s.inBlock() {
		closes := spaces == e.least-1 && s.level == 1 && (c == ']' || c == '}')
		return !first || spaces >= e.least || closes
	}
	tab := spaces < len(blanks)
	switch {
	case first:
		e.indent, e.leading = spaces, !tab
		if !isBlankOrEnd(s.next()) {
			e.least = min(e.least, spaces)
		}
		inFlow := s.indent < 0 && (c == '[' || c == '{')
		if tab && (c == '&' || c == '!' || spaces <= max(s.indent, 0) && !inFlow && c != 0) {
			s.noteTab(s.Offset)
		}
	case e.leading:
		e.indent = s.Column
	}
	e.led, e.leading = e.leading, false
	return true
}

// noteTab notes that the tabs in front of an offset indent something.
func (s *scanner) noteTab(offset int) {
	blanks, first := s.lead(offset)
	if first {
		blanks = strings.TrimLeft(blanks, " ")
	}
	start := offset - len(blanks)
	s.note(start, start, offset, "Tabs are not allowed as indentation")
}

// checkIndent looks for tabs in front of a block collection.
func (s *scanner) checkIndent(at Mark) {
	if s.dialect != Eemeli {
		return
	}
	if blanks, _ := s.lead(at.Offset); strings.Contains(blanks, "\t") {
		s.noteTab(at.Offset)
	}
}

// indentLines notes that an indicator indents the lines of what follows it.
func (s *scanner) indentLines(k kind) {
	if s.dialect != Eemeli || !s.inBlock() || k != blockEntry && k != keyToken && k != valueToken {
		return
	}
	s.eemeli.least, s.eemeli.leading = s.eemeli.indent+1, s.eemeli.led
}

// skipsTab reports whether a tab separates tokens.
func (s *scanner) skipsTab() bool {
	return s.dialect == Eemeli || s.dialect == LibYAML && (!s.inBlock() || !s.allowKey)
}

// checkComment looks for white space in front of a comment at the cursor.
func (s *scanner) checkComment() {
	if s.dialect != Eemeli || s.peek() != '#' {
		return
	}
	if blanks, first := s.lead(s.Offset); blanks != "" || first {
		return
	}
	end := s.Offset + len(lineOf(s.text[s.Offset:]))
	s.note(s.Offset, s.Offset, end, "Comments must be separated from other tokens by white space characters")
}

// lineOf returns the first line of a text, without its end.
func lineOf(text string) string {
	line, _, more := strings.Cut(text, "\n")
	if more {
		line = strings.TrimSuffix(line, "\r")
	}
	return line
}

// maySaveKey reports whether the next token may begin a key. The tag or anchor in front of it may have begun
// it already.
func (s *scanner) maySaveKey() bool {
	if s.dialect != Eemeli || !s.inBlock() || s.last == nil {
		return s.allowKey
	}
	begun := s.last.end.Line == s.Line && (s.last.kind == anchorToken || s.last.kind == tagToken)
	return !begun
}

// endsKey reports whether the ":" at the cursor makes a key of what is in front of it.
func (s *scanner) endsKey(k possibleKey) bool {
	if s.dialect != Eemeli || !s.inBlock() {
		return true
	}
	s.eemeli.value = s.last.endsJSON() && s.last.kind != scalarToken &&
		strings.HasSuffix(strings.TrimRight(s.text[:k.at.Offset], " \t"), ":")
	if s.last.end.Line == s.Line && !s.eemeli.value {
		return true
	}
	s.requireKey(k)
	return false
}

// endsFlowValue reports whether the ":" at the cursor follows a flow collection that is a value already: its
// key is empty.
func (s *scanner) endsFlowValue() bool {
	value := s.eemeli.value
	s.eemeli.value = false
	return value
}

// endKeys notes the keys without ":" at the end of the text.
func (s *scanner) endKeys() {
	for _, k := range s.keys {
		if s.dialect == Eemeli {
			s.requireKey(k)
		}
	}
}

// endsJSON reports whether ":" may follow the token in a flow collection without white space behind it.
func (t *token) endsJSON() bool {
	quoted := t.kind == scalarToken && (t.style == SingleQuoted || t.style == DoubleQuoted)
	return quoted || t.kind == flowSequenceEnd || t.kind == flowMappingEnd
}

// outdented reports whether a plain scalar that has text up to the mark does not go on at the cursor, because
// it is indented too little.
func (s *scanner) outdented(end Mark) bool {
	if s.dialect != Eemeli {
		return s.inBlock() && s.Column <= s.indent
	}
	blanks, _ := s.lead(s.Offset)
	return s.Line > end.Line && spacesOf(blanks) < s.eemeli.least
}
