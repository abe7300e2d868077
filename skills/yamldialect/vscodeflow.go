package yamldialect

import "skills-ls/skills/text"

// scalar reads a scalar. One without quotes goes on in the lines that are indented deeper than its parent.
func (p *vscodeParser) scalar(parent int) *Node {
	first := p.take()
	n := &Node{Text: first.text, Start: first.Start, End: first.End}
	var more []byte
	for !first.whole && p.goesOn(parent) {
		t := p.take()
		fold := " "
		if parent != inFlow {
			fold = foldVSCode(t.lines)
		}
		more = append(append(more, fold...), t.text...)
		if rest := p.look(); t.kind == '-' && rest.kind == vscodeScalar && len(rest.gap) == 0 {
			more = append(append(more, ' '), rest.text...)
			t = p.take()
		}
		n.End = t.End
	}
	n.Text += string(more)
	return n
}

// goesOn reports whether an unquoted scalar goes on with the next token.
func (p *vscodeParser) goesOn(parent int) bool {
	t := p.look()
	if parent == inFlow {
		return t.lines > 0 && t.kind == vscodeScalar && !t.whole
	}
	return t.lines > 0 && !t.comment && t.in > parent && (t.kind == '-' || t.kind == vscodeScalar && !p.atKey())
}

// flow reads a mapping in braces or a sequence in brackets.
func (p *vscodeParser) flow() *Node {
	n := &Node{Kind: Mapping, Start: p.look().Start}
	closing := byte('}')
	if p.take().kind == '[' {
		n.Kind, closing = Sequence, ']'
	}
	p.flowEntries(n, closing)
	end := p.look()
	n.End = end.Start
	if end.kind != closing {
		p.fail(end.Span, `Expected "%c"`, closing)
		end.in = 0 // the indentation is a token, and read
		return n
	}
	n.End = p.take().End
	return n
}

// flowEntries reads what is between brackets, for a mapping up to an entry that has no key.
func (p *vscodeParser) flowEntries(n *Node, closing byte) {
	for t := p.look(); t.kind != closing && t.kind != vscodeEnd; t = p.look() {
		switch isScalar := t.kind == vscodeScalar; {
		case n.Kind == Mapping && !isScalar:
			p.fail(t.Span, "Expected mapping key")
			return
		case n.Kind == Mapping:
			key := p.scalar(inFlow)
			value := &Node{Start: key.End, End: key.End}
			if p.look().kind == ':' {
				p.take()
				value = p.value(inFlow, noBlock, p.look().Start)
			}
			n.Pairs = append(n.Pairs, Pair{Key: key, Value: value})
		case isScalar || t.opensFlow():
			n.Items = append(n.Items, p.value(inFlow, noBlock, t.Start))
		default:
			// Line breaks are tokens too, which are skipped in all other places.
			for _, at := range append([]text.Span{p.take().Span}, p.look().gap...) {
				p.fail(at, "Unexpected token in flow sequence")
			}
			continue
		}
		if p.look().kind == ',' {
			p.take()
		}
	}
}
