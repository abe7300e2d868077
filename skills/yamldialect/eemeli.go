package yamldialect

import "strings"

// An EemeliDocument is what YAML.parse of Eemeli makes of a text.
type EemeliDocument struct {
	// Root is the tree of the first document, nil without one. In a broken text it holds the nodes up to the
	// error.
	Root *Node
	// Value is the value: nil (null), a bool, a float64, a string, a *[JSArray] or a *[JSObject].
	Value any
	// Circular says that a collection of the value is within itself.
	Circular bool
	Err      *Error
}

// EemeliText returns the text of a scalar's value, "" for null and for any other node.
func EemeliText(n *Node) string {
	if n.Kind != Scalar {
		return ""
	}
	text, _ := JSText(n.eemeliValue()) // only objects have none
	return text
}

// LoadEemeli reads a text as YAML.parse does. The schema of YAML 1.1 after a %YAML directive is not modeled.
func LoadEemeli(text string) (doc EemeliDocument) {
	p := &parser{scanner: newScanner(text, Eemeli), doc: &document{text: text}}
	p.keys = make(map[eemeliPair]bool)
	doc.Err = catch(func() {
		p.document()
		p.eemeliEnd()
		c := eemeliConverter{text: text, made: make(map[*Node]*eemeliMade)}
		doc.Value, _ = c.value(p.doc.root)
		doc.Circular = c.circular
	})
	doc.Root = p.doc.root
	return doc
}

// eemeliEnd looks for what follows the document.
func (p *parser) eemeliEnd() {
	ended := p.check(documentEnd)
	for p.check(documentEnd) {
		p.take()
	}
	if !p.check(streamEnd) {
		p.doc.more = ended || p.check(documentStart)
		p.explain()
	}
}

const singleLine = "Implicit keys need to be on a single line"

// An eemeliPair is a key of a mapping by its value.
type eemeliPair struct {
	mapping *Node
	key     any
}

// checkKey looks at the last key of a mapping, in front of its value.
func (p *parser) checkKey(n *Node) {
	i := len(n.Pairs) - 1
	key := n.Pairs[i].Key
	start, implicit := key.start.Offset, !n.flow && !n.Pairs[i].explicit
	if implicit && p.breaks(start, key.End) {
		p.reject(key.Start, key.End, singleLine)
	}
	if key.Kind == Scalar {
		entry := eemeliPair{n, key.eemeliValue()}
		if p.keys[entry] {
			at := p.keyPlace(n, i)
			err := Error{Cause: Duplicate, Start: at, End: at + 1, Message: "Map keys must be unique"}
			panic(pretty(p.text, err, 0))
		}
		p.keys[entry] = true
	}
	if implicit && !strings.HasPrefix(strings.TrimLeft(p.text[key.End:], " \t"), ":") {
		p.reject(key.Start, key.End, "Implicit map keys need to be followed by map values")
	}
}

// keyPlace returns the place of a repeated key. The library loses it on the line behind an empty value.
func (p *parser) keyPlace(n *Node, i int) int {
	at := n.Pairs[i].Key.Start
	if n.flow || i == 0 {
		return at
	}
	before := n.Pairs[i-1].Value
	if between := p.text[before.End:at]; before.Start == before.End && strings.Count(between, "\n") == 1 {
		return before.End + spacesOf(between)
	}
	return at
}

// checkNode looks at a node in front of its content. It is the value of the key if that is not nil.
func (p *parser) checkNode(n, key *Node) {
	if n.Kind == Scalar && n.Style == Plain && n.Start < n.End {
		first := p.text[n.Start : n.Start+1]
		if what := wrongFirst[first]; what != "" {
			p.reject(n.Start, n.Start+1, "Plain value cannot start with "+what+" "+first)
		}
	}
	if key == nil || n.flow || p.breaks(key.End, n.Start) {
		return
	}
	switch at := n.start.Offset; n.Kind {
	case Mapping:
		p.reject(at, at+1, "Nested mappings are not allowed in compact mappings")
	case Sequence:
		p.reject(n.Start, n.Start+1, "Unexpected block-seq-ind on same line with key")
	}
}

// wrongFirst is what a plain scalar cannot begin with.
var wrongFirst = map[string]string{
	",": "flow indicator character", "%": "directive indicator character",
	"|": "block scalar indicator", ">": "block scalar indicator",
	"@": "reserved character", "`": "reserved character",
}
