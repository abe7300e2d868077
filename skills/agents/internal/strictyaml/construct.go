package strictyaml

import (
	"fmt"
	"strings"

	"skills-ls/skills/agents/internal/yamlscan"
)

// A constructor checks what strictyaml and ruamel.yaml check when they make Python objects of nodes, in their order.
//
// Below a mapping everything is made depth first. A sequence at the top is made level by level, and what the merge key of a
// mapping at the top holds is made last; then it is dropped, since the merge copied the keys before there were any.
type constructor struct {
	*yamlscan.Scanner
	deep  bool    // below a mapping
	later []*Node // nodes to make after those of this level
	bad   *Node   // the first sequence that is a key, which strictyaml's validator cannot handle
}

func (c *constructor) document(root *Node) {
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
		c.Crash(bad.Start, bad.End, "AssertionError: <class 'tuple'>")
	}
}

// object makes a node now, or puts off its content.
func (c *constructor) object(n *Node) {
	switch {
	case n.Kind == Scalar:
		n.NotString = n.plain && (n.Text == "=" || n.Text == "<<")
	case c.deep:
		c.content(n)
	default:
		c.later = append(c.later, n)
	}
}

// deeply makes a node and all below it.
func (c *constructor) deeply(n *Node) {
	deep := c.deep
	c.deep = true
	c.object(n)
	c.deep = deep
}

func (c *constructor) content(n *Node) {
	switch n.Kind {
	case Scalar:
		c.object(n)
	case Sequence:
		for _, item := range n.Items {
			c.object(item)
		}
	case Mapping:
		c.mapping(n)
	}
}

func (c *constructor) mapping(n *Node) {
	c.merge(n)
	seen := make(map[string]keyComments, len(n.Pairs))
	for _, p := range n.Pairs {
		key := c.key(n, p.Key)
		c.deeply(p.Value)
		if first, ok := seen[key]; ok {
			c.duplicate(p, key, first)
		}
		seen[key] = keyComments{prefixOf(p.Key.comment), prefixOf(p.Value.comment)}
	}
	column := -1
	for _, p := range n.Pairs {
		if p.Value.Kind != Mapping {
			continue
		}
		if column < 0 {
			column = p.Value.start.Column
		}
		if v := p.Value; v.start.Column != column {
			problem := "Found mapping with indentation inconsistent with previous mapping"
			panic(&Error{Error: yamlscan.Error{
				Start: v.Start, End: v.End,
				Message: c.Message(whileParsing(v, problem)),
			}})
		}
	}
}

// whileParsing is a complaint about a node as a whole.
func whileParsing(n *Node, problem string) yamlscan.Complaint {
	return yamlscan.Complaint{Context: "While parsing", ContextMark: &n.start, Problem: problem, ProblemMark: n.end}
}

// keyComments are the comments noted in front of a key and of its value.
type keyComments struct{ key, value yamlscan.Prefix }

func prefixOf(c *yamlscan.Comment) yamlscan.Prefix {
	if c == nil {
		return yamlscan.NoPrefix
	}
	return c.Pre
}

// duplicate refuses a repeated key. Where both it and its first occurrence have comments, ruamel.yaml fails while it joins
// them.
func (c *constructor) duplicate(p Pair, key string, first keyComments) {
	err := &Error{Cause: Duplicate, Error: yamlscan.Error{Start: p.Key.Start, End: p.Key.End}}
	join := func(prefix yamlscan.Prefix, second *yamlscan.Comment) {
		if err.Uncaught || prefix == yamlscan.NoPrefix || second == nil {
			return
		}
		err.Uncaught = true
		err.Message = "TypeError: 'NoneType' object is not iterable"
		if second.Post {
			err.Message = "TypeError: 'CommentToken' object is not iterable"
		}
	}
	join(first.key, p.Key.comment)
	join(first.value, p.Value.comment)
	if !err.Uncaught {
		problem := "Duplicate key '" + key + "' found"
		err.Message = c.Message(whileParsing(p.Key, problem))
	}
	panic(err)
}

// key makes a key and returns what tells it from others.
func (c *constructor) key(n, key *Node) string {
	switch key.Kind {
	case Mapping:
		c.deeply(key)
		c.Fail("while constructing a mapping", &n.start, "found unhashable key", key.start)
	case Sequence:
		c.deeply(key)
		if c.bad == nil {
			c.bad = key
		}
		return c.tuple(key)
	}
	return key.Text
}

// tuple is Python's repr of a sequence that is a key, and fails where that cannot be one.
func (c *constructor) tuple(key *Node) string {
	var items []string
	for _, item := range key.Items {
		if item.Kind != Scalar {
			kind := map[Kind]string{Mapping: "CommentedMap", Sequence: "CommentedSeq"}[item.Kind]
			c.Crash(key.Start, key.End, "TypeError: unhashable type: '"+kind+"'")
		}
		items = append(items, yamlscan.Repr(item.Text))
	}
	if len(items) == 1 {
		return "(" + items[0] + ",)"
	}
	return "(" + strings.Join(items, ", ") + ")"
}

// merge takes the merge keys out of a mapping.
func (c *constructor) merge(n *Node) {
	const context = "while constructing a mapping"
	merged := false
	kept := n.Pairs[:0]
	for _, p := range n.Pairs {
		if p.Key.Kind != Scalar || !p.Key.plain || p.Key.Text != "<<" {
			kept = append(kept, p)
			continue
		}
		if merged {
			c.Crash(p.Key.Start, p.Key.End, "DuplicateKeyError: "+c.Message(yamlscan.Complaint{
				Context: context, ContextMark: &n.start, Problem: `found duplicate key "<<"`, ProblemMark: p.Key.start, Note: duplicateMergeNote,
			}))
		}
		merged = true
		switch p.Value.Kind {
		case Mapping:
			c.object(p.Value)
		case Sequence:
			for _, item := range p.Value.Items {
				if item.Kind != Mapping {
					c.Fail(context, &n.start, "expected a mapping for merging, but found "+item.Kind.String(), item.start)
				}
				c.object(item)
			}
		default:
			problem := fmt.Sprintf("expected a mapping or list of mappings for merging, but found %s", p.Value.Kind)
			c.Fail(context, &n.start, problem, p.Value.start)
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

// String is ruamel.yaml's name for a kind of node.
func (k Kind) String() string { return [...]string{"scalar", "mapping", "sequence"}[k] }
