package yamldialect

import (
	"slices"
	"strings"
)

// A scanner makes tokens of the text, only as far ahead as the parser needs.
type scanner struct {
	cursor
	tokens []*token // scanned and not yet taken
	taken  int      // tokens taken, which numbers the tokens
	done   bool     // the end of the text is among the tokens
	indent int      // the column of the innermost block collection, -1 outside of any
	// indents are the columns of the collections around it.
	indents []int
	// allowKey reports that a key without "?" may begin here, and a block collection.
	allowKey bool
	level    int           // how many flow collections are open
	keys     []possibleKey // in the order of their levels, numbers and places
	free     []token       // to allocate tokens in batches
	buffer   []byte        // the text of the scalar
	spaces   []byte        // the spaces, tabs or line breaks in it that were scanned last
	last     *token        // the one that was scanned last
	eemeli   eemeliScan    // of Eemeli alone
}

// A possibleKey is a token that turns out to be a key if a ":" follows soon. There is at most one for each
// level of flow.
type possibleKey struct {
	level    int
	number   int  // of the token
	required bool // only a key may be here
	at       Mark
}

// maxKey is how long a key without "?" may be: characters in Python's libraries, bytes in unsafe-libyaml.
const maxKey = 1024

func newScanner(text string, dialect Dialect) *scanner {
	return &scanner{cursor: newCursor(text, dialect), indent: -1, allowKey: true}
}

// drop removes the first token.
func (s *scanner) drop() {
	s.taken++
	if len(s.tokens) == 1 {
		s.tokens = s.tokens[:0] // keeps the memory for the next
		return
	}
	s.tokens = s.tokens[1:]
}

func (s *scanner) inBlock() bool { return s.level == 0 }

func (s *scanner) newToken(t token) *token {
	if len(s.free) == 0 {
		s.free = make([]token, 12)
	}
	p := &s.free[0]
	s.free = s.free[1:]
	*p = t
	return p
}

func (s *scanner) push(t token) *token {
	p := s.newToken(t)
	s.tokens = append(s.tokens, p)
	s.last = p
	return p
}

// add appends a token without extent.
func (s *scanner) add(k kind, at Mark) { s.push(token{kind: k, start: at, end: at}) }

// addIndicator appends a token of n characters at the cursor and moves over them.
func (s *scanner) addIndicator(k kind, n int) {
	start := s.Mark
	s.forwardBy(n)
	s.push(token{kind: k, start: start, end: s.Mark})
	if s.inBlock() && (k == blockEntry || k == keyToken || k == valueToken) {
		s.eemeli.least = s.indent + 1
	}
}

// insert puts a token in front of the token with the number.
func (s *scanner) insert(number int, k kind, at Mark) {
	i := min(max(number-s.taken, 0), len(s.tokens))
	s.tokens = slices.Insert(s.tokens, i, s.newToken(token{kind: k, start: at, end: at}))
}

// needMore reports whether the next token is not known yet: it may still become a key.
func (s *scanner) needMore() bool {
	if s.done {
		return false
	}
	if len(s.tokens) == 0 {
		return true
	}
	s.dropStaleKeys()
	return len(s.keys) > 0 && s.keys[0].number == s.taken
}

// fetch scans a token.
func (s *scanner) fetch() {
	s.toNextToken()
	s.dropStaleKeys()
	if s.dialect == Eemeli && !s.beginToken() {
		s.fetchEnd()
		return
	}
	s.unwind(s.Column)
	switch c := s.peek(); c {
	case 0:
		s.fetchEnd()
	case '[', '{':
		s.saveKey()
		s.level++
		s.allowKey = true
		s.addIndicator(brackets[c], 1)
	case ']', '}':
		s.dropKey()
		s.level = max(s.level-1, 0)
		s.allowKey = false
		s.addIndicator(brackets[c], 1)
	case ',':
		if s.dialect == Eemeli && s.inBlock() {
			s.fetchOther(c)
			return
		}
		s.dropKey()
		s.allowKey = true
		s.addIndicator(flowEntry, 1)
	case '*', '&':
		s.fetchInline()
		s.scanName(c)
	case '!':
		s.fetchInline()
		s.scanTag()
	case '\'', '"':
		s.fetchInline()
		s.scanQuoted(c)
	default:
		s.fetchOther(c)
	}
}

