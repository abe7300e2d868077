package yamldialect

import (
	"regexp"
	"strings"

	"skills-ls/skills/text"
)

// How eemeli's lexer (src/parse/lexer.ts) differs from the other scanners. Any scalar or flow collection may
// be a key, in any place. The parser finds what is wrong with the key.

// An eemeliScan is what the lexer knows of lines.
type eemeliScan struct {
	least int  // what the lines of a scalar or flow collection must at least be indented by
	value bool // a flow collection that is a value ends in front of the ":"
	// fault is the error at which the scanner stopped. The parser reads the tokens before it first, and may
	// find another one in them.
	fault *Error
}

// fetchEemeli is fetch, except that an error ends the tokens.
func (s *scanner) fetchEemeli() {
	if s.eemeli.fault = catch(s.fetch); s.eemeli.fault != nil {
		s.done = true
		s.endKeys()
	}
}

// lead returns the spaces and tabs in front of an offset, and whether they begin a line.
func (c *cursor) lead(offset int) (blanks string, first bool) {
	before := strings.TrimRight(c.text[:offset], " \t")
	first = before == "" || before == string(byteOrderMark) || before[len(before)-1] == '\n' ||
		before[len(before)-1] == '\r' && c.dialect != Eemeli
	return c.text[len(before):offset], first
}

func spacesOf(blanks string) int { return len(blanks) - len(strings.TrimLeft(blanks, " ")) }

// beginToken checks the indentation of the token at the cursor. It is false if a flow collection ends there
// because the line is indented too little.
func (s *scanner) beginToken() bool {
	blanks, first := s.lead(s.Offset)
	spaces, c, e := spacesOf(blanks), s.peek(), &s.eemeli
	if !s.inBlock() {
		closes := spaces == e.least-1 && s.level == 1 && (c == ']' || c == '}')
		return !first || spaces >= e.least || closes
	}
	if !first {
		return true
	}
	if !isBlankOrEnd(s.next()) {
		e.least = min(e.least, spaces)
	}
	inFlow := s.indent < 0 && (c == '[' || c == '{')
	if spaces < len(blanks) && (c == '&' || c == '!' || spaces <= max(s.indent, 0) && !inFlow && c != 0) {
		s.failTab(s.Offset)
	}
	return true
}

// failTab fails because of the tabs in front of an offset.
func (s *scanner) failTab(offset int) {
	blanks, first := s.lead(offset)
	if first {
		blanks = strings.TrimLeft(blanks, " ")
	}
	s.reject(offset-len(blanks), offset, "Tabs are not allowed as indentation")
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
	if blanks, first := s.lead(s.Offset); blanks == "" && !first {
		end := s.Offset + len(lineOf(s.text[s.Offset:]))
		s.reject(s.Offset, end, "Comments must be separated from other tokens by white space characters")
	}
}

// lineOf returns the first line of a text, without its end.
func lineOf(text string) string {
	line, _, more := strings.Cut(text, "\n")
	if more {
		line = strings.TrimSuffix(line, "\r")
	}
	return line
}

// endsKey reports whether the node in front of the ":" at the cursor is a key.
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

// endKeys inserts the keys without ":" at the end of the text.
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

// outdented reports whether the line at the cursor is indented too little for the scalar.
func (s *scanner) outdented() bool {
	if !s.dialect.javaScript() {
		return s.inBlock() && s.Column <= s.indent
	}
	blanks, first := s.lead(s.Offset)
	return first && spacesOf(blanks) < s.eemeli.least
}

// endOfQuotes matches up to a double quote without a backslash in front of it.
var endOfQuotes = regexp.MustCompile(`(?s)^(?:[^"\\]|\\.)*"`)

// checkClosed looks for a quote that is not closed in front of the line at the cursor, or at all.
func (s *quoteScanner) checkClosed() {
	rest := s.text[s.Offset:]
	if rest != "" && !s.outdented() && (s.eemeli.least > 0 || s.Column > 0 || !s.atSeparator()) {
		return
	}
	closed := strings.ContainsRune(rest, s.quote)
	if s.quote == '"' {
		closed = endOfQuotes.MatchString(rest)
	}
	end := len(s.text)
	if closed {
		end = len(strings.TrimSuffix(s.text[:strings.LastIndexByte(s.text[:s.Offset], '\n')], "\r"))
	}
	s.reject(end, end+1, "Missing closing "+string(s.quote)+"quote")
}

// failEscape fails because of a wrong escape, which the message quotes with as many characters as it needs.
func (s *quoteScanner) failEscape(backslash, length int) {
	raw := s.text[backslash:]
	raw = raw[:text.UTF16.Offset(raw, length)]
	s.reject(backslash, backslash+1, "Invalid escape sequence "+raw)
}

// checkHeader looks for what must not be in the header of a block scalar.
func (s *scanner) checkHeader(start Mark) {
	rest := s.text[s.Offset:]
	if n := strings.IndexAny(rest+" ", " \t\r\n#"); n > 0 {
		header := s.text[start.Offset : s.Offset+n]
		s.reject(s.Offset, s.Offset+1, "Block scalar header includes extra characters: "+header)
	}
	s.skipBlanks()
	if rest := lineOf(s.text[s.Offset:]); rest != "" && rest[0] != '#' {
		s.reject(s.Offset, s.Offset+len(rest), "Not a YAML token: "+rest)
	}
}

// blockIndent returns the indentation of a block scalar that does not say it. The cursor is at its first line
// with text, and one of the lines is indented up to the column longest.
func (s *scanner) blockIndent(longest, least int) int {
	if s.dialect != Eemeli || s.peek() == 0 || s.Column < least {
		return max(longest, least)
	}
	if s.Column < longest {
		s.reject(s.Offset, s.Offset+1,
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
		s.reject(start, start+1, "Block scalar values in collections must be indented")
	case s.Column < indent:
		s.reject(s.Offset, s.Offset+1, "Block scalar lines must not be less indented than their first line")
	}
}

const (
	// maxEemeliDepth is how deep nodes may be nested. It is ours: Node's depends on the machine.
	maxEemeliDepth = 998
	tooDeep        = "Maximum call stack size exceeded"
)

// failLimit gives up about a limit that a text exceeds somewhere between two offsets.
func failLimit(start, end int, message string) {
	panic(&Error{Cause: Limit, Start: start, End: end, Message: message})
}
