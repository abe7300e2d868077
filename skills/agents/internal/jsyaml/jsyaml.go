// Package jsyaml reads a frontmatter as js-yaml 4.1.1 does with its default schema (https://github.com/nodeca/js-yaml, MIT):
// load(text), the same values and the same failures. What version 3 does otherwise is in [LoadV3].
//
// js-yaml is not the YAML of the specification or of yaml.v3: it composes values while it scans, in one pass that this package
// follows step by step (lib/loader.js and lib/type at 4.1.1, before 4.2.0 changed numbers, properties and folding). A tab may
// stand at the end of an indentation, a repeated key is an error, "yes" is a text, a date is no text, and a property before a
// key on the key's own line takes the mapping away.
//
// Three things differ. Directives are an error, since they need a "---" after them, which ends a frontmatter. Nesting that
// would exhaust Node's stack, and keys whose texts and merges would fill its memory, are errors from a fixed limit on. And the
// text of a date as a key, which tells only whether it is repeated, is that of the time zone UTC.
package jsyaml

import (
	"strings"
	"time"
)

// Kind is the type of a value.
type Kind uint8

const (
	Null Kind = iota
	String
	Boolean
	Number
	Date
	Binary
	Sequence
	Mapping
)

// A Value is what a node became. Values of aliases are shared, and may contain themselves.
type Value struct {
	Kind Kind

	text    string // of a text, with a lone surrogate in the three bytes that UTF-8 would give it
	truth   bool
	number  float64
	date    time.Time
	binary  []byte
	items   []*Value
	entries map[string]*Value
}

// Text returns the text of a [String]. A lone surrogate, from an escape, becomes U+FFFD as where JavaScript writes UTF-8.
func (v *Value) Text() string { return replaceSurrogates(v.text) }

// Truth returns the value of a [Boolean].
func (v *Value) Truth() bool { return v.truth }

// Number returns the value of a [Number].
func (v *Value) Number() float64 { return v.number }

// Entry returns the value of a key of a [Mapping], merged ones included.
func (v *Value) Entry(key string) (*Value, bool) {
	entry, ok := v.entries[key]
	return entry, ok
}

// An Error says why a text is not read.
type Error struct {
	Message   string // js-yaml's reason, without the place and the excerpt
	Mark      string // the place and the excerpt that follow the reason, only of [LoadV3]; empty where there are none
	Offset    int    // bytes from the start of the text, at most its length
	Duplicate bool   // a repeated key, which begins at the offset
}

func (e *Error) Error() string { return e.Message + e.Mark }

const (
	// maxDepth is the nesting at which the reading ends. Node 20 runs out of its stack of 984 KB some 1,700 flow collections
	// deep; block sequences go almost twice as deep.
	maxDepth = 1700
	// maxWork bounds the keys that merges copy and the bytes of the texts of keys that are collections.
	maxWork = 1 << 20
)

// Load reads a text of which no line but the first begins with "---"; bytes that are not UTF-8 count as U+FFFD. The value is
// nil where there is no document: in an empty text. An empty document is [Null].
func Load(text string) (*Value, *Error) { return load(text, false) }

// LoadV3 reads a text as safeLoad of js-yaml 3.14.2 does (lib/js-yaml at that version). Numbers are those of YAML 1.1, with octal
// ones (017) and ones of base 60 (1:30); tabs may indent; an entry of a flow collection may be empty; what follows a value in its
// line is taken for the next pair of its mapping; and tags are not decoded. 3.14.1 differs in keys called __proto__ alone, and
// 3.13.1 in NULs as well.
func LoadV3(text string) (*Value, *Error) { return load(text, true) }

func load(text string, v3 bool) (value *Value, err *Error) {
	defer func() {
		if r := recover(); r != nil {
			var ok bool
			if err, ok = r.(*Error); !ok {
				panic(r)
			}
			err.Offset = min(err.Offset, len(text))
			value = nil
		}
	}()
	l := newLoader(text, v3)
	var documents []*Value
	for l.position < l.length-1 {
		documents = append(documents, l.readDocument())
	}
	switch len(documents) {
	case 0:
		return nil, nil
	case 1:
		return documents[0], nil
	}
	l.failAnywhere("expected a single document in the stream, but found more")
	return nil, nil
}

// A loader is js-yaml's State: what the functions that read leave for one another.
type loader struct {
	input      string // with a line break at its end, and a NUL after it
	length     int    // without the NUL
	position   int
	line       int
	lineStart  int
	lineIndent int // spaces at the start of the line
	// firstTab is where the first tab stands among the blanks that were skipped in the line, -1 where there is none.
	firstTab int
	anchors  map[string]*Value
	depth    int
	work     int
	v3       bool
	start    int // where the input begins after a byte order mark

	// What the last node had.
	tag    string // empty for none
	anchor string // empty for none
	kind   nodeKind
	result *Value
}

// A nodeKind is the shape of a node, of which a tag says what it must be.
type nodeKind uint8

const (
	noKind nodeKind = iota
	scalarKind
	sequenceKind
	mappingKind
)

func (k nodeKind) String() string {
	return [...]string{"null", "scalar", "sequence", "mapping"}[k]
}

const byteOrderMark = "\ufeff"

var null = &Value{Kind: Null}

func newLoader(text string, v3 bool) *loader {
	l := &loader{firstTab: -1, result: null, v3: v3, input: text}
	if text != "" && !isBreak(text[len(text)-1]) {
		l.input += "\n"
	}
	if strings.HasPrefix(text, byteOrderMark) {
		l.start = len(byteOrderMark)
		l.position, l.lineStart = l.start, l.start
	}
	if i := strings.IndexByte(text, 0); i >= 0 {
		l.position = i
		l.fail("null byte is not allowed in input")
	}
	l.length = len(l.input)
	l.input += "\x00"
	for l.char() == ' ' {
		l.lineIndent++
		l.position++
	}
	return l
}

func (l *loader) fail(message string) {
	panic(&Error{Message: message, Mark: l.mark(l.line, l.position), Offset: l.position})
}

// failAnywhere fails without telling the place.
func (l *loader) failAnywhere(message string) {
	panic(&Error{Message: message, Offset: l.position})
}

// spend ends the reading where keys grow out of hand.
func (l *loader) spend(work int) {
	if l.work += work; l.work > maxWork {
		l.failAnywhere("the keys are too many or too long")
	}
}

// readDocument reads up to a separator or the end.
func (l *loader) readDocument() *Value {
	l.anchors = make(map[string]*Value)
	l.skipSpace(true)
	if l.lineIndent == 0 && l.char() == '%' {
		l.fail("directives end mark is expected")
	}
	if l.lineIndent == 0 && strings.HasPrefix(l.input[l.position:], "---") {
		l.position += 3
		l.skipSpace(true)
	}
	l.composeNode(l.lineIndent-1, blockOut, false, true)
	l.skipSpace(true)
	document := l.result
	if l.position == l.lineStart && l.atSeparator() {
		if l.char() == '.' {
			l.position += 3
			l.skipSpace(true)
		}
		return document
	}
	if l.position < l.length-1 {
		l.fail("end of the stream or a document separator is expected")
	}
	return document
}
