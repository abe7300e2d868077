package yamldialect

import (
	"cmp"
	"strings"

	"skills-ls/skills/text"
)

// A jsPlace says what may be in a place.
type jsPlace uint8

const (
	flowIn jsPlace = iota
	flowOut
	blockIn
	blockOut
)

// node reads a node and leaves it in the composer. It reports whether there was any. A node that is sought may
// be on the lines behind the cursor, and is no block collection in the line of the cursor.
func (c *jsComposer) node(parent int, at jsPlace, seek bool) (found bool) {
	if c.depth++; c.depth > c.dialect.maxDepth() {
		failLimit(c.Offset, c.Offset, tooDeep)
	}
	c.tag, c.anchor, c.kind, c.value = "", "", "", nil
	deeper, level, broken := true, false, false // the indentation, in relation to the parent's
	advance := func() bool {
		if !c.space() {
			return false
		}
		broken, deeper, level = true, c.indentation() > parent, c.indentation() == parent
		return true
	}
	if seek {
		advance()
	}
	block := at >= blockIn
	collections := block
	for more := deeper && c.property(); more; more = c.property() {
		collections = advance() && block
	}
	collections = collections && (broken || !seek)

	flow := parent
	if block {
		flow++
	}
	tag, anchor, column := c.tag, c.anchor, c.Column
	switch {
	case deeper && collections && (c.blockSequence(column) || c.blockMapping(column, flow)),
		deeper && c.flowCollection(flow),
		level && at == blockOut && collections && c.blockSequence(column): // as deep as the key above it
		c.tag, c.anchor, found = tag, anchor, true
	case deeper:
		found = c.scalar(flow, block, at == flowIn)
		c.keep(c.value)
	}
	switch c.tag {
	case implicitTag:
		c.resolveImplicit()
	case "", localTag:
	default:
		c.resolveTag()
	}
	c.depth--
	return c.tag != "" || c.anchor != "" || found
}

// implicitTag is the tag of a plain scalar without another one.
const implicitTag = "?"

// keep makes a value known by the anchor of the node.
func (c *jsComposer) keep(value any) {
	if c.anchor == "" {
		return
	}
	if c.anchors == nil {
		c.anchors = make(map[string]any)
	}
	c.anchors[c.anchor] = value
}

// flowCollection reports whether there was one.
func (c *jsComposer) flowCollection(indent int) bool {
	opening := c.peek()
	if opening != '[' && opening != '{' {
		return false
	}
	var m jsMapping
	list, kind, closing := &JSArray{}, "sequence", ']'
	var value any = list
	if opening == '{' {
		m.object, kind, closing = &JSObject{}, "mapping", '}'
		value = m.object
	}
	c.keep(value)
	c.forward()
	for comma := true; c.peek() != 0; {
		c.space()
		switch next := c.peek(); {
		case next == closing:
			c.forward()
			c.kind, c.value = kind, value
			return true
		case !comma:
			c.refuse("missed comma between flow collection entries")
		case next == ',' && c.dialect == JSYAML4:
			c.refuse("expected the node content, but found ','")
		}
		pair := c.flowEntry(&m, indent)
		switch {
		case closing == '}':
			c.store(&m, c.value, c.Mark)
		case pair: // a mapping
			m.object, m.merged = &JSObject{}, nil
			c.store(&m, c.value, c.Mark)
			list.Items = append(list.Items, m.object)
		default:
			list.Items = append(list.Items, m.key)
		}
		c.space()
		if comma = c.peek() == ','; comma {
			c.forward()
		}
	}
	c.refuse("unexpected end of the stream within a flow collection")
	return false
}

// flowEntry reads a key and its value. It reports whether there is more than a key.
func (c *jsComposer) flowEntry(m *jsMapping, indent int) (pair bool) {
	m.start = c.Mark
	c.node(indent, flowIn, false)
	m.keyTag, m.key = c.tag, c.value
	c.space()
	c.value = nil
	if pair = c.Line == m.start.Line && c.peek() == ':'; pair {
		c.forward()
		c.space()
		c.node(indent, flowIn, false)
	}
	return pair
}

// blockSequence reports whether there was one.
func (c *jsComposer) blockSequence(indent int) bool {
	if c.tabbed() || c.peek() != '-' && c.anchor == "" {
		return false // the library makes a list of an anchor even if there is no sequence
	}
	list := &JSArray{}
	c.keep(list)
	for c.peek() != 0 {
		c.refuseTab()
		if c.peek() != '-' || !isBlankOrEnd(c.next()) {
			break
		}
		c.forward()
		if c.space() && c.indentation() <= indent {
			list.Items = append(list.Items, nil)
			continue
		}
		line := c.Line
		c.node(indent, blockIn, false)
		list.Items = append(list.Items, c.value)
		c.space()
		if (c.Line == line || c.indentation() > indent) && c.peek() != 0 {
			c.refuse("bad indentation of a sequence entry")
		}
		if c.indentation() < indent {
			break
		}
	}
	if len(list.Items) == 0 {
		return false
	}
	c.kind, c.value = "sequence", list
	return true
}

