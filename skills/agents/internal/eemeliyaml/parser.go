package eemeliyaml

import "strings"

// A parser builds documents of the lexer's tokens. What it cannot place becomes an error in the tree or beside it.
type parser struct {
	out        func(*token) // takes documents, and what stands between them
	lineStarts []int        // of the lines that the parser has noticed

	stack     []*token // the node that is being built is on top
	atNewLine bool     // blanks and indicators count as indentation
	atScalar  bool     // the next token is a scalar
	onKeyLine bool     // on the line of a block mapping's key
	indent    int
	offset    int

	source string // of the current token
	kind   kind
}

// next takes what the lexer yields.
func (p *parser) next(source string) {
	p.source = source
	if p.atScalar {
		p.atScalar = false
		p.step()
		p.offset += len(source)
		return
	}
	p.kind = kindOf(source)
	switch p.kind {
	case "":
		p.attach(&token{kind: failure, offset: p.offset, message: "Not a YAML token: " + source, source: source})
		p.offset += len(source)
		return
	case scalar:
		p.atNewLine, p.atScalar = false, true
		return
	}
	p.step()
	switch p.kind {
	case newline:
		p.atNewLine, p.indent = true, 0
		p.lineStarts = append(p.lineStarts, p.offset+len(source))
	case space:
		if p.atNewLine && source[0] == ' ' {
			p.indent += len(source)
		}
	case explicitKey, mapValue, seqItem:
		if p.atNewLine {
			p.indent += len(source)
		}
	case docMode, flowErrorEnd:
		return
	default:
		p.atNewLine = false
	}
	p.offset += len(source)
}

func (p *parser) end() {
	for len(p.stack) > 0 {
		p.pop()
	}
}

func (p *parser) here() *token {
	return &token{kind: p.kind, offset: p.offset, indent: p.indent, source: p.source}
}

func (p *parser) fail(message string) *token {
	return &token{kind: failure, offset: p.offset, message: message, source: p.source}
}

// peek returns the n-th node from the top, the first being 1; nil where there are fewer.
func (p *parser) peek(n int) *token {
	if n > len(p.stack) {
		return nil
	}
	return p.stack[len(p.stack)-n]
}

func (p *parser) put(t *token) { p.stack = append(p.stack, t) }

// step gives the token to the node on top of the stack, and where that ends before it, to the next.
func (p *parser) step() {
	for {
		top := p.peek(1)
		if p.kind == docEnd && !top.is(docEnd) {
			p.end()
			p.put(&token{kind: docEnd, offset: p.offset, source: p.source})
			return
		}
		if top == nil {
			p.stream()
			return
		}
		if p.accept(top) {
			return
		}
		p.pop()
	}
}

// accept reports whether the node takes the token.
func (p *parser) accept(top *token) bool {
	switch top.kind {
	case document:
		return p.document(top)
	case alias, scalar, singleQuoted, doubleQuoted:
		return p.scalar(top)
	case blockScalar:
		return p.blockScalar(top)
	case blockMap:
		return p.blockMap(top)
	case blockSeq:
		return p.blockSeq(top)
	case flowCollection:
		return p.flow(top)
	default:
		p.documentEnd(top)
		return true
	}
}

// pop ends the node on top of the stack.
func (p *parser) pop() {
	t := p.peek(1)
	p.stack = p.stack[:len(p.stack)-1]
	p.attach(t)
}

// attach puts a finished node into the one on top of the stack.
func (p *parser) attach(t *token) {
	top := p.peek(1)
	for top != nil && !top.holds() {
		p.pop()
		top = p.peek(1)
	}
	if top == nil {
		p.out(t)
		return
	}
	switch t.kind {
	case blockScalar:
		t.indent = 0
		if top.hasIndent() {
			t.indent = top.indent
		}
	case flowCollection:
		if top.kind == document {
			t.indent = 0
		}
		fixFlowSeqItems(t)
	}
	switch top.kind {
	case document:
		top.value = t
	case blockScalar:
		top.props = append(top.props, t)
	case blockMap:
		switch it := top.last(); {
		case it.value != nil:
			top.items = append(top.items, &item{key: t, hasSep: true})
			p.onKeyLine = true
			return
		case it.hasSep:
			it.value = t
		default:
			it.key, it.hasSep = t, true
			p.onKeyLine = !it.explicit
			return
		}
	case blockSeq:
		if it := top.last(); it.value != nil {
			top.items = append(top.items, &item{value: t})
		} else {
			it.value = t
		}
	case flowCollection:
		switch it := top.last(); {
		case it == nil || it.value != nil:
			top.items = append(top.items, &item{key: t, hasSep: true})
		case it.hasSep:
			it.value = t
		default:
			it.key, it.hasSep = t, true
		}
		return
	}
	passVoid(t, top)
}

// passVoid moves the white space and comments at the end of a block collection out of it, unless comments are indented as its
// items are.
func passVoid(t, top *token) {
	if top.kind != document && !top.isBlock() || !t.isBlock() {
		return
	}
	last := t.last()
	if last == nil || last.hasSep || last.value != nil || len(last.start) == 0 || !isVoid(last.start) {
		return
	}
	for _, s := range last.start {
		if t.indent > 0 && s.kind == comment && s.indent >= t.indent {
			return
		}
	}
	if top.kind == document {
		top.end, top.ended = last.start, true
	} else {
		top.items = append(top.items, &item{start: last.start})
	}
	t.items = t.items[:len(t.items)-1]
}

