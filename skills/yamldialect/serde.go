package yamldialect

import (
	"cmp"
	"strconv"
	"strings"
)

// A Shape is the Rust type that a value is read into.
type Shape struct {
	kind     shapeKind
	expected string // in messages
	of       *Shape
	fields   []Field
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
	untypedShape // serde_yaml::Value
)

// A Field is one of a struct. serde skips unknown fields unread.
type Field struct {
	Name    string
	Shape   Shape
	Default bool // the field may be missing, as an Option always may
}

// String is the Rust type String: it takes any scalar as it is written, null too.
func String() Shape { return Shape{kind: stringShape, expected: "a string"} }

// Bool is bool.
func Bool() Shape { return Shape{kind: boolShape, expected: "a boolean"} }

// Option is Option<T>. It takes null and nothing for None.
func Option(of Shape) Shape { return Shape{kind: optionShape, of: &of} }

// Vec is Vec<T>.
func Vec(of Shape) Shape { return Shape{kind: vecShape, expected: "a sequence", of: &of} }

// Map is HashMap<String, T>. The last of equal keys counts.
func Map(of Shape) Shape { return Shape{kind: mapShape, expected: "a map", of: &of} }

// Struct is a struct with that name whose Deserialize is derived.
func Struct(name string, fields ...Field) Shape {
	return Shape{kind: structShape, expected: "struct " + name, fields: fields}
}

// Any is serde_json::Value, without its feature arbitrary_precision.
func Any() Shape { return Shape{kind: anyShape} }

// kindOf returns the kind of a value that is read from a node, or the message of the visitor that refuses it.
func (s *Shape) kindOf(n *Node) (kind Kind, problem string) {
	nothing := n.Kind == Scalar && n.Text == "" && n.Style == Plain
	isMap := s.kind == mapShape || s.kind == structShape
	switch {
	case s.kind == stringShape && n.Kind == Scalar:
		return Scalar, ""
	case s.kind == boolShape && isSerdeBool(n):
		return Boolean, ""
	case s.kind == vecShape && (n.Kind == Sequence || nothing):
		return Sequence, ""
	case isMap && (n.Kind == Mapping || nothing):
		return Mapping, ""
	case s.kind == anyShape && strings.HasPrefix(n.Tag, "!"):
		return 0, "invalid type: enum, expected any valid JSON value"
	case s.kind == untypedShape && n.Tag == "!":
		return 0, "invalid tag"
	}
	r, problem := resolveSerde(n)
	switch {
	case problem != "":
	case s.expected != "":
		problem = "invalid type: " + r.unexpected + ", expected " + s.expected
	case r.wide:
		problem = "JSON number out of range"
	}
	return r.kind, problem
}

// child returns the shape of the value of a key, nil if nothing asks for it.
func (s *Shape) child(key string) *Shape {
	for i := range s.fields {
		if s.fields[i].Name == key {
			return &s.fields[i].Shape
		}
	}
	if s.kind == structShape {
		return nil
	}
	return cmp.Or(s.of, s)
}

const (
	maxSerdeDepth = 128 // of collections that are read
	// maxRepeated is how many values are read through aliases. It is ours: up to serde_yaml's own limit, 100
	// aliases for each event, a small file can ask for days of work.
	maxRepeated = 100_000
)

// DecodeSerde reads a text as serde_yaml::from_str of 0.9.34 (https://github.com/dtolnay/serde-yaml, MIT or
// Apache-2.0) does. A text without any value reads as an empty struct, map or list.
//
// serde_yaml reads values as far as the text can be parsed: a type error comes before a syntax error behind
// it.
func DecodeSerde(text string, shape Shape) (v *Node, err *Error) {
	d := serdeDecoder{doc: parse(text, LibYAML)}
	if d.doc.root == nil && d.doc.err == nil {
		d.doc.root = &Node{Start: len(text), End: len(text)}
	}
	if err := catch(func() { v = d.value(d.doc.root, &shape, maxSerdeDepth) }); err != nil {
		return nil, err
	}
	if d.doc.more {
		return nil, &Error{
			Cause: Documents, Start: d.doc.rest, End: len(text),
			Message: "deserializing from YAML containing more than one document is not supported",
		}
	}
	return v, nil
}

// UntypedSerde reports whether serde_yaml::from_str::<serde_yaml::Value> takes a text. Unlike [Any] it takes
// keys and tags of all kinds, and refuses equal keys. Two collections never count as equal.
func UntypedSerde(text string) bool {
	_, err := DecodeSerde(text, Shape{kind: untypedShape})
	return err == nil
}

// A serdeDecoder reads the nodes of a document. It gives up by a panic with an *[Error].
type serdeDecoder struct {
	doc      *document
	path     []serdeStep // to the value that is being read
	jumping  int         // aliases that are being followed
	repeated int         // values read through aliases
}

// A serdeStep leads from a collection to a value in it.
type serdeStep struct {
	from  *Node
	key   string
	index int // in a sequence, -1 in a mapping
}

