package eemeliyaml

// blockMap takes a token into a block mapping, and reports whether it belongs there.
func (p *parser) blockMap(m *token) bool {
	it := m.last()
	switch p.kind {
	case newline:
		p.onKeyLine = false
		switch {
		case it.value != nil:
			p.afterValue(m, it.value)
		case it.hasSep:
			it.sep = append(it.sep, p.here())
		default:
			it.start = append(it.start, p.here())
		}
		return true
	case space, comment:
		switch {
		case it.value != nil:
			m.items = append(m.items, &item{start: []*token{p.here()}})
		case it.hasSep:
			it.sep = append(it.sep, p.here())
		default:
			p.beforeKey(m, it)
		}
		return true
	}
	if p.indent < m.indent {
		return false
	}
	atIndent := !p.onKeyLine && p.indent == m.indent
	atNext := atIndent && (it.hasSep || it.explicit) && p.kind != seqItem
	var start []*token
	if atNext && it.hasSep && it.value == nil {
		start = it.cutEmptyLines(m.indent)
	}
	switch p.kind {
	case anchor, tag:
		switch {
		case atNext || it.value != nil:
			m.items = append(m.items, &item{start: append(start, p.here())})
			p.onKeyLine = true
		case it.hasSep:
			it.sep = append(it.sep, p.here())
		default:
			it.start = append(it.start, p.here())
		}
	case explicitKey:
		switch {
		case !it.hasSep && !it.explicit:
			it.start = append(it.start, p.here())
			it.explicit = true
		case atNext || it.value != nil:
			m.items = append(m.items, &item{start: append(start, p.here()), explicit: true})
		default:
			p.putMap(&item{start: []*token{p.here()}, explicit: true})
		}
		p.onKeyLine = true
	case mapValue:
		if it.explicit {
			p.explicitValue(m, it, start)
		} else {
			p.implicitValue(m, it, start, atNext)
		}
		p.onKeyLine = true
	case alias, scalar, singleQuoted, doubleQuoted:
		fs := p.flowScalar()
		switch {
		case atNext || it.value != nil:
			m.items = append(m.items, &item{start: start, key: fs, hasSep: true})
			p.onKeyLine = true
		case it.hasSep:
			p.put(fs)
		default:
			it.key, it.hasSep = fs, true
			p.onKeyLine = true
		}
	default:
		return p.blockMapValue(m, it, start, atIndent)
	}
	return true
}

// afterValue takes a line feed after a value: into the value's end behind a comment, and else into a new item.
func (p *parser) afterValue(parent, value *token) {
	if n := len(value.end); n > 0 && value.end[n-1].kind == comment {
		value.addEnd(p.here())
		return
	}
	parent.items = append(parent.items, &item{start: []*token{p.here()}})
}

// beforeKey takes a blank or comment before a key. A comment that is indented more than the keys are belongs to the value
// before it.
func (p *parser) beforeKey(parent *token, it *item) {
	if p.kind == comment && p.indent > parent.indent && it.blankStart() && len(parent.items) > 1 {
		if before := parent.items[len(parent.items)-2].value; before != nil && before.ended {
			before.addEnd(it.start...)
			before.addEnd(p.here())
			parent.items = parent.items[:len(parent.items)-1]
			return
		}
	}
	it.start = append(it.start, p.here())
}

// cutEmptyLines takes from what follows a key without a value that which belongs to the next: all after the second of several
// line feeds, unless comments that are indented stand between.
func (it *item) cutEmptyLines(indent int) []*token {
	lines, second := 0, 0
	for i, t := range it.sep {
		switch t.kind {
		case newline:
			if lines++; lines == 2 {
				second = i
			}
		case space:
		case comment:
			if t.indent > indent {
				lines = 0
			}
		default:
			lines = 0
		}
	}
	if lines < 2 {
		return nil
	}
	cut := append([]*token(nil), it.sep[second:]...)
	it.sep = it.sep[:second]
	return cut
}

func (p *parser) putMap(first *item) {
	p.put(&token{kind: blockMap, offset: p.offset, indent: p.indent, items: []*item{first}})
}

// explicitValue takes a ":" after a key with "?".
func (p *parser) explicitValue(m *token, it *item, start []*token) {
	switch {
	case !it.hasSep && includes(it.start, newline):
		it.key, it.sep, it.hasSep = nil, []*token{p.here()}, true
	case !it.hasSep:
		p.putMap(&item{start: it.cutStart(), sep: []*token{p.here()}, hasSep: true})
	case it.value != nil:
		m.items = append(m.items, &item{sep: []*token{p.here()}, hasSep: true})
	case includes(it.sep, mapValue):
		p.putMap(&item{start: start, sep: []*token{p.here()}, hasSep: true})
	case it.key.isFlow() && !includes(it.sep, newline):
		first := &item{start: it.cutStart(), key: it.key, sep: append(it.sep, p.here()), hasSep: true}
		it.key, it.sep, it.hasSep = nil, nil, false
		p.putMap(first)
	default:
		it.sep = append(append(it.sep, start...), p.here())
	}
}

