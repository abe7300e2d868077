// Package eemeliyaml reads a frontmatter exactly as RemcoChat does, through the npm package yaml.
//
// yaml (https://github.com/eemeli/yaml, ISC) is a lexer that yields short strings, a parser that builds a concrete syntax tree
// of them and never gives up, and a composer that makes documents of the tree and collects errors. Where an error is noticed
// first, and with it which one is reported, follows from that division of labour, so this package keeps it: the files lexer*.go,
// parser*.go and compose*.go do what src/parse and src/compose do in version 2.8.2, with its default options.
//
// Texts are handled as UTF-8, and only what a message says of columns and widths is counted in UTF-16 units as JavaScript does.
//
// What is not modelled, since no frontmatter has it: the schema of YAML 1.1 after a %YAML directive, and the values of the tags
// !!binary, !!merge, !!omap, !!pairs, !!set and !!timestamp, which are read as if they were unknown. A collection as a key
// appears in a simple flow style, where the package has its whole stringifier. A text that is nested deeper than [maxDepth] is
// refused as Node refuses it when its stack overflows, though at which depth that is depends on the machine.
package eemeliyaml

// A Kind is the shape of a node.
type Kind uint8

const (
	Scalar Kind = iota
	Mapping
	Sequence
	Alias
)

// A Node is a value with its place in the text.
type Node struct {
	Kind Kind
	// Start and End are the value as written, in bytes: with its quotes, without comments. They are equal where nothing is
	// written.
	Start, End int
	Pairs      []Pair // of a mapping
	Items      []*Node

	value  any    // of a scalar: nil, a bool, a float64 or a string
	anchor string // of anything but an alias
	name   string // of an alias, the anchor that it names
	target *Node  // of an alias, nil where there is none
	after  int    // where what belongs to the node ends
}

// A Pair is an entry of a mapping. The value is nil where there is not even a colon.
type Pair struct{ Key, Value *Node }

// An Error is what the package throws.
type Error struct {
	// Code is the package's own: DUPLICATE_KEY, BAD_INDENT and the like; empty for what is no YAMLParseError.
	Code string
	// Start and End are the place that the package names, in bytes.
	Start, End int
	// Message is the error's message, with line, column and a part of the text where the package adds them.
	Message string
}

func (e *Error) Error() string { return e.Message }

// A Document is what the package makes of a text.
type Document struct {
	// Root is the first document's tree: nil where the text holds none. There is one of a broken text too.
	Root *Node
	// Value is what YAML.parse returns: nil, a bool, a float64, a string, an *[Array] or an *[Object]; nil where Err is set.
	Value any
	Err   *Error
}

// A thrown is an exception that is none of the package's own errors.
type thrown struct{ message string }

// Parse reads a text, which must be valid UTF-8, as YAML.parse does.
func Parse(text string) (doc Document) {
	c := composer{text: text, tags: defaultTags()}
	defer func() {
		if r := recover(); r != nil {
			t, ok := r.(thrown)
			if !ok {
				panic(r)
			}
			doc.Err = &Error{End: len(text), Message: t.message}
		}
	}()
	p := parser{out: c.next, lineStarts: []int{0}, atNewLine: true}
	l := lexer{text: text, emit: p.next, lineEnd: -2, closing: -2}
	l.run()
	p.end()
	first := c.end()
	doc.Root = first.root
	if first.err != nil {
		doc.Err = first.err.pretty(text, p.lineStarts)
		return doc
	}
	doc.Value, doc.Err = valueOf(first.root)
	return doc
}
