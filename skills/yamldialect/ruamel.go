package yamldialect

import "slices"

// What ruamel.yaml does with comments, and what strictyaml forbids. Comments matter because ruamel.yaml can
// fail over them.

// literally is strictyaml's advice.
const literally = "(surround with ' and ' to make text appear literally)"

// forbid refuses flow collections, anchors and tags.
func (p *parser) forbid(t *token) {
	context, problem, at := t.start, "", t.end
	switch t.kind {
	case tagToken:
		context, problem, at = t.end, "Found disallowed tag tokens (do not specify types in markup)", t.start
	case flowMappingStart, flowSequenceStart:
		problem = "Found ugly disallowed JSONesque flow mapping " + literally
	case anchorToken:
		problem = "Found confusing disallowed anchor token " + literally
	default:
		return
	}
	message := p.complaint("While scanning", &context, problem, at)
	panic(&Error{Cause: Forbidden, Start: t.start.Offset, End: t.end.Offset, Message: message})
}

// gatherComments attaches the comments in front of the next token to it.
func (p *parser) gatherComments() {
	gathered := false
	for {
		if p.tokens[0].kind == commentToken {
			p.drop()
			gathered = true
		}
		if !p.needMore() {
			break
		}
		p.fetch()
	}
	if gathered {
		p.addPre(p.tokens[0])
	}
	if !p.done && len(p.tokens) < 2 {
		p.fetch()
	}
}

// takeComments attaches the comments behind the next token to it: behind a scalar, and in the same line
// behind some others.
func (p *parser) takeComments(t *token) {
	if len(p.tokens) < 2 || p.tokens[1].kind != commentToken {
		return
	}
	switch t.kind {
	case scalarToken:
	case valueToken, flowSequenceEnd, flowMappingEnd:
		if t.end.Line != p.tokens[1].start.Line {
			return
		}
	default:
		return
	}
	for len(p.tokens) > 1 && p.tokens[1].kind == commentToken {
		p.taken++
		p.tokens = slices.Delete(p.tokens, 1, 2)
		p.fetch()
	}
	t.addPost()
}

// carryComment hands a token's comments on to the next token.
func (p *parser) carryComment(from *token) {
	if p.dialect != Ruamel {
		return
	}
	to, c := p.look(), from.comment
	if c == nil || to.kind == streamEnd {
		return
	}
	from.comment = nil
	t := to.comment
	if t == nil {
		to.comment = c
		return
	}
	if c.post && t.post || c.pre == somePrefix && t.pre == somePrefix {
		p.crash(to.start.Offset, to.end.Offset, "NotImplementedError: overlap in comment")
	}
	t.post = t.post || c.post
	if c.pre == somePrefix {
		t.pre = somePrefix
	}
}

// openComments gives a sequence the comments of the token that begins it.
func (p *parser) openComments(n *Node, t *token) {
	c := t.comment
	switch {
	case c == nil:
	case t.kind == blockEntry && c.post:
		n.comment = &comment{post: true, pre: emptyPrefix}
		c.post = false
	case t.kind == blockEntry:
	case c.pre != noPrefix:
		n.comment = c
	case c.post:
		n.comment = &comment{post: true}
		t.comment = nil
	}
}

// emptyComments gives an empty value the comments of its ":", or else of the token behind it.
func (p *parser) emptyComments(value *Node, colon *token) {
	value.comment = colon.comment
	if colon.comment != nil {
		return
	}
	next := p.look()
	value.start = next.end // as ruamel.yaml has it
	if next.comment != nil {
		value.comment = &comment{post: next.comment.post}
		next.comment = &comment{pre: next.comment.pre}
	}
}

// closeComments gives a collection the comments in front of the token that ends it.
func (n *Node) closeComments(c *comment) {
	if c == nil || c.pre != somePrefix {
		return
	}
	if n.comment == nil {
		n.comment = new(comment)
	}
	c.pre = noPrefix
}
