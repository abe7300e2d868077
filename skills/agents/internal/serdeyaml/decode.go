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
	if d.pos < d.doc.events.len {
		return d.doc.events.at(d.pos), nil
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
	return d.doc.end(d.doc.events.at(d.pos - 1))
}

// refuse makes a failure of the value that begins with the event before the current one.
func (d *decoder) refuse(cause Cause, message string) *failure {
	i := d.pos - 1
	return &failure{Error: Error{Cause: cause, Start: d.doc.events.at(i).value, End: d.doc.extent(i), Message: message}, open: true}
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
	if d.jumps > maxRepeats*d.doc.events.len {
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
