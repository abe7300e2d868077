package serdeyaml

import (
	"slices"
	"sort"
)

type tokenKind uint8

const (
	streamEnd tokenKind = iota
	versionDirective
	tagDirective
	documentStart
	documentEnd
	blockSequenceStart
	blockMappingStart
	blockEnd
	flowSequenceStart
	flowMappingStart
	flowSequenceEnd
	flowMappingEnd
	blockEntry
	flowEntry
	keyToken
	valueToken
	aliasToken
	anchorToken
	tagToken
	scalarToken
)

type token struct {
	kind       tokenKind
	style      Style // of a scalar
	start, end mark
	text       string // of a scalar; the name of an alias or anchor; the handle of a tag
	suffix     string // of a tag, the prefix of a tag directive
	major      int    // of a version directive
	minor      int
}

// A scanner cuts the text into tokens, only as far ahead as the parser needs: which error comes first depends on it.
type scanner struct {
	cursor
	tokens []token // scanned and not yet taken
	taken  int     // tokens taken, which numbers the tokens
	done   bool    // the end of the text is among the tokens
	// ready says that the first token is final. The parser looks at it several times, and scanning goes on in between only
	// where libyaml does.
	ready  bool
	indent int // the column of the innermost block collection, -1 outside of any
	// indents are the columns of the collections around it.
	indents []int
	// allowKey says that a key without "?" may begin here, and a block collection.
	allowKey bool
	// keys has an entry for the block context and one for every open flow collection, by the number of their tokens.
	keys []possibleKey
}

// A possibleKey is a token that turns out to be a key if a ":" follows soon.
type possibleKey struct {
	possible bool
	required bool // it stands where only a key may stand
	number   int  // of the token
	at       mark
}

// A simple key is on one line and at most 1,024 bytes long: unsafe-libyaml counts bytes where libyaml counts characters.
const maxKey = 1024

func newScanner(text string) *scanner {
	s := &scanner{cursor: newCursor(text), indent: -1, allowKey: true, keys: make([]possibleKey, 1, 8)}
	s.at(0) // the reader looks at the first block before anything else
	return s
}

func (s *scanner) inBlock() bool { return len(s.keys) == 1 }

// look returns the next token.
func (s *scanner) look() *token {
	for !s.ready {
		if !s.needMore() {
			s.ready = true
			break
		}
		s.fetch()
	}
	return &s.tokens[0]
}

// take returns the next token and removes it.
func (s *scanner) take() token {
	t := *s.look()
	s.drop()
	return t
}

func (s *scanner) drop() {
	s.ready = false
	s.taken++
	s.tokens = s.tokens[1:]
}

// needMore reports whether the next token is not known yet: it may still become a key.
func (s *scanner) needMore() bool {
	if len(s.tokens) == 0 {
		return true
	}
	s.dropStaleKey(0)
	i := sort.Search(len(s.keys), func(i int) bool { return s.keys[i].number >= s.taken })
	for ; i < len(s.keys) && s.keys[i].number == s.taken; i++ {
		s.dropStaleKey(i)
		if s.keys[i].possible {
			return true
		}
	}
	return false
}

// dropStaleKey forgets a possible key that ended without a ":". libyaml looks at all of them at every token; only the first,
// which is that of the block context, can be required.
func (s *scanner) dropStaleKey(i int) {
	k := &s.keys[i]
	if !k.possible || k.at.line >= s.line && k.at.offset+maxKey >= s.offset {
		return
	}
	s.requireKey(k)
	k.possible = false
}

func (s *scanner) requireKey(k *possibleKey) {
	if k.possible && k.required {
		s.failHere(inKey, k.at, "could not find expected ':'")
	}
}

func (s *scanner) innermostKey() *possibleKey { return &s.keys[len(s.keys)-1] }

// saveKey notes that the next token may be a key.
func (s *scanner) saveKey() {
	if s.allowKey {
		required := s.inBlock() && s.indent == s.column
		s.dropKey()
		*s.innermostKey() = possibleKey{true, required, s.taken + len(s.tokens), s.mark}
	}
}

// dropKey forgets the possible key at the current level.
func (s *scanner) dropKey() {
	k := s.innermostKey()
	s.requireKey(k)
	k.possible = false
}

// unwind closes the block collections that are indented deeper than the column.
func (s *scanner) unwind(column int) {
	if !s.inBlock() {
		return
	}
	for s.indent > column {
		s.add(blockEnd, s.mark)
		s.indent = s.indents[len(s.indents)-1]
		s.indents = s.indents[:len(s.indents)-1]
	}
}

// deepen opens a block collection at the column, where it is a new one, in front of the token with the number.
func (s *scanner) deepen(kind tokenKind, at mark, number int) {
	if !s.inBlock() || s.indent >= at.column {
		return
	}
	s.indents = append(s.indents, s.indent)
	s.indent = at.column
	s.insert(number, kind, at)
}

