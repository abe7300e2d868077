package yamldialect

import (
	"slices"
	"strings"
)

// A parser makes nodes of tokens. It asks for tokens in the order of the library's own parser.
type parser struct {
	*scanner
	doc     *document
	anchors map[string]*Node
	keys    map[eemeliPair]bool // of Eemeli alone
}

// Prefixes of tags.
const (
	yamlTag  = "tag:yaml.org,2002:"
	localTag = "!"
)

var defaultHandles = map[string]string{"!": localTag, "!!": yamlTag}

// maxDepth is how deep nodes may be nested. Python ends a program after 1,000 nested calls, give or take some
// that the scanner needs. libyaml has no limit; ours protects the stack.
func (d Dialect) maxDepth() int {
	return [...]int{
		PyYAML: 490, Ruamel: 240, LibYAML: 10_000, Eemeli: maxEemeliDepth,
		JSYAML4: 1700, JSYAML3: 1700,
	}[d]
}

func (p *parser) look() *token {
	for p.needMore() {
		if p.dialect == Eemeli {
			p.fetchEemeli()
		} else {
			p.fetch()
		}
	}
	if len(p.tokens) == 0 {
		panic(p.eemeli.fault)
	}
	if p.dialect == Ruamel && !p.done && len(p.tokens) < 2 { // looks for a comment behind the token
		p.fetch()
	}
	return p.tokens[0]
}

func (p *parser) take() *token {
	t := p.look()
	p.drop()
	return t
}

func (p *parser) check(kinds ...kind) bool { return slices.Contains(kinds, p.look().kind) }

// failAt is fail about a token.
func (p *parser) failAt(t *token, context words, from *Mark, problem words) {
	if p.dialect == Eemeli {
		p.explain()
	}
	problem.python = strings.Replace(problem.python, "%t", "'"+t.kind.String()+"'", 1)
	p.fail(context, from, problem, t.start)
}

// document reads the first document.
func (p *parser) document() {
	if offset := forbidden(p.text); offset >= 0 && p.dialect != Eemeli {
		p.failForbidden(offset) // before anything else
	}
	explicit := p.check(directive, documentStart, streamEnd)
	if explicit && !p.documentStart() {
		return
	}
	if explicit && p.check(directive, documentStart, documentEnd, streamEnd) {
		p.doc.root = p.empty(p.look().start)
		return
	}
	p.node(&p.doc.root, place{block: true}, 0)
}

// documentEnd looks for what follows the document.
func (p *parser) documentEnd() {
	p.doc.rest = p.doc.root.End
	p.doc.rest = p.look().start.Offset
	if p.check(documentEnd) {
		p.take()
	}
	implicit := p.dialect == Ruamel && !p.check(directive, streamEnd)
	start := p.look().start
	if !implicit && !p.documentStart() {
		return
	}
	p.doc.more = true
	if p.dialect.python() {
		context := same("expected a single document in the stream")
		p.fail(context, &p.doc.root.start, same("but found another document"), start)
	}
}

// documentStart reads up to the start of an explicit document and reports whether there is one.
func (p *parser) documentStart() bool {
	for p.check(documentEnd) {
		p.take()
	}
	if p.check(streamEnd) {
		return false
	}
	for p.check(directive) { // they make no difference
		p.take()
	}
	if !p.check(documentStart) {
		p.failAt(p.look(), words{}, nil, words{
			"expected '<document start>', but found %t", "did not find expected <document start>",
		})
	}
	p.take()
	return true
}

// empty makes a scalar of nothing.
func (p *parser) empty(at Mark) *Node {
	return &Node{start: at, end: at, Start: at.Offset, End: at.Offset}
}

// A place tells what is allowed there: a block collection, and a sequence without indentation.
type place struct {
	block, indentless bool
	// key is that of the node, which is a value in a block mapping. It is nil if a "?" begins the key.
	key *Node
}

// properties are what may come in front of a node. Empty means none.
type properties struct {
	anchor, tag string
	start, end  Mark // the latter is where the last of them ends
}

