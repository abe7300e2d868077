package serdeyaml

import "fmt"

// Decode reads a text, which must be valid UTF-8, as serde_yaml::from_str does. A text without any value reads as an empty
// struct, map or list.
func Decode(text string, shape Shape) (*Value, *Error) {
	doc := load(text)
	d := decoder{doc: doc}
	v, fail := d.value(&shape, nil, maxDepth)
	if fail != nil {
		return nil, fail.error()
	}
	if doc.more {
		return nil, &Error{
			Cause: Documents, Start: d.end(), End: len(text),
			Message: "deserializing from YAML containing more than one document is not supported",
		}
	}
	return v, nil
}

const (
	maxDepth = 128 // of collections in collections that are read
	// maxRepeats is how many aliases are followed for each event (serde_yaml's limit).
	maxRepeats = 100
	// maxRepeated is how many values are read by way of aliases. It is ours: to serde_yaml's own limit, a small file can ask for
	// days of work, and no message is the right one then.
	maxRepeated = 100_000
)

// A decoder reads the events of a document.
type decoder struct {
	doc      *document
	pos      int // the index of the next event
	jumps    int // aliases followed so far
	jumping  int // aliases that are being followed
	repeated int // values read by way of aliases
}

// A path leads to a value; nil is the root.
type path struct {
	parent *path
	key    string
	index  int // in a sequence, -1 in a mapping
}

