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
	// Text is a scalar's text. A lone surrogate from an escape is U+FFFD, which Python counts and judges alike.
	Text string
	// NotString says that a scalar is no str in Python: a plain "=" or "<<" that is not a key.
	NotString bool
	// Start and End are the value as written: with its quotes, and for a block scalar from its indicator to the end of its
	// last line. They are equal where nothing is written.
	Start, End int
	Pairs      []Pair // of a mapping, without merge keys ("<<")
	Items      []*Node

	plain   bool
	start   mark
	end     mark     // where the parser saw the end, which for a collection is the token after it
	comment *comment // the comments that ended up at the node
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

// An Error is what strictyaml makes of a text that it refuses.
type Error struct {
	Cause Cause
	// Start and End are the offending bytes: the forbidden bracket, anchor or tag, the repeated key, or the one character (or
	// the end of the text) that the parser stumbled over; for a quote or a key that never ends, its first.
	Start, End int
	// Message is str(exception), or what Python prints of an exception that skills-ref does not catch.
	Message string
	// Uncaught says that the exception is not a YAMLError, so that it ends the program with a traceback.
	Uncaught bool
}

func (e *Error) Error() string { return e.Message }

// Load reads a text, which must be valid UTF-8 without "---". A text without any value gives nil.
func Load(text string) (root *Node, err *Error) {
	defer func() {
		if r := recover(); r != nil {
			var ok bool
			if err, ok = r.(*Error); !ok {
				panic(r)
			}
			root = nil
		}
	}()
	if err := unacceptable(text); err != nil {
		return nil, err
	}
	s := newScanner(text)
	p := parser{s}
	if root = p.stream(); root != nil {
		c := constructor{cursor: &s.cursor}
		c.document(root)
	}
	return root, nil
}
