package yamldialect

import (
	"fmt"
	"slices"
	"strings"
)

// A SerdeKind is what a value turned out to be.
type SerdeKind uint8

const (
	SerdeNull SerdeKind = iota
	SerdeBoolean
	SerdeNumber
	SerdeString
	SerdeSequence
	SerdeMapping
)

// A SerdeValue is what serde_yaml reads a node as.
type SerdeValue struct {
	Kind SerdeKind
	Text string // of a scalar
	// Start and End are those of the [Node]. Those of an alias are the alias itself.
	Start, End int
	Pairs      []SerdePair   // of a mapping, in the order of the text; of a struct its own fields alone
	Items      []*SerdeValue // of a sequence
}

// A SerdePair is an entry of a mapping.
type SerdePair struct {
	Key              string
	KeyStart, KeyEnd int
	Value            *SerdeValue
}

// Get returns the last value of a key or nil. It may be called on nil.
func (v *SerdeValue) Get(key string) *SerdeValue {
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
func (v *SerdeValue) List() []*SerdeValue {
	if v == nil {
		return nil
	}
	return v.Items
}

// A Shape is the Rust type that a value is read into.
type Shape struct {
	kind   shapeKind
	name   string
	of     *Shape
	fields []Field
}

type shapeKind uint8

const (
	stringShape shapeKind = iota
	boolShape
	optionShape
	vecShape
	mapShape
	structShape
	anyShape
)

// A Field is one of a struct. serde skips unknown fields unread.
type Field struct {
	Name    string
	Shape   Shape
	Default bool // the field may be missing, as an Option always may
}

// String is the Rust type String: it takes any scalar as it is written, null too.
func String() Shape { return Shape{kind: stringShape} }

// Bool is bool.
func Bool() Shape { return Shape{kind: boolShape} }

// Option is Option<T>. It takes null and nothing for None.
func Option(of Shape) Shape { return Shape{kind: optionShape, of: &of} }

// Vec is Vec<T>.
func Vec(of Shape) Shape { return Shape{kind: vecShape, of: &of} }

// Map is HashMap<String, T>. The last of equal keys counts.
func Map(of Shape) Shape { return Shape{kind: mapShape, of: &of} }

// Struct is a struct with that name whose Deserialize is derived.
func Struct(name string, fields ...Field) Shape {
	return Shape{kind: structShape, name: name, fields: fields}
}

// Any is serde_json::Value, without its feature arbitrary_precision.
func Any() Shape { return Shape{kind: anyShape} }

// expecting is what the type's visitor says that it expects.
func (s *Shape) expecting() string {
	return [...]string{
		"a string", "a boolean", "option", "a sequence", "a map", "struct " + s.name, "any valid JSON value",
	}[s.kind]
}

const (
	maxSerdeDepth = 128 // of collections that are read
	// maxRepeats is how many aliases serde_yaml follows for each event.
	maxRepeats = 100
	// maxRepeated is how many values are read through aliases. It is ours: up to serde_yaml's own limit a
	// small file can ask for days of work.
	maxRepeated = 100_000
)

// DecodeSerde reads a text as serde_yaml::from_str of 0.9.34 (https://github.com/dtolnay/serde-yaml, MIT or
// Apache-2.0) does. A text without any value reads as an empty struct, map or list.
//
// serde_yaml reads values as far as the text can be parsed: a type error comes before a syntax error behind
// it.
func DecodeSerde(text string, shape Shape) (*SerdeValue, *Error) {
	doc := parse(text, LibYAML)
	d := serdeDecoder{doc: doc}
	v, fail := d.value(doc.root, &shape, nil, maxSerdeDepth)
	if fail != nil {
		return nil, &fail.Error
	}
	if doc.more {
		return nil, &Error{
			Cause: Documents, Start: doc.rest, End: len(text),
			Message: "deserializing from YAML containing more than one document is not supported",
		}
	}
	return v, nil
}

// A serdeDecoder reads the nodes of a document.
type serdeDecoder struct {
	doc      *document
	jumps    int // aliases followed so far
	jumping  int // aliases that are being followed
	repeated int // values read through aliases
}

// A serdePath leads to a value; nil is the root.
type serdePath struct {
	parent *serdePath
	key    string
	index  int // in a sequence, -1 in a mapping
}

func (p *serdePath) String() string {
	switch {
	case p == nil:
		return "."
	case p.index >= 0:
		return fmt.Sprintf("%s[%d]", p.parent, p.index)
	case p.parent == nil:
		return p.key
	}
	return p.parent.String() + "." + p.key
}

// A failure is an error on its way out. An error of a visitor has no place yet. It takes that of the
// innermost value whose deserializer knows one.
type failure struct {
	Error
	placeless bool
}

// at gives the failure its place, if it has none yet.
func (f *failure) at(m Mark, p *serdePath) *failure {
	if f == nil || !f.placeless {
		return f
	}
	f.placeless = false
	f.Message = positioned(f.Message, m)
	if p != nil {
		f.Path = p.String()
		f.Message = f.Path + ": " + f.Message
	}
	return f
}

// refuse makes a failure of a node.
func refuse(n *Node, message string) *failure {
	return &failure{Error{Cause: Type, Start: n.Start, End: n.readEnd(), Message: message}, true}
}

// readEnd returns where the part of the node ends that was read.
func (n *Node) readEnd() int {
	end := n.End
	if k := len(n.Items); n.open && k > 0 && n.Items[k-1] != nil {
		end = max(end, n.Items[k-1].readEnd())
	}
	if k := len(n.Pairs); n.open && k > 0 {
		for _, child := range []*Node{n.Pairs[k-1].Key, n.Pairs[k-1].Value} {
			if child != nil {
				end = max(end, child.readEnd())
			}
		}
	}
	return end
}

// missing is the failure of a node that the text does not have, because an error comes before it or the text
// is empty.
func (d *serdeDecoder) missing() *failure {
	if d.doc.err != nil {
		return &failure{Error: *d.doc.err}
	}
	end := len(d.doc.text)
	return &failure{Error: Error{Cause: Type, Start: end, End: end, Message: "EOF while parsing a value"}}
}

func tooOften(n *Node) *failure {
	const message = "repetition limit exceeded"
	return &failure{Error: Error{Cause: Limit, Start: n.Start, End: n.End, Message: message}}
}

// count counts what is read through aliases.
func (d *serdeDecoder) count(n *Node) *failure {
	if d.jumping > 0 {
		if d.repeated++; d.repeated > maxRepeated {
			return tooOften(n)
		}
	}
	return nil
}

// value reads a value into a shape. The node is nil if the text has none.
func (d *serdeDecoder) value(n *Node, shape *Shape, p *serdePath, depth int) (*SerdeValue, *failure) {
	if n == nil && (d.doc.err != nil || shape.kind == stringShape || shape.kind == boolShape) {
		return nil, d.missing()
	}
	if n == nil { // an empty text
		n = &Node{Start: len(d.doc.text), End: len(d.doc.text)}
	}
	if fail := d.count(n); fail != nil {
		return nil, fail
	}
	if n.Kind == Alias {
		v, fail := d.follow(n, func() (*SerdeValue, *failure) { return d.value(n.target, shape, p, depth) })
		return v, fail.at(n.start, p)
	}
	if shape.kind == optionShape {
		return d.option(n, shape, p, depth)
	}
	v, fail := d.read(n, shape, p, depth)
	return v, fail.at(n.start, p)
}

func (d *serdeDecoder) option(n *Node, shape *Shape, p *serdePath, depth int) (*SerdeValue, *failure) {
	none := n.Kind == Scalar && n.Style == Plain && (n.Tag == "" && n.Text == "" || isSerdeNull(n.Text))
	switch {
	case n.Kind != Scalar || n.Style != Plain || n.Tag != "" && n.Tag != tagNull:
		none = false
	case n.Tag == tagNull && !none:
		return nil, refuse(n, invalidValue(n.Text, "null"))
	}
	if none {
		return &SerdeValue{Kind: SerdeNull, Text: n.Text, Start: n.Start, End: n.End}, nil
	}
	return d.value(n, shape.of, p, depth)
}

// read reads a value that is no alias.
func (d *serdeDecoder) read(n *Node, shape *Shape, p *serdePath, depth int) (*SerdeValue, *failure) {
	v := &SerdeValue{Text: n.Text, Start: n.Start, End: n.End}
	nothing := n.Kind == Scalar && n.Text == "" && n.Style == Plain
	switch shape.kind {
	case stringShape:
		if n.Kind == Scalar {
			v.Kind = SerdeString
			return v, nil
		}
	case boolShape:
		_, ok := parseBool(n.Text)
		if ok && n.Kind == Scalar && (n.Style == Plain || n.Style == Literal && n.Tag == tagBool) {
			v.Kind = SerdeBoolean
			return v, nil
		}
	case vecShape:
		v.Kind = SerdeSequence
		if n.Kind == Sequence {
			return v, d.items(v, n, shape.of, p, depth)
		}
		if nothing {
			return v, nil
		}
	case mapShape, structShape:
		v.Kind = SerdeMapping
		if n.Kind == Mapping {
			return v, d.pairs(v, n, shape, p, depth)
		}
		if nothing {
			return v, missingField(v, shape)
		}
	case anyShape:
		return d.any(v, n, shape, p, depth)
	}
	return nil, invalidType(n, shape)
}

// any reads a value whose type the text decides.
func (d *serdeDecoder) any(
	v *SerdeValue, n *Node, shape *Shape, p *serdePath, depth int,
) (*SerdeValue, *failure) {
	switch {
	case strings.HasPrefix(n.Tag, "!"):
		return nil, refuse(n, "invalid type: enum, expected "+shape.expecting())
	case n.Kind == Sequence:
		v.Kind = SerdeSequence
		return v, d.items(v, n, shape, p, depth)
	case n.Kind == Mapping:
		v.Kind = SerdeMapping
		return v, d.pairs(v, n, shape, p, depth)
	}
	s, problem := resolveSerde(n)
	switch {
	case problem != "":
		return nil, refuse(n, problem)
	case s.wide:
		return nil, refuse(n, "JSON number out of range")
	}
	v.Kind = s.kind
	return v, nil
}

func invalidType(n *Node, shape *Shape) *failure {
	unexpected := map[Kind]string{Sequence: "sequence", Mapping: "map"}[n.Kind]
	if unexpected == "" {
		s, problem := resolveSerde(n)
		if problem != "" {
			return refuse(n, problem)
		}
		unexpected = s.unexpected
	}
	return refuse(n, "invalid type: "+unexpected+", expected "+shape.expecting())
}

// follow reads the value of an alias.
func (d *serdeDecoder) follow(n *Node, read func() (*SerdeValue, *failure)) (*SerdeValue, *failure) {
	if d.jumps++; d.jumps > maxRepeats*d.doc.nodes {
		return nil, tooOften(n)
	}
	d.jumping++
	v, fail := read()
	d.jumping--
	if v != nil {
		v.Start, v.End = n.Start, n.End
	}
	return v, fail
}

func tooDeep(n *Node) *failure {
	message := positioned("recursion limit exceeded", n.start)
	return &failure{Error: Error{Cause: Limit, Start: n.Start, End: min(n.Start+1, n.End), Message: message}}
}

// items reads the items of a sequence.
func (d *serdeDecoder) items(v *SerdeValue, n *Node, shape *Shape, p *serdePath, depth int) *failure {
	if depth == 0 {
		return tooDeep(n)
	}
	for i, item := range n.Items {
		read, fail := d.value(item, shape, &serdePath{parent: p, index: i}, depth-1)
		if fail != nil {
			return fail
		}
		v.Items = append(v.Items, read)
	}
	if n.open {
		return d.missing()
	}
	return nil
}

// pairs reads the pairs of a mapping.
func (d *serdeDecoder) pairs(v *SerdeValue, n *Node, shape *Shape, p *serdePath, depth int) *failure {
	if depth == 0 {
		return tooDeep(n)
	}
	for i, pair := range n.Pairs {
		if pair.Key == nil {
			return d.missing()
		}
		at := &serdePath{parent: p, key: "?", index: -1}
		if pair.Key.Kind == Scalar {
			at.key = pair.Key.Text
		}
		key, fail := d.key(pair.Key, i == 0, shape, p)
		if fail != nil {
			return fail
		}
		value, fail := d.field(v, key, pair.Value, shape, at, depth-1)
		if fail != nil {
			return fail
		}
		if value != nil {
			v.Pairs = append(v.Pairs, SerdePair{key.Text, key.Start, key.End, value})
		}
	}
	if n.open {
		return d.missing()
	}
	return missingField(v, shape)
}

// key reads a key.
func (d *serdeDecoder) key(n *Node, first bool, shape *Shape, p *serdePath) (*SerdeValue, *failure) {
	if fail := d.count(n); fail != nil {
		return nil, fail
	}
	switch n.Kind {
	case Alias:
		key, fail := d.follow(n, func() (*SerdeValue, *failure) { return d.key(n.target, first, shape, p) })
		return key, fail.at(n.start, p)
	case Scalar:
		return &SerdeValue{Kind: SerdeString, Text: n.Text, Start: n.Start, End: n.End}, nil
	}
	expected := "a string"
	switch {
	case shape.kind == structShape:
		expected = "field identifier"
	case shape.kind == anyShape && first:
		expected = "a string key"
	}
	unexpected := map[Kind]string{Sequence: "sequence", Mapping: "map"}[n.Kind]
	return nil, refuse(n, "invalid type: "+unexpected+", expected "+expected).at(n.start, p)
}

// field reads the value of a key, nil if nothing asks for it.
func (d *serdeDecoder) field(
	v, key *SerdeValue, n *Node, shape *Shape, p *serdePath, depth int,
) (*SerdeValue, *failure) {
	switch shape.kind {
	case anyShape:
		return d.value(n, shape, p, depth)
	case mapShape:
		return d.value(n, shape.of, p, depth)
	}
	for i := range shape.fields {
		f := &shape.fields[i]
		if f.Name != key.Text {
			continue
		}
		if v.Get(f.Name) != nil {
			message := "duplicate field `" + f.Name + "`"
			duplicate := Error{Cause: Duplicate, Start: key.Start, End: key.End, Message: message}
			return nil, &failure{duplicate, true}
		}
		return d.value(n, &f.Shape, p, depth)
	}
	if n == nil || n.open {
		return nil, d.missing()
	}
	return nil, nil
}

// missingField looks for a field that must be there.
func missingField(v *SerdeValue, shape *Shape) *failure {
	for _, f := range shape.fields {
		if !f.Default && f.Shape.kind != optionShape && v.Get(f.Name) == nil {
			message := "missing field `" + f.Name + "`"
			return &failure{Error{Cause: Type, Start: v.Start, End: v.End, Message: message}, true}
		}
	}
	return nil
}

// maxUntyped is how many nodes [UntypedSerde] looks at, aliases followed. Values that repeat more often count
// as refused.
const maxUntyped = 100_000

// UntypedSerde reports whether serde_yaml::from_str::<serde_yaml::Value> takes a text. Unlike [Any] it takes
// keys and tags of all kinds, and refuses equal keys.
func UntypedSerde(text string) bool {
	doc := parse(text, LibYAML)
	if doc.root == nil {
		return doc.err == nil
	}
	u := serdeOutliner{left: maxUntyped}
	_, ok := u.outline(doc.root, maxSerdeDepth)
	return ok && !doc.more
}

// A serdeOutliner writes values down so that equal values are equal texts.
type serdeOutliner struct{ left int }

func (u *serdeOutliner) outline(n *Node, depth int) (text string, ok bool) {
	if u.left--; n == nil || n.open || u.left < 0 || n.Tag == "!" {
		return "", false
	}
	own := "" // a tag of the author's own is a part of the value
	if strings.HasPrefix(n.Tag, "!") {
		own = n.Tag
	}
	switch n.Kind {
	case Alias:
		return u.outline(n.target, depth)
	case Scalar:
		s, problem := resolveSerde(n)
		return quoteRust(own) + s.unexpected, problem == "" && !s.wide
	}
	if depth == 0 {
		return "", false
	}
	var parts []string
	for _, item := range n.Items {
		part, ok := u.outline(item, depth-1)
		if !ok {
			return "", false
		}
		parts = append(parts, part)
	}
	seen := make(map[string]bool, len(n.Pairs))
	for _, p := range n.Pairs {
		key, ok := u.outline(p.Key, depth-1)
		if !ok || seen[key] {
			return "", false
		}
		value, ok := u.outline(p.Value, depth-1)
		if !ok {
			return "", false
		}
		seen[key] = true
		parts = append(parts, key+value)
	}
	if n.Kind == Mapping {
		slices.Sort(parts) // the order of keys makes no difference
	}
	text = strings.Join(parts, "")
	return fmt.Sprintf("%s%d %d:%s", quoteRust(own), n.Kind, len(text), text), true
}
