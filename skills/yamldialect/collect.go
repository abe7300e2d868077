package yamldialect

// addItem adds an item to a sequence, in a slot that its node is yet to be put in.
func (n *Node) addItem() *(*Node) {
	n.Items = append(n.Items, nil)
	return &n.Items[len(n.Items)-1]
}

// addPair adds a pair to a mapping, likewise.
func (n *Node) addPair() *Pair {
	n.Pairs = append(n.Pairs, Pair{})
	return &n.Pairs[len(n.Pairs)-1]
}

// reach extends the collection to a node in it. An alias in PyYAML is somewhere else.
func (n *Node) reach(item *Node) { n.End = max(n.End, item.End) }

// blockEntries reads the items of a sequence.
func (p *parser) blockEntries(n *Node, depth int) {
	start := p.take().start
	for p.check(blockEntry) {
		p.blockEntry(n, depth, blockEntry, blockEnd)
	}
	n.end = p.blockEnd("a block collection", start, "'-' indicator").start
}

// indentlessEntries reads the items of a sequence that is not indented deeper than the key of which it is the
// value.
func (p *parser) indentlessEntries(n *Node, depth int) {
	for p.check(blockEntry) {
		p.blockEntry(n, depth, blockEntry, keyToken, valueToken, blockEnd)
	}
	n.end = p.look().start
}

func (p *parser) blockEntry(n *Node, depth int, none ...kind) {
	t := p.take()
	slot := n.addItem()
	p.child(slot, place{block: true}, depth, t.end, none...)
	n.reach(*slot)
}

func (p *parser) blockEnd(what string, start Mark, expected string) *token {
	if !p.check(blockEnd) {
		p.failAt(p.look(), same("while parsing "+what), &start, words{
			"expected <block end>, but found %t", "did not find expected " + expected,
		})
	}
	return p.take()
}

// blockPairs reads the pairs of a mapping. A ":" without a key ends it in PyYAML and libyaml, with an error.
func (p *parser) blockPairs(n *Node, depth int) {
	start := p.take().start
	for p.check(keyToken) || (p.dialect == Ruamel || p.dialect == Eemeli) && p.check(valueToken) {
		p.blockPair(n, depth)
	}
	n.end = p.blockEnd("a block mapping", start, "key").end
}

func (p *parser) blockPair(n *Node, depth int) {
	pair := n.addPair()
	at := place{block: true, indentless: true}
	if p.check(keyToken) {
		t := p.take()
		pair.explicit = t.end != t.start
		p.child(&pair.Key, at, depth, t.end, keyToken, valueToken, blockEnd)
	} else {
		pair.Key = p.empty(p.look().start)
	}
	n.reach(pair.Key)
	if p.dialect == Eemeli {
		p.checkKey(n)
	}
	if !p.check(valueToken) {
		pair.Value = p.empty(p.look().start)
		n.reach(pair.Value)
		return
	}
	t := p.take()
	if p.dialect == Ruamel {
		p.checkComments(t, p.look())
	}
	if !pair.explicit {
		at.key = pair.Key
	}
	p.child(&pair.Value, at, depth, t.end, keyToken, valueToken, blockEnd)
	n.reach(pair.Value)
}

// flowEntries reads the items of a sequence in brackets. An item may be a pair without braces.
func (p *parser) flowEntries(n *Node, depth int) {
	start := p.take().start
	for first := true; !p.check(flowSequenceEnd); first = false {
		if !first {
			p.flowEntry("a flow sequence", start, "]")
		}
		switch {
		case p.check(keyToken):
			t := p.look()
			item := &Node{Kind: Mapping, open: true, start: t.start, Start: t.start.Offset, End: t.start.Offset}
			*n.addItem() = item
			p.flowPair(item, depth+1, true)
			item.open = false
			n.reach(item)
		case !p.check(flowSequenceEnd):
			slot := n.addItem()
			p.node(slot, place{}, depth)
			n.reach(*slot)
		}
	}
	n.End = p.take().end.Offset
}

// flowEntry reads the comma in front of an item.
func (p *parser) flowEntry(what string, start Mark, end string) {
	if !p.check(flowEntry) {
		p.failAt(p.look(), same("while parsing "+what), &start, words{
			"expected ',' or '" + end + "', but got %t", "did not find expected ',' or '" + end + "'",
		})
	}
	p.take()
}

// flowPairs reads the pairs of a mapping in braces. A key may be alone there.
func (p *parser) flowPairs(n *Node, depth int) {
	start := p.take().start
	for first := true; !p.check(flowMappingEnd); first = false {
		if !first {
			p.flowEntry("a flow mapping", start, "}")
		}
		switch {
		case p.check(keyToken):
			p.flowPair(n, depth, false)
		case !p.check(flowMappingEnd):
			pair := n.addPair()
			p.node(&pair.Key, place{}, depth)
			if p.dialect == Eemeli {
				p.checkKey(n)
			} else {
				pair.Value = p.empty(p.look().start)
			}
			n.reach(pair.Key)
		}
	}
	n.End = p.take().end.Offset
}

// flowPair reads a key and its value, if it has one, in a mapping or as an item of a sequence.
func (p *parser) flowPair(n *Node, depth int, inSequence bool) {
	end := flowMappingEnd
	if inSequence {
		end = flowSequenceEnd
	}
	t := p.take()
	pair := n.addPair()
	pair.explicit = t.end != t.start
	p.child(&pair.Key, place{}, depth, t.end, valueToken, flowEntry, end)
	n.reach(pair.Key)
	if p.dialect == Eemeli {
		p.checkKey(n)
	}
	if !p.check(valueToken) {
		pair.Value = p.empty(p.look().start)
		return
	}
	t = p.take()
	p.child(&pair.Value, place{}, depth, t.end, flowEntry, end)
	n.reach(pair.Value)
}
