package yamldialect

import (
	"regexp"
	"strings"
)

// The core schema of YAML 1.2 (src/schema/core). The values of !!binary, !!merge, !!omap, !!pairs, !!set and
// !!timestamp are read as if the tags were unknown.
var (
	eemeliNull  = regexp.MustCompile(`^(?:~|[Nn]ull|NULL)?$`)
	eemeliBool  = regexp.MustCompile(`^(?:[Tt]rue|TRUE|[Ff]alse|FALSE)$`)
	eemeliInt   = regexp.MustCompile(`^(?:0o[0-7]+|[-+]?[0-9]+|0x[0-9a-fA-F]+)$`)
	eemeliNamed = regexp.MustCompile(`^(?:[-+]?\.(?:inf|Inf|INF)|\.nan|\.NaN|\.NAN)$`)
	eemeliFloat = regexp.MustCompile(
		`^[-+]?(?:(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)[eE][-+]?[0-9]+|\.[0-9]+|[0-9]+\.[0-9]*)$`)
)

// eemeliValue returns the value of a scalar. One that does not match its tag stays a string.
func (n *Node) eemeliValue() any {
	tag := "" // any
	switch {
	case n.Tag != "":
		if tag = strings.TrimPrefix(n.Tag, yamlTag); tag == n.Tag {
			return n.Text
		}
	case n.Style != Plain || !mayBeNoString(n.Text):
		return n.Text
	}
	is := func(name string, pattern *regexp.Regexp) bool {
		return (tag == "" || tag == name) && pattern.MatchString(n.Text)
	}
	switch text := n.Text; {
	case is("null", eemeliNull):
		return nil
	case is("bool", eemeliBool):
		return text[0]|0x20 == 't'
	case is("int", eemeliInt):
		if len(text) > 2 && text[0] == '0' && text[1] > '9' {
			return integer(text)
		}
		return decimal(text)
	case is("float", eemeliNamed):
		return decimal(strings.Replace(text, ".", "", 1))
	case is("float", eemeliFloat):
		return decimal(text)
	}
	return n.Text
}

// mayBeNoString reports whether a plain scalar begins like null, a boolean or a number.
func mayBeNoString(text string) bool {
	if text == "" || strings.IndexByte("0123456789+-.", text[0]) >= 0 {
		return true
	}
	return len(text) <= len("false") && strings.IndexByte("~nNtTfF", text[0]) >= 0
}

// An eemeliConverter makes values of nodes (src/nodes/toJS.ts).
type eemeliConverter struct {
	text string
	made map[*Node]*eemeliMade // what anchors name
}

// An eemeliMade is the value of a node with an anchor.
type eemeliMade struct {
	value any
	count int // of the value's uses
	// weight is how many uses of others one use stands for. It is at least 1: the text of an array of aliases of
	// empty arrays would grow with the square of their number.
	weight int
}

// value returns the value of a node, and how often it uses the alias in it that is used most.
func (c *eemeliConverter) value(n *Node) (v any, weight int) {
	switch {
	case n == nil:
		return nil, 1
	case n.Kind == Alias:
		return c.alias(n)
	}
	m := &eemeliMade{count: 1, weight: 1}
	if n.anchored {
		c.made[n] = m
	}
	child := func(n *Node) any {
		v, weight := c.value(n)
		m.weight = max(m.weight, weight)
		return v
	}
	switch n.Kind {
	case Mapping:
		o := &JSObject{}
		m.value = o
		for _, pair := range n.Pairs {
			key := c.key(pair.Key, child(pair.Key))
			o.Set(key, child(pair.Value))
		}
	case Sequence:
		a := &JSArray{}
		m.value = a
		for _, item := range n.Items {
			a.Items = append(a.Items, child(item))
		}
	default:
		m.value = n.eemeliValue()
	}
	return m.value, m.weight
}

// maxAliases is how many uses of anchored values one value may make, those within it included.
const maxAliases = 100

func (c *eemeliConverter) alias(n *Node) (v any, weight int) {
	fail := func(cause Cause, message string) {
		panic(&Error{Cause: cause, Start: n.Start, End: n.End, Message: message})
	}
	if n.target == nil {
		fail(Syntax, "Unresolved alias (the anchor must be set before the alias): "+n.Text)
	}
	m := c.made[n.target]
	m.count++
	weight = m.count * m.weight
	if weight > maxAliases {
		fail(Limit, "Excessive alias count indicates a resource exhaustion attack")
	}
	return m.value, weight
}

// key returns the name of the property for a key. A collection is named as it is written, where the library
// writes it in a style of its own.
func (c *eemeliConverter) key(n *Node, v any) string {
	switch v.(type) {
	case *JSObject, *JSArray:
		return c.text[n.Start:n.End]
	}
	text, _ := JSText(v) // only objects have none
	return text
}
