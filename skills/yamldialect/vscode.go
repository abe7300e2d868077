package yamldialect

import (
	"fmt"
	"strings"

	"skills-ls/skills/text"
)

// ParseVSCode reads a text from an offset on as Visual Studio Code reads the header of a prompt file, with a
// parser of its own (microsoft/vscode, MIT, src/vs/base/common/yaml.ts 7debcd0e). It reads a subset of YAML
// without anchors and tags, in which all scalars are strings, and it goes on after an error with what it has.
// The root is nil if there is no value. Of the nodes, only kinds, texts, places and entries are known.
//
// A colon with a space behind it is part of an unquoted value.
func ParseVSCode(source string, from int) (root *Node, errs []Error) {
	s := vscodeScanner{all: make([]vscodeToken, 0, 16)}
	s.cursor = newCursor(source, VSCode)
	s.Offset = from
	s.last = &token{end: s.Mark}
	for s.scan() {
	}
	p := vscodeParser{tokens: s.all}
	first := p.look()
	in := first.in
	if root = p.value(-1, in, 0); p.look() == first && (first.kind == streamEnd || first.in == in) {
		return nil, nil
	}
	return root, p.errors
}

// A vscodeParser makes nodes of tokens.
type vscodeParser struct {
	tokens []vscodeToken
	at     int
	depth  int
	errors []Error
}

func (p *vscodeParser) look() *vscodeToken { return &p.tokens[p.at] }

func (p *vscodeParser) take() *vscodeToken {
	p.at++
	return &p.tokens[p.at-1]
}

func (p *vscodeParser) fail(at text.Span, format string, args ...any) {
	p.errors = append(p.errors, Error{Start: at.Start, End: at.End, Message: fmt.Sprintf(format, args...)})
}

// atKey reports whether a scalar and a colon in its line follow.
func (p *vscodeParser) atKey() bool {
	return p.look().kind == scalarToken && p.tokens[p.at+1].kind == valueToken && p.tokens[p.at+1].lines == 0
}

const (
	// maxVSCodeDepth is how deep nodes may be nested. The text behind a deeper one is left out. The original
	// has no limit; ours protects the stack.
	maxVSCodeDepth = 500
	// inFlow is the indentation of the parent of a node between brackets.
	inFlow = -2
	// noBlock is the indentation of a value that is no block collection.
	noBlock = -1
)

// value reads a node, as a block collection with the given indentation if it is one. If no node begins here,
// it returns an empty scalar: where an indented line begins, otherwise at the offset.
func (p *vscodeParser) value(parent, in, empty int) *Node {
	if p.depth++; p.depth > maxVSCodeDepth {
		p.at = len(p.tokens) - 1
	}
	defer func() { p.depth-- }()
	switch t := p.look(); {
	case t.opensFlow():
		return p.flow()
	case in != noBlock && (t.kind == blockEntry || p.atKey()):
		return p.block(in)
	case t.kind == scalarToken:
		return p.scalar(parent)
	case t.in > 0: // the indentation is a token, and read
		t.in = 0
		return &Node{Start: t.start.Offset, End: t.end.Offset}
	}
	return &Node{Start: empty, End: empty}
}

// valueOf reads what belongs to a "-" or ":" in a collection of the indentation: in its line, or in lines
// that are indented deeper.
func (p *vscodeParser) valueOf(indicator *vscodeToken, base int) *Node {
	t, dash := p.look(), indicator.kind == blockEntry
	in := t.in
	switch {
	case t.lines == 0 && (t.kind == scalarToken || t.opensFlow() || dash && t.kind == blockEntry):
		if in = noBlock; dash {
			in = t.start.Column
		}
	case t.kind == streamEnd || in < base || in == base && (dash || t.kind != blockEntry):
		what := "value"
		if dash {
			what = "sequence item value"
		}
		p.fail(indicator.span(), "Missing %s", what)
		return &Node{Start: indicator.end.Offset, End: indicator.end.Offset}
	}
	return p.value(base, in, indicator.end.Offset)
}

