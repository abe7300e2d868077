package eemeliyaml

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// An Array is a JavaScript array.
type Array struct{ Items []any }

// An Object is a JavaScript object.
type Object struct {
	keys   []string // in the order of their making
	values map[string]any
}

// Get returns a property of the object's own; it is false where there is none.
func (o *Object) Get(key string) (any, bool) {
	v, ok := o.values[key]
	return v, ok
}

// Set makes or changes a property.
func (o *Object) Set(key string, v any) {
	if _, ok := o.values[key]; !ok {
		o.keys = append(o.keys, key)
	}
	if o.values == nil {
		o.values = make(map[string]any)
	}
	o.values[key] = v
}

// Keys returns the properties in JavaScript's order: those that are array indexes by number, and then the others as they were
// made.
func (o *Object) Keys() []string {
	keys := slices.Clone(o.keys)
	slices.SortStableFunc(keys, func(a, b string) int {
		i, isA := arrayIndex(a)
		j, isB := arrayIndex(b)
		switch {
		case isA && isB:
			return cmp.Compare(i, j)
		case isA:
			return -1
		case isB:
			return 1
		}
		return 0
	})
	return keys
}

func arrayIndex(key string) (uint64, bool) {
	i, err := strconv.ParseUint(key, 10, 32)
	return i, err == nil && i < 1<<32-1 && strconv.FormatUint(i, 10) == key
}

// A converter makes values of nodes.
type converter struct {
	made map[*Node]*made // what anchors name
}

// A made is the value of a node with an anchor.
type made struct {
	value   any
	known   bool
	count   int // of the value's uses
	weight  int // how many uses of others one use may stand for, once it is weighed
	weighed bool
}

// valueOf returns the value of a document, of which there may be none.
func valueOf(root *Node) (v any, err *Error) {
	if root == nil {
		return nil, nil
	}
	resolveAliases(root, make(map[string]*Node))
	defer func() {
		if r := recover(); r != nil {
			var ok bool
			if err, ok = r.(*Error); !ok {
				panic(r)
			}
			v = nil
		}
	}()
	c := converter{made: make(map[*Node]*made)}
	return c.value(root), nil
}

// resolveAliases finds for every alias the last node before it that has the anchor.
func resolveAliases(n *Node, anchors map[string]*Node) {
	if n == nil {
		return
	}
	if n.Kind == Alias {
		n.target = anchors[n.name]
		return
	}
	if n.anchor != "" {
		anchors[n.anchor] = n
	}
	for _, pair := range n.Pairs {
		resolveAliases(pair.Key, anchors)
		resolveAliases(pair.Value, anchors)
	}
	for _, child := range n.Items {
		resolveAliases(child, anchors)
	}
}

func (c *converter) value(n *Node) any {
	if n == nil {
		return nil
	}
	if n.Kind == Alias {
		return c.alias(n)
	}
	var m *made
	if n.anchor != "" {
		m = &made{count: 1}
		c.made[n] = m
	}
	keep := func(v any) {
		if m != nil {
			m.value, m.known = v, true
		}
	}
	switch n.Kind {
	case Mapping:
		o := &Object{}
		keep(o)
		for _, pair := range n.Pairs {
			key := keyText(pair.Key, c.value(pair.Key))
			o.Set(key, c.value(pair.Value))
		}
		return o
	case Sequence:
		a := &Array{}
		keep(a)
		for _, child := range n.Items {
			a.Items = append(a.Items, c.value(child))
		}
		return a
	}
	keep(n.value)
	return n.value
}

// maxAliases is how many uses of anchored values one value may make, those within it included.
const maxAliases = 100

func (c *converter) alias(n *Node) any {
	fail := func(message string) { panic(&Error{Start: n.Start, End: n.End, Message: message}) }
	if n.target == nil {
		fail("Unresolved alias (the anchor must be set before the alias): " + n.name)
	}
	m := c.made[n.target]
	if m == nil {
		c.value(n.target)
		m = c.made[n.target]
	}
	m.count++
	if !m.weighed {
		m.weight, m.weighed = c.weight(n.target), true
	}
	if m.count*m.weight > maxAliases {
		fail("Excessive alias count indicates a resource exhaustion attack")
	}
	return m.value
}

func (c *converter) weight(n *Node) int {
	if n == nil {
		return 1
	}
	weight := 0
	switch n.Kind {
	case Alias:
		if m := c.made[n.target]; m != nil {
			return m.count * m.weight
		}
		return 0
	case Mapping:
		for _, pair := range n.Pairs {
			weight = max(weight, c.weight(pair.Key), c.weight(pair.Value))
		}
		return weight
	case Sequence:
		for _, child := range n.Items {
			weight = max(weight, c.weight(child))
		}
		return weight
	}
	return 1
}

// keyText returns the name of the property for a key.
func keyText(n *Node, v any) string {
	switch v.(type) {
	case nil:
		return ""
	case *Object, *Array:
		return flowText(n)
	}
	text, err := Text(v)
	if err != nil {
		return "" // only objects have none
	}
	return text
}

// flowText writes a key that is a collection.
func flowText(n *Node) string {
	if n == nil {
		return ""
	}
	var parts []string
	switch n.Kind {
	case Alias:
		return "*" + n.name
	case Mapping:
		for _, pair := range n.Pairs {
			parts = append(parts, flowText(pair.Key)+": "+flowText(pair.Value))
		}
		return "{ " + strings.Join(parts, ", ") + " }"
	case Sequence:
		for _, child := range n.Items {
			parts = append(parts, flowText(child))
		}
		return "[ " + strings.Join(parts, ", ") + " ]"
	}
	if n.value == nil {
		return "null"
	}
	return n.Text()
}
