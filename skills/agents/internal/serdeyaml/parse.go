package serdeyaml

import "strings"

type eventKind uint8

const (
	voidEvent eventKind = iota // of serde_yaml: a text without any value
	aliasEvent
	scalarEvent
	sequenceStart
	sequenceEnd
	mappingStart
	mappingEnd
	streamEndEvent
	documentStartEvent
	documentEndEvent
)

type event struct {
	kind       eventKind
	style      Style
	start, end mark
	value      int    // the offset of the value behind its anchor and tag
	text       string // of a scalar; the name of an alias
	anchor     string // empty means none
	tag        string // empty means none
	target     int    // of an alias: the number of the anchor, see document
}

// A state is what the parser expects next. It leaves the state to follow in p.state.
type state func(p *parser) event

// A parser makes events of tokens, asking for them in the order of libyaml's parser.
type parser struct {
	*scanner
	state  state
	states []state           // to go on with after a node
	marks  []mark            // where the open collections began
	tags   map[string]string // prefixes by handle
	first  bool              // the next state looks at the first entry of a collection, or at the first document
}

var defaultTags = map[string]string{"!": "!", "!!": "tag:yaml.org,2002:"}

func newParser(text string) *parser {
	return &parser{scanner: newScanner(text), state: (*parser).documentStart, first: true, tags: make(map[string]string)}
}

// next returns the next event.
func (p *parser) next() event { return p.state(p) }

func (p *parser) push(s state) { p.states = append(p.states, s) }

func (p *parser) pop() {
	p.state = p.states[len(p.states)-1]
	p.states = p.states[:len(p.states)-1]
}

func (p *parser) popMark() mark {
	m := p.marks[len(p.marks)-1]
	p.marks = p.marks[:len(p.marks)-1]
	return m
}

// enter takes the token that opens a collection, if this is its first entry, and reports whether it is.
func (p *parser) enter() bool {
	first := p.first
	if first {
		p.first = false
		p.marks = append(p.marks, p.take().start)
	}
	return first
}

// leave ends a collection with the next token.
func (p *parser) leave(kind eventKind) event {
	p.pop()
	p.popMark()
	t := p.take()
	return event{kind: kind, start: t.start, end: t.end}
}

func (p *parser) is(kinds ...tokenKind) bool {
	next := p.look().kind
	for _, kind := range kinds {
		if next == kind {
			return true
		}
	}
	return false
}

// empty makes a scalar of nothing, which the state follows.
func (p *parser) empty(at mark, then state) event {
	p.state = then
	return event{kind: scalarEvent, start: at, end: at, value: at.offset}
}

func (p *parser) documentStart() event {
	first := p.first
	p.first = false
	for !first && p.is(documentEnd) {
		p.take()
	}
	t := *p.look()
	switch {
	case t.kind == streamEnd:
		return event{kind: streamEndEvent, start: t.start, end: t.end}
	case first && !p.is(versionDirective, tagDirective, documentStart):
		p.directives()
		p.push((*parser).documentEnd)
		p.state = (*parser).blockNode
		return event{kind: documentStartEvent, start: t.start, end: t.start}
	}
	p.directives()
	if !p.is(documentStart) {
		p.fail("", mark{}, "did not find expected <document start>", p.look().start)
	}
	p.push((*parser).documentEnd)
	p.state = (*parser).documentContent
	return event{kind: documentStartEvent, start: t.start, end: p.take().end}
}

func (p *parser) directives() {
	version := false
	for p.is(versionDirective, tagDirective) {
		t := p.look()
		if t.kind == versionDirective {
			if version {
				p.fail("", mark{}, "found duplicate %YAML directive", t.start)
			}
			if t.major != 1 || t.minor != 1 && t.minor != 2 {
				p.fail("", mark{}, "found incompatible YAML document", t.start)
			}
			version = true
		} else {
			if _, ok := p.tags[t.text]; ok {
				p.fail("", mark{}, "found duplicate %TAG directive", t.start)
			}
			p.tags[t.text] = t.suffix
		}
		p.take()
	}
	for handle, prefix := range defaultTags {
		if _, ok := p.tags[handle]; !ok {
			p.tags[handle] = prefix
		}
	}
}

