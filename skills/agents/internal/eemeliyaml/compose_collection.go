package eemeliyaml

import (
	"strings"
	"unicode/utf8"
)

func (c *composer) collection(t *token, props *nodeProps) *Node {
	if props.tag != nil {
		c.tagName(props.tag) // one that is unknown or meant for another shape is no error
	}
	if t.kind == blockSeq {
		last := props.anchor
		if last == nil || props.tag != nil && props.tag.offset >= last.offset {
			last = props.tag
		}
		if last != nil && (props.newlineAfter == nil || props.newlineAfter.offset < last.offset) {
			c.failOn(last, "MISSING_CHAR", "Missing newline after block sequence props")
		}
	}
	switch t.kind {
	case blockMap:
		return c.blockMap(t)
	case blockSeq:
		return c.blockSeq(t)
	default:
		return c.flow(t)
	}
}

// A keySet holds the scalars among the keys of a mapping.
type keySet map[any]bool

// add reports whether an equal key is in the set already.
func (s keySet) add(n *Node) bool {
	if n.Kind != Scalar {
		return false
	}
	if number, ok := n.value.(float64); ok && number != number {
		return false // NaN is equal to nothing
	}
	known := s[n.value]
	s[n.value] = true
	return known
}

const startColumn = "All mapping items must start at the same column"

func (c *composer) blockMap(t *token) *Node {
	m := &Node{Kind: Mapping, Start: t.offset}
	c.atRoot = false
	offset, commentEnd := t.offset, -1
	keys := make(keySet)
	for _, it := range t.items {
		keyProps := c.props(it.start, propsContext{
			indicator: explicitKey, next: it.keyOrSep(), offset: offset, parentIndent: t.indent, startOnNewline: true,
		})
		implicit := keyProps.found == nil
		if implicit {
			if it.key.is(blockSeq) {
				c.failAt(offset, "BLOCK_AS_IMPLICIT_KEY", "A block sequence may not be used as an implicit map key")
			} else if it.key != nil && it.key.hasIndent() && it.key.indent != t.indent {
				c.failAt(offset, "BAD_INDENT", startColumn)
			}
			if keyProps.anchor == nil && keyProps.tag == nil && !it.hasSep {
				commentEnd = keyProps.end
				continue
			}
			if keyProps.newlineAfter != nil || containsNewline(it.key, 0) {
				at := it.key
				if at == nil {
					at = it.start[len(it.start)-1]
				}
				c.failOn(at, "MULTILINE_IMPLICIT_KEY", "Implicit keys need to be on a single line")
			}
		} else if keyProps.found.indent != t.indent {
			c.failAt(offset, "BAD_INDENT", startColumn)
		}
		key := c.nodeOrEmpty(it.key, keyProps.end, it.start, &keyProps)
		if keys.add(key) {
			c.failAt(keyProps.end, "DUPLICATE_KEY", "Map keys must be unique")
		}
		valueProps := c.props(it.sep, propsContext{
			indicator: mapValue, next: it.value, offset: key.after, parentIndent: t.indent, startOnNewline: it.key == nil || it.key.kind == blockScalar,
		})
		offset = valueProps.end
		pair := Pair{Key: key}
		if valueProps.found != nil {
			if implicit {
				if it.value.is(blockMap) && !valueProps.hasNewline {
					c.failAt(offset, "BLOCK_AS_IMPLICIT_KEY", "Nested mappings are not allowed in compact mappings")
				}
				if c.tooFar(keyProps.start, valueProps.found.offset) {
					c.failNode(key, "KEY_OVER_1024_CHARS", "The : indicator must be at most 1024 chars after the start of an implicit block mapping key")
				}
			}
			pair.Value = c.nodeOrEmpty(it.value, offset, it.sep, &valueProps)
			offset = pair.Value.after
		} else if implicit {
			c.failNode(key, "MISSING_CHAR", "Implicit map keys need to be followed by map values")
		}
		m.Pairs = append(m.Pairs, pair)
	}
	if commentEnd > 0 && commentEnd < offset {
		c.failAt(commentEnd, "IMPOSSIBLE", "Map comment with trailing content")
	}
	m.End, m.after = offset, offset
	if commentEnd >= 0 {
		m.after = commentEnd
	}
	return m
}

func (c *composer) nodeOrEmpty(t *token, offset int, before []*token, props *nodeProps) *Node {
	if t != nil {
		return c.node(t, props)
	}
	return c.emptyNode(offset, before, props)
}

// keyOrSep returns what comes after the key's properties.
func (it *item) keyOrSep() *token {
	if it.key != nil || len(it.sep) == 0 {
		return it.key
	}
	return it.sep[0]
}

// tooFar reports whether a ":" stands more than 1,024 UTF-16 units after the start of its key.
func (c *composer) tooFar(start, colon int) bool {
	return colon-start > 1024 && width(c.text[max(0, start):min(colon, len(c.text))]) > 1024
}

// width counts UTF-16 units.
func width(text string) int {
	n := utf8.RuneCountInString(text)
	for _, r := range text {
		if r > 0xffff {
			n++
		}
	}
	return n
}

func (c *composer) blockSeq(t *token) *Node {
	s := &Node{Kind: Sequence, Start: t.offset}
	c.atRoot = false
	offset, commentEnd := t.offset, -1
	for _, it := range t.items {
		props := c.props(it.start, propsContext{
			indicator: seqItem, next: it.value, offset: offset, parentIndent: t.indent, startOnNewline: true,
		})
		if props.found == nil {
			if props.anchor == nil && props.tag == nil && it.value == nil {
				commentEnd = props.end
				continue
			}
			if it.value.is(blockSeq) {
				c.failAt(props.end, "BAD_INDENT", "All sequence items must start at the same column")
			} else {
				c.failAt(offset, "MISSING_CHAR", "Sequence item without - indicator")
			}
		}
		n := c.nodeOrEmpty(it.value, props.end, it.start, &props)
		offset = n.after
		s.Items = append(s.Items, n)
	}
	s.End, s.after = offset, offset
	if commentEnd >= 0 {
		s.after = commentEnd
	}
	return s
}

// containsNewline reports whether a key is written on several lines.
func containsNewline(key *token, depth int) bool {
	if key == nil {
		return false
	}
	if depth > maxDepth {
		overflow()
	}
	switch key.kind {
	case alias, scalar, singleQuoted, doubleQuoted:
		return strings.Contains(key.source, "\n") || includes(key.end, newline)
	case flowCollection:
		for _, it := range key.items {
			if includes(it.start, newline) || includes(it.sep, newline) || containsNewline(it.key, depth+1) || containsNewline(it.value, depth+1) {
				return true
			}
		}
		return false
	}
	return true
}
