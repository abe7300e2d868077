package jsyaml

import (
	"cmp"
	"math"
	"strconv"
	"strings"

	"skills-ls/skills/text"
)

// A place is a line and the bytes before it in the input.
type place struct{ line, position int }

func (l *loader) here() place { return place{l.line, l.position - l.start} }

// A pairStore puts pairs into a mapping.
type pairStore struct {
	mapping *Value
	merged  map[string]bool // keys that came by a merge, which a pair of the mapping's own may replace
}

func newPairs(mapping *Value) *pairStore { return &pairStore{mapping: mapping} }

// store adds a pair whose key begins at an offset. Version 3 says another place of a repeated key: one that the pair is read from,
// or the current one.
func (l *loader) store(p *pairStore, keyTag string, key, value *Value, start int, from place) {
	name := l.keyText(key)
	if keyTag == mergeTag {
		if value.Kind != Sequence {
			l.merge(p, value)
			return
		}
		for _, item := range value.items {
			l.merge(p, item)
		}
		return
	}
	if _, ok := p.mapping.entries[name]; ok && !p.merged[name] {
		mark := l.mark(cmp.Or(from.line, l.line), cmp.Or(from.position, l.position-l.start)+l.start)
		panic(&Error{Message: "duplicated mapping key", Mark: mark, Offset: start, Duplicate: true})
	}
	p.mapping.entries[name] = value
	delete(p.merged, name)
}

// merge adds the entries of another mapping whose keys are not there yet. Those of a sequence go by their indexes.
func (l *loader) merge(p *pairStore, source *Value) {
	add := func(key string, value *Value) {
		l.spend(1)
		if _, ok := p.mapping.entries[key]; ok {
			return
		}
		p.mapping.entries[key] = value
		if p.merged == nil {
			p.merged = make(map[string]bool)
		}
		p.merged[key] = true
	}
	l.spend(1)
	switch source.Kind {
	case Mapping:
		for key, value := range source.entries {
			add(key, value)
		}
	case Sequence:
		for i, value := range source.items {
			add(strconv.Itoa(i), value)
		}
	case Binary:
		for i, value := range source.binary {
			add(strconv.Itoa(i), &Value{Kind: Number, number: float64(value)})
		}
	case Date:
	default:
		l.fail("cannot merge mappings; the provided source object is unacceptable")
	}
}

// keyText is the text that a node becomes as a key: what String makes of it in JavaScript.
func (l *loader) keyText(key *Value) string {
	if key.Kind != Sequence {
		return l.itemText(key, "null")
	}
	items := make([]string, len(key.items))
	for i, item := range key.items {
		if item.Kind == Sequence {
			l.fail("nested arrays are not supported inside keys")
		}
		items[i] = l.itemText(item, "")
		l.spend(len(items[i]) + 1)
	}
	return strings.Join(items, ",")
}

func (l *loader) itemText(v *Value, nothing string) string {
	switch v.Kind {
	case String:
		return v.text
	case Boolean:
		return strconv.FormatBool(v.truth)
	case Number:
		return numberText(v.number)
	case Date:
		return v.date.Format("Mon Jan 02 2006 15:04:05 GMT+0000 (Coordinated Universal Time)")
	case Binary:
		l.spend(len(v.binary))
		if l.v3 { // a Buffer
			return text.DecodeUTF8(string(v.binary))
		}
		parts := make([]string, len(v.binary))
		for i, b := range v.binary {
			parts[i] = strconv.Itoa(int(b))
		}
		return strings.Join(parts, ",")
	case Mapping:
		return "[object Object]"
	}
	return nothing
}

// numberText is a number as JavaScript prints it.
func numberText(number float64) string {
	switch size := math.Abs(number); {
	case math.IsNaN(number):
		return "NaN"
	case math.IsInf(number, 0):
		if number < 0 {
			return "-Infinity"
		}
		return "Infinity"
	case number == 0:
		return "0"
	case size >= 1e-6 && size < 1e21:
		return strconv.FormatFloat(number, 'f', -1, 64)
	}
	text := strconv.FormatFloat(number, 'e', -1, 64)
	mantissa, exponent, _ := strings.Cut(text, "e")
	return mantissa + "e" + exponent[:1] + strings.TrimLeft(exponent[1:], "0")
}
