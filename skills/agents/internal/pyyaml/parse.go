package pyyaml

import (
	"slices"
	"strings"

	"skills-ls/skills/agents/internal/yamlscan"
)

// A parser makes nodes of tokens, asking for them in the order of PyYAML's parser and composer.
type parser struct {
	*yamlscan.Scanner
	anchors map[string]*Node
	handles map[string]string // of tags
}

// maxDepth is the depth of nesting at which quick_validate runs into Python's limit of 1,000 calls, give or take a level: what is
// scanned there needs some calls too.
const maxDepth = 490

// Prefixes of tags.
const (
	yamlTag  = "tag:yaml.org,2002:"
	localTag = "!"
)

func (p *parser) look() *yamlscan.Token {
	for p.NeedMore() {
		p.Fetch()
	}
	return p.Tokens[0]
}

func (p *parser) take() *yamlscan.Token {
	t := p.look()
	p.Drop()
	return t
}

func (p *parser) check(kinds ...yamlscan.Kind) bool {
	return slices.Contains(kinds, p.look().Kind)
}

// quote is Python's repr of a token's name.
func quote(t *yamlscan.Token) string { return "'" + t.Kind.String() + "'" }

// stream reads the only document, nil where there is none.
func (p *parser) stream() *Node {
	p.take()
	explicit := p.check(yamlscan.Directive, yamlscan.DocumentStart, yamlscan.StreamEnd)
	p.handles = map[string]string{"!": localTag, "!!": yamlTag}
	if explicit {
		if _, ok := p.documentStart(); !ok {
			return nil
		}
	}
	var root *Node
	if explicit && p.check(yamlscan.Directive, yamlscan.DocumentStart, yamlscan.DocumentEnd, yamlscan.StreamEnd) {
		root = empty(p.look().Start)
	} else {
		root = p.node(place{block: true}, 0)
	}
	if p.check(yamlscan.DocumentEnd) {
		p.take()
	}
	if start, ok := p.documentStart(); ok {
		p.Fail("expected a single document in the stream", &root.start, "but found another document", start)
	}
	return root
}

// documentStart reads up to the start of an explicit document, if there is one.
func (p *parser) documentStart() (start yamlscan.Mark, ok bool) {
	for p.check(yamlscan.DocumentEnd) {
		p.take()
	}
	if p.check(yamlscan.StreamEnd) {
		return start, false
	}
	start = p.look().Start
	p.directives()
	if next := p.look(); next.Kind != yamlscan.DocumentStart {
		p.Fail("", nil, "expected '<document start>', but found "+quote(next), next.Start)
	}
	p.take()
	return start, true
}

func (p *parser) directives() {
	version := false
	declared := make(map[string]string)
	for p.check(yamlscan.Directive) {
		switch t := p.take(); t.Text {
		case "YAML":
			if version {
				p.Fail("", nil, "found duplicate YAML directive", t.Start)
			}
			if t.Value != "1" {
				p.Fail("", nil, "found incompatible YAML document (version 1.* is required)", t.Start)
			}
			version = true
		case "TAG":
			if _, ok := declared[t.Handle]; ok {
				p.Fail("", nil, "duplicate tag handle "+yamlscan.Repr(t.Handle), t.Start)
			}
			declared[t.Handle] = t.Value
		}
	}
	p.handles = map[string]string{"!": localTag, "!!": yamlTag}
	for handle, prefix := range declared {
		p.handles[handle] = prefix
	}
}

// empty makes a scalar of nothing.
func empty(at yamlscan.Mark) *Node {
	return &Node{tag: resolve(""), start: at, Start: at.Offset, End: at.Offset}
}

// A place says what may stand there: a block collection, and a sequence without indentation.
type place struct{ block, indentless bool }

// properties are what may stand in front of a node. Empty means none.
type properties struct {
	anchor, tag string
	start, end  yamlscan.Mark // the latter is where the last of them ends
}

