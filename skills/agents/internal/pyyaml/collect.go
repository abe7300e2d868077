package pyyaml

import "skills-ls/skills/agents/internal/yamlscan"

func (n *Node) add(item *Node) {
	n.items = append(n.items, item)
	n.reach(item)
}

func (n *Node) addPair(key, value *Node) {
	n.Pairs = append(n.Pairs, Pair{key, value})
	n.reach(key)
	n.reach(value)
}

// reach extends the collection to what stands in it; an alias stands elsewhere.
func (n *Node) reach(item *Node) { n.End = max(n.End, item.End) }

// blockEntries reads the entries of a sequence.
func (p *parser) blockEntries(n *Node, depth int) {
	start := p.take().Start
	for p.check(yamlscan.BlockEntry) {
		t := p.take()
		n.add(p.child(place{block: true}, depth, t.End, yamlscan.BlockEntry, yamlscan.BlockEnd))
	}
	p.blockEnd("while parsing a block collection", start)
}

func (p *parser) blockEnd(context string, start yamlscan.Mark) {
	if next := p.look(); next.Kind != yamlscan.BlockEnd {
		p.Fail(context, &start, "expected <block end>, but found "+quote(next), next.Start)
	}
	p.take()
}

// indentlessEntries reads the entries of a sequence that is not indented deeper than the key of which it is the value.
func (p *parser) indentlessEntries(n *Node, depth int) {
	for p.check(yamlscan.BlockEntry) {
		t := p.take()
		n.add(p.child(place{block: true}, depth, t.End, yamlscan.BlockEntry, yamlscan.Key, yamlscan.Value, yamlscan.BlockEnd))
	}
}

// blockPairs reads the pairs of a mapping. A ":" without a key ends it, with an error.
func (p *parser) blockPairs(n *Node, depth int) {
	start := p.take().Start
	at := place{block: true, indentless: true}
	for p.check(yamlscan.Key) {
		t := p.take()
		key := p.child(at, depth, t.End, yamlscan.Key, yamlscan.Value, yamlscan.BlockEnd)
		if !p.check(yamlscan.Value) {
			n.addPair(key, empty(p.look().Start))
			continue
		}
		t = p.take()
		n.addPair(key, p.child(at, depth, t.End, yamlscan.Key, yamlscan.Value, yamlscan.BlockEnd))
	}
	p.blockEnd("while parsing a block mapping", start)
}

// flowEntries reads the entries of a sequence in brackets, of which each may be a pair.
func (p *parser) flowEntries(n *Node, depth int) {
	start := p.take().Start
	for first := true; !p.check(yamlscan.FlowSequenceEnd); first = false {
		if !first {
			p.flowEntry("while parsing a flow sequence", start, "']'")
		}
		switch {
		case p.check(yamlscan.Key):
			t := p.look()
			item := &Node{kind: mapping, tag: yamlTag + "map", start: t.Start, Start: t.Start.Offset}
			item.addPair(p.flowPair(depth+1, yamlscan.FlowSequenceEnd))
			n.add(item)
		case !p.check(yamlscan.FlowSequenceEnd):
			n.add(p.node(place{}, depth))
		}
	}
	n.End = p.take().End.Offset
}

// flowEntry reads the comma in front of an entry.
func (p *parser) flowEntry(context string, start yamlscan.Mark, end string) {
	if next := p.look(); next.Kind != yamlscan.FlowEntry {
		p.Fail(context, &start, "expected ',' or "+end+", but got "+quote(next), next.Start)
	}
	p.take()
}

// flowPair reads a key and its value, if it has one.
func (p *parser) flowPair(depth int, end yamlscan.Kind) (key, value *Node) {
	t := p.take()
	key = p.child(place{}, depth, t.End, yamlscan.Value, yamlscan.FlowEntry, end)
	if !p.check(yamlscan.Value) {
		return key, empty(p.look().Start)
	}
	t = p.take()
	return key, p.child(place{}, depth, t.End, yamlscan.FlowEntry, end)
}

// flowPairs reads the pairs of a mapping in braces, where a key may stand alone.
func (p *parser) flowPairs(n *Node, depth int) {
	start := p.take().Start
	for first := true; !p.check(yamlscan.FlowMappingEnd); first = false {
		if !first {
			p.flowEntry("while parsing a flow mapping", start, "'}'")
		}
		switch {
		case p.check(yamlscan.Key):
			n.addPair(p.flowPair(depth, yamlscan.FlowMappingEnd))
		case !p.check(yamlscan.FlowMappingEnd):
			key := p.node(place{}, depth)
			n.addPair(key, empty(p.look().Start))
		}
	}
	n.End = p.take().End.Offset
}
