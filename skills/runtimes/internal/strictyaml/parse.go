package strictyaml

import "strings"

// A parser makes nodes of tokens, asking for them in the order of ruamel.yaml's parser.
type parser struct{ *scanner }

// maxDepth is the depth of nesting at which skills-ref runs into Python's limit of 1,000 calls, give or take a few levels.
const maxDepth = 240

// stream reads the only document, nil where there is none.
func (p parser) stream() *Node {
	p.moveComment(p.take(), p.look())
	if p.check(directive, streamEnd) {
		p.noDocument()
		return nil
	}
	p.look()
	root := p.node(false, 0)
	p.look()
	if p.check(documentEnd) {
		p.take()
	}
	if p.check(directive, streamEnd) {
		p.noDocument()
		return root
	}
	p.fail(complaint{
		"expected a single document in the stream", &root.start, "but found another document", p.look().start, "",
	})
	return nil
}

// noDocument reads up to the end of the text.
func (p parser) noDocument() {
	for p.check(documentEnd) {
		p.take()
	}
	if p.check(streamEnd) {
		return
	}
	for p.check(directive) {
		p.take()
	}
	next := p.look()
	p.fail(complaint{problem: "expected '<document start>', but found " + quote(next.kind), problemMark: next.start})
}

// quote is Python's repr of a token's name.
func quote(k tokenKind) string { return "'" + k.String() + "'" }

// node reads a node. A sequence without indentation is one only as a value or a key.
func (p parser) node(indentless bool, depth int) *Node {
	if p.check(alias) {
		t := p.take()
		p.fail(complaint{problem: "found undefined alias " + reprText(t.text), problemMark: t.start})
	}
	p.check(anchor)
	p.check(tag)
	start := p.look().start
	if depth > maxDepth {
		p.crash(start.offset, p.look().end.offset, "RecursionError: maximum recursion depth exceeded")
	}
	n := &Node{start: start, Start: start.offset}
	switch {
	case indentless && p.check(blockEntry):
		n.Kind = Sequence
		if c := p.look().comment; c != nil && c.post {
			n.comment = &comment{true, emptyPrefix}
			c.post = false
		}
		p.entries(n, true, depth)
	case p.check(scalar):
		t := p.take()
		n.Text, n.plain, n.end, n.comment = t.text, t.plain, t.end, t.comment
		n.End = p.written(t)
	case p.check(flowSequenceStart), p.check(flowMappingStart):
		panic("unreachable: check forbids flow collections")
	case p.check(blockSequenceStart):
		n.Kind = Sequence
		t := p.look()
		if n.comment = t.comment; n.comment != nil && n.comment.pre == noPrefix {
			n.comment = splitComment(t)
		}
		p.take()
		p.entries(n, false, depth)
	case p.check(blockMappingStart):
		n.Kind = Mapping
		n.comment = p.look().comment
		p.take()
		p.pairs(n, depth)
	default:
		next := p.look()
		p.fail(complaint{context: "while parsing a block node", problem: "expected the node content, but found " + quote(next.kind), problemMark: next.start})
	}
	return n
}

// splitComment takes the comment behind a token, if there is one.
func splitComment(t *token) *comment {
	if !t.comment.post {
		return nil
	}
	t.comment = nil
	return &comment{post: true}
}

// written returns where a scalar's text ends: a block scalar's token reaches to the line after it.
func (p parser) written(t *token) int {
	start := t.start.offset
	return start + len(strings.TrimRight(p.text[start:t.end.offset], " \t\r\n"))
}

// empty makes a scalar of nothing.
func empty(at mark, c *comment) *Node {
	return &Node{plain: true, start: at, end: at, Start: at.offset, End: at.offset, comment: c}
}

// entries reads the entries of a sequence.
func (p parser) entries(n *Node, indentless bool, depth int) {
	for p.check(blockEntry) {
		t := p.take()
		p.moveComment(t, p.look())
		var item *Node
		switch {
		case p.check(blockEntry, blockEnd), indentless && p.check(keyToken, valueToken):
			item = empty(t.end, nil)
		default:
			item = p.node(false, depth+1)
		}
		n.Items = append(n.Items, item)
		n.End = item.End
	}
	next := p.look()
	if !indentless {
		if !p.check(blockEnd) {
			p.fail(complaint{"while parsing a block collection", &n.start, "expected <block end>, but found " + quote(next.kind), next.start, ""})
		}
		next = p.take()
	}
	n.end = next.start
	n.finish(next.comment)
}

// pairs reads the pairs of a mapping.
func (p parser) pairs(n *Node, depth int) {
	for {
		var key *Node
		if p.check(keyToken) {
			t := p.take()
			p.moveComment(t, p.look())
			if p.check(keyToken, valueToken, blockEnd) {
				key = empty(t.end, nil)
			} else {
				key = p.node(true, depth+1)
			}
		} else if p.check(valueToken) {
			key = empty(p.look().start, nil)
		} else {
			break
		}
		value := p.value(depth)
		n.Pairs = append(n.Pairs, Pair{key, value})
		n.End = value.End
	}
	if !p.check(blockEnd) {
		next := p.look()
		p.fail(complaint{"while parsing a block mapping", &n.start, "expected <block end>, but found " + quote(next.kind), next.start, ""})
	}
	t := p.take()
	p.moveComment(t, p.look())
	n.end = t.end
	n.finish(t.comment)
}

// value reads what follows a key.
func (p parser) value(depth int) *Node {
	if !p.check(valueToken) {
		return empty(p.look().start, nil)
	}
	t := p.take()
	if p.check(valueToken) || !p.check(keyToken) {
		p.moveComment(t, p.look())
	}
	if !p.check(keyToken, valueToken, blockEnd) {
		return p.node(true, depth+1)
	}
	value := empty(t.end, t.comment)
	if next := p.look(); t.comment == nil {
		value.start = next.end // sic
		if next.comment != nil {
			value.comment = &comment{post: next.comment.post}
			next.comment = &comment{pre: next.comment.pre}
		}
	}
	return value
}

// finish gives the node the comments in front of the token that ends it.
func (n *Node) finish(c *comment) {
	if c != nil && c.pre == somePrefix {
		if n.comment == nil {
			n.comment = new(comment)
		}
		c.pre = noPrefix
	}
}