// node reads a node and puts it in its slot as soon as it is known to be there, before its content.
func (p *parser) node(slot **Node, at place, depth int) {
	if depth > p.dialect.maxDepth() {
		p.failDepth(p.look())
	}
	if p.check(aliasToken) {
		*slot = p.alias(p.take())
		return
	}
	props := p.properties()
	next := p.look()
	n := &Node{Tag: props.tag, start: props.start, Start: next.start.Offset, End: next.start.Offset}
	var read func(n *Node, depth int)
	switch {
	case at.indentless && next.kind == blockEntry:
		n.Kind, read = Sequence, p.indentlessEntries
	case next.kind == scalarToken:
		p.take()
		n.Text, n.Style = next.text, next.style
		n.End, n.end = p.written(next), next.end
	case next.kind == flowSequenceStart:
		n.Kind, n.End, n.flow, read = Sequence, next.end.Offset, true, p.flowEntries
	case next.kind == flowMappingStart:
		n.Kind, n.End, n.flow, read = Mapping, next.end.Offset, true, p.flowEntries
	case at.block && next.kind == blockSequenceStart:
		n.Kind, read = Sequence, p.blockEntries
	case at.block && next.kind == blockMappingStart:
		n.Kind, read = Mapping, p.blockPairs
	case props.anchor != "" || props.tag != "":
		n.Start, n.End = props.end.Offset, props.end.Offset
	default:
		p.failNode(at, n.start, next)
	}
	p.anchor(props, n)
	*slot = n
	if p.dialect == Eemeli {
		p.checkNode(n, at.key)
	}
	if read != nil {
		n.open = true
		read(n, depth+1)
		n.open = false
	}
}

func (p *parser) failNode(at place, start Mark, next *token) {
	context := same("while parsing a flow node")
	if at.block {
		context = same("while parsing a block node")
	}
	p.failAt(next, context, &start, words{
		"expected the node content, but found %t", "did not find expected node content",
	})
}

func (p *parser) failDepth(t *token) {
	if p.dialect.python() {
		p.crash(t.start.Offset, t.end.Offset, "RecursionError: maximum recursion depth exceeded")
	}
	if p.dialect == Eemeli {
		failLimit(0, len(p.text), tooDeep)
	}
	failLimit(t.start.Offset, t.end.Offset, positioned("recursion limit exceeded", t.start))
}

// alias returns the node of an alias: in PyYAML the one that the anchor marks.
func (p *parser) alias(t *token) *Node {
	target, ok := p.anchors[t.text]
	switch {
	case !ok && p.dialect.python():
		p.fail(words{}, nil, same("found undefined alias "+Repr(t.text)), t.start)
	case !ok && p.dialect != Eemeli:
		message := positioned("unknown anchor", t.start)
		panic(&Error{Start: t.start.Offset, End: t.end.Offset, Message: message})
	case p.dialect.python():
		return target
	}
	return &Node{
		Kind: Alias, Text: t.text, target: target, start: t.start, Start: t.start.Offset, End: t.end.Offset,
	}
}

// anchor makes the node known by its name.
func (p *parser) anchor(props properties, n *Node) {
	if props.anchor == "" {
		return
	}
	if first, ok := p.anchors[props.anchor]; ok && p.dialect.python() {
		context := same("found duplicate anchor " + Repr(props.anchor) + "; first occurrence")
		p.fail(context, &first.start, same("second occurrence"), n.start)
	}
	if p.anchors == nil {
		p.anchors = make(map[string]*Node)
	}
	p.anchors[props.anchor] = n
	n.anchored = true
}

// properties reads an anchor and a tag, in either order.
func (p *parser) properties() (props properties) {
	props.start = p.look().start
	var tag *token
	for range 2 {
		next := p.look()
		if p.dialect == Ruamel {
			p.forbid(next)
		}
		switch {
		case next.kind == anchorToken && props.anchor == "":
			props.anchor, props.end = next.text, next.end
		case next.kind == tagToken && tag == nil:
			tag, props.end = next, next.end
		default:
			continue
		}
		p.take()
	}
	if tag == nil {
		return props
	}
	handle, name := expandTag(tag.text)
	if name == "" {
		p.failHandle(tag, handle, props.start)
	}
	props.tag = name
	return props
}

func (p *parser) failHandle(tag *token, handle string, start Mark) {
	if p.dialect == Eemeli {
		p.reject(tag.start.Offset, tag.end.Offset, "Could not resolve tag: "+tag.text)
	}
	problem := words{"found undefined tag handle " + Repr(handle), "found undefined tag handle"}
	p.fail(same("while parsing a node"), &start, problem, tag.start)
}

// written returns where a scalar's text ends. A block scalar's token reaches to the line after it.
func (p *parser) written(t *token) int {
	if t.style < Literal {
		return t.end.Offset
	}
	start := t.start.Offset
	return start + len(strings.TrimRight(p.text[start:t.end.Offset], " \t\r\n"))
}

// child reads a node unless one of the kinds follows. Then the node is empty, behind the mark.
func (p *parser) child(slot **Node, at place, depth int, behind Mark, none ...kind) {
	if p.check(none...) {
		*slot = p.empty(behind)
		return
	}
	p.node(slot, at, depth)
}
