package yamldialect

// A kind is the kind of a token.
type kind uint8

const (
	streamEnd kind = iota
	directive
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
	commentToken // of Ruamel alone
)

// String is the token's name in the messages of Python's libraries.
func (k kind) String() string {
	return [...]string{
		"<stream end>", "<directive>", "<document start>", "<document end>", "<block sequence start>",
		"<block mapping start>", "<block end>", "[", "{", "]", "}", "-", ",", "?", ":", "<alias>",
		"<anchor>", "<tag>", "<scalar>", "<comment>",
	}[k]
}

// A Style is how a scalar is written.
type Style uint8

const (
	Plain Style = iota
	SingleQuoted
	DoubleQuoted
	Literal
	Folded
)

// A token is a piece of the text.
type token struct {
	kind       kind
	style      Style
	start, end Mark
	// text is that of a scalar, the name of an alias or an anchor, the suffix of a tag, or a directive. A lone
	// surrogate from an escape is U+FFFD, which Python counts and compares alike.
	text    string
	handle  string   // the start of a tag, "!", "!!" or "!name!"; empty without one
	comment *comment // of Ruamel alone
}

// A comment holds what ruamel.yaml remembers of the comments around a token, as far as it can fail because of
// them. Tokens and nodes share comments, and each sees the other's changes.
type comment struct {
	post bool // there is one behind the token
	pre  prefix
}

// A prefix tells whether there are comments in front of a token. ruamel.yaml tells no list of comments from
// an empty one: both are false in Python, but only the first may be set.
type prefix uint8

const (
	noPrefix prefix = iota
	emptyPrefix
	somePrefix
)

// addPost notes a comment behind the token.
func (t *token) addPost() {
	if t.comment == nil {
		t.comment = new(comment)
	}
	t.comment.post = true
}

// addPre notes comments in front of the token. ruamel.yaml fails if it happens twice.
func (s *scanner) addPre(t *token) {
	if t.comment == nil {
		t.comment = new(comment)
	}
	if t.comment.pre != noPrefix {
		s.crash(t.start.Offset, t.end.Offset, "AssertionError")
	}
	t.comment.pre = somePrefix
}
