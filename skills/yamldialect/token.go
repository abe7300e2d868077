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
)

// String is the token's name in the messages of Python's libraries.
func (k kind) String() string {
	return [...]string{
		"<stream end>", "<directive>", "<document start>", "<document end>", "<block sequence start>",
		"<block mapping start>", "<block end>", "[", "{", "]", "}", "-", ",", "?", ":", "<alias>",
		"<anchor>", "<tag>", "<scalar>",
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
	spaced     bool // empty lines follow the scalar, which matters in Ruamel alone
	start, end Mark
	// text is that of a scalar, the name of an alias or an anchor, or a tag as it is written. A lone surrogate
	// from an escape is U+FFFD, which Python counts and compares alike.
	text string
}