func (p *path) String() string {
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

// A failure is an error on its way out. One of a visitor has no place yet, and takes that of the innermost value whose
// deserialiser knows one.
type failure struct {
	Error
	open bool
}

func (f *failure) error() *Error {
	e := f.Error
	return &e
}

// at gives the failure its place, if it has none yet.
func (f *failure) at(m mark, p *path) *failure {
	if f == nil || !f.open {
		return f
	}
	f.open = false
	f.Message = positioned(f.Message, m)
	if p != nil {
		f.Path = p.String()
		f.Message = f.Path + ": " + f.Message
	}
	return f
}

// peek returns the next event, or why there is none.
func (d *decoder) peek() (event, *failure) {
	if d.pos < len(d.doc.events) {
		return d.doc.events[d.pos], nil
	}
	if d.doc.err != nil {
		return event{}, &failure{Error: *d.doc.err}
	}
	return event{}, d.endOfStream()
}

func (d *decoder) next() (event, *failure) {
	e, fail := d.peek()
	if fail == nil {
		d.pos++
		if d.jumping > 0 {
			d.repeated++
			if d.repeated > maxRepeated {
				return e, d.tooOften(e)
			}
		}
	}
	return e, fail
}

func (d *decoder) endOfStream() *failure {
	end := len(d.doc.text)
	return &failure{Error: Error{Cause: Type, Start: end, End: end, Message: "EOF while parsing a value"}}
}

func (d *decoder) tooOften(e event) *failure {
	return &failure{Error: Error{Cause: Limit, Start: e.value, End: d.doc.end(e), Message: "repetition limit exceeded"}}
}

// end returns where what was read ends.
func (d *decoder) end() int {
	if d.pos == 0 {
		return 0
	}
	return d.doc.end(d.doc.events[d.pos-1])
}

// refuse makes a failure of the value that begins with the event before the current one.
func (d *decoder) refuse(cause Cause, message string) *failure {
	i := d.pos - 1
	return &failure{Error: Error{Cause: cause, Start: d.doc.events[i].value, End: d.doc.extent(i), Message: message}, open: true}
}

// value reads a value into a shape.
func (d *decoder) value(shape *Shape, p *path, depth int) (*Value, *failure) {
	if shape.kind == optionalShape {
		return d.optional(shape, p, depth)
	}
	e, fail := d.next()
	if fail != nil {
		return nil, fail
	}
	var v *Value
	switch {
	case e.kind == aliasEvent:
		v, fail = d.follow(e, func() (*Value, *failure) { return d.value(shape, p, depth) })
	default:
		v, fail = d.read(e, shape, p, depth)
	}
	return v, fail.at(e.start, p)
}

// read reads a value that is no alias and begins with an event that was just taken.
func (d *decoder) read(e event, shape *Shape, p *path, depth int) (*Value, *failure) {
	v := &Value{Text: e.text, Start: e.value, End: d.doc.end(e)}
	switch shape.kind {
	case textShape:
		if e.kind == scalarEvent {
			v.Kind = String
			return v, nil
		}
	case boolShape:
		if e.kind == scalarEvent && (e.style == Plain || e.style == Literal && e.tag == tagBool) {
			if _, ok := parseBool(e.text); ok {
				v.Kind = Boolean
				return v, nil
			}
		}
	case listShape:
		v.Kind = Sequence
		if e.kind == sequenceStart {
			return v, d.items(v, e, shape.of, p, depth)
		}
		if e.isNothing() {
			return v, nil
		}
	case mapShape, structShape:
		v.Kind = Mapping
		if e.kind == mappingStart {
			return v, d.pairs(v, e, shape, p, depth)
		}
		if e.isNothing() {
			return v, d.missing(v, shape)
		}
	case anyShape:
		return d.any(v, e, shape, p, depth)
	}
	return nil, d.invalidType(e, shape)
}

// isNothing reports whether the event stands for an empty collection.
func (e event) isNothing() bool {
	return e.kind == voidEvent || e.kind == scalarEvent && e.text == "" && e.style == Plain
}

// any reads a value whose type the text decides.
func (d *decoder) any(v *Value, e event, shape *Shape, p *path, depth int) (*Value, *failure) {
	if len(e.tag) > 0 && e.tag[0] == '!' {
		return nil, d.refuse(Type, "invalid type: enum, expected "+shape.expecting())
	}
	switch e.kind {
	case sequenceStart:
		v.Kind = Sequence
		return v, d.items(v, e, shape, p, depth)
	case mappingStart:
		v.Kind = Mapping
		return v, d.pairs(v, e, shape, p, depth)
	case voidEvent:
		return v, nil
	}
	s, problem := resolve(e)
	switch {
	case problem != "":
		return nil, d.refuse(Type, problem)
	case s.wide:
		return nil, d.refuse(Type, "JSON number out of range")
	}
	v.Kind = s.kind
	return v, nil
}

func (d *decoder) invalidType(e event, shape *Shape) *failure {
	var unexpected string
	switch e.kind {
	case sequenceStart:
		unexpected = "sequence"
	case mappingStart:
		unexpected = "map"
	case voidEvent:
		return d.endOfStream()
	default:
		s, problem := resolve(e)
		if problem != "" {
			return d.refuse(Type, problem)
		}
		unexpected = s.unexpected
	}
	return d.refuse(Type, "invalid type: "+unexpected+", expected "+shape.expecting())
}

// follow reads the value of an alias.
func (d *decoder) follow(e event, read func() (*Value, *failure)) (*Value, *failure) {
	d.jumps++
	if d.jumps > maxRepeats*len(d.doc.events) {
		return nil, d.tooOften(e)
	}
	back := d.pos
	d.pos = d.doc.anchored[e.target]
	d.jumping++
	v, fail := read()
	d.jumping--
	d.pos = back
	if v != nil {
		v.Start, v.End = e.value, d.doc.end(e)
	}
	return v, fail
}

func (d *decoder) optional(shape *Shape, p *path, depth int) (*Value, *failure) {
	e, fail := d.peek()
	if fail != nil {
		return nil, fail
	}
	none := e.kind == voidEvent
	switch {
	case e.kind == aliasEvent:
		d.pos++
		return d.follow(e, func() (*Value, *failure) { return d.optional(shape, p, depth) })
	case e.kind != scalarEvent || e.style != Plain:
	case e.tag == tagNull:
		if !isNull(e.text) {
			d.pos++
			return nil, d.refuse(Type, invalidValue(e.text, "null"))
		}
		none = true
	case e.tag == "":
		none = e.text == "" || isNull(e.text)
	}
	if none {
		d.pos++
		return &Value{Kind: Null, Text: e.text, Start: e.value, End: d.doc.end(e)}, nil
	}
	return d.value(shape.of, p, depth)
}

func (d *decoder) tooDeep(e event) *failure {
	message := positioned("recursion limit exceeded", e.start)
	return &failure{Error: Error{Cause: Limit, Start: e.value, End: d.doc.end(e), Message: message}}
}

// items reads the items of a sequence that begins with the event.
func (d *decoder) items(v *Value, start event, shape *Shape, p *path, depth int) *failure {
	if depth == 0 {
		return d.tooDeep(start)
	}
	for {
		e, fail := d.peek()
		if fail != nil {
			return fail
		}
		if e.kind == sequenceEnd {
			break
		}
		item, fail := d.value(shape, &path{parent: p, index: len(v.Items)}, depth-1)
		if fail != nil {
			return fail
		}
		v.Items = append(v.Items, item)
		v.End = item.End
	}
	return d.close(v)
}

// close takes the end of a collection.
func (d *decoder) close(v *Value) *failure {
	e, fail := d.next()
	if fail == nil && e.end.offset > e.start.offset { // a bracket
		v.End = e.end.offset
	}
	return fail
}

// pairs reads the pairs of a mapping that begins with the event.
func (d *decoder) pairs(v *Value, start event, shape *Shape, p *path, depth int) *failure {
	if depth == 0 {
		return d.tooDeep(start)
	}
	for {
		e, fail := d.peek()
		if fail != nil {
			return fail
		}
		if e.kind == mappingEnd {
			break
		}
		at := &path{parent: p, key: "?", index: -1}
		if e.kind == scalarEvent {
			at.key = e.text
		}
		key, fail := d.key(len(v.Pairs) == 0, shape, p)
		if fail != nil {
			return fail
		}
		value, fail := d.field(v, key, shape, at, depth-1)
		if fail != nil {
			return fail
		}
		if value != nil {
			v.Pairs = append(v.Pairs, Pair{key.Text, key.Start, key.End, value})
			v.End = value.End
		} else {
			v.End = d.end()
		}
	}
	if fail := d.missing(v, shape); fail != nil {
		return fail
	}
	return d.close(v)
}

// key reads a key.
func (d *decoder) key(first bool, shape *Shape, p *path) (*Value, *failure) {
	e, fail := d.next()
	if fail != nil {
		return nil, fail
	}
	if e.kind == aliasEvent {
		key, fail := d.follow(e, func() (*Value, *failure) { return d.key(first, shape, p) })
		return key, fail.at(e.start, p)
	}
	if e.kind == scalarEvent {
		return &Value{Kind: String, Text: e.text, Start: e.value, End: d.doc.end(e)}, nil
	}
	unexpected, expected := "sequence", "a string"
	if e.kind == mappingStart {
		unexpected = "map"
	}
	switch {
	case shape.kind == structShape:
		expected = "field identifier"
	case shape.kind == anyShape && first:
		expected = "a string key"
	}
	return nil, d.refuse(Type, "invalid type: "+unexpected+", expected "+expected).at(e.start, p)
}

// field reads the value of a key, nil where nobody asks for it.
func (d *decoder) field(v *Value, key *Value, shape *Shape, p *path, depth int) (*Value, *failure) {
	switch shape.kind {
	case anyShape:
		return d.value(shape, p, depth)
	case mapShape:
		return d.value(shape.of, p, depth)
	}
	for i := range shape.fields {
		f := &shape.fields[i]
		if f.Name != key.Text {
			continue
		}
		if v.Get(f.Name) != nil {
			duplicate := Error{Cause: Duplicate, Start: key.Start, End: key.End, Message: "duplicate field `" + f.Name + "`"}
			return nil, &failure{Error: duplicate, open: true}
		}
		return d.value(&f.Shape, p, depth)
	}
	return nil, d.skip()
}

// skip moves over a value.
func (d *decoder) skip() *failure {
	for depth := 0; ; {
		e, fail := d.next()
		if fail != nil {
			return fail
		}
		switch e.kind {
		case sequenceStart, mappingStart:
			depth++
		case sequenceEnd, mappingEnd:
			depth--
		}
		if depth == 0 {
			return nil
		}
	}
}

// missing looks for a field that is not there.
func (d *decoder) missing(v *Value, shape *Shape) *failure {
	for _, f := range shape.fields {
		if !f.Default && f.Shape.kind != optionalShape && v.Get(f.Name) == nil {
			return &failure{Error: Error{Cause: Type, Start: v.Start, End: v.End, Message: "missing field `" + f.Name + "`"}, open: true}
		}
	}
	return nil
}