// block reads the entries of a mapping or a sequence without brackets.
func (p *vscodeParser) block(base int) *Node {
	first := p.look()
	start := first.start.Offset - first.in
	n := &Node{Kind: Mapping, Start: start, End: start}
	if first.kind == blockEntry {
		n.Kind = Sequence
	}
	seen := make(map[string]bool)
	for {
		t := p.look()
		in := t.in
		if t == first && (in < base || n.Kind == Sequence) { // behind another token
			in = t.start.Column
		}
		switch at := t.span(); {
		case t.kind == streamEnd || in < base:
			return n
		case in > base:
			if t.in > 0 { // the indentation is a token
				at = text.Span{Start: at.Start - t.in, End: at.Start}
			}
			p.fail(at, "Unexpected indentation (expected %d, got %d)", base, in)
		}
		switch {
		case n.Kind == Sequence && t.kind == blockEntry:
			item := p.valueOf(p.take(), base)
			n.Items, n.End = append(n.Items, item), item.End
		case n.Kind == Mapping && p.atKey():
			key := p.scalar(base)
			value := p.valueOf(p.take(), base)
			n.Pairs, n.End = append(n.Pairs, Pair{Key: key, Value: value}), value.End
			if seen[key.Text] {
				p.fail(t.span(), `Duplicate key: "%s"`, key.Text)
				p.errors[len(p.errors)-1].Cause = Duplicate
			}
			seen[key.Text] = true
		default:
			return n
		}
	}
}

// scalar reads a scalar. One without quotes goes on in the lines that are indented deeper than its parent.
func (p *vscodeParser) scalar(parent int) *Node {
	first := p.take()
	n := &Node{Text: first.text, Start: first.start.Offset, End: first.end.Offset}
	var more []byte
	for first.style == Plain && p.goesOn(parent) {
		t := p.take()
		fold := " "
		if t.lines > 1 && parent != inFlow {
			fold = strings.Repeat("\n", t.lines-1)
		}
		more = append(append(more, fold...), t.text...)
		if rest := p.look(); t.kind == blockEntry && rest.kind == scalarToken && rest.lines == 0 {
			more = append(append(more, ' '), rest.text...)
			t = p.take()
		}
		n.End = t.end.Offset
	}
	n.Text += string(more)
	return n
}

// goesOn reports whether an unquoted scalar goes on with the next token.
func (p *vscodeParser) goesOn(parent int) bool {
	t := p.look()
	switch {
	case t.lines == 0:
		return false
	case parent == inFlow:
		return t.kind == scalarToken && t.style == Plain
	}
	return !t.comment && t.in > parent &&
		(t.kind == blockEntry || t.kind == scalarToken && !p.atKey())
}

// flow reads a mapping in braces or a sequence in brackets.
func (p *vscodeParser) flow() *Node {
	n := &Node{Kind: Mapping, Start: p.look().start.Offset}
	closing := flowMappingEnd
	if p.take().kind == flowSequenceStart {
		n.Kind, closing = Sequence, flowSequenceEnd
	}
	p.flowEntries(n, closing)
	end := p.look()
	n.End = end.start.Offset
	if end.kind != closing {
		p.fail(end.span(), `Expected "%s"`, closing)
		end.in = 0 // the indentation is a token, and read
		return n
	}
	n.End = p.take().end.Offset
	return n
}

// flowEntries reads what is between brackets, for a mapping up to an entry that has no key.
func (p *vscodeParser) flowEntries(n *Node, closing kind) {
	for t := p.look(); t.kind != closing && t.kind != streamEnd; t = p.look() {
		switch isScalar := t.kind == scalarToken; {
		case n.Kind == Mapping && !isScalar:
			p.fail(t.span(), "Expected mapping key")
			return
		case n.Kind == Mapping:
			key := p.scalar(inFlow)
			value := &Node{Start: key.End, End: key.End}
			if p.look().kind == valueToken {
				p.take()
				value = p.value(inFlow, noBlock, p.look().start.Offset)
			}
			n.Pairs = append(n.Pairs, Pair{Key: key, Value: value})
		case isScalar || t.opensFlow():
			n.Items = append(n.Items, p.value(inFlow, noBlock, t.start.Offset))
		default:
			p.fail(p.take().span(), "Unexpected token in flow sequence")
			continue
		}
		if p.look().kind == flowEntry {
			p.take()
		}
	}
}
