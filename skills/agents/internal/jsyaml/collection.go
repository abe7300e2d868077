package jsyaml

// readFlowCollection reports whether there was one.
func (l *loader) readFlowCollection(nodeIndent int) bool {
	result := &Value{Kind: Sequence}
	terminator, kind := byte(']'), sequenceKind
	switch l.char() {
	case '[':
	case '{':
		result = &Value{Kind: Mapping, entries: make(map[string]*Value)}
		terminator, kind = '}', mappingKind
	default:
		return false
	}
	tag, anchor := l.tag, l.anchor
	if anchor != "" {
		l.anchors[anchor] = result
	}
	pairs := newPairs(result)
	l.position++
	for comma := true; l.char() != 0; {
		l.skipSpace(true)
		switch c := l.char(); {
		case c == terminator:
			l.position++
			l.tag, l.anchor, l.kind, l.result = tag, anchor, kind, result
			return true
		case !comma:
			l.fail("missed comma between flow collection entries")
		case c == ',' && !l.v3:
			l.fail("expected the node content, but found ','")
		}
		l.readFlowEntry(result, pairs, nodeIndent)
		l.skipSpace(true)
		if comma = l.char() == ','; comma {
			l.position++
		}
	}
	l.fail("unexpected end of the stream within a flow collection")
	return false
}

// readFlowEntry reads an item or a pair of a flow collection. A pair in a sequence is a mapping of its own.
func (l *loader) readFlowEntry(result *Value, pairs *pairStore, nodeIndent int) {
	explicit := l.char() == '?' && isSpace(l.following())
	if explicit {
		l.position++
		l.skipSpace(true)
	}
	line, start := l.line, l.position
	l.composeNode(nodeIndent, flowIn, false, true)
	keyTag, key, value := l.tag, l.result, null
	l.skipSpace(true)
	pair := explicit
	if (explicit || l.line == line) && l.char() == ':' {
		pair = true
		l.position++
		l.skipSpace(true)
		l.composeNode(nodeIndent, flowIn, false, true)
		value = l.result
	}
	switch {
	case result.Kind == Mapping:
		l.store(pairs, keyTag, key, value, start, place{})
	case pair:
		mapping := &Value{Kind: Mapping, entries: make(map[string]*Value)}
		l.store(newPairs(mapping), keyTag, key, value, start, place{})
		result.items = append(result.items, mapping)
	default:
		result.items = append(result.items, key)
	}
}

// refuseTab fails where a tab stands in the indentation.
func (l *loader) refuseTab() {
	if l.firstTab >= 0 {
		l.position = l.firstTab
		l.fail("tab characters must not be used in indentation")
	}
}

// readBlockSequence reports whether there was one.
func (l *loader) readBlockSequence(nodeIndent int) bool {
	if l.firstTab >= 0 {
		return false // a flow collection or a scalar may still follow
	}
	tag, anchor := l.tag, l.anchor
	result := &Value{Kind: Sequence}
	if anchor != "" {
		l.anchors[anchor] = result
	}
	detected := false
	for l.char() != 0 {
		l.refuseTab()
		if l.char() != '-' || !isSpace(l.following()) {
			break
		}
		detected = true
		l.position++
		if l.skipSpace(true) > 0 && l.lineIndent <= nodeIndent {
			result.items = append(result.items, null)
			continue
		}
		line := l.line
		l.composeNode(nodeIndent, blockIn, false, true)
		result.items = append(result.items, l.result)
		l.skipSpace(true)
		if (l.line == line || l.lineIndent > nodeIndent) && l.char() != 0 {
			l.fail("bad indentation of a sequence entry")
		}
		if l.lineIndent < nodeIndent {
			break
		}
	}
	if detected {
		l.tag, l.anchor, l.kind, l.result = tag, anchor, sequenceKind, result
	}
	return detected
}

// A blockMapping is one that is being read.
type blockMapping struct {
	pairs    *pairStore
	keyTag   string
	key      *Value
	start    int  // where the key begins
	explicit bool // after "?", before its ":"
	detected bool // there is a key, so that it is a mapping
}

