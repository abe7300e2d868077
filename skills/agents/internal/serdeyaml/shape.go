package serdeyaml

// A Shape is the Rust type that a value is read into.
type Shape struct {
	kind   shapeKind
	name   string
	of     *Shape
	fields []Field
}

type shapeKind uint8

const (
	textShape shapeKind = iota
	boolShape
	optionalShape
	listShape
	mapShape
	structShape
	anyShape
)

// A Field is one of a struct. Unknown ones are skipped unread.
type Field struct {
	Name  string
	Shape Shape
	// Default says that the field may be missing, which an optional one always may.
	Default bool
}

// Text is String: any scalar is taken as it is written, a null too.
func Text() Shape { return Shape{kind: textShape} }

// Bool is bool.
func Bool() Shape { return Shape{kind: boolShape} }

// Optional is Option<T>, for which null and nothing mean none.
func Optional(of Shape) Shape { return Shape{kind: optionalShape, of: &of} }

// List is Vec<T>.
func List(of Shape) Shape { return Shape{kind: listShape, of: &of} }

// Map is HashMap<String, T>. Of equal keys the last counts.
func Map(of Shape) Shape { return Shape{kind: mapShape, of: &of} }

// Struct is a struct whose Deserialize is derived, by its name.
func Struct(name string, fields ...Field) Shape {
	return Shape{kind: structShape, name: name, fields: fields}
}

// Any is serde_json::Value, without its feature arbitrary_precision.
func Any() Shape { return Shape{kind: anyShape} }

// expecting is what the type's visitor says that it expects.
func (s *Shape) expecting() string {
	return [...]string{"a string", "a boolean", "option", "a sequence", "a map", "struct " + s.name, "any valid JSON value"}[s.kind]
}

// Kind is what a value turned out to be.
type Kind uint8

const (
	Null Kind = iota
	Boolean
	Number
	String
	Sequence
	Mapping
)

// A Value is a value with its place in the text, in bytes.
type Value struct {
	Kind Kind
	Text string // of a scalar
	// Start and End are the value as written, with its quotes, without anchor and tag, and for a block scalar from its indicator
	// to the end of its last line; for an alias, they are those of the alias. They are equal where nothing is written.
	Start, End int
	Pairs      []Pair   // of a mapping, in the order of the text; of a struct only the fields that it has
	Items      []*Value // of a sequence
}

// A Pair is an entry of a mapping.
type Pair struct {
	Key              string
	KeyStart, KeyEnd int
	Value            *Value
}

// Get returns the value of a key, nil where there is none. It may be called on nil.
func (v *Value) Get(key string) *Value {
	if v == nil {
		return nil
	}
	for i := len(v.Pairs) - 1; i >= 0; i-- {
		if v.Pairs[i].Key == key {
			return v.Pairs[i].Value
		}
	}
	return nil
}

// List returns the items of a sequence, none of anything else. It may be called on nil.
func (v *Value) List() []*Value {
	if v == nil {
		return nil
	}
	return v.Items
}