// blockMapping reports whether there was one, or a node that could have been its first key: that is then the
// value.
func (c *jsComposer) blockMapping(indent, flow int) bool {
	if c.tabbed() {
		return false
	}
	m := jsMapping{object: &JSObject{}}
	c.keep(m.object)
	for more := true; more && c.peek() != 0; {
		more = c.blockPair(&m, indent, flow)
	}
	if m.single {
		return true
	}
	if m.detected {
		c.kind, c.value = "mapping", m.object
	}
	return m.detected
}

// blockPair reads a key with its value. It reports whether more may follow.
func (c *jsComposer) blockPair(m *jsMapping, indent, flow int) (more bool) {
	c.refuseTab()
	from := c.Mark
	if c.peek() == ':' && isBlankOrEnd(c.next()) {
		c.refuse("incomplete explicit mapping pair; a key node is missed; " +
			"or followed by a non-tabulated empty line")
	}
	if !c.implicitKey(m, flow) {
		return false
	}
	c.node(indent, blockOut, true)
	c.store(m, c.value, from)
	c.space()
	same := c.Line == from.Line && c.dialect == JSYAML4
	if (same || c.indentation() > indent) && c.peek() != 0 {
		c.refuse("bad indentation of a mapping entry")
	}
	return c.indentation() >= indent
}

// implicitKey reads a node and reports whether it is a key, because a colon follows in its line.
func (c *jsComposer) implicitKey(m *jsMapping, flow int) bool {
	start := c.Mark
	found := c.node(flow, flowOut, false)
	problem := "can not read an implicit mapping pair; a colon is missed"
	if c.Line == start.Line {
		c.skipBlanks()
	} else {
		problem = "can not read a block mapping entry; a multiline key may not be an implicit key"
	}
	if !found || c.Line != start.Line || c.peek() != ':' {
		if m.single = found; found && m.detected {
			c.refuse(problem)
		}
		return false
	}
	c.forward()
	if !isBlankOrEnd(c.peek()) {
		c.refuse("a whitespace character is expected after the key-value separator within a block mapping")
	}
	m.detected, m.start, m.keyTag, m.key = true, start, c.tag, c.value
	return true
}

// scalar reports whether there was a scalar or an alias.
func (c *jsComposer) scalar(indent int, block, inFlow bool) bool {
	c.free = c.token[:]
	c.eemeli.least, c.level = indent, 0
	if inFlow {
		c.level = 1
	}
	start, next, after := c.Mark, c.peek(), c.next()
	switch {
	case next == '*':
		return c.alias()
	case next == '\'', next == '"':
		c.scanQuoted(next)
	case block && (next == '|' || next == '>'):
		c.scanBlock(next)
	case strings.ContainsRune("#&*!|>'\"%@`,[]{}", next), c.endsPlain(start),
		c.Column == 0 && c.atSeparator(),
		(next == '?' || next == '-') && (isBlankOrEnd(after) || inFlow && isFlowIndicator(after)):
		return false
	default:
		c.scanPlain()
		if c.Line > c.last.end.Line && c.indentation() < indent {
			c.Mark = c.last.end
		}
		if forbidden(c.text[start.Offset:c.last.end.Offset]) >= 0 {
			c.refuse(nonPrintable)
		}
		if c.tag == "" {
			c.tag = implicitTag
		}
	}
	c.tokens = c.tokens[:0]
	c.kind, c.value = "scalar", text.DecodeUTF8(c.last.text)
	return true
}

// alias reads an alias.
func (c *jsComposer) alias() bool {
	name := c.name()
	value, ok := c.anchors[name]
	if !ok || c.dialect == JSYAML3 && name == "__proto__" {
		c.refuse(`unidentified alias "` + name + `"`)
	}
	c.value = value
	c.space()
	if c.tag != "" || c.anchor != "" {
		c.refuse("alias node should not have any properties")
	}
	return true
}

// name reads the name of an anchor or an alias.
func (c *jsComposer) name() string {
	c.scanName(c.peek())
	c.tokens = c.tokens[:0]
	return c.last.text
}

// property reports whether there was a tag or an anchor.
func (c *jsComposer) property() bool {
	switch next := c.peek(); {
	case next == '&' && c.anchor != "":
		c.refuse("duplication of an anchor property")
	case next == '!' && c.tag != "":
		c.refuse("duplication of a tag property")
	case next == '&':
		c.anchor = c.name()
	case next == '!':
		c.tag = c.readTag()
	default:
		return false
	}
	return true
}

// readTag reads a tag. One that js-yaml does not know is an error later.
func (c *jsComposer) readTag() string {
	c.scanTag()
	c.tokens = c.tokens[:0]
	_, name := expandTag(c.last.text)
	return cmp.Or(name, c.last.text)
}