var brackets = map[rune]kind{
	'[': flowSequenceStart, '{': flowMappingStart, ']': flowSequenceEnd, '}': flowMappingEnd,
}

// fetchOther scans a token whose first character may also begin a plain scalar.
func (s *scanner) fetchOther(c rune) {
	spaced := isBlankOrEnd(s.next())
	switch {
	case c == '%' && s.Column == 0 && (s.dialect != Eemeli || s.last == nil || s.last.kind == directive):
		s.fetchLine()
		s.scanDirective()
	case c == '-' && s.Column == 0 && s.atSeparator():
		s.fetchLine()
		s.addIndicator(documentStart, 3)
	case c == '.' && s.Column == 0 && s.atSeparator():
		s.fetchLine()
		s.addIndicator(documentEnd, 3)
	case c == '-' && spaced:
		s.deepenHere(blockSequenceStart, "sequence entries", "block sequence entries")
		s.fetchIndicator(blockEntry)
	case c == '?' && (spaced || !s.inBlock() && (s.dialect != Eemeli || isFlowIndicator(s.next()))):
		s.deepenHere(blockMappingStart, "mapping keys", "mapping keys")
		s.fetchIndicator(keyToken)
	case c == ':' && s.isValue(spaced):
		s.fetchValue()
	case (c == '|' || c == '>') && s.inBlock():
		s.dropKey()
		s.allowKey = true
		s.scanBlock(c)
	case s.dialect != Eemeli && (strings.ContainsRune("|>%@`\t#", c) || isBreak(c)):
		s.failHere(same("while scanning for the next token"), nil, words{
			"found character %r that cannot start any token", "found character that cannot start any token",
		})
	default:
		s.fetchInline()
		s.scanPlain()
	}
}

// isValue reports whether the ":" at the cursor is an indicator.
func (s *scanner) isValue(spaced bool) bool {
	if s.inBlock() {
		return spaced
	}
	return s.dialect != Eemeli || spaced || isFlowIndicator(s.next()) || s.last.endsJSON()
}

// dropStaleKeys forgets possible keys that ended without a ":". A key is not stale before those in front of
// it. Eemeli waits for the next token.
func (s *scanner) dropStaleKeys() {
	for s.dialect != Eemeli && len(s.keys) > 0 {
		k := s.keys[0]
		length := s.Column - k.at.Column
		if s.dialect == LibYAML {
			length = s.Offset - k.at.Offset
		}
		if k.at.Line == s.Line && length <= maxKey {
			return
		}
		s.requireKey(k)
		s.keys = s.keys[1:]
	}
}

func (s *scanner) requireKey(k possibleKey) {
	if k.required && s.dialect == Eemeli {
		s.insert(k.number, keyToken, k.at)
	} else if k.required {
		s.failHere(inKey, &k.at, same("could not find expected ':'"))
	}
}

// takeKey removes the possible key at the current level and returns it.
func (s *scanner) takeKey() (k possibleKey, ok bool) {
	n := len(s.keys)
	if n == 0 || s.keys[n-1].level != s.level {
		return k, false
	}
	k = s.keys[n-1]
	s.keys = s.keys[:n-1]
	return k, true
}

// saveKey notes that the next token may be a key.
func (s *scanner) saveKey() {
	allowed := s.allowKey
	if s.dialect == Eemeli && s.inBlock() && s.last != nil { // unless the tag or anchor in front began the key
		allowed = s.last.end.Line < s.Line || s.last.kind != anchorToken && s.last.kind != tagToken
	}
	if !allowed {
		return
	}
	required := s.inBlock() && s.indent == s.Column
	s.dropKey()
	s.keys = append(s.keys, possibleKey{s.level, s.taken + len(s.tokens), required, s.Mark})
}