// readBlockMapping reports whether there was one, or a node that could have been its first key: that is then the result.
func (l *loader) readBlockMapping(nodeIndent, flowIndent int) bool {
	if l.firstTab >= 0 {
		return false // a flow collection or a scalar may still follow
	}
	tag, anchor := l.tag, l.anchor
	result := &Value{Kind: Mapping, entries: make(map[string]*Value)}
	if anchor != "" {
		l.anchors[anchor] = result
	}
	m := blockMapping{pairs: newPairs(result), key: null}
	for l.char() != 0 {
		if !m.explicit {
			l.refuseTab()
		}
		line, from := l.line, l.here()
		compact := false
		if c := l.char(); (c == '?' || c == ':') && isSpace(l.following()) {
			l.readIndicator(&m, c)
			compact = true
		} else {
			found, key := l.readImplicitKey(&m, flowIndent)
			if !found {
				break
			}
			if !key {
				l.tag, l.anchor = tag, anchor
				return true
			}
		}
		if l.line == line || l.lineIndent > nodeIndent {
			l.readBlockValue(&m, nodeIndent, compact, from)
		}
		if (l.line == line && !l.v3 || l.lineIndent > nodeIndent) && l.char() != 0 {
			l.fail("bad indentation of a mapping entry")
		}
		if l.lineIndent < nodeIndent {
			break
		}
	}
	if m.explicit {
		l.storeKey(&m)
	}
	if m.detected {
		l.tag, l.anchor, l.kind, l.result = tag, anchor, mappingKind, result
	}
	return m.detected
}

// storeKey stores an explicit key without a value.
func (l *loader) storeKey(m *blockMapping) {
	l.store(m.pairs, m.keyTag, m.key, null, m.start, place{})
	m.keyTag, m.key = "", null
}

// readIndicator reads the "?" or ":" of an explicit pair.
func (l *loader) readIndicator(m *blockMapping, c byte) {
	switch {
	case c == '?':
		if m.explicit {
			l.storeKey(m)
		}
		m.detected, m.explicit = true, true
	case m.explicit:
		m.explicit = false
	default:
		l.fail("incomplete explicit mapping pair; a key node is missed; or followed by a non-tabulated empty line")
	}
	l.position++
}

// readImplicitKey reads a node, which is a key if a colon follows in its line.
func (l *loader) readImplicitKey(m *blockMapping, flowIndent int) (found, key bool) {
	line, start := l.line, l.position
	if !m.explicit { // else it is the place of the key that has no value
		m.start = start
	}
	if !l.composeNode(flowIndent, flowOut, false, true) {
		return false, false
	}
	if l.line != line {
		if m.detected {
			l.fail("can not read a block mapping entry; a multiline key may not be an implicit key")
		}
		return true, false
	}
	for isBlank(l.char()) {
		l.position++
	}
	if l.char() != ':' {
		if m.detected {
			l.fail("can not read an implicit mapping pair; a colon is missed")
		}
		return true, false
	}
	if !isSpace(l.next()) {
		l.fail("a whitespace character is expected after the key-value separator within a block mapping")
	}
	tag, result := l.tag, l.result
	if m.explicit {
		l.storeKey(m)
	}
	m.detected, m.explicit = true, false
	m.start, m.keyTag, m.key = start, tag, result
	return true, true
}

// readBlockValue reads what follows the indicator of a key or a value. The pair is read from a place.
func (l *loader) readBlockValue(m *blockMapping, nodeIndent int, compact bool, from place) {
	if m.explicit {
		m.start = l.position
	}
	value := null
	if l.composeNode(nodeIndent, blockOut, true, compact) {
		if m.explicit {
			m.key = l.result
		} else {
			value = l.result
		}
	}
	if !m.explicit {
		l.store(m.pairs, m.keyTag, m.key, value, m.start, from)
		m.keyTag, m.key = "", null
	}
	l.skipSpace(true)
}
