package yamldialect

import (
	"slices"

	"skills-ls/skills/text"
)

// A Kind is the shape of a node.
type Kind uint8

const (
	Scalar Kind = iota
	Sequence
	Mapping
	// Alias is a reference to a node, in [LibYAML] alone. In PyYAML an alias is the very node that its anchor
	// marks, and strictyaml refuses anchors.
	Alias
	// Null, Boolean and Number are scalars for serde_yaml alone, for which a Scalar is a string.
	Null
	Boolean
	Number
)

// String is the shape's name in the messages of Python's libraries.
func (k Kind) String() string { return [...]string{"scalar", "sequence", "mapping", "alias"}[k] }

// A Node is a value with its place in the text.
type Node struct {
	Kind  Kind
	Style Style  // of a scalar
	Text  string // of a scalar; the name of an alias
	Tag   string // as its handle and directives expand it; empty without one
	// Start and End are the value as written, without its tag and anchor: with its quotes, and for a block
	// scalar from its indicator to the end of its last line. They are equal if nothing is written.
	Start, End int
	Pairs      []Pair  // of a mapping
	Items      []*Node // of a sequence

	start    Mark  // where the node begins, with its tag and anchor
	end      Mark  // where the parser sees the end, which for a block collection is in the token after it
	target   *Node // of an alias
	anchored bool  // it has an anchor
	flow     bool  // it is a collection in brackets or braces
	open     bool  // the text ends, or an error comes, before the collection does
}

// Span returns the value as written.
func (n *Node) Span() text.Span { return text.Span{Start: n.Start, End: n.End} }

// Entry returns the first entry of a mapping with a key, and reports whether there is one. Otherwise the
// nodes of the entry are empty.
func (n *Node) Entry(key string) (e Pair, ok bool) {
	i := slices.IndexFunc(n.Pairs, func(e Pair) bool { return e.Key.Text == key })
	if i < 0 {
		return Pair{Key: new(Node), Value: new(Node)}, false
	}
	return n.Pairs[i], true
}

// Get returns the last value of a key in a mapping, or nil. It may be called on nil.
func (n *Node) Get(key string) *Node {
	if n == nil {
		return nil
	}
	for i := len(n.Pairs) - 1; i >= 0; i-- {
		if n.Pairs[i].Key.Text == key {
			return n.Pairs[i].Value
		}
	}
	return nil
}

// List returns the items of a sequence, none of anything else. It may be called on nil.
func (n *Node) List() []*Node {
	if n == nil {
		return nil
	}
	return n.Items
}

// A Pair is an entry of a mapping. The value is nil if an error comes before it.
type Pair struct {
	Key, Value *Node

	explicit bool // a "?" begins the key
}

// Span returns the whole entry as written.
func (e *Pair) Span() text.Span { return text.Span{Start: e.Key.Start, End: e.Value.End} }

// A document is the first document of a text, as far as its nodes can be read.
type document struct {
	text string
	root *Node // nil without one
	err  *Error
	more bool // something other than the end of the text follows
	rest int  // where that begins
}

// parse reads the first document of a text. The nodes in front of an error are there. For LibYAML an error
// behind the document only means that there is more.
func parse(text string, dialect Dialect) *document {
	p := &parser{scanner: newScanner(text, dialect), doc: &document{text: text}}
	p.doc.err = catch(p.document)
	if p.doc.err == nil && p.doc.root != nil {
		p.doc.err = catch(p.documentEnd)
	}
	if dialect == LibYAML && p.doc.root != nil && !p.doc.root.open && p.doc.err != nil {
		p.doc.more = true
		p.doc.err = nil
	}
	return p.doc
}

// catch returns the error that a function gives up with.
func catch(f func()) (err *Error) {
	defer func() {
		if r := recover(); r != nil {
			var ok bool
			if err, ok = r.(*Error); !ok {
				panic(r)
			}
		}
	}()
	f()
	return nil
}
