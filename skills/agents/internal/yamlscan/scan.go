package yamlscan

import "slices"

// A Scanner cuts the text into tokens, only as far ahead as the parser needs: which error comes first depends on it.
type Scanner struct {
	cursor
	Tokens []*Token // scanned and not yet taken
	Taken  int      // tokens taken, which numbers the tokens
	Done   bool     // the end of the text is among the tokens
	indent int      // the column of the innermost block collection, -1 outside of any
	// indents are the columns of the collections around it.
	indents []int
	// allowKey says that a key without "?" may begin here, and a block collection.
	allowKey bool
	// level is how many flow collections are open. A bracket too many makes it negative for PyYAML, and is a flow collection
	// too until the parser sees it.
	level    int
	brackets []rune // the open ones, for Ruamel
	keys     []possibleKey
	free     []Token // to allocate tokens in batches
	buffer   []byte  // the text of the scalar
	spaces   []byte  // the spaces or line breaks in it that were scanned last
}

// A possibleKey is a token that turns out to be a key if a ":" follows soon. There is at most one per level of flow, and none at
// a level that is not open, so that they lie in the order of their levels, numbers and places.
type possibleKey struct {
	level    int
	number   int  // of the token
	required bool // it stands where only a key may stand
	index    int
	at       Mark
}

// A simple key is on one line and at most 1,024 characters long.
const maxKey = 1024

// New returns a scanner of a text without unprintable characters.
func New(text string, dialect Dialect) *Scanner {
	s := &Scanner{cursor: cursor{text: text, dialect: dialect}, indent: -1, allowKey: true}
	s.add(StreamStart, Mark{})
	return s
}

// Text returns what is being scanned.
func (s *Scanner) Text() string { return s.text }

// Drop removes the first token.
func (s *Scanner) Drop() {
	s.Taken++
	s.Tokens = s.Tokens[1:]
}

// inBlock reports whether no flow collection is open.
func (s *Scanner) inBlock() bool { return s.level == 0 }

func (s *Scanner) newToken(t Token) *Token {
	if len(s.free) == 0 {
		s.free = make([]Token, 24)
	}
	p := &s.free[0]
	s.free = s.free[1:]
	*p = t
	return p
}

// add appends a token without extent.
func (s *Scanner) add(kind Kind, at Mark) {
	s.Tokens = append(s.Tokens, s.newToken(Token{Kind: kind, Start: at, End: at}))
}

// addIndicator appends a token of n characters at the cursor and moves over them.
func (s *Scanner) addIndicator(kind Kind, n int) {
	start := s.Mark
	for range n {
		s.forward()
	}
	s.Tokens = append(s.Tokens, s.newToken(Token{Kind: kind, Start: start, End: s.Mark}))
}

// insert puts a token in front of the token with the number.
func (s *Scanner) insert(number int, kind Kind, at Mark) {
	i := min(max(number-s.Taken, 0), len(s.Tokens))
	s.Tokens = slices.Insert(s.Tokens, i, s.newToken(Token{Kind: kind, Start: at, End: at}))
}

// NeedMore reports whether the next token is not known yet: it may still become a key.
func (s *Scanner) NeedMore() bool {
	if s.Done {
		return false
	}
	if len(s.Tokens) == 0 {
		return true
	}
	s.dropStaleKeys()
	return len(s.keys) > 0 && s.keys[0].number == s.Taken
}

