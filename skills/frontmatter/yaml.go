package frontmatter

import (
	"strings"

	"skills-ls/skills/text"
)

// Limits of YAML. Content that exceeds a limit is not parsed as a whole.
const (
	MaxDepth = 100 // levels of nesting
	// MaxEntries limits the number of fields, pairs and list items together. If there are more fields,
	// [Frontmatter.Entries] has the first MaxEntries of them.
	MaxEntries = 10_000
	// MaxKeys limits the keys of a mapping that [DecodeYAML] decodes.
	MaxKeys = 1000
)

// A ValueKind is the kind of a YAML value.
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

// A Style is the syntax of a YAML value.
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

// A Value is a YAML value with its span.
type Value struct {
	Kind  ValueKind
	Style Style
	// Tag is the resolved tag in its short form: !!str, !!int, !!float, !!bool, !!null, !!timestamp, !!seq or
	// !!map. If the source has a tag, it is that tag, and Tagged is set. Plain scalars resolve by the core
	// schema of YAML 1.2 (yes and no are strings), except that dates are timestamps.
	Tag    string
	Tagged bool
	Anchor string // without the &
	// Text is the text of a scalar as YAML reads it, without quotes and with escapes decoded and line breaks
	// folded. For an alias it is the name of the anchor.
	Text string
	// Span is the value without anchor, tag and comments. A null value that is not in the source has an empty
	// span at the offset where it belongs.
	Span  text.Span
	Items []*Value // of a sequence
	Pairs []Pair   // of a mapping, in order, including repeated keys
}

// Lookup returns the value at a path of keys, separated by dots, in nested mappings. It returns nil if a key
// is missing. If a key is repeated, the last one counts.
func (v *Value) Lookup(path string) *Value {
	for name := range strings.SplitSeq(path, ".") {
		if v == nil || v.Kind != MappingValue {
			return nil
		}
		var found *Value
		for _, pair := range v.Pairs {
			if pair.Key.Kind == ScalarValue && pair.Key.Text == name {
				found = pair.Value // no break: the last one counts, as in JSON
			}
		}
		v = found
	}
	return v
}

// scalars appends the spans of the scalars in the value, in source order, to the given ones.
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

// IsNull reports whether the value is missing, empty, "null" or "~".
func (v *Value) IsNull() bool { return v == nil || v.Kind == ScalarValue && v.Tag == "!!null" }

// IsString reports whether YAML reads the value as a string.
func (v *Value) IsString() bool { return v != nil && v.Kind == ScalarValue && v.Tag == "!!str" }

// A YAMLError is a syntax error, or the error that a limit was exceeded.
type YAMLError struct {
	Span    text.Span // the line with the error, as far as it is known
	Message string    // without a position
	// Limit reports whether the content exceeds a limit. It may be valid YAML.
	Limit bool
}

func (e *YAMLError) Error() string { return e.Message }

// ParseYAML parses a text as one YAML document. Spans are offsets into the text. ParseYAML returns nil for an
// empty document. It keeps aliases and does not replace them by their values. Nesting deeper than [MaxDepth]
// and more than [MaxEntries] entries are errors, and so is a second document.
func ParseYAML(text string) (*Value, *YAMLError) { return parseYAML(text, 0) }

// DecodeYAML decodes a text into the variable that into points to, as a program in Go does with gopkg.in/yaml.v3. It returns
// the library's error with its own words, and what the error says of single lines. Spans are offsets into the text.
//
// A mapping with more than [MaxKeys] keys is an error with Limit. Of a key that is there often, the error names the
// first repetitions.
func DecodeYAML(text string, into any) ([]*YAMLError, error) { return decodeYAML(text, into) }
