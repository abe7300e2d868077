package yamldialect

// LoadStrictYAML reads a text as strictyaml 1.6.1 (https://github.com/crdoconnor/strictyaml, MIT) does. It
// returns nil for a text without any value. Scalars are strings except those for which [Node.NotString]
// holds. The pairs of merge keys are dropped.
//
// strictyaml refuses flow collections, anchors and tags when ruamel.yaml's parser meets them, and repeated
// keys and uneven indentation when it makes objects.
func LoadStrictYAML(text string) (*Node, *Error) {
	doc := parse(text, Ruamel)
	if doc.err != nil || doc.root == nil {
		return nil, doc.err
	}
	c := strictConstructor{cursor: newCursor(text, Ruamel)}
	if err := catch(func() { c.content(doc.root) }); err != nil {
		return nil, err
	}
	if c.bad != nil {
		const message = "AssertionError: <class 'tuple'>"
		return nil, &Error{Start: c.bad.Start, End: c.bad.End, Message: message, Uncaught: true}
	}
	return doc.root, nil
}

// NotString reports whether strictyaml's scalar is not a str in Python: a plain "=" or "<<" that is not a key.
func (n *Node) NotString() bool {
	return n.Kind == Scalar && n.Style == Plain && (n.Text == "=" || n.Text == "<<")
}

// A strictConstructor checks what strictyaml and ruamel.yaml check when they make Python objects of nodes.
type strictConstructor struct {
	cursor
	bad *Node // a sequence that is a key, which strictyaml's validator cannot handle
}

// content checks what is in a node.
func (c *strictConstructor) content(n *Node) {
	for _, item := range n.Items {
		c.content(item)
	}
	if n.Kind == Mapping {
		c.merge(n)
		c.pairs(n)
		c.checkIndentation(n)
	}
}

// pairs checks the pairs of a mapping.
func (c *strictConstructor) pairs(n *Node) {
	seen := make(map[string]bool, len(n.Pairs))
	for _, p := range n.Pairs {
		c.key(n, p.Key)
		c.content(p.Value)
		if p.Key.Kind == Scalar {
			if seen[p.Key.Text] {
				c.duplicate(p.Key)
			}
			seen[p.Key.Text] = true
		}
	}
}

// key checks a key. Only a scalar and a sequence of scalars can be one.
func (c *strictConstructor) key(n, key *Node) {
	c.content(key)
	if key.Kind == Mapping {
		c.fail(constructingMapping, &n.start, same("found unhashable key"), key.start)
	}
	for _, item := range key.Items {
		c.bad = key
		if item.Kind != Scalar {
			class := map[Kind]string{Mapping: "CommentedMap", Sequence: "CommentedSeq"}[item.Kind]
			c.crash(key.Start, key.End, "TypeError: unhashable type: '"+class+"'")
		}
	}
}

// checkIndentation refuses a mapping whose values are mappings that begin in different columns.
func (c *strictConstructor) checkIndentation(n *Node) {
	column := -1
	for _, p := range n.Pairs {
		v := p.Value
		if v.Kind != Mapping {
			continue
		}
		if column >= 0 && v.start.Column != column {
			const uneven = "Found mapping with indentation inconsistent with previous mapping"
			message := c.complaint("While parsing", &v.start, uneven, v.end)
			panic(&Error{Start: v.Start, End: v.End, Message: message})
		}
		column = v.start.Column
	}
}

// duplicate refuses a repeated key.
func (c *strictConstructor) duplicate(key *Node) {
	message := c.complaint("While parsing", &key.start, "Duplicate key '"+key.Text+"' found", key.end)
	panic(&Error{Cause: Duplicate, Start: key.Start, End: key.End, Message: message})
}

// merge takes the merge keys out of a mapping.
func (c *strictConstructor) merge(n *Node) {
	merged := false
	kept := n.Pairs[:0]
	for _, p := range n.Pairs {
		if p.Key.Style != Plain || p.Key.Kind != Scalar || p.Key.Text != "<<" {
			kept = append(kept, p)
			continue
		}
		if merged {
			message := c.complaint(constructingMapping.python, &n.start, `found duplicate key "<<"`, p.Key.start)
			c.crash(p.Key.Start, p.Key.End, "DuplicateKeyError: "+message+"\n")
		}
		merged = true
		for _, source := range c.mergeSources(n, p.Value) {
			c.content(source)
		}
	}
	n.Pairs = kept
}