// Fetch scans a token, or a comment.
func (s *Scanner) Fetch() {
	if s.dialect == PyYAML {
		s.skipToNextToken()
	} else if start, ok := s.toNextToken(); ok {
		s.Tokens = append(s.Tokens, s.newToken(Token{Kind: CommentToken, Start: start, End: s.Mark}))
		return
	}
	s.dropStaleKeys()
	s.unwind(s.Column)
	switch c := s.peek(); c {
	case 0:
		s.fetchEnd()
	case '%':
		if s.Column == 0 {
			s.fetchDirective()
		} else {
			s.refuse(c)
		}
	case '[', '{':
		s.saveKey()
		s.level++
		s.brackets = append(s.brackets, c)
		s.allowKey = true
		s.addIndicator(brackets[c], 1)
	case ']', '}':
		s.dropKey()
		s.brackets = s.brackets[:max(len(s.brackets)-1, 0)]
		if s.level--; s.dialect == Ruamel {
			s.level = len(s.brackets)
		}
		s.allowKey = false
		s.addIndicator(brackets[c], 1)
	case ',':
		s.allowKey = true
		s.dropKey()
		s.addIndicator(FlowEntry, 1)
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

var brackets = map[rune]Kind{'[': FlowSequenceStart, '{': FlowMappingStart, ']': FlowSequenceEnd, '}': FlowMappingEnd}

// fetchOther scans what begins with a character that may also begin a plain scalar.
func (s *Scanner) fetchOther(c rune) {
	spaced := isBlankOrEnd(s.next())
	switch {
	case (c == '.' || c == '-') && s.Column == 0 && s.separator():
		s.unwind(-1)
		s.dropKey()
		s.allowKey = false
		s.addIndicator(map[rune]Kind{'.': DocumentEnd, '-': DocumentStart}[c], 3)
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

func (s *Scanner) refuse(c rune) {
	s.Fail("while scanning for the next token", nil, "found character "+repr(c)+" that cannot start any token", s.Mark)
}

// isValue reports whether the ":" at the cursor is an indicator.
func (s *Scanner) isValue(spaced bool) bool {
	if s.inBlock() {
		return spaced
	}
	if s.dialect == PyYAML {
		return true
	}
	if n := len(s.Tokens); s.brackets[len(s.brackets)-1] == '[' || n > 0 && s.Tokens[n-1].Kind == Value {
		return spaced
	}
	return true
}

// dropStaleKeys forgets possible keys that ended without a ":": the first ones, since one is not stale before those in front of it.
func (s *Scanner) dropStaleKeys() {
	for len(s.keys) > 0 {
		k := s.keys[0]
		if k.at.Line == s.Line && s.index-k.index <= maxKey {
			return
		}
		s.requireKey(k)
		s.keys = s.keys[1:]
	}
}

func (s *Scanner) requireKey(k possibleKey) {
	if k.required {
		s.Fail(inKey, &k.at, "could not find expected ':'", s.Mark)
	}
}

// takeKey removes the possible key at the current level and returns it.
func (s *Scanner) takeKey() (k possibleKey, ok bool) {
	n := len(s.keys)
	if n == 0 || s.keys[n-1].level != s.level {
		return k, false
	}
	k = s.keys[n-1]
	s.keys = s.keys[:n-1]
	return k, true
}

// saveKey notes that the next token may be a key.
func (s *Scanner) saveKey() {
	if !s.allowKey {
		return
	}
	required := s.inBlock() && s.indent == s.Column
	s.dropKey()
	s.keys = append(s.keys, possibleKey{s.level, s.Taken + len(s.Tokens), required, s.index, s.Mark})
}

// dropKey forgets the possible key at the current level.
func (s *Scanner) dropKey() {
	if k, ok := s.takeKey(); ok {
		s.requireKey(k)
	}
}

// unwind closes the block collections that are indented deeper than the column.
func (s *Scanner) unwind(column int) {
	if !s.inBlock() {
		return
	}
	for s.indent > column {
		s.indent = s.indents[len(s.indents)-1]
		s.indents = s.indents[:len(s.indents)-1]
		s.add(BlockEnd, s.Mark)
	}
}

// deepen opens a block collection at the column and reports whether it is a new one.
func (s *Scanner) deepen(column int) bool {
	if s.indent >= column {
		return false
	}
	s.indents = append(s.indents, s.indent)
	s.indent = column
	return true
}

func (s *Scanner) fetchEnd() {
	s.unwind(-1)
	s.dropKey()
	s.allowKey = false
	s.keys = nil
	s.add(StreamEnd, s.Mark)
	s.Done = true
}

func (s *Scanner) fetchEntry() {
	if s.inBlock() {
		s.requireAllowed("sequence entries")
		if s.deepen(s.Column) {
			s.add(BlockSequenceStart, s.Mark)
		}
	}
	s.allowKey = true
	s.dropKey()
	s.addIndicator(BlockEntry, 1)
}

func (s *Scanner) fetchKey() {
	if s.inBlock() {
		s.requireAllowed("mapping keys")
		if s.deepen(s.Column) {
			s.add(BlockMappingStart, s.Mark)
		}
	}
	s.allowKey = s.inBlock()
	s.dropKey()
	s.addIndicator(Key, 1)
}

func (s *Scanner) fetchValue() {
	if k, ok := s.takeKey(); ok {
		s.insert(k.number, Key, k.at)
		if s.inBlock() && s.deepen(k.at.Column) {
			s.insert(k.number, BlockMappingStart, k.at)
		}
		s.allowKey = false
	} else {
		if s.inBlock() {
			s.requireAllowed("mapping values")
			if s.deepen(s.Column) {
				s.add(BlockMappingStart, s.Mark)
			}
		}
		s.allowKey = s.inBlock()
		s.dropKey()
	}
	s.addIndicator(Value, 1)
}

func (s *Scanner) requireAllowed(what string) {
	if !s.allowKey {
		s.Fail("", nil, what+" are not allowed here", s.Mark)
	}
}

// skipToNextToken moves over spaces, line breaks and comments.
func (s *Scanner) skipToNextToken() {
	if s.index == 0 && s.peek() == byteOrderMark {
		s.forward()
	}
	for {
		s.skip()
		if s.peek() == '#' {
			s.skipLine()
		}
		if s.lineBreak() == "" {
			return
		}
		s.allowKey = s.allowKey || s.inBlock()
	}
}

// skipLine moves to the end of the line.
func (s *Scanner) skipLine() {
	for !isBreakOrEnd(s.peek()) {
		s.forward()
	}
}

// toNextToken is the same for Ruamel: it moves over spaces and line breaks. It stops after a comment and the empty lines behind it, and after two line
// breaks with all the blanks behind them, and returns where that began: either is a comment to ruamel.yaml.
func (s *Scanner) toNextToken() (start Mark, ok bool) {
	if s.index == 0 && s.peek() == byteOrderMark {
		s.forward()
	}
	for {
		s.skip()
		if s.peek() == '#' {
			start = s.Mark
			s.skipLine()
			for s.lineBreak() != "" {
			}
			s.allowKey = s.allowKey || s.inBlock()
			return start, true
		}
		if s.lineBreak() == "" {
			return Mark{}, false
		}
		s.allowKey = s.allowKey || s.inBlock()
		if s.peek() == '\n' {
			start = s.Mark
			for s.lineBreak() != "" || s.peek() == ' ' || s.peek() == '\t' {
				if c := s.peek(); c == ' ' || c == '\t' {
					s.forward()
				}
			}
			return start, true
		}
	}
}
