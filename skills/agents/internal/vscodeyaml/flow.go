package vscodeyaml

import "strings"

// plain goes on with an unquoted scalar in the lines that are indented deeper than its parent.
func (p *parser) plain(t *token, parent int) *Node {
	n := t.node()
	if t.quoted {
		return n
	}
	var text strings.Builder
	text.WriteString(n.Text)
	for {
		before := p.at
		empty, more := p.continuation(parent)
		if !more {
			p.at = before
			break
		}
		p.skipIndent()
		var line string
		var stop int
		switch next := p.current(); {
		case next.kind == dash: // no item here
			p.advance()
			line, stop = "-", next.end
			if rest := p.current(); rest.kind == scalar {
				p.advance()
				line, stop = "- "+rest.text, rest.end
			}
		case next.kind == scalar && p.peek(1).kind != colon:
			p.advance()
			line, stop = next.text, next.end
		default:
			more = false
		}
		if !more {
			p.at = before
			break
		}
		if empty > 0 {
			text.WriteString(strings.Repeat("\n", empty))
		} else {
			text.WriteByte(' ')
		}
		text.WriteString(line)
		n.End = stop
	}
	n.Text = text.String()
	return n
}

// continuation goes to the next line with something in it and reports whether that may belong to a scalar, and how many empty lines
// come before.
func (p *parser) continuation(parent int) (empty int, ok bool) {
	for p.current().kind == newline {
		p.advance()
		switch t := p.current(); t.kind {
		case newline:
			empty++
		case indent:
			switch p.peek(1).kind {
			case newline, end:
				empty++
				p.advance()
			case comment:
				return empty, false
			default:
				return empty, t.column > parent
			}
		case end, documentStart, documentEnd:
			return empty, false
		default:
			return empty, parent < 0
		}
	}
	return empty, false
}

// skipFlow skips what means nothing between brackets.
func (p *parser) skipFlow() {
	for {
		switch p.current().kind {
		case newline, indent, comment:
			p.advance()
		default:
			return
		}
	}
}

// flow reads a mapping in braces or a list in brackets.
func (p *parser) flow() *Node {
	open := p.advance()
	n := &Node{Kind: Map, Start: open.start, End: open.end}
	closing, name := mapEnd, "}"
	if open.kind == listStart {
		n.Kind, closing, name = Sequence, listEnd, "]"
	}
	if p.depth++; p.depth > MaxDepth {
		p.at = len(p.tokens) - 1
		return n
	}
	defer func() { p.depth-- }()
	p.skipFlow()
	for k := p.current().kind; k != closing && k != end; k = p.current().kind {
		if n.Kind == Sequence {
			if k != scalar && k != mapStart && k != listStart {
				p.fail(p.current(), "Unexpected token in flow sequence")
				p.advance()
				continue
			}
			p.flowValue()
		} else {
			if k != scalar {
				p.fail(p.current(), "Expected mapping key")
				break
			}
			key := p.flowScalar()
			value := orEmpty(nil, key.End)
			p.skipFlow()
			if p.current().kind == colon {
				p.advance()
				p.skipFlow()
				value = p.flowValue()
			}
			n.Entries = append(n.Entries, Entry{key, value})
		}
		p.skipFlow()
		if p.current().kind == comma {
			p.advance()
			p.skipFlow()
		}
	}
	last := p.current()
	n.End = last.start
	if last.kind == closing {
		n.End = last.end
		p.advance()
	} else {
		p.fail(last, `Expected "%s"`, name)
	}
	return n
}

func (p *parser) flowValue() *Node {
	switch t := p.current(); t.kind {
	case mapStart, listStart:
		return p.flow()
	case scalar:
		return p.flowScalar()
	default:
		return orEmpty(nil, t.start)
	}
}

// flowScalar reads a scalar, which may go on in further lines where it has no quotes.
func (p *parser) flowScalar() *Node {
	t := p.advance()
	n := t.node()
	if t.quoted {
		return n
	}
	var text strings.Builder
	text.WriteString(n.Text)
	for {
		at, lines := p.at, false
		for ; at < len(p.tokens); at++ {
			k := p.tokens[at].kind
			if k != newline && k != indent && k != comment {
				break
			}
			lines = lines || k == newline
		}
		if !lines || at == len(p.tokens) || p.tokens[at].kind != scalar || p.tokens[at].quoted {
			n.Text = text.String()
			return n
		}
		p.at = at + 1
		text.WriteByte(' ')
		text.WriteString(p.tokens[at].text)
		n.End = p.tokens[at].end
	}
}