func (p *parser) node(at place, depth int) *Node {
	if depth > maxDepth {
		t := p.look()
		p.Crash(t.Start.Offset, t.End.Offset, "RecursionError: maximum recursion depth exceeded")
	}
	if p.check(yamlscan.Alias) {
		t := p.take()
		n, ok := p.anchors[t.Text]
		if !ok {
			p.Fail("", nil, "found undefined alias "+yamlscan.Repr(t.Text), t.Start)
		}
		return n
	}
	props := p.properties()
	n := &Node{tag: props.tag, start: props.start}
	var read func(n *Node, depth int)
	next := p.look()
	n.Start, n.End = next.Start.Offset, next.Start.Offset
	switch {
	case at.indentless && next.Kind == yamlscan.BlockEntry:
		n.kind, read = sequence, p.indentlessEntries
	case next.Kind == yamlscan.Scalar:
		p.take()
		n.value, n.End = next.Text, p.written(next)
		if props.tag == "" || props.tag == localTag {
			n.tag = yamlTag + "str"
			if next.Plain || props.tag == localTag {
				n.tag = resolve(n.value)
			}
		}
	case next.Kind == yamlscan.FlowSequenceStart:
		n.kind, read = sequence, p.flowEntries
	case next.Kind == yamlscan.FlowMappingStart:
		n.kind, read = mapping, p.flowPairs
	case at.block && next.Kind == yamlscan.BlockSequenceStart:
		n.kind, read = sequence, p.blockEntries
	case at.block && next.Kind == yamlscan.BlockMappingStart:
		n.kind, read = mapping, p.blockPairs
	case props.anchor != "" || props.tag != "":
		n.Start, n.End = props.end.Offset, props.end.Offset
		if props.tag == "" || props.tag == localTag {
			n.tag = resolve("")
		}
	default:
		what := "flow"
		if at.block {
			what = "block"
		}
		p.Fail("while parsing a "+what+" node", &n.start, "expected the node content, but found "+quote(next), next.Start)
	}
	if n.kind != scalar && (props.tag == "" || props.tag == localTag) {
		n.tag = yamlTag + [...]string{"str", "seq", "map"}[n.kind]
	}
	p.anchor(props, n)
	if read != nil {
		read(n, depth+1)
	}
	return n
}

// anchor makes the node known by its name.
func (p *parser) anchor(props properties, n *Node) {
	if props.anchor == "" {
		return
	}
	if first, ok := p.anchors[props.anchor]; ok {
		p.Fail("found duplicate anchor "+yamlscan.Repr(props.anchor)+"; first occurrence", &first.start, "second occurrence", n.start)
	}
	if p.anchors == nil {
		p.anchors = make(map[string]*Node)
	}
	p.anchors[props.anchor] = n
}

// properties reads an anchor and a tag, in either order.
func (p *parser) properties() (props properties) {
	props.start = p.look().Start
	var tag *yamlscan.Token
	for range 2 {
		switch next := p.look(); {
		case next.Kind == yamlscan.Anchor && props.anchor == "":
			props.anchor, props.end = next.Text, next.End
		case next.Kind == yamlscan.Tag && tag == nil:
			tag, props.end = next, next.End
		default:
			continue
		}
		p.take()
	}
	if tag == nil {
		return props
	}
	props.tag = tag.Text
	if tag.Handle != "" {
		prefix, ok := p.handles[tag.Handle]
		if !ok {
			p.Fail("while parsing a node", &props.start, "found undefined tag handle "+yamlscan.Repr(tag.Handle), tag.Start)
		}
		props.tag = prefix + tag.Text
	}
	return props
}

// written returns where a scalar's text ends: a block scalar's token reaches to the line after it.
func (p *parser) written(t *yamlscan.Token) int {
	start := t.Start.Offset
	return start + len(strings.TrimRight(p.Text()[start:t.End.Offset], " \t\r\n"))
}

// child reads a node unless one of the kinds follows, which leave it empty.
func (p *parser) child(at place, depth int, behind yamlscan.Mark, none ...yamlscan.Kind) *Node {
	if p.check(none...) {
		return empty(behind)
	}
	return p.node(at, depth)
}
