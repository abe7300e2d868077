package frontmatter

import (
	"strings"

	"skills-ls/skills/text"
)

// Limits of a YAML text. Beyond a limit the text keeps its fields, without typed values.
const (
	MaxDepth = 100 // levels of nesting
	// MaxEntries is how many fields, pairs and list items are analyzed. A frontmatter with more fields keeps
	// the first of them in [Frontmatter.Entries].
	MaxEntries = 10_000
)

// A ValueKind is the shape of a YAML value.
type ValueKind uint8

const (
	ScalarValue ValueKind = iota
	MappingValue
	SequenceValue
	AliasValue
)

func (k ValueKind) String() string {
	return [...]string{"scalar", "mapping", "list", "alias"}[k]
}

// A Style is how a YAML value is written.
type Style uint8

const (
	PlainStyle Style = iota
	SingleQuoted
	DoubleQuoted
	LiteralBlock // |
	FoldedBlock  // >
	BlockStyle   // a mapping or sequence by indentation
	FlowStyle    // { } or [ ]
)

// A Value is a YAML value with its place in the source.
type Value struct {
	Kind  ValueKind
	Style Style
	// Tag is the resolved tag in its short form: !!str, !!int, !!float, !!bool, !!null, !!timestamp, !!seq,
	// !!map, or the author's own tag with Tagged set. Plain scalars resolve by the core schema of YAML 1.2
	// (yes and no are strings), except that dates are timestamps.
	Tag    string
	Tagged bool
	Anchor string // without the &
	// Text is a scalar's text after quotes, escapes and folding, or an alias's name.
	Text  string
	Span  text.Span // without anchor, tag and comments; of a null value that is not written, the empty span where it would be
	Items []*Value  // of a sequence
	Pairs []Pair    // of a mapping, in order, repeated keys included
}

// Lookup returns the value at a place in a tree of mappings: names with dots between them. It returns nil if
// the tree has no such place.
func (v *Value) Lookup(place string) *Value {
	for name := range strings.SplitSeq(place, ".") {
		if v == nil || v.Kind != MappingValue {
			return nil
		}
		var found *Value
		for _, pair := range v.Pairs {
			if pair.Key.Kind == ScalarValue && pair.Key.Text == name {
				found = pair.Value // of a repeated key the last counts in JSON
			}
		}
		v = found
	}
	return v
}

// scalars appends the spans of the scalars in the value, in the order of the source.
func (v *Value) scalars(to []text.Span) []text.Span {
	if v == nil {
		return to
	}
	if v.Kind == ScalarValue {
		return append(to, v.Span)
	}
	for _, item := range v.Items {
		to = item.scalars(to)
	}
	for _, p := range v.Pairs {
		to = p.Value.scalars(p.Key.scalars(to))
	}
	return to
}

// A Pair is an entry of a YAML mapping.
type Pair struct{ Key, Value *Value }

// IsNull reports whether the value is absent, empty, "null" or "~".
func (v *Value) IsNull() bool { return v == nil || v.Kind == ScalarValue && v.Tag == "!!null" }

// IsString reports whether YAML reads the value as a string.
func (v *Value) IsString() bool { return v != nil && v.Kind == ScalarValue && v.Tag == "!!str" }

// A YAMLError tells why a text is not YAML.
type YAMLError struct {
	Span    text.Span // the line concerned, or the best guess at it
	Message string    // without position
	// Limit reports that the text exceeds a limit of the analysis, and may be YAML.
	Limit bool
}

func (e *YAMLError) Error() string { return e.Message }

// ParseYAML reads a text as one YAML document. Spans are offsets into the text. An empty document gives nil.
// Aliases stay aliases. Nesting deeper than [MaxDepth] and more than [MaxEntries] entries are errors.
func ParseYAML(text string) (*Value, *YAMLError) { return parseYAML(text, 0) }
