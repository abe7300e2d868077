package yamldialect

// eemeliValue returns the value of a scalar in the core schema of YAML 1.2 (src/schema/core). One that does not
// match its tag stays a string. The values of !!binary, !!merge, !!omap, !!pairs, !!set and !!timestamp are read
// as if the tags were unknown.
func (n *Node) eemeliValue() any {
	if n.Tag == "" && n.Style != Plain {
		return n.Text
	}
	tag := Eemeli.resolve(n.Text)
	if n.Tag != "" && n.Tag != yamlTag+tag {
		return n.Text
	}
	switch tag {
	case "null":
		return nil
	case "bool":
		return isTrue(n.Text)
	case "int", "float":
		return number(n.Text, false)
	}
	return n.Text
}

// An eemeliConverter makes values of nodes (src/nodes/toJS.ts).
type eemeliConverter struct {
	text     string
	made     map[*Node]*eemeliMade // what anchors name
	circular bool                  // an alias is within what its anchor names
}

// An eemeliMade is the value of a node with an anchor.
type eemeliMade struct {
	value any
	count int // of the value's uses
	// weight is how many uses of others one use stands for. It is at least 1: the text of an array of aliases of
	// empty arrays would grow with the square of their number.
	weight int
	whole  bool // the value has all of its parts
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
	m.whole = true
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
	c.circular = c.circular || !m.whole
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
