package yamldialect

import (
	"net/url"
	"strings"
)

// An EemeliDocument is what YAML.parse of Eemeli makes of a text.
type EemeliDocument struct {
	// Root is the tree of the first document, nil without one. In a broken text it holds the nodes up to the
	// error.
	Root *Node
	// Value is the value: nil (null), a bool, a float64, a string, a *[JSArray] or a *[JSObject].
	Value any
	Err   *Error
}

// EemeliText returns the text of a scalar's value, "" for null and for any other node.
func EemeliText(n *Node) string {
	if n.Kind != Scalar {
		return ""
	}
	return eemeliKey(n, n.eemeliValue())
}

// LoadEemeli reads a text as YAML.parse does. The schema of YAML 1.1 after a %YAML directive is not modeled.
func LoadEemeli(text string) (doc EemeliDocument) {
	p := &parser{scanner: newScanner(text, Eemeli), doc: &document{text: text}}
	err := catch(func() {
		p.document()
		p.eemeliEnd()
	})
	doc.Root = p.doc.root
	if err != nil && err.Cause == Limit {
		doc.Err = err
		return doc
	}
	fault := p.eemeli.fault
	if err != nil {
		if f := p.explain(); fault == nil || f.order <= fault.order {
			fault = f
		}
	}
	check := eemeliChecker{parser: p}
	if f := check.first(doc.Root); f != nil && (fault == nil || f.order <= fault.order) {
		fault = f
	}
	if fault != nil {
		doc.Err = fault.pretty(text)
		return doc
	}
	c := eemeliConverter{made: make(map[*Node]*eemeliMade)}
	if doc.Err = catch(func() { doc.Value = c.value(doc.Root) }); doc.Err != nil {
		doc.Value = nil
	}
	return doc
}

// eemeliEnd looks for what follows the document.
func (p *parser) eemeliEnd() {
	ended := false
	for p.check(documentEnd) {
		ended = true
		p.take()
	}
	switch {
	case p.check(streamEnd):
	case ended || p.check(documentStart):
		p.doc.more = true
		fallthrough
	default:
		p.failAt(p.look(), words{}, nil, words{})
	}
}

// eemeliDirective reads a line that begins with "%". Those that are not known are no errors.
func (p *parser) eemeliDirective(t *token) {
	line, _, _ := strings.Cut(p.text[t.start.Offset:t.end.Offset], " #")
	parts := strings.Fields(line)
	fail := func(at int, message string) { p.note(at, at, t.start.Offset+len(line), message) }
	switch {
	case parts[0] == "%TAG" && len(parts) != 3:
		fail(t.start.Offset, "%TAG directive should contain exactly two parts")
	case parts[0] == "%TAG":
		p.handles[parts[1]] = parts[2]
	case parts[0] == "%YAML" && len(parts) != 2:
		fail(t.start.Offset, "%YAML directive should contain exactly one part")
	case parts[0] == "%YAML" && !eemeliFloat.MatchString(parts[1]):
		fail(t.start.Offset+6, "Unsupported YAML version "+parts[1])
	}
}

// An eemeliChecker looks for errors that the library finds when it makes nodes (src/compose).
type eemeliChecker struct {
	*parser
	fault *eemeliFault
}

// first returns the first error in the nodes, nil without one.
func (c *eemeliChecker) first(root *Node) *eemeliFault {
	c.node(root)
	return c.fault
}

func (c *eemeliChecker) fail(order, start, end int, message string) {
	if c.fault == nil {
		c.fault = &eemeliFault{Error: Error{Start: start, End: end, Message: message}, order: order}
	}
}

// node looks at a node and what is in it. It is nil if an error comes before it.
func (c *eemeliChecker) node(n *Node) {
	if n == nil || c.fault != nil {
		return
	}
	if n.Kind == Scalar {
		c.plain(n)
	}
	if n.Tag != "" {
		c.tag(n)
	}
	var keys map[any]bool
	if n.Kind == Mapping {
		keys = make(map[any]bool, len(n.Pairs))
	}
	for i := range n.Pairs {
		c.pair(n, i, keys)
	}
	for _, item := range n.Items {
		if n.flow && item != nil && item.Kind == Mapping && len(item.Pairs) == 1 && !item.flow {
			c.flowItem(&item.Pairs[0])
		}
		c.node(item)
	}
}

// plain looks at the first character of a plain scalar.
func (c *eemeliChecker) plain(n *Node) {
	if n.Style != Plain || n.Start == n.End {
		return
	}
	what := ""
	switch c.text[n.Start] {
	case ',':
		what = "flow indicator character "
	case '%':
		what = "directive indicator character "
	case '|', '>':
		what = "block scalar indicator "
	case '@', '`':
		what = "reserved character "
	default:
		return
	}
	message := "Plain value cannot start with " + what + c.text[n.Start:n.Start+1]
	c.fail(n.Start, n.Start, n.Start+1, message)
}

