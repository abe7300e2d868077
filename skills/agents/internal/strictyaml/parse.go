package strictyaml

import (
	"strings"

	"skills-ls/skills/agents/internal/yamlscan"
)

// A parser makes nodes of tokens, asking for them in the order of ruamel.yaml's parser.
type parser struct{ tokens }

// maxDepth is the depth of nesting at which skills-ref runs into Python's limit of 1,000 calls, give or take a few levels.
const maxDepth = 240

// stream reads the only document, nil where there is none.
func (p parser) stream() *Node {
	p.moveComment(p.take(), p.look())
	if p.check(yamlscan.Directive, yamlscan.StreamEnd) {
		p.noDocument()
		return nil
	}
	p.look()
	root := p.node(false, 0)
	p.look()
	if p.check(yamlscan.DocumentEnd) {
		p.take()
	}
	if p.check(yamlscan.Directive, yamlscan.StreamEnd) {
		p.noDocument()
		return root
	}
	p.Fail(
		"expected a single document in the stream", &root.start, "but found another document", p.look().Start)
	return nil
}

// noDocument reads up to the end of the text.
func (p parser) noDocument() {
	for p.check(yamlscan.DocumentEnd) {
		p.take()
	}
	if p.check(yamlscan.StreamEnd) {
		return
	}
	for p.check(yamlscan.Directive) {
		p.take()
	}
	next := p.look()
	p.Fail("", nil, "expected '<document start>', but found "+quote(next.Kind), next.Start)
}

// quote is Python's repr of a token's name.
func quote(k yamlscan.Kind) string { return "'" + k.String() + "'" }

// node reads a node. A sequence without indentation is one only as a value or a key.
func (p parser) node(indentless bool, depth int) *Node {
	if p.check(yamlscan.Alias) {
		t := p.take()
		p.Fail("", nil, "found undefined alias "+yamlscan.Repr(t.Text), t.Start)
	}
	p.check(yamlscan.Anchor)
	p.check(yamlscan.Tag)
	start := p.look().Start
	if depth > maxDepth {
		p.Crash(start.Offset, p.look().End.Offset, "RecursionError: maximum recursion depth exceeded")
	}
	n := &Node{start: start, Start: start.Offset}
	switch {
	case indentless && p.check(yamlscan.BlockEntry):
		n.Kind = Sequence
		if c := p.look().Comment; c != nil && c.Post {
			n.comment = &yamlscan.Comment{Post: true, Pre: yamlscan.EmptyPrefix}
			c.Post = false
		}
		p.entries(n, true, depth)
	case p.check(yamlscan.Scalar):
		t := p.take()
		n.Text, n.plain, n.end, n.comment = t.Text, t.Plain, t.End, t.Comment
		n.End = p.written(t)
	case p.check(yamlscan.FlowSequenceStart), p.check(yamlscan.FlowMappingStart):
		panic("unreachable: check forbids flow collections")
	case p.check(yamlscan.BlockSequenceStart):
		n.Kind = Sequence
		t := p.look()
		if n.comment = t.Comment; n.comment != nil && n.comment.Pre == yamlscan.NoPrefix {
			n.comment = splitComment(t)
		}
		p.take()
		p.entries(n, false, depth)
	case p.check(yamlscan.BlockMappingStart):
		n.Kind = Mapping
		n.comment = p.look().Comment
		p.take()
		p.pairs(n, depth)
	default:
		next := p.look()
		p.Fail("while parsing a block node", nil, "expected the node content, but found "+quote(next.Kind), next.Start)
	}
	return n
}

// splitComment takes the comment behind a token, if there is one.
func splitComment(t *yamlscan.Token) *yamlscan.Comment {
	if !t.Comment.Post {
		return nil
	}
	t.Comment = nil
	return &yamlscan.Comment{Post: true}
}

// written returns where a scalar's text ends: a block scalar's token reaches to the line after it.
func (p parser) written(t *yamlscan.Token) int {
	start := t.Start.Offset
	return start + len(strings.TrimRight(p.Text()[start:t.End.Offset], " \t\r\n"))
}

// empty makes a scalar of nothing.
func empty(at yamlscan.Mark, c *yamlscan.Comment) *Node {
	return &Node{plain: true, start: at, end: at, Start: at.Offset, End: at.Offset, comment: c}
}

// entries reads the entries of a sequence.
func (p parser) entries(n *Node, indentless bool, depth int) {
	for p.check(yamlscan.BlockEntry) {
		t := p.take()
		p.moveComment(t, p.look())
		var item *Node
		switch {
		case p.check(yamlscan.BlockEntry, yamlscan.BlockEnd), indentless && p.check(yamlscan.Key, yamlscan.Value):
			item = empty(t.End, nil)
		default:
			item = p.node(false, depth+1)
		}
		n.Items = append(n.Items, item)
		n.End = item.End
	}
	next := p.look()
	if !indentless {
		if !p.check(yamlscan.BlockEnd) {
			p.Fail("while parsing a block collection", &n.start, "expected <block end>, but found "+quote(next.Kind), next.Start)
		}
		next = p.take()
	}
	n.end = next.Start
	n.finish(next.Comment)
}

// pairs reads the pairs of a mapping.
func (p parser) pairs(n *Node, depth int) {
	for {
		var key *Node
		if p.check(yamlscan.Key) {
			t := p.take()
			p.moveComment(t, p.look())
			if p.check(yamlscan.Key, yamlscan.Value, yamlscan.BlockEnd) {
				key = empty(t.End, nil)
			} else {
				key = p.node(true, depth+1)
			}
		} else if p.check(yamlscan.Value) {
			key = empty(p.look().Start, nil)
		} else {
			break
		}
		value := p.value(depth)
		n.Pairs = append(n.Pairs, Pair{key, value})
		n.End = value.End
	}
	if !p.check(yamlscan.BlockEnd) {
		next := p.look()
		p.Fail("while parsing a block mapping", &n.start, "expected <block end>, but found "+quote(next.Kind), next.Start)
	}
	t := p.take()
	p.moveComment(t, p.look())
	n.end = t.End
	n.finish(t.Comment)
}

// value reads what follows a key.
func (p parser) value(depth int) *Node {
	if !p.check(yamlscan.Value) {
		return empty(p.look().Start, nil)
	}
	t := p.take()
	if p.check(yamlscan.Value) || !p.check(yamlscan.Key) {
		p.moveComment(t, p.look())
	}
	if !p.check(yamlscan.Key, yamlscan.Value, yamlscan.BlockEnd) {
		return p.node(true, depth+1)
	}
	value := empty(t.End, t.Comment)
	if next := p.look(); t.Comment == nil {
		value.start = next.End // sic
		if next.Comment != nil {
			value.comment = &yamlscan.Comment{Post: next.Comment.Post}
			next.Comment = &yamlscan.Comment{Pre: next.Comment.Pre}
		}
	}
	return value
}

// finish gives the node the comments in front of the token that ends it.
func (n *Node) finish(c *yamlscan.Comment) {
	if c != nil && c.Pre == yamlscan.SomePrefix {
		if n.comment == nil {
			n.comment = new(yamlscan.Comment)
		}
		c.Pre = yamlscan.NoPrefix
	}
}
