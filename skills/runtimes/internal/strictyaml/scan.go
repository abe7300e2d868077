package strictyaml

import (
	"math"
	"slices"
)

// A scanner cuts the text into tokens, only as far ahead as the parser needs: which error comes first depends on it.
type scanner struct {
	cursor
	tokens []*token // scanned and not yet taken
	taken  int      // tokens taken, which numbers the tokens
	done   bool     // the end of the text is among the tokens
	indent int      // the column of the innermost block collection, -1 outside of any
	// indents are the columns of the collections around it.
	indents []int
	// allowKey says that a key without "?" may begin here, and a block collection.
	allowKey bool
	flow     []rune // the brackets of the open flow collections, which are scanned no further than a key may reach
	keys     []possibleKey
	free     []token // to allocate tokens in batches
	buffer   []byte  // the text of the scalar
	spaces   []byte  // the spaces or line breaks in it that were scanned last
}

// A possibleKey is a token that turns out to be a key if a ":" follows soon. There is at most one per level of flow.
type possibleKey struct {
	level    int
	number   int  // of the token
	required bool // it stands where only a key may stand
	index    int
	at       mark
}

// A simple key is on one line and at most 1,024 characters long.
const maxKey = 1024

func newScanner(text string) *scanner {
	s := &scanner{cursor: cursor{text: text}, indent: -1, allowKey: true}
	s.add(streamStart, mark{})
	return s
}

// inBlock reports whether no flow collection is open.
func (s *scanner) inBlock() bool { return len(s.flow) == 0 }

func (s *scanner) newToken(t token) *token {
	if len(s.free) == 0 {
		s.free = make([]token, 24)
	}
	p := &s.free[0]
	s.free = s.free[1:]
	*p = t
	return p
}

// add appends a token without extent.
func (s *scanner) add(kind tokenKind, at mark) {
	s.tokens = append(s.tokens, s.newToken(token{kind: kind, start: at, end: at}))
}

// addIndicator appends a token of n characters at the cursor and moves over them.
func (s *scanner) addIndicator(kind tokenKind, n int) {
	start := s.mark
	for range n {
		s.forward()
	}
	s.tokens = append(s.tokens, s.newToken(token{kind: kind, start: start, end: s.mark}))
}

// insert puts a token in front of the token with the number.
func (s *scanner) insert(number int, kind tokenKind, at mark) {
	i := min(max(number-s.taken, 0), len(s.tokens))
	s.tokens = slices.Insert(s.tokens, i, s.newToken(token{kind: kind, start: at, end: at}))
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
	first := math.MaxInt
	for _, k := range s.keys {
		first = min(first, k.number)
	}
	return first == s.taken
}

// fetch scans a token, or a comment.
func (s *scanner) fetch() {
	if start, ok := s.toNextToken(); ok {
		s.tokens = append(s.tokens, s.newToken(token{kind: commentToken, start: start, end: s.mark}))
		return
	}
	s.dropStaleKeys()
	s.unwind(s.column)
	switch c := s.peek(); c {
	case 0:
		s.fetchEnd()
	case '%':
		if s.column == 0 {
			s.fetchDirective()
		} else {
			s.refuse(c)
		}
	case '[', '{':
		s.saveKey()
		s.flow = append(s.flow, c)
		s.allowKey = true
		s.addIndicator(brackets[c], 1)
	case ']', '}':
		s.dropKey()
		s.flow = s.flow[:max(len(s.flow)-1, 0)]
		s.allowKey = false
		s.addIndicator(brackets[c], 1)
	case ',':
		s.allowKey = true
		s.dropKey()
		s.addIndicator(flowEntry, 1)
	case '*', '&':
		s.saveKey()
		s.allowKey = false
		s.scanName(c)
	case '!':
		s.saveKey()
		s.allowKey = false
		s.scanTag()
	case '\'', '"':
		s.saveKey()
		s.allowKey = false
		s.scanQuoted(c)
	case '@', '`', '\t':
		s.refuse(c)
	default:
		s.fetchOther(c)
	}
}

var brackets = map[rune]tokenKind{'[': flowSequenceStart, '{': flowMappingStart, ']': flowSequenceEnd, '}': flowMappingEnd}

// fetchOther scans what begins with a character that may also begin a plain scalar.
func (s *scanner) fetchOther(c rune) {
	spaced := isBlankOrEnd(s.next())
	switch {
	case c == '.' && s.column == 0 && s.documentEnd():
		s.unwind(-1)
		s.dropKey()
		s.allowKey = false
		s.addIndicator(documentEnd, 3)
	case c == '-' && spaced:
		s.fetchEntry()
	case c == '?' && (!s.inBlock() || spaced):
		s.fetchKey()
	case c == ':' && s.isValue(spaced):
		s.fetchValue()
	case (c == '|' || c == '>') && s.inBlock():
		s.allowKey = true
		s.dropKey()
		s.scanBlock(c)
	case c == '|' || c == '>':
		s.refuse(c)
	default:
		s.saveKey()
		s.allowKey = false
		s.scanPlain()
	}
}

