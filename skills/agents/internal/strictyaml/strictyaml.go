// Package strictyaml reads a frontmatter exactly as skills-ref does, through the Python library strictyaml.
//
// strictyaml (https://github.com/crdoconnor/strictyaml, MIT) holds a copy of ruamel.yaml 0.16.13 (MIT) whose scanner refuses
// flow collections, anchors and tags, and whose constructor refuses repeated keys and uneven indentation. Neither half is
// the YAML of the specification or of yaml.v3: a tab may stand almost nowhere, a comment is a token that is attached to its
// neighbours and may fail to attach, NEL breaks a line without counting as one, a plain "=" is no string. This package
// follows its tokens one by one, so that what is accepted, what is read and what is said are the same. It was compared with
// strictyaml 1.6.1 on Python 3.11, whose verdicts and messages equal the recorded ones.
//
// It knows no document start ("---"): a frontmatter ends before the first. Directives, which need one, are always an error;
// their values are not looked at.
package strictyaml

import (
	"unicode/utf8"

	"skills-ls/skills/agents/internal/yamlscan"
)

// Kind is the shape of a node.
type Kind uint8

const (
	Scalar Kind = iota
	Mapping
	Sequence
)

// A Node is a value with its place in the text, in bytes.
type Node struct {
	Kind Kind
	Text string // of a scalar; see [yamlscan.Token]
	// NotString says that a scalar is no str in Python: a plain "=" or "<<" that is not a key.
	NotString bool
	// Start and End are the value as written: with its quotes, and for a block scalar from its indicator to the end of its
	// last line. They are equal where nothing is written.
	Start, End int
	Pairs      []Pair // of a mapping, without merge keys ("<<")
	Items      []*Node

	plain   bool
	start   yamlscan.Mark
	end     yamlscan.Mark     // where the parser saw the end, which for a collection is the token after it
	comment *yamlscan.Comment // the comments that ended up at the node
}

// A Pair is an entry of a mapping.
type Pair struct{ Key, Value *Node }

// Cause classifies errors.
type Cause uint8

const (
	Syntax    Cause = iota // not YAML, or not as ruamel.yaml understands it
	Forbidden              // a flow collection, an anchor or a tag
	Duplicate              // a repeated key
)

// An Error is what strictyaml makes of a text that it refuses. Its place is the forbidden bracket, anchor or tag, the repeated
// key, or where the parser stumbled. A message that is not that of a YAMLError is what Python prints of it, since skills-ref
// does not catch it.
type Error struct {
	Cause Cause
	yamlscan.Error
}

// Load reads a text, which must be valid UTF-8 without "---". A text without any value gives nil.
func Load(text string) (root *Node, err *Error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *Error:
			root, err = nil, r
		case *yamlscan.Error:
			root, err = nil, &Error{Error: *r}
		default:
			panic(r)
		}
	}()
	if r, offset := yamlscan.Unprintable(text); offset >= 0 {
		// strictyaml looks for a place in ruamel.yaml's exception that it does not have, and fails with another.
		return nil, &Error{Error: yamlscan.Error{
			Start: offset, End: offset + utf8.RuneLen(r), Uncaught: true,
			Message: "AttributeError: 'ReaderError' object has no attribute 'context_mark'",
		}}
	}
	t := tokens{yamlscan.New(text, yamlscan.Ruamel)}
	if root = (parser{t}).stream(); root != nil {
		c := constructor{Scanner: t.Scanner}
		c.document(root)
	}
	return root, nil
}
