package serdeyaml

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