// implicitValue takes a ":" after a key without "?".
func (p *parser) implicitValue(m *token, it *item, start []*token, atNext bool) {
	switch {
	case !it.hasSep:
		it.key, it.sep, it.hasSep = nil, []*token{p.here()}, true
	case it.value != nil || atNext:
		m.items = append(m.items, &item{start: start, sep: []*token{p.here()}, hasSep: true})
	case includes(it.sep, mapValue):
		p.putMap(&item{sep: []*token{p.here()}, hasSep: true})
	default:
		it.sep = append(it.sep, p.here())
	}
}

// blockMapValue takes the begin of a value that is no scalar on its line.
func (p *parser) blockMapValue(m *token, it *item, start []*token, atIndent bool) bool {
	value := p.startValue(m)
	if value == nil {
		return false
	}
	if value.kind == blockSeq {
		if !it.explicit && it.hasSep && !includes(it.sep, newline) {
			p.attach(p.fail("Unexpected block-seq-ind on same line with key"))
			return true
		}
	} else if atIndent {
		m.items = append(m.items, &item{start: start})
	}
	p.put(value)
	return true
}

// blockSeq takes a token into a block sequence, and reports whether it belongs there.
func (p *parser) blockSeq(s *token) bool {
	it := s.last()
	switch p.kind {
	case newline:
		if it.value != nil {
			p.afterValue(s, it.value)
		} else {
			it.start = append(it.start, p.here())
		}
		return true
	case space, comment:
		if it.value != nil {
			s.items = append(s.items, &item{start: []*token{p.here()}})
		} else {
			p.beforeKey(s, it)
		}
		return true
	case anchor, tag:
		if it.value == nil && p.indent > s.indent {
			it.start = append(it.start, p.here())
			return true
		}
	case seqItem:
		if p.indent == s.indent {
			if it.value != nil || includes(it.start, seqItem) {
				s.items = append(s.items, &item{start: []*token{p.here()}})
			} else {
				it.start = append(it.start, p.here())
			}
			return true
		}
	}
	if p.indent > s.indent {
		if value := p.startValue(s); value != nil {
			p.put(value)
			return true
		}
	}
	return false
}

// flow takes a token into a flow collection, and reports whether it belongs there.
func (p *parser) flow(fc *token) bool {
	if p.kind == flowErrorEnd {
		for p.peek(1).is(flowCollection) {
			p.pop()
		}
		return true
	}
	if len(fc.end) > 0 {
		return p.afterFlow(fc)
	}
	it := fc.last()
	fresh := it == nil || it.value != nil
	switch p.kind {
	case comma, explicitKey:
		if it == nil || it.hasSep {
			fc.items = append(fc.items, &item{start: []*token{p.here()}})
		} else {
			it.start = append(it.start, p.here())
		}
	case mapValue:
		switch {
		case fresh:
			fc.items = append(fc.items, &item{sep: []*token{p.here()}, hasSep: true})
		case it.hasSep:
			it.sep = append(it.sep, p.here())
		default:
			it.key, it.sep, it.hasSep = nil, []*token{p.here()}, true
		}
	case space, comment, newline, anchor, tag:
		switch {
		case fresh:
			fc.items = append(fc.items, &item{start: []*token{p.here()}})
		case it.hasSep:
			it.sep = append(it.sep, p.here())
		default:
			it.start = append(it.start, p.here())
		}
	case alias, scalar, singleQuoted, doubleQuoted:
		fs := p.flowScalar()
		switch {
		case fresh:
			fc.items = append(fc.items, &item{key: fs, hasSep: true})
		case it.hasSep:
			p.put(fs)
		default:
			it.key, it.hasSep = fs, true
		}
	case flowMapEnd, flowSeqEnd:
		fc.addEnd(p.here())
	default:
		value := p.startValue(fc)
		if value == nil {
			return false
		}
		p.put(value)
	}
	return true
}

// afterFlow takes a token behind a flow collection's closing bracket.
func (p *parser) afterFlow(fc *token) bool {
	parent := p.peek(2)
	if parent.is(blockMap) && (p.kind == mapValue && parent.indent == fc.indent || p.kind == newline && !parent.last().hasSep) {
		return false
	}
	if p.kind != mapValue || parent.is(flowCollection) {
		return p.lineEnd(fc)
	}
	start := keyProps(parent)
	fixFlowSeqItems(fc)
	sep := append(append([]*token(nil), fc.end[1:]...), p.here())
	fc.end = fc.end[:1]
	p.onKeyLine = true
	p.stack[len(p.stack)-1] = &token{
		kind: blockMap, offset: fc.offset, indent: fc.indent, items: []*item{{start: start, key: fc, sep: sep, hasSep: true}},
	}
	return true
}