// add appends a token without extent.
func (s *scanner) add(kind tokenKind, at mark) {
	s.tokens = append(s.tokens, token{kind: kind, start: at, end: at})
}

func (s *scanner) insert(number int, kind tokenKind, at mark) {
	s.tokens = slices.Insert(s.tokens, number-s.taken, token{kind: kind, start: at, end: at})
}

// last is the number of the token that comes next.
func (s *scanner) last() int { return s.taken + len(s.tokens) }

// addIndicator appends a token of n characters at the cursor and moves over them.
func (s *scanner) addIndicator(kind tokenKind, n int) {
	start := s.mark
	s.forwardBy(n)
	s.tokens = append(s.tokens, token{kind: kind, start: start, end: s.mark})
}

// fetch scans a token.
func (s *scanner) fetch() {
	s.toNextToken()
	s.dropStaleKey(0)
	s.unwind(s.column)
	switch c := s.peek(); c {
	case 0:
		s.fetchEnd()
	case '[', '{':
		s.saveKey()
		s.keys = append(s.keys, possibleKey{number: s.last() + 1})
		s.allowKey = true
		s.addIndicator(brackets[c], 1)
	case ']', '}':
		s.dropKey()
		if !s.inBlock() {
			s.keys = s.keys[:len(s.keys)-1]
		}
		s.allowKey = false
		s.addIndicator(brackets[c], 1)
	case ',':
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

var brackets = map[rune]tokenKind{'[': flowSequenceStart, '{': flowMappingStart, ']': flowSequenceEnd, '}': flowMappingEnd}

// fetchInline prepares for a token that may be a key, and in front of a key.
func (s *scanner) fetchInline() {
	s.saveKey()
	s.allowKey = false
}

// fetchOther scans what begins with a character that may also begin a plain scalar.
func (s *scanner) fetchOther(c rune) {
	next := s.next()
	switch {
	case c == '%' && s.column == 0:
		s.fetchLine()
		s.scanDirective()
	case s.indicator('-'):
		s.fetchLine()
		s.addIndicator(documentStart, 3)
	case s.indicator('.'):
		s.fetchLine()
		s.addIndicator(documentEnd, 3)
	case c == '-' && isBlankOrEnd(next):
		s.fetchEntry()
	case c == '?' && (!s.inBlock() || isBlankOrEnd(next)):
		s.fetchKey()
	case c == ':' && (!s.inBlock() || isBlankOrEnd(next)):
		s.fetchValue()
	case (c == '|' || c == '>') && s.inBlock():
		s.dropKey()
		s.allowKey = true
		s.scanBlock(c)
	case isBlankOrEnd(c), c == '#', c == '|', c == '>', c == '%', c == '@', c == '`':
		s.failHere("while scanning for the next token", s.mark, "found character that cannot start any token")
	default:
		s.fetchInline()
		s.scanPlain()
	}
}

// fetchLine prepares for a directive or a document indicator.
func (s *scanner) fetchLine() {
	s.unwind(-1)
	s.dropKey()
	s.allowKey = false
}

func (s *scanner) fetchEnd() {
	if s.column != 0 {
		s.column = 0
		s.line++
	}
	s.fetchLine()
	s.add(streamEnd, s.mark)
	s.done = true
}

func (s *scanner) fetchEntry() {
	if s.inBlock() {
		s.requireAllowed("block sequence entries")
		s.deepen(blockSequenceStart, s.mark, s.last())
	}
	s.dropKey()
	s.allowKey = true
	s.addIndicator(blockEntry, 1)
}

func (s *scanner) fetchKey() {
	if s.inBlock() {
		s.requireAllowed("mapping keys")
		s.deepen(blockMappingStart, s.mark, s.last())
	}
	s.dropKey()
	s.allowKey = s.inBlock()
	s.addIndicator(keyToken, 1)
}

func (s *scanner) fetchValue() {
	s.dropStaleKey(len(s.keys) - 1)
	if k := s.innermostKey(); k.possible {
		s.insert(k.number, keyToken, k.at)
		s.deepen(blockMappingStart, k.at, k.number)
		k.possible = false
		s.allowKey = false
	} else {
		if s.inBlock() {
			s.requireAllowed("mapping values")
			s.deepen(blockMappingStart, s.mark, s.last())
		}
		s.allowKey = s.inBlock()
	}
	s.addIndicator(valueToken, 1)
}

func (s *scanner) requireAllowed(what string) {
	if !s.allowKey {
		s.failHere("", s.mark, what+" are not allowed in this context")
	}
}

// toNextToken moves over blanks, comments and line breaks. A tab may not stand where a key may.
func (s *scanner) toNextToken() {
	for {
		if s.column == 0 && s.peek() == byteOrderMark {
			s.forward()
		}
		for s.peek() == ' ' || s.peek() == '\t' && (!s.inBlock() || !s.allowKey) {
			s.forward()
		}
		s.skipComment()
		if s.lineBreak() == "" {
			return
		}
		if s.inBlock() {
			s.allowKey = true
		}
	}
}
