package eemeliyaml

// A kind is the type of a token, in the words that messages use.
type kind string

const (
	byteOrderMark  kind = "byte-order-mark"
	docMode        kind = "doc-mode"
	flowErrorEnd   kind = "flow-error-end"
	scalar         kind = "scalar"
	docStart       kind = "doc-start"
	docEnd         kind = "doc-end"
	newline        kind = "newline"
	seqItem        kind = "seq-item-ind"
	explicitKey    kind = "explicit-key-ind"
	mapValue       kind = "map-value-ind"
	flowMapStart   kind = "flow-map-start"
	flowMapEnd     kind = "flow-map-end"
	flowSeqStart   kind = "flow-seq-start"
	flowSeqEnd     kind = "flow-seq-end"
	comma          kind = "comma"
	space          kind = "space"
	comment        kind = "comment"
	directiveLine  kind = "directive-line"
	alias          kind = "alias"
	anchor         kind = "anchor"
	tag            kind = "tag"
	singleQuoted   kind = "single-quoted-scalar"
	doubleQuoted   kind = "double-quoted-scalar"
	blockHeader    kind = "block-scalar-header"
	blockScalar    kind = "block-scalar"
	blockMap       kind = "block-map"
	blockSeq       kind = "block-seq"
	flowCollection kind = "flow-collection"
	document       kind = "document"
	failure        kind = "error"
)

// What the lexer yields besides parts of the text.
const (
	bom          = "\ufeff"
	markDocument = "\x02" // a document begins with the next token
	markFlowEnd  = "\x18" // a flow collection ends too early
	markScalar   = "\x1f" // the next token is a scalar, whatever it looks like
)

var kindsBySource = map[string]kind{
	bom: byteOrderMark, markDocument: docMode, markFlowEnd: flowErrorEnd, markScalar: scalar, "---": docStart, "...": docEnd,
	"": newline, "\n": newline, "\r\n": newline, "-": seqItem, "?": explicitKey, ":": mapValue, "{": flowMapStart,
	"}": flowMapEnd, "[": flowSeqStart, "]": flowSeqEnd, ",": comma,
}

var kindsByFirst = map[byte]kind{
	' ': space, '\t': space, '#': comment, '%': directiveLine, '*': alias, '&': anchor, '!': tag, '\'': singleQuoted,
	'"': doubleQuoted, '|': blockHeader, '>': blockHeader,
}

// kindOf tells what the lexer has yielded; it is empty for what is no token.
func kindOf(source string) kind {
	if k, ok := kindsBySource[source]; ok {
		return k
	}
	return kindsByFirst[source[0]]
}

// A token is a node of the concrete syntax tree.
type token struct {
	kind    kind
	offset  int // bytes
	indent  int
	source  string
	message string // of an error

	start []*token // of a document: what stands before its value
	value *token   // of a document
	open  *token   // of a flow collection: its bracket
	items []*item  // of a collection
	props []*token // of a block scalar: its header and what follows on that line
	end   []*token // what follows on the node's last line
	ended bool     // end is there, though it may be empty
}

// An item is an entry of a collection, as far as it is known.
type item struct {
	start    []*token
	key      *token
	sep      []*token
	hasSep   bool // the key, or what stands for it, is over
	value    *token
	explicit bool // the key has a "?"

	blanks int // so many tokens of start are known to be white space
}

func (t *token) addEnd(more ...*token) { t.end, t.ended = append(t.end, more...), true }

// hasIndent reports whether the node knows its column.
func (t *token) hasIndent() bool { return t.kind != document && t.kind != failure && t.kind != docEnd }

func (t *token) isFlow() bool {
	if t == nil {
		return false
	}
	switch t.kind {
	case alias, scalar, singleQuoted, doubleQuoted, flowCollection:
		return true
	}
	return false
}

// holds reports whether other nodes can be in the node.
func (t *token) holds() bool {
	return t.isBlock() || t.kind == document || t.kind == blockScalar || t.kind == flowCollection
}

func (t *token) isBlock() bool { return t != nil && (t.kind == blockMap || t.kind == blockSeq) }

func (t *token) is(k kind) bool { return t != nil && t.kind == k }

// last returns the last entry of a collection, nil where there is none.
func (t *token) last() *item {
	if len(t.items) == 0 {
		return nil
	}
	return t.items[len(t.items)-1]
}

// blankStart reports whether there is nothing but white space before the key.
func (it *item) blankStart() bool {
	for it.blanks < len(it.start) && (it.start[it.blanks].kind == newline || it.start[it.blanks].kind == space) {
		it.blanks++
	}
	return it.blanks == len(it.start)
}

func includes(list []*token, k kind) bool {
	for _, t := range list {
		if t.kind == k {
			return true
		}
	}
	return false
}

// isVoid reports whether the tokens are nothing but white space and comments.
func isVoid(list []*token) bool {
	for _, t := range list {
		if t.kind != space && t.kind != comment && t.kind != newline {
			return false
		}
	}
	return true
}
