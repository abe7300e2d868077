package strictyaml

import "slices"

type tokenKind uint8

const (
	streamStart tokenKind = iota
	streamEnd
	directive
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
	alias
	anchor
	tag
	scalar
	commentToken
)

// String is the token's name in error messages.
func (k tokenKind) String() string {
	return [...]string{
		"<stream start>", "<stream end>", "<directive>", "<document end>", "<block sequence start>", "<block mapping start>",
		"<block end>", "[", "{", "]", "}", "-", ",", "?", ":", "<alias>", "<anchor>", "<tag>", "<scalar>", "<comment>",
	}[k]
}

type token struct {
	kind       tokenKind
	plain      bool // a scalar without quotes or indicator
	start, end mark
	text       string // of a scalar, an alias or an anchor
	comment    *comment
}

// A comment holds what ruamel.yaml remembers of the comments around a token, as far as it can go wrong: whether there is one
// behind it, and whether there are some in front of it. Tokens and nodes share comments, and a change is seen by both.
type comment struct {
	post bool
	pre  prefix
}

// A prefix tells no list of comments from an empty one: either is false in Python, but only the first may be set.
type prefix uint8

const (
	noPrefix prefix = iota
	emptyPrefix
	somePrefix
)

func (t *token) addPost() {
	if t.comment == nil {
		t.comment = new(comment)
	}
	t.comment.post = true
}

func (s *scanner) addPre(t *token) {
	if t.comment == nil {
		t.comment = new(comment)
	}
	if t.comment.pre != noPrefix {
		s.crash(t.start.offset, t.end.offset, "AssertionError")
	}
	t.comment.pre = somePrefix
}

// moveComment hands a token's comments on to the next token.
func (s *scanner) moveComment(from, to *token) {
	c := from.comment
	if c == nil || to.kind == streamEnd {
		return
	}
	from.comment = nil
	t := to.comment
	if t == nil {
		to.comment = c
		return
	}
	if c.post && t.post || c.pre == somePrefix && t.pre == somePrefix {
		s.crash(to.start.offset, to.end.offset, "NotImplementedError: overlap in comment")
	}
	if c.post {
		t.post = true
	}
	if c.pre == somePrefix {
		t.pre = somePrefix
	}
}

// check reports whether the next token is of one of the kinds. This is where strictyaml forbids what it does not like.
func (s *scanner) check(kinds ...tokenKind) bool {
	t := s.look()
	if !slices.Contains(kinds, t.kind) {
		return false
	}
	switch t.kind {
	case tag:
		s.forbid(t, t.end, "Found disallowed tag tokens (do not specify types in markup)", t.start)
	case flowMappingStart, flowSequenceStart:
		s.forbid(t, t.start, "Found ugly disallowed JSONesque flow mapping (surround with ' and ' to make text appear literally)", t.end)
	case anchor:
		s.forbid(t, t.start, "Found confusing disallowed anchor token (surround with ' and ' to make text appear literally)", t.end)
	}
	return true
}

func (s *scanner) forbid(t *token, context mark, problem string, place mark) {
	panic(&Error{
		Cause: Forbidden, Start: t.start.offset, End: t.end.offset,
		Message: s.message(complaint{context: "While scanning", contextMark: &context, problem: problem, problemMark: place}),
	})
}

// look returns the next token.
func (s *scanner) look() *token {
	for s.needMore() {
		s.fetch()
	}
	s.gatherComments()
	return s.tokens[0]
}

// take returns the next token and removes it, with a comment behind it.
func (s *scanner) take() *token {
	t := s.look()
	if len(s.tokens) > 1 && s.tokens[1].kind == commentToken {
		sameLine := t.end.line == s.tokens[1].start.line
		if t.kind == scalar || sameLine && (t.kind == valueToken || t.kind == flowSequenceEnd || t.kind == flowMappingEnd) {
			for len(s.tokens) > 1 && s.tokens[1].kind == commentToken {
				s.taken++
				s.tokens = slices.Delete(s.tokens, 1, 2)
				s.fetch()
			}
			t.addPost()
		}
	}
	s.drop()
	return t
}

// drop removes the first token.
func (s *scanner) drop() {
	s.taken++
	s.tokens = s.tokens[1:]
}

// gatherComments attaches the comments in front of the next token to it.
func (s *scanner) gatherComments() {
	gathered := false
	if s.tokens[0].kind == commentToken {
		s.drop()
		gathered = true
	}
	for s.needMore() {
		s.fetch()
		if s.tokens[0].kind == commentToken {
			s.drop()
			gathered = true
		}
	}
	if gathered {
		s.addPre(s.tokens[0])
	}
	if !s.done && len(s.tokens) < 2 {
		s.fetch()
	}
}