func (p *parser) documentContent() event {
	if p.is(versionDirective, tagDirective, documentStart, documentEnd, streamEnd) {
		p.pop()
		return p.empty(p.look().start, p.state)
	}
	return p.node(true, false)
}

func (p *parser) documentEnd() event {
	e := event{kind: documentEndEvent, start: p.look().start, end: p.look().start}
	if p.is(documentEnd) {
		e.end = p.take().end
	}
	clear(p.tags)
	p.state = (*parser).documentStart
	return e
}

func (p *parser) blockNode() event { return p.node(true, false) }

// node reads the beginning of a node. A sequence without indentation is one only as a value or a key.
func (p *parser) node(block, indentless bool) event {
	t := p.look()
	if t.kind == aliasToken {
		p.pop()
		a := p.take()
		return event{kind: aliasEvent, start: a.start, end: a.end, value: a.start.offset, text: a.text}
	}
	e := event{start: t.start, end: t.start}
	var handle, suffix string
	var tagAt mark
	tagged := false
	for p.is(anchorToken) && e.anchor == "" || p.is(tagToken) && !tagged {
		t := p.take()
		e.end = t.end
		if t.kind == anchorToken {
			e.anchor = t.text
		} else {
			tagged, tagAt, handle, suffix = true, t.start, t.text, t.suffix
		}
	}
	if tagged {
		e.tag = p.resolveTag(handle, suffix, e.start, tagAt)
	}
	t = p.look()
	e.value = t.start.offset
	switch {
	case indentless && t.kind == blockEntry:
		e.kind, e.end, p.state = sequenceStart, t.end, (*parser).indentlessEntry
	case t.kind == scalarToken:
		p.pop()
		s := p.take()
		e.kind, e.end, e.text, e.style = scalarEvent, s.end, s.text, s.style
	case t.kind == flowSequenceStart:
		e.kind, e.end, p.state, p.first = sequenceStart, t.end, (*parser).flowEntry, true
	case t.kind == flowMappingStart:
		e.kind, e.end, p.state, p.first = mappingStart, t.end, (*parser).flowKey, true
	case block && t.kind == blockSequenceStart:
		e.kind, e.end, p.state, p.first = sequenceStart, t.end, (*parser).blockEntry, true
	case block && t.kind == blockMappingStart:
		e.kind, e.end, p.state, p.first = mappingStart, t.end, (*parser).blockKey, true
	case e.anchor != "" || tagged:
		p.pop()
		e.kind, e.value = scalarEvent, e.end.offset
	default:
		context := "while parsing a flow node"
		if block {
			context = "while parsing a block node"
		}
		p.fail(context, e.start, "did not find expected node content", t.start)
	}
	return e
}

func (p *parser) resolveTag(handle, suffix string, start, at mark) string {
	suffix, _, _ = strings.Cut(suffix, "\x00") // as C strings end
	if handle == "" {
		return suffix
	}
	prefix, ok := p.tags[handle]
	if !ok {
		p.fail("while parsing a node", start, "found undefined tag handle", at)
	}
	return prefix + suffix
}

func (p *parser) blockEntry() event {
	p.enter()
	switch {
	case p.is(blockEntry):
		t := p.take()
		if p.is(blockEntry, blockEnd) {
			return p.empty(t.end, (*parser).blockEntry)
		}
		p.push((*parser).blockEntry)
		return p.node(true, false)
	case p.is(blockEnd):
		return p.leave(sequenceEnd)
	}
	p.fail("while parsing a block collection", p.popMark(), "did not find expected '-' indicator", p.look().start)
	return event{}
}