// fail gives up about a node, with the path and the place of the value that serde_yaml blames.
func (d *serdeDecoder) fail(cause Cause, n *Node, message string, path []serdeStep, at Mark) {
	var b strings.Builder
	for _, step := range path {
		switch {
		case step.index >= 0:
			b.WriteString("[" + strconv.Itoa(step.index) + "]")
		case b.Len() > 0:
			b.WriteString("." + step.key)
		default:
			b.WriteString(step.key)
		}
	}
	message = positioned(message, at)
	if len(path) > 0 {
		message = b.String() + ": " + message
	}
	end := n.End
	if n.open { // as far as it was read
		end = max(end, len(strings.TrimRight(d.doc.text[:d.doc.err.Start], " \t\r\n")))
	}
	panic(&Error{Cause: cause, Start: n.Start, End: end, Path: b.String(), Message: message})
}

// complete gives up if an error of the parser comes before the end of a node.
func (d *serdeDecoder) complete(n *Node) {
	if n == nil || n.open {
		panic(d.doc.err)
	}
}

// follow returns the node that an alias refers to, and any other node itself.
func (d *serdeDecoder) follow(n *Node) *Node {
	if n.Kind != Alias {
		return n
	}
	if d.repeated > maxRepeated {
		failLimit(n.Start, n.End, "repetition limit exceeded")
	}
	return n.target
}

// value reads a value into a shape. The node is nil if an error comes before it.
func (d *serdeDecoder) value(n *Node, shape *Shape, depth int) *Node {
	if n == nil {
		panic(d.doc.err)
	}
	if d.jumping > 0 {
		d.repeated++
	}
	v := &Node{Text: n.Text, Start: n.Start, End: n.End}
	if n.Kind == Alias {
		d.jumping++
		target := d.value(d.follow(n), shape, depth)
		d.jumping--
		target.Start, target.End = n.Start, n.End
		return target
	}
	if shape.kind == optionShape {
		if d.isNone(n) {
			v.Kind = Null
			return v
		}
		shape = shape.of
	}
	var problem string
	if v.Kind, problem = shape.kindOf(n); problem != "" {
		d.fail(Type, n, problem, d.path, n.start)
	}
	if n.Kind != Scalar && depth == 0 {
		failLimit(n.Start, n.End, positioned("recursion limit exceeded", n.start))
	}
	for i, item := range n.Items {
		v.Items = append(v.Items, d.step(serdeStep{n, "", i}, item, shape.child(""), depth))
	}
	d.pairs(v, n, shape, depth)
	d.complete(n)
	for _, f := range shape.fields {
		if !f.Default && f.Shape.kind != optionShape && v.Get(f.Name) == nil {
			d.fail(Type, n, "missing field `"+f.Name+"`", d.path, n.start)
		}
	}
	return v
}

// step reads a value in a collection.
func (d *serdeDecoder) step(step serdeStep, n *Node, shape *Shape, depth int) *Node {
	d.path = append(d.path, step)
	v := d.value(n, shape, depth-1)
	d.path = d.path[:len(d.path)-1]
	return v
}

// isNone reports whether an Option, which is always in a collection, reads a node as None.
func (d *serdeDecoder) isNone(n *Node) bool {
	if n.Kind != Scalar || n.Style != Plain || n.Tag != "" && n.Tag != tagNull {
		return false
	}
	none := plainWords[n.Text] == "null" && (n.Text != "" || n.Tag == "")
	if last := len(d.path) - 1; n.Tag == tagNull && !none { // serde_yaml blames the struct
		d.fail(Type, n, invalidValue(n.Text, "null"), d.path[:last], d.path[last].from.start)
	}
	return none
}

// pairs reads the pairs of a mapping. serde skips those whose key nothing asks for.
func (d *serdeDecoder) pairs(v *Node, n *Node, shape *Shape, depth int) {
	seen := make(map[string]bool, len(shape.fields))
	for i, p := range n.Pairs {
		if p.Key == nil {
			panic(d.doc.err)
		}
		key := d.key(p.Key, i == 0, shape, depth)
		child := shape.child(key)
		if child == nil {
			d.complete(p.Value)
			continue
		}
		if shape.kind == structShape || shape.kind == untypedShape {
			if seen[key] {
				d.fail(Duplicate, p.Key, "duplicate field `"+key+"`", d.path, n.start)
			}
			seen[key] = true
		}
		value := d.step(serdeStep{n, key, -1}, p.Value, child, depth)
		name := &Node{Text: key, Start: p.Key.Start, End: p.Key.End}
		v.Pairs = append(v.Pairs, Pair{Key: name, Value: value})
	}
}

// key reads a key. It returns a text that is the same for equal keys.
func (d *serdeDecoder) key(n *Node, first bool, shape *Shape, depth int) string {
	target := d.follow(n)
	if shape.kind == untypedShape {
		d.value(n, shape, depth-1)
		r, _ := resolveSerde(target)
		switch {
		case target.Kind != Scalar:
			return strconv.Itoa(target.Start)
		case strings.HasPrefix(target.Tag, "!"): // a tag of the author's own is a part of the value
			return target.Tag + r.unexpected
		}
		return r.unexpected
	}
	if target.Kind != Scalar {
		expected := "a string"
		switch {
		case shape.kind == structShape:
			expected = "field identifier"
		case shape.kind == anyShape && first:
			expected = "a string key"
		}
		r, _ := resolveSerde(target)
		d.fail(Type, target, "invalid type: "+r.unexpected+", expected "+expected, d.path, target.start)
	}
	return target.Text
}
