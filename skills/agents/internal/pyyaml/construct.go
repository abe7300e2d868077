package pyyaml

import (
	"slices"
	"strconv"

	"skills-ls/skills/agents/internal/yamlscan"
)

// A constructor makes Python objects of nodes: each once, however many aliases it has, and level by level, since what a collection
// holds is made when all collections of its level are there. A mapping can hold itself, therefore.
type constructor struct {
	*yamlscan.Scanner
	later  []*Node // nodes to fill after those of this level
	merged int     // pairs that merge keys copied
}

func (c *constructor) document(root *Node) {
	c.object(root)
	for len(c.later) > 0 {
		level := c.later
		c.later = nil
		for _, n := range level {
			c.fill(n)
		}
	}
	if root.Type == Dict {
		root.Pairs = dict(root.Pairs)
	}
}

// object makes a node; a collection is filled later.
func (c *constructor) object(n *Node) {
	if n.made {
		return
	}
	switch n.tag {
	case yamlTag + "null":
		c.scalar(n, 0)
	case yamlTag + "bool":
		n.Type = Bool
		c.boolean(n)
	case yamlTag + "int":
		n.Type = Int
		c.integer(n)
	case yamlTag + "float":
		n.Type = Float
		c.float(n)
	case yamlTag + "binary":
		n.Type = Bytes
		c.binary(n)
	case yamlTag + "timestamp":
		c.timestamp(n)
	case yamlTag + "str":
		n.Type = Str
		n.Text = c.scalar(n, 0).value
	case yamlTag + "omap", yamlTag + "pairs", yamlTag + "seq":
		n.Type = List
		c.later = append(c.later, n)
	case yamlTag + "set":
		n.Type = Set
		c.later = append(c.later, n)
	case yamlTag + "map":
		n.Type = Dict
		c.later = append(c.later, n)
	default:
		c.Fail("", nil, "could not determine a constructor for the tag "+yamlscan.Repr(n.tag), n.start)
	}
	n.made = true
}

func (c *constructor) fill(n *Node) {
	switch n.tag {
	case yamlTag + "seq":
		c.expect(n, sequence)
		for _, item := range n.items {
			c.object(item)
		}
	case yamlTag + "omap":
		c.pairs(n, "while constructing an ordered map")
	case yamlTag + "pairs":
		c.pairs(n, "while constructing pairs")
	default:
		c.mapping(n)
	}
}

func (c *constructor) expect(n *Node, k kind) {
	if n.kind != k {
		c.Fail("", nil, "expected a "+k.String()+" node, but found "+n.kind.String(), n.start)
	}
}

// scalar returns the scalar that the node is, or has under the key "=".
func (c *constructor) scalar(n *Node, depth int) *Node {
	if depth > maxCalls {
		c.crash(n, "RecursionError: maximum recursion depth exceeded")
	}
	if n.kind == mapping {
		if i := slices.IndexFunc(n.Pairs, func(p Pair) bool { return p.Key.tag == yamlTag+"value" }); i >= 0 {
			return c.scalar(n.Pairs[i].Value, depth+1)
		}
	}
	c.expect(n, scalar)
	return n
}

// maxCalls is how deep a function can call itself until Python gives up, give or take.
const maxCalls = 980

func (c *constructor) crash(n *Node, message string) { c.Crash(n.Start, n.End, message) }

// pairs fills a list of pairs, written as a sequence of mappings with one pair each.
func (c *constructor) pairs(n *Node, context string) {
	if n.kind != sequence {
		c.Fail(context, &n.start, "expected a sequence, but found "+n.kind.String(), n.start)
	}
	for _, item := range n.items {
		if item.kind != mapping {
			c.Fail(context, &n.start, "expected a mapping of length 1, but found "+item.kind.String(), item.start)
		}
		if k := len(item.Pairs); k != 1 {
			c.Fail(context, &n.start, "expected a single mapping item, but found "+strconv.Itoa(k)+" items", item.start)
		}
		p := item.Pairs[0]
		c.object(p.Key)
		c.object(p.Value)
	}
}

func (c *constructor) mapping(n *Node) {
	if n.kind == mapping {
		c.flatten(n, 0)
	}
	c.expect(n, mapping)
	for _, p := range n.Pairs {
		c.object(p.Key)
		if t := p.Key.Type; t == List || t == Dict || t == Set {
			c.Fail("while constructing a mapping", &n.start, "found unhashable key", p.Key.start)
		}
		c.object(p.Value)
	}
}

// maxMerged is how many pairs merge keys may copy. A few lines can ask for more than any machine holds.
const maxMerged = 1 << 20

// A flattening is the way through the pairs of a mapping: those that were kept, and those to come.
type flattening struct{ kept, rest []Pair }

// flatten takes the merge keys out of a mapping and puts the pairs that they bring in front of its own. A mapping may merge itself:
// then the inner call goes over the pairs that are there, and the outer one goes on in what it leaves behind.
func (c *constructor) flatten(n *Node, depth int) {
	if depth > maxCalls {
		c.crash(n, "RecursionError: maximum recursion depth exceeded")
	}
	if n.active != nil {
		n.Pairs = slices.Concat(n.active.kept, n.active.rest)
	}
	f := &flattening{rest: n.Pairs}
	n.active = f
	var merged []Pair
	changed := false
	for len(f.rest) > 0 {
		p := f.rest[0]
		if p.Key.tag == yamlTag+"value" {
			p.Key.tag = yamlTag + "str"
		}
		if p.Key.tag != yamlTag+"merge" {
			if f.rest = f.rest[1:]; changed {
				f.kept = append(f.kept, p)
			} else {
				f.kept = n.Pairs[:len(f.kept)+1]
			}
			continue
		}
		if !changed {
			f.kept, changed = slices.Clone(f.kept), true
		}
		f.rest = f.rest[1:]
		for _, pairs := range c.merge(n, p.Value, depth) {
			if c.merged += len(pairs); c.merged > maxMerged {
				c.crash(n, "MemoryError")
			}
			merged = append(merged, pairs...)
		}
		if n.active != f {
			f.kept, f.rest = slices.Clone(n.Pairs[:len(f.kept)]), n.Pairs[len(f.kept):]
			n.active = f
		}
	}
	n.active = nil
	if changed {
		n.Pairs = append(merged, f.kept...)
	}
}

// merge returns the lists of pairs that the value of a merge key brings.
func (c *constructor) merge(n, value *Node, depth int) [][]Pair {
	const context = "while constructing a mapping"
	switch value.kind {
	case mapping:
		c.flatten(value, depth+1)
		return [][]Pair{value.Pairs}
	case sequence:
		lists := make([][]Pair, len(value.items))
		for i, item := range value.items {
			if item.kind != mapping {
				c.Fail(context, &n.start, "expected a mapping for merging, but found "+item.kind.String(), item.start)
			}
			c.flatten(item, depth+1)
			lists[len(lists)-1-i] = item.Pairs
		}
		return lists
	default:
		c.Fail(context, &n.start, "expected a mapping or list of mappings for merging, but found "+value.kind.String(), value.start)
		return nil
	}
}
