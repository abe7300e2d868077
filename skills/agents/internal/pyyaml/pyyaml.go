// Package pyyaml reads a text exactly as PyYAML's safe_load does: YAML 1.1 with timestamps, sets, merge keys and numbers in base 60,
// its errors with their words, places and excerpts, and those exceptions that are no YAMLError, such as a date that does not exist.
//
// It follows PyYAML 6.0.3 (https://github.com/yaml/pyyaml, MIT) in Python 3.11: scanner, parser, composer, resolver and safe
// constructor, with which it was compared on half a million random texts.
package pyyaml

import (
	"fmt"
	"unicode/utf8"

	"skills-ls/skills/agents/internal/yamlscan"
)

// A Node is a value with its place in the text, in bytes. An alias is the very node that its anchor marks.
type Node struct {
	Type Type
	Text string // of a [Str]
	// Start and End are the value as written, without its tag and anchor: with its quotes, and for a block scalar from its
	// indicator to the end of its last line. They are equal where nothing is written.
	Start, End int
	// Pairs are the entries of the dictionary at the top: each key once, as it came first, with the last value given to it. Below
	// they are as written, and merged.
	Pairs []Pair

	kind   kind
	tag    string
	value  string // of a scalar, as scanned
	items  []*Node
	start  yamlscan.Mark
	made   bool
	number number
	bytes  string // of Bytes
	moment string // of a Date or Datetime, in UTC
	aware  bool   // of a Datetime: it has a time zone
	active *flattening
}

// A Pair is an entry of a mapping.
type Pair struct{ Key, Value *Node }

// Type is the class of a Python object.
type Type uint8

const (
	None Type = iota
	Bool
	Int
	Float
	Str
	Bytes
	Date
	Datetime
	List
	Dict
	Set
)

// String is the name of the class.
func (t Type) String() string {
	return [...]string{"NoneType", "bool", "int", "float", "str", "bytes", "date", "datetime", "list", "dict", "set"}[t]
}

// kind is the shape of a node in the text.
type kind uint8

const (
	scalar kind = iota
	sequence
	mapping
)

// String is the shape's name in error messages.
func (k kind) String() string { return [...]string{"scalar", "sequence", "mapping"}[k] }

// Load reads a text, which must be valid UTF-8. A text without any value gives nil. An error that is Uncaught is no YAMLError.
func Load(text string) (root *Node, err *yamlscan.Error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *yamlscan.Error:
			root, err = nil, r
		default:
			panic(r)
		}
	}()
	if r, offset := yamlscan.Unprintable(text); offset >= 0 {
		return nil, &yamlscan.Error{
			Start: offset, End: offset + utf8.RuneLen(r),
			Message: fmt.Sprintf("unacceptable character #x%04x: special characters are not allowed\n  in \"<unicode string>\", position %d",
				r, yamlscan.Length(text[:offset])),
		}
	}
	p := parser{Scanner: yamlscan.New(text, yamlscan.PyYAML)}
	if root = p.stream(); root != nil {
		c := constructor{Scanner: p.Scanner}
		c.document(root)
	}
	return root, nil
}

// True is Python's bool of the value.
func (n *Node) True() bool {
	switch n.Type {
	case None:
		return false
	case Bool, Int, Float:
		return !n.number.isZero()
	case Str:
		return n.Text != ""
	case Bytes:
		return n.bytes != ""
	case List:
		return len(n.items) > 0
	case Dict, Set:
		return len(n.Pairs) > 0
	default:
		return true
	}
}
