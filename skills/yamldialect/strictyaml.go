package yamldialect

import "strings"

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
	if err := catch(func() { c.document(doc.root) }); err != nil {
		return nil, err
	}
	return doc.root, nil
}

// NotString reports whether strictyaml's scalar is not a str in Python: a plain "=" or "<<" that is not a key.
func (n *Node) NotString() bool {
	return n.Kind == Scalar && n.Style == Plain && (n.Text == "=" || n.Text == "<<")
}

// A strictConstructor checks what strictyaml and ruamel.yaml check when they make Python objects of nodes, in
// their order.
//
// Below a mapping everything is made depth first. A sequence at the top is made level by level, and what the
// merge key of a mapping at the top holds is made last.
type strictConstructor struct {
	cursor
	deep  bool    // below a mapping
	later []*Node // nodes to make after those of this level
	bad   *Node   // the first sequence that is a key, which strictyaml's validator cannot handle
}

func (c *strictConstructor) document(root *Node) {
	c.later = []*Node{root}
	var bad *Node
	for len(c.later) > 0 {
		level := c.later
		c.later = nil
		for _, n := range level {
			c.content(n)
		}
		if bad == nil && (root.Kind == Sequence || level[0] == root) {
			bad = c.bad
		}
	}
	if bad != nil {
		c.crash(bad.Start, bad.End, "AssertionError: <class 'tuple'>")
	}
}

// object makes a node now, or puts off its content.
func (c *strictConstructor) object(n *Node) {
	if c.deep {
		c.content(n)
	} else if n.Kind != Scalar {
		c.later = append(c.later, n)
	}
}

// deeply makes a node and everything below it.
func (c *strictConstructor) deeply(n *Node) {
	deep := c.deep
	c.deep = true
	c.content(n)
	c.deep = deep
}

func (c *strictConstructor) content(n *Node) {
	for _, item := range n.Items {
		c.object(item)
	}
	if n.Kind == Mapping {
		c.mapping(n)
	}
}

// keyComments are the comments in front of a key and of its value.
type keyComments struct{ key, value prefix }

func (c *strictConstructor) mapping(n *Node) {
	c.merge(n)
	seen := make(map[string]keyComments, len(n.Pairs))
	for _, p := range n.Pairs {
		key := c.key(n, p.Key)
		c.deeply(p.Value)
		if first, ok := seen[key]; ok {
			c.duplicate(p, key, first)
		}
		seen[key] = keyComments{p.Key.comment.prefix(), p.Value.comment.prefix()}
	}
	column := -1
	for _, p := range n.Pairs {
		v := p.Value
		if v.Kind != Mapping {
			continue
		}
		if column < 0 {
			column = v.start.Column
		}
		if v.start.Column != column {
			const uneven = "Found mapping with indentation inconsistent with previous mapping"
			message := c.complaint("While parsing", &v.start, uneven, v.end)
			panic(&Error{Start: v.Start, End: v.End, Message: message})
		}
	}
}

func (c *comment) prefix() prefix {
	if c == nil {
		return noPrefix
	}
	return c.pre
}

// duplicate refuses a repeated key. If both it and its first occurrence have comments, ruamel.yaml fails to
// join them.
func (c *strictConstructor) duplicate(p Pair, key string, first keyComments) {
	join := func(prefix prefix, second *comment) {
		if prefix == noPrefix || second == nil {
			return
		}
		class := "NoneType"
		if second.post {
			class = "CommentToken"
		}
		message := "TypeError: '" + class + "' object is not iterable"
		panic(&Error{Cause: Duplicate, Start: p.Key.Start, End: p.Key.End, Message: message, Uncaught: true})
	}
	join(first.key, p.Key.comment)
	join(first.value, p.Value.comment)
	message := c.complaint("While parsing", &p.Key.start, "Duplicate key '"+key+"' found", p.Key.end)
	panic(&Error{Cause: Duplicate, Start: p.Key.Start, End: p.Key.End, Message: message})
}

// key makes a key and returns what tells it from others.
func (c *strictConstructor) key(n, key *Node) string {
	switch key.Kind {
	case Mapping:
		c.deeply(key)
		c.fail(constructingMapping, &n.start, same("found unhashable key"), key.start)
	case Sequence:
		c.deeply(key)
		if c.bad == nil {
			c.bad = key
		}
		return c.tuple(key)
	}
	return key.Text
}

// tuple is Python's repr of a sequence that is a key. It fails if the sequence cannot be one.
func (c *strictConstructor) tuple(key *Node) string {
	var items []string
	for _, item := range key.Items {
		if item.Kind != Scalar {
			class := map[Kind]string{Mapping: "CommentedMap", Sequence: "CommentedSeq"}[item.Kind]
			c.crash(key.Start, key.End, "TypeError: unhashable type: '"+class+"'")
		}
		items = append(items, Repr(item.Text))
	}
	if len(items) == 1 {
		return "(" + items[0] + ",)"
	}
	return "(" + strings.Join(items, ", ") + ")"
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
			context, at := constructingMapping.python, p.Key.start
			message := c.complaint(context, &n.start, `found duplicate key "<<"`, at)
			c.crash(p.Key.Start, p.Key.End, "DuplicateKeyError: "+message+"\n"+duplicateMergeNote)
		}
		merged = true
		switch p.Value.Kind {
		case Mapping:
			c.object(p.Value)
		case Sequence:
			for _, item := range p.Value.Items {
				if item.Kind != Mapping {
					problem := same("expected a mapping for merging, but found " + item.Kind.String())
					c.fail(constructingMapping, &n.start, problem, item.start)
				}
				c.object(item)
			}
		default:
			const wanted = "expected a mapping or list of mappings for merging, but found "
			c.fail(constructingMapping, &n.start, same(wanted+p.Value.Kind.String()), p.Value.start)
		}
	}
	n.Pairs = kept
}

const duplicateMergeNote = `
To suppress this check see:
   http://yaml.readthedocs.io/en/latest/api.html#duplicate-keys

Duplicate keys will become an error in future releases, and are errors
by default when using the new API.
`
