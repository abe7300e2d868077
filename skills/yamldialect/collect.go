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
	p.pair(n, place{block: true, indentless: true}, depth, valueToken, keyToken, blockEnd)
}

// pair reads a key and its value, if it has one. Each of them may be missing in front of some kinds.
func (p *parser) pair(n *Node, at place, depth int, missing ...kind) {
	pair := n.addPair()
	if p.check(keyToken) {
		t := p.take()
		pair.explicit = t.end != t.start
		p.child(&pair.Key, at, depth, t.end, missing...)
	} else {
		pair.Key = p.empty(p.look().start)
	}
	n.reach(pair.Key)
	if p.dialect == Eemeli {
		p.checkKey(n)
	}
	if !p.check(valueToken) {
		pair.Value = p.empty(p.look().start)
		if at.block {
			n.reach(pair.Value)
		}
		return
	}
	t := p.take()
	if p.dialect == Ruamel {
		p.checkComments(t, p.look())
	}
	if !pair.explicit {
		at.key = pair.Key
	}
	if !at.block { // a second ":" is an error
		missing = missing[1:]
	}
	p.child(&pair.Value, at, depth, t.end, missing...)
	n.reach(pair.Value)
}

// flowEntries reads the items of a sequence in brackets, or the pairs of a mapping in braces. An item may be
// a pair without braces, and a key may be alone.
func (p *parser) flowEntries(n *Node, depth int) {
	start := p.take().start
	end, what := flowSequenceEnd, "while parsing a flow sequence"
	if n.Kind == Mapping {
		end, what = flowMappingEnd, "while parsing a flow mapping"
	}
	for first := true; !p.check(end); first = false {
		if !first {
			if !p.check(flowEntry) {
				p.failAt(p.look(), same(what), &start, words{
					"expected ',' or '" + end.String() + "', but got %t",
					"did not find expected ',' or '" + end.String() + "'",
				})
			}
			p.take()
		}
		switch isKey := p.check(keyToken); {
		case p.check(end):
		case n.Kind == Mapping && isKey:
			p.pair(n, place{}, depth, valueToken, flowEntry, end)
		case n.Kind == Mapping:
			p.loneKey(n, depth)
		case isKey:
			t := p.look()
			item := p.empty(t.start)
			item.Kind, item.open = Mapping, true
			*n.addItem() = item
			p.pair(item, place{}, depth+1, valueToken, flowEntry, end)
			item.open = false
			n.reach(item)
		default:
			slot := n.addItem()
			p.node(slot, place{}, depth)
			n.reach(*slot)
		}
	}
	n.End = p.take().end.Offset
}

// loneKey reads a key in braces that has no value.
func (p *parser) loneKey(n *Node, depth int) {
	pair := n.addPair()
	p.node(&pair.Key, place{}, depth)
	if p.dialect == Eemeli {
		p.checkKey(n)
	} else {
		pair.Value = p.empty(p.look().start)
	}
	n.reach(pair.Key)
}