func (p *parser) indentlessEntry() event {
	if p.is(blockEntry) {
		t := p.take()
		if p.is(blockEntry, keyToken, valueToken, blockEnd) {
			return p.empty(t.end, (*parser).indentlessEntry)
		}
		p.push((*parser).indentlessEntry)
		return p.node(true, false)
	}
	p.pop()
	at := p.look().start
	return event{kind: sequenceEnd, start: at, end: at}
}

func (p *parser) blockKey() event {
	p.enter()
	switch {
	case p.is(keyToken):
		t := p.take()
		if p.is(keyToken, valueToken, blockEnd) {
			return p.empty(t.end, (*parser).blockValue)
		}
		p.push((*parser).blockValue)
		return p.node(true, true)
	case p.is(blockEnd):
		return p.leave(mappingEnd)
	}
	p.fail("while parsing a block mapping", p.popMark(), "did not find expected key", p.look().start)
	return event{}
}

func (p *parser) blockValue() event {
	if !p.is(valueToken) {
		return p.empty(p.look().start, (*parser).blockKey)
	}
	t := p.take()
	if p.is(keyToken, valueToken, blockEnd) {
		return p.empty(t.end, (*parser).blockKey)
	}
	p.push((*parser).blockKey)
	return p.node(true, true)
}

func (p *parser) flowEntry() event {
	first := p.enter()
	if !p.is(flowSequenceEnd) {
		p.separator(first, "while parsing a flow sequence", "did not find expected ',' or ']'")
		if p.is(keyToken) {
			t := p.take()
			p.state = (*parser).flowEntryKey
			return event{kind: mappingStart, start: t.start, end: t.end, value: t.start.offset}
		}
		if !p.is(flowSequenceEnd) {
			p.push((*parser).flowEntry)
			return p.node(false, false)
		}
	}
	return p.leave(sequenceEnd)
}

// separator takes the comma in front of any entry but the first.
func (p *parser) separator(first bool, context, problem string) {
	if first {
		return
	}
	if !p.is(flowEntry) {
		p.fail(context, p.popMark(), problem, p.look().start)
	}
	p.take()
}

// flowEntryKey and those after it read a single pair as an entry of a sequence.
func (p *parser) flowEntryKey() event {
	if !p.is(valueToken, flowEntry, flowSequenceEnd) {
		p.push((*parser).flowEntryValue)
		return p.node(false, false)
	}
	return p.empty(p.take().end, (*parser).flowEntryValue) // sic: the token is lost
}

func (p *parser) flowEntryValue() event {
	at := p.look().start
	if p.is(valueToken) {
		p.take()
		if !p.is(flowEntry, flowSequenceEnd) {
			p.push((*parser).flowEntryEnd)
			return p.node(false, false)
		}
		at = p.look().start
	}
	return p.empty(at, (*parser).flowEntryEnd)
}

func (p *parser) flowEntryEnd() event {
	p.state = (*parser).flowEntry
	at := p.look().start
	return event{kind: mappingEnd, start: at, end: at}
}

func (p *parser) flowKey() event {
	first := p.enter()
	if !p.is(flowMappingEnd) {
		p.separator(first, "while parsing a flow mapping", "did not find expected ',' or '}'")
		if p.is(keyToken) {
			p.take()
			if p.is(valueToken, flowEntry, flowMappingEnd) {
				return p.empty(p.look().start, (*parser).flowValue)
			}
			p.push((*parser).flowValue)
			return p.node(false, false)
		}
		if !p.is(flowMappingEnd) {
			p.push((*parser).flowEmptyValue)
			return p.node(false, false)
		}
	}
	return p.leave(mappingEnd)
}

func (p *parser) flowValue() event {
	if p.is(valueToken) {
		p.take()
		if !p.is(flowEntry, flowMappingEnd) {
			p.push((*parser).flowKey)
			return p.node(false, false)
		}
	}
	return p.empty(p.look().start, (*parser).flowKey)
}

func (p *parser) flowEmptyValue() event { return p.empty(p.look().start, (*parser).flowKey) }