func (s *scanner) refuse(c rune) {
	s.fail(complaint{
		context: "while scanning for the next token", problem: "found character " + repr(c) + " that cannot start any token",
		problemMark: s.mark,
	})
}

// isValue reports whether the ":" at the cursor is an indicator.
func (s *scanner) isValue(spaced bool) bool {
	if s.inBlock() || s.flow[len(s.flow)-1] == '[' {
		return spaced
	}
	if n := len(s.tokens); n > 0 && s.tokens[n-1].kind == valueToken {
		return spaced
	}
	return true
}

// dropStaleKeys forgets possible keys that ended without a ":".
func (s *scanner) dropStaleKeys() {
	for i := 0; i < len(s.keys); i++ {
		k := s.keys[i]
		if k.at.line == s.line && s.index-k.index <= maxKey {
			continue
		}
		s.requireKey(k)
		s.keys = slices.Delete(s.keys, i, i+1)
		i--
	}
}

func (s *scanner) requireKey(k possibleKey) {
	if k.required {
		s.fail(complaint{inKey, &k.at, "could not find expected ':'", s.mark, ""})
	}
}

// keyIndex returns the index of the possible key at the current level, -1 for none.
func (s *scanner) keyIndex() int {
	return slices.IndexFunc(s.keys, func(k possibleKey) bool { return k.level == len(s.flow) })
}

// saveKey notes that the next token may be a key.
func (s *scanner) saveKey() {
	if !s.allowKey {
		return
	}
	required := s.inBlock() && s.indent == s.column
	s.dropKey()
	s.keys = append(s.keys, possibleKey{len(s.flow), s.taken + len(s.tokens), required, s.index, s.mark})
}

// dropKey forgets the possible key at the current level.
func (s *scanner) dropKey() {
	if i := s.keyIndex(); i >= 0 {
		s.requireKey(s.keys[i])
		s.keys = slices.Delete(s.keys, i, i+1)
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
		s.add(blockEnd, s.mark)
	}
}

// deepen opens a block collection at the column and reports whether it is a new one.
func (s *scanner) deepen(column int) bool {
	if s.indent >= column {
		return false
	}
	s.indents = append(s.indents, s.indent)
	s.indent = column
	return true
}

func (s *scanner) fetchEnd() {
	s.unwind(-1)
	s.dropKey()
	s.allowKey = false
	s.keys = nil
	s.add(streamEnd, s.mark)
	s.done = true
}

func (s *scanner) fetchEntry() {
	if s.inBlock() {
		s.requireAllowed("sequence entries")
		if s.deepen(s.column) {
			s.add(blockSequenceStart, s.mark)
		}
	}
	s.allowKey = true
	s.dropKey()
	s.addIndicator(blockEntry, 1)
}

func (s *scanner) fetchKey() {
	if s.inBlock() {
		s.requireAllowed("mapping keys")
		if s.deepen(s.column) {
			s.add(blockMappingStart, s.mark)
		}
	}
	s.allowKey = s.inBlock()
	s.dropKey()
	s.addIndicator(keyToken, 1)
}

func (s *scanner) fetchValue() {
	if i := s.keyIndex(); i >= 0 {
		k := s.keys[i]
		s.keys = slices.Delete(s.keys, i, i+1)
		s.insert(k.number, keyToken, k.at)
		if s.inBlock() && s.deepen(k.at.column) {
			s.insert(k.number, blockMappingStart, k.at)
		}
		s.allowKey = false
	} else {
		if s.inBlock() {
			s.requireAllowed("mapping values")
			if s.deepen(s.column) {
				s.add(blockMappingStart, s.mark)
			}
		}
		s.allowKey = s.inBlock()
		s.dropKey()
	}
	s.addIndicator(valueToken, 1)
}

func (s *scanner) requireAllowed(what string) {
	if !s.allowKey {
		s.fail(complaint{problem: what + " are not allowed here", problemMark: s.mark})
	}
}

// toNextToken moves over spaces and line breaks. It stops after a comment and the empty lines behind it, and after two line
// breaks with all the blanks behind them, and returns where that began: either is a comment to ruamel.yaml.
func (s *scanner) toNextToken() (start mark, ok bool) {
	if s.index == 0 && s.peek() == byteOrderMark {
		s.forward()
	}
	for {
		s.skip()
		if s.peek() == '#' {
			start = s.mark
			for !isBreakOrEnd(s.peek()) {
				s.forward()
			}
			for s.lineBreak() != "" {
			}
			s.allowKey = s.allowKey || s.inBlock()
			return start, true
		}
		if s.lineBreak() == "" {
			return mark{}, false
		}
		s.allowKey = s.allowKey || s.inBlock()
		if s.peek() == '\n' {
			start = s.mark
			for s.lineBreak() != "" || s.peek() == ' ' || s.peek() == '\t' {
				if c := s.peek(); c == ' ' || c == '\t' {
					s.forward()
				}
			}
			return start, true
		}
	}
}
