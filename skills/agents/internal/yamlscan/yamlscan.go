// Package yamlscan cuts YAML into tokens exactly as PyYAML does, and ruamel.yaml, which began as a copy of it.
//
// PyYAML (https://github.com/yaml/pyyaml, MIT) and the ruamel.yaml 0.16.13 (MIT) inside strictyaml scan alike but for what
// [Dialect] lists, and report alike: a problem and its context, each with an excerpt of its line. Neither is the YAML of the
// specification or of yaml.v3. How far they look ahead is a part of it, since which of two errors comes first depends on that.
//
// Text is read as Python's text mode gives it: \r\n and \r are \n. Offsets are bytes of the text as it stands.
package yamlscan

// A Dialect is one of the two libraries.
type Dialect uint8

const (
	PyYAML Dialect = iota
	// Ruamel has comments for tokens, counts a line at a line feed alone (though NEL, LS and PS break lines there too), lets a
	// "?" and a ":" stand in a plain scalar within brackets, takes a block scalar without indentation at the top, and has more
	// characters in the names of anchors and in tags. It is used for texts without a document start ("---") only, so that
	// what stands in directives, which need one, does not matter.
	Ruamel
)

// Kind is the kind of a token.
type Kind uint8

const (
	StreamStart Kind = iota
	StreamEnd
	Directive
	DocumentStart
	DocumentEnd
	BlockSequenceStart
	BlockMappingStart
	BlockEnd
	FlowSequenceStart
	FlowMappingStart
	FlowSequenceEnd
	FlowMappingEnd
	BlockEntry
	FlowEntry
	Key
	Value
	Alias
	Anchor
	Tag
	Scalar
	CommentToken // of Ruamel alone
)

// String is the token's name in error messages.
func (k Kind) String() string {
	return [...]string{
		"<stream start>", "<stream end>", "<directive>", "<document start>", "<document end>", "<block sequence start>",
		"<block mapping start>", "<block end>", "[", "{", "]", "}", "-", ",", "?", ":", "<alias>", "<anchor>", "<tag>", "<scalar>",
		"<comment>",
	}[k]
}

// A Token is a piece of the text.
type Token struct {
	Kind       Kind
	Plain      bool // a scalar without quotes or indicator
	Start, End Mark
	// Text is that of a scalar, the name of an alias or an anchor, the suffix of a tag, a directive's name. A lone surrogate
	// from an escape is U+FFFD, which Python counts and judges alike.
	Text string
	// Handle is what stands in front of a tag's suffix: "!", "!!" or "!name!", empty where nothing does; for the directive TAG the
	// handle that it declares. Value is the prefix that this declares, and for the directive YAML the major version. PyYAML alone.
	Handle, Value string
	Comment       *Comment // of Ruamel alone
}

// A Comment holds what ruamel.yaml remembers of the comments around a token, as far as it can go wrong: whether there is one
// behind it, and whether there are some in front of it. Tokens and nodes share comments, and a change is seen by both.
type Comment struct {
	Post bool
	Pre  Prefix
}

// A Prefix tells no list of comments from an empty one: either is false in Python, but only the first may be set.
type Prefix uint8

const (
	NoPrefix Prefix = iota
	EmptyPrefix
	SomePrefix
)

// AddPost notes a comment behind the token.
func (t *Token) AddPost() {
	if t.Comment == nil {
		t.Comment = new(Comment)
	}
	t.Comment.Post = true
}

// AddPre notes comments in front of the token, which may happen once.
func (s *Scanner) AddPre(t *Token) {
	if t.Comment == nil {
		t.Comment = new(Comment)
	}
	if t.Comment.Pre != NoPrefix {
		s.Crash(t.Start.Offset, t.End.Offset, "AssertionError")
	}
	t.Comment.Pre = SomePrefix
}

// An Error is what the library makes of a text that it refuses.
type Error struct {
	// Start and End are the offending bytes: the one character (or the end of the text) that the scanner stumbled over; for a
	// quote or a key that never ends, its first.
	Start, End int
	// Message is str(exception), or what Python prints of an exception that is not a YAMLError.
	Message string
	// Uncaught says that the exception is not a YAMLError, so that it ends the program with a traceback.
	Uncaught bool
}

func (e *Error) Error() string { return e.Message }
