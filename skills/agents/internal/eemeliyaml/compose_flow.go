package eemeliyaml

// A flowComposer composes the items of one flow collection.
type flowComposer struct {
	*composer
	token  *token
	node   *Node
	name   string // in the words of messages
	isMap  bool
	keys   keySet
	offset int
}

const blockInFlow = "Block collections are not allowed within flow collections"

func (c *composer) flow(t *token) *Node {
	f := flowComposer{composer: c, token: t, name: "flow sequence", node: &Node{Kind: Sequence, Start: t.offset}, keys: make(keySet)}
	if t.open.source == "{" {
		f.isMap, f.name, f.node.Kind = true, "flow map", Mapping
	}
	atRoot := c.atRoot
	c.atRoot = false
	f.offset = t.offset + len(t.open.source)
	for i, it := range t.items {
		f.item(i, it)
	}
	f.close(atRoot)
	return f.node
}

func (f *flowComposer) item(i int, it *item) {
	props := f.props(it.start, propsContext{
		flow: f.name, indicator: explicitKey, next: it.keyOrSep(), offset: f.offset, parentIndent: f.token.indent,
	})
	if props.found == nil {
		if props.anchor == nil && props.tag == nil && !it.hasSep && it.value == nil {
			if i == 0 && props.comma != nil {
				f.failOn(props.comma, "UNEXPECTED_TOKEN", "Unexpected , in "+f.name)
			} else if i < len(f.token.items)-1 {
				f.failAt(props.start, "UNEXPECTED_TOKEN", "Unexpected empty item in "+f.name)
			}
			f.offset = props.end
			return
		}
		if !f.isMap && containsNewline(it.key, 0) {
			f.failOn(it.key, "MULTILINE_IMPLICIT_KEY", "Implicit keys of flow sequence pairs need to be on a single line")
		}
	}
	f.between(i, it, &props)
	if !f.isMap && !it.hasSep && props.found == nil {
		n := f.nodeOrEmpty(it.value, props.end, it.sep, &props)
		f.node.Items = append(f.node.Items, n)
		f.offset = n.after
		f.noBlock(it.value, n)
		return
	}
	f.pair(it, &props)
}

// between looks at what separates an item from the one before.
func (f *flowComposer) between(i int, it *item, props *nodeProps) {
	if i == 0 {
		if props.comma != nil {
			f.failOn(props.comma, "UNEXPECTED_TOKEN", "Unexpected , in "+f.name)
		}
		return
	}
	if props.comma == nil {
		f.failAt(props.start, "MISSING_CHAR", "Missing , between "+f.name+" items")
	}
	if props.comment == 0 {
		return
	}
	// A comment on the line of the comma goes to the item before.
	for _, t := range it.start {
		if t.kind == comma || t.kind == space {
			continue
		}
		if t.kind == comment && len(t.source) > 1 {
			if len(f.node.Items)+len(f.node.Pairs) == 0 {
				panic(thrown{"Cannot read properties of undefined (reading 'comment')"})
			}
			props.comment = max(0, props.comment-len(t.source))
		}
		return
	}
}

func (f *flowComposer) noBlock(t *token, n *Node) {
	if t.isBlock() {
		f.failNode(n, "BLOCK_IN_FLOW", blockInFlow)
	}
}

func (f *flowComposer) pair(it *item, props *nodeProps) {
	key := f.nodeOrEmpty(it.key, props.end, it.start, props)
	f.noBlock(it.key, key)
	valueProps := f.props(it.sep, propsContext{
		flow: f.name, indicator: mapValue, next: it.value, offset: key.after, parentIndent: f.token.indent,
	})
	if valueProps.found != nil {
		if !f.isMap && props.found == nil {
			f.implicitKey(it, props, valueProps.found)
		}
	} else if it.value != nil {
		if len(it.value.source) > 0 && it.value.source[0] == ':' {
			f.failOn(it.value, "MISSING_CHAR", "Missing space after : in "+f.name)
		} else {
			f.failAt(valueProps.start, "MISSING_CHAR", "Missing , or : between "+f.name+" items")
		}
	}
	pair := Pair{Key: key}
	f.offset = valueProps.end
	if it.value != nil || valueProps.found != nil {
		pair.Value = f.nodeOrEmpty(it.value, valueProps.end, it.sep, &valueProps)
		f.noBlock(it.value, pair.Value)
		f.offset = pair.Value.after
	}
	if f.isMap {
		if f.keys.add(key) {
			f.failAt(props.end, "DUPLICATE_KEY", "Map keys must be unique")
		}
		f.node.Pairs = append(f.node.Pairs, pair)
		return
	}
	last := key
	if pair.Value != nil {
		last = pair.Value
	}
	f.node.Items = append(f.node.Items, &Node{Kind: Mapping, Start: key.Start, End: last.End, after: last.after, Pairs: []Pair{pair}})
}

// implicitKey looks at the key of a pair in a sequence, which has to stand on one line with its ":".
func (f *flowComposer) implicitKey(it *item, props *nodeProps, found *token) {
	for _, t := range it.sep {
		if t == found {
			break
		}
		if t.kind == newline {
			f.failOn(t, "MULTILINE_IMPLICIT_KEY", "Implicit keys of flow sequence pairs need to be on a single line")
			break
		}
	}
	if f.tooFar(props.start, found.offset) {
		f.failOn(found, "KEY_OVER_1024_CHARS", "The : indicator must be at most 1024 chars after the start of an implicit flow sequence key")
	}
}

// close looks at the closing bracket and what follows it.
func (f *flowComposer) close(atRoot bool) {
	want, title := "]", "Flow sequence"
	if f.isMap {
		want, title = "}", "Flow map"
	}
	end, rest := f.offset, f.token.end
	if len(rest) > 0 && rest[0].source == want {
		end = rest[0].offset + len(want)
		rest = rest[1:]
	} else {
		if atRoot {
			f.failAt(f.offset, "MISSING_CHAR", title+" must end with a "+want)
		} else {
			f.failAt(f.offset, "BAD_INDENT", title+" in block collection must be sufficiently indented and end with a "+want)
		}
		if len(rest) > 0 && len(rest[0].source) == 1 {
			rest = rest[1:]
		}
	}
	f.node.End, f.node.after = end, end
	if len(rest) > 0 {
		f.node.after = f.resolveEnd(rest, end, true)
	}
}