// tag replaces a node's tag as it is written by its name.
func (c *eemeliChecker) tag(n *Node) {
	source := n.Tag
	start := n.start.Offset + max(0, strings.Index(c.text[n.start.Offset:], source))
	fail := func(message string) { c.fail(start, start, start+len(source), message) }
	if verbatim, ok := strings.CutPrefix(source, "!<"); ok {
		name, closed := strings.CutSuffix(verbatim, ">")
		switch {
		case name == "!" || name == "!!":
			fail("Verbatim tags aren't resolved, so " + source + " is invalid.")
		case !closed:
			fail("Verbatim tags must end with a >")
		}
		n.Tag = name
		return
	}
	cut := strings.LastIndexByte(source, '!') + 1
	handle, suffix := source[:cut], source[cut:]
	if suffix == "" && source != "!" {
		fail("The " + source + " tag has no suffix")
	}
	prefix, ok := c.handles[handle]
	if !ok {
		fail("Could not resolve tag: " + source)
	}
	name, err := url.PathUnescape(suffix)
	if err != nil {
		fail("URIError: URI malformed")
	}
	n.Tag = prefix + name
}

const singleLine = "Implicit keys need to be on a single line"

// pair looks at an entry of a mapping, in the order of the library.
func (c *eemeliChecker) pair(n *Node, i int, keys map[any]bool) {
	pair := n.Pairs[i]
	key, value := pair.Key, pair.Value
	if key == nil {
		return
	}
	start, implicit := key.start.Offset, !n.flow && !pair.explicit
	if implicit && strings.Contains(c.text[start:max(start, key.End)], "\n") {
		c.fail(start, key.Start, key.errorEnd(), singleLine)
	}
	c.node(key)
	if key.Kind == Scalar {
		v := key.eemeliValue()
		if keys[v] && c.fault == nil {
			at := c.keyPlace(n, i)
			c.fail(key.End, at, at+1, "Map keys must be unique")
			c.fault.Cause = Duplicate
		}
		keys[v] = true
	}
	colon := key.End + len(c.text[key.End:]) - len(strings.TrimLeft(c.text[key.End:], " \t"))
	if implicit && !key.open && !strings.HasPrefix(c.text[colon:], ":") {
		c.fail(key.End, key.Start, key.End, "Implicit map keys need to be followed by map values")
	}
	if value == nil {
		return
	}
	between := c.text[key.End:max(key.End, value.Start)]
	if implicit && !value.flow && !strings.Contains(between, "\n") {
		switch at := value.start.Offset; value.Kind {
		case Mapping:
			c.fail(at, at, at+1, "Nested mappings are not allowed in compact mappings")
		case Sequence:
			c.fail(at, value.Start, value.Start+1, "Unexpected block-seq-ind on same line with key")
		}
	}
	if implicit && c.tooFar(start, colon) {
		c.fail(colon, key.Start, key.End,
			"The : indicator must be at most 1024 chars after the start of an implicit block mapping key")
	}
	c.node(value)
}

// keyPlace returns the place of a repeated key. The library loses it on the line behind an empty value.
func (c *eemeliChecker) keyPlace(n *Node, i int) int {
	at := n.Pairs[i].Key.Start
	if n.flow || i == 0 || n.Pairs[i-1].Value == nil {
		return at
	}
	before := n.Pairs[i-1].Value
	if between := c.text[before.End:at]; before.Start == before.End && strings.Count(between, "\n") == 1 {
		return before.End + spacesOf(between)
	}
	return at
}

// errorEnd returns the end of an error about the node: of one about a collection its first character.
func (n *Node) errorEnd() int {
	if n.Kind == Mapping || n.Kind == Sequence {
		return n.Start + 1
	}
	return n.End
}

func (c *eemeliChecker) tooFar(start, colon int) bool {
	return colon-start > maxKey && utf16Len(c.text[start:colon]) > maxKey
}

// flowItem looks at a pair that is an item of a flow sequence.
func (c *eemeliChecker) flowItem(pair *Pair) {
	key := pair.Key
	if key == nil || pair.explicit || pair.Value == nil {
		return
	}
	colon := key.End + max(0, strings.IndexByte(c.text[key.End:], ':'))
	if nl := strings.IndexByte(c.text[key.Start:colon], '\n'); nl >= 0 {
		at, end := key.Start+nl, key.Start+nl+1
		if at < key.End {
			at, end = key.Start, key.errorEnd()
		}
		c.fail(key.Start, at, end, "Implicit keys of flow sequence pairs need to be on a single line")
	}
	if c.tooFar(key.start.Offset, colon) {
		c.fail(colon, colon, colon+1,
			"The : indicator must be at most 1024 chars after the start of an implicit flow sequence key")
	}
}