// dropKey forgets the possible key at the current level.
func (s *scanner) dropKey() {
	if k, ok := s.takeKey(); ok {
		s.requireKey(k)
	}
}

// unwind closes the block collections that are indented deeper than the column.
func (s *scanner) unwind(column int) {
	if !s.inBlock() {
		return
	}
	for s.indent > column {
		s.indent = s.indents[len(s.indents)-1]
		s.indents = s.indents[:len(s.indents)-1]
		s.add(blockEnd, s.Mark)
	}
}

// deepen opens a block collection at the place, if it is deeper than the current one, in front of the token
// with the number.
func (s *scanner) deepen(k kind, at Mark, number int) {
	if !s.inBlock() || s.indent >= at.Column {
		return
	}
	s.indents = append(s.indents, s.indent)
	s.indent = at.Column
	s.insert(number, k, at)
	if blanks, _ := s.lead(at.Offset); s.dialect == Eemeli && strings.Contains(blanks, "\t") {
		s.failTab(at.Offset)
	}
}

// deepenHere is deepen for the next token. The dialect must allow a block collection here.
func (s *scanner) deepenHere(k kind, python, libyaml string) {
	if !s.inBlock() || s.endsFlowValue() {
		return
	}
	if !s.allowKey && s.dialect != Eemeli {
		s.failHere(words{}, nil, words{
			python + " are not allowed here", libyaml + " are not allowed in this context",
		})
	}
	s.deepen(k, s.Mark, s.taken+len(s.tokens))
}

// fetchInline prepares for a token that may be a key.
func (s *scanner) fetchInline() {
	s.saveKey()
	s.allowKey = false
}

// fetchLine prepares for a directive or a document indicator.
func (s *scanner) fetchLine() {
	s.unwind(-1)
	s.dropKey()
	s.allowKey = false
}

func (s *scanner) fetchEnd() {
	if s.dialect == LibYAML && s.Column != 0 {
		s.Column = 0
		s.Line++
	}
	s.fetchLine()
	s.endKeys()
	s.keys = nil
	s.add(streamEnd, s.Mark)
	s.done = true
}

// fetchIndicator scans a "-" or "?". A key may follow.
func (s *scanner) fetchIndicator(k kind) {
	s.dropKey()
	s.allowKey = s.inBlock()
	s.addIndicator(k, 1)
}

func (s *scanner) fetchValue() {
	if k, ok := s.takeKey(); ok && s.endsKey(k) {
		s.insert(k.number, keyToken, k.at)
		s.deepen(blockMappingStart, k.at, k.number)
		s.allowKey = false
	} else {
		s.deepenHere(blockMappingStart, "mapping values", "mapping values")
		s.allowKey = s.inBlock()
	}
	s.addIndicator(valueToken, 1)
}

// toNextToken moves over spaces, tabs, comments and line breaks. ruamel.yaml makes tokens of comments and
// empty lines: tabs belong to the latter, and keys end at the line behind the former.
func (s *scanner) toNextToken() {
	for {
		if s.peek() == byteOrderMark && (s.Offset == 0 || s.dialect == LibYAML && s.Column == 0) {
			s.forward()
		}
		for s.peek() == ' ' || s.peek() == '\t' && s.skipsTab() {
			s.forward()
		}
		s.checkComment()
		commented := s.skipComment()
		if s.lineBreak() == "" {
			return
		}
		if commented && s.dialect == Ruamel {
			s.dropStaleKeys()
		}
		s.allowKey = s.allowKey || s.inBlock()
		if s.dialect == Ruamel && s.peek() == '\n' {
			for s.lineBreak() != "" || isBlank(s.peek()) {
				s.skipBlanks()
			}
		}
	}
}