// fixFlowSeqItems makes values of what turned out not to be keys.
func fixFlowSeqItems(fc *token) {
	if fc.open.kind != flowSeqStart {
		return
	}
	for _, it := range fc.items {
		if !it.hasSep || it.value != nil || includes(it.start, explicitKey) || includes(it.sep, mapValue) {
			continue
		}
		it.value, it.key = it.key, nil
		if it.value.isFlow() {
			it.value.addEnd(it.sep...)
		} else {
			it.start = append(it.start, it.sep...)
		}
		it.sep, it.hasSep = nil, false
	}
}

func (p *parser) stream() {
	switch p.kind {
	case directiveLine:
		p.out(&token{kind: directiveLine, offset: p.offset, source: p.source})
	case byteOrderMark, space, comment, newline:
		p.out(p.here())
	case docMode, docStart:
		doc := &token{kind: document, offset: p.offset}
		if p.kind == docStart {
			doc.start = append(doc.start, p.here())
		}
		p.put(doc)
	default:
		p.out(p.fail("Unexpected " + string(p.kind) + " token in YAML stream"))
	}
}

func (p *parser) document(doc *token) bool {
	if doc.value != nil {
		return p.lineEnd(doc)
	}
	switch p.kind {
	case docStart:
		if !isVoid(doc.start) {
			return false
		}
		doc.start = append(doc.start, p.here())
		return true
	case anchor, tag, space, comment, newline:
		doc.start = append(doc.start, p.here())
		return true
	}
	if value := p.startValue(doc); value != nil {
		p.put(value)
	} else {
		p.out(p.fail("Unexpected " + string(p.kind) + " token in YAML document"))
	}
	return true
}

func (p *parser) scalar(t *token) bool {
	if p.kind != mapValue {
		return p.lineEnd(t)
	}
	start := keyProps(p.peek(2))
	sep := append(t.end, p.here())
	t.end, t.ended = nil, false
	p.onKeyLine = true
	p.stack[len(p.stack)-1] = &token{
		kind: blockMap, offset: t.offset, indent: t.indent, items: []*item{{start: start, key: t, sep: sep, hasSep: true}},
	}
	return true
}

func (p *parser) blockScalar(t *token) bool {
	switch p.kind {
	case space, comment, newline:
		t.props = append(t.props, p.here())
		return true
	case scalar:
		t.source = p.source
		p.atNewLine, p.indent = true, 0
		p.countLines()
		p.pop()
		return true
	}
	return false
}

// countLines notices the lines of a scalar.
func (p *parser) countLines() {
	for i := strings.IndexByte(p.source, '\n'); i >= 0; {
		p.lineStarts = append(p.lineStarts, p.offset+i+1)
		next := strings.IndexByte(p.source[i+1:], '\n')
		if next < 0 {
			break
		}
		i += next + 1
	}
}

// documentEnd takes what follows "..." on its line.
func (p *parser) documentEnd(t *token) {
	if p.kind == docMode {
		return
	}
	t.addEnd(p.here())
	if p.kind == newline {
		p.pop()
	}
}

// lineEnd takes what follows a node on its line. What does not belong there is an error that the composer reports.
func (p *parser) lineEnd(t *token) bool {
	switch p.kind {
	case comma, docStart, docEnd, flowSeqEnd, flowMapEnd, mapValue:
		return false
	case newline:
		p.onKeyLine = false
	}
	t.addEnd(p.here())
	if p.kind == newline {
		p.pop()
	}
	return true
}

func (p *parser) flowScalar() *token {
	p.countLines()
	return &token{kind: p.kind, offset: p.offset, indent: p.indent, source: p.source}
}

// startValue returns the node that the token begins, nil where it begins none.
func (p *parser) startValue(parent *token) *token {
	t := &token{offset: p.offset, indent: p.indent}
	switch p.kind {
	case alias, scalar, singleQuoted, doubleQuoted:
		return p.flowScalar()
	case blockHeader:
		t.kind, t.props = blockScalar, []*token{p.here()}
	case flowMapStart, flowSeqStart:
		t.kind, t.open, t.ended = flowCollection, p.here(), true
	case seqItem:
		t.kind, t.items = blockSeq, []*item{{start: []*token{p.here()}}}
	case explicitKey:
		p.onKeyLine = true
		start := append(keyProps(parent), p.here())
		t.kind, t.items = blockMap, []*item{{start: start, explicit: true}}
	case mapValue:
		p.onKeyLine = true
		start := keyProps(parent)
		t.kind, t.items = blockMap, []*item{{start: start, sep: []*token{p.here()}, hasSep: true}}
	default:
		return nil
	}
	return t
}

// keyProps takes from what stands before a value in its parent that which belongs to the value's first key.
func keyProps(parent *token) []*token {
	switch {
	case parent.is(document):
		return cutKeyProps(&parent.start)
	case parent.is(blockMap) && parent.last() != nil && parent.last().hasSep:
		return cutKeyProps(&parent.last().sep)
	case parent.isBlock() && parent.last() != nil:
		return parent.last().cutStart()
	}
	return nil
}

func (it *item) cutStart() []*token {
	props := cutKeyProps(&it.start)
	it.blanks = min(it.blanks, len(it.start))
	return props
}

// cutKeyProps takes the tokens after the last indicator or line end and the blanks behind it.
func cutKeyProps(list *[]*token) []*token {
	i := len(*list)
search:
	for ; i > 0; i-- {
		switch (*list)[i-1].kind {
		case docStart, explicitKey, mapValue, seqItem, newline:
			break search
		}
	}
	for i < len(*list) && (*list)[i].kind == space {
		i++
	}
	props := append([]*token(nil), (*list)[i:]...)
	*list = (*list)[:i]
	return props
}
