package yamldialect

import (
	"fmt"

	"skills-ls/skills/text"
)

// ParseVSCode reads a text from an offset on as Visual Studio Code reads the header of a prompt file, with a
// parser of its own (microsoft/vscode, MIT, src/vs/base/common/yaml.ts 7debcd0e). It reads a subset of YAML
// without anchors and tags, in which all scalars are strings, and it goes on after an error with what it has.
// The root is nil if there is no value. Of the nodes, only kinds, texts, places and entries are known.
//
// A colon with a space behind it is part of an unquoted value.
func ParseVSCode(source string, from int) (root *Node, errs []Error) {
	s := vscodeScanner{text: source, at: from, tokens: make([]vscodeToken, 0, 16)}
	for s.startLine(); s.at < len(source); {
		s.line()
	}
	s.add(vscodeToken{kind: vscodeEnd, Span: text.Span{Start: s.at, End: s.at}})
	p := vscodeParser{tokens: s.tokens}
	if p.look().kind == vscodeMarker && source[p.look().Start] == '-' {
		p.take()
	}
	first := p.look()
	in := first.in
	if root = p.value(-1, in, 0); p.look() == first && (first.kind == vscodeEnd || first.in == in) {
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
	return p.look().kind == vscodeScalar && p.tokens[p.at+1].kind == ':' && len(p.tokens[p.at+1].gap) == 0
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
	case in != noBlock && (t.kind == '-' || p.atKey()):
		return p.block(in)
	case t.kind == vscodeScalar:
		return p.scalar(parent)
	case t.in > 0: // the indentation is a token, and read
		t.in = 0
		return &Node{Start: t.Start, End: t.End}
	}
	return &Node{Start: empty, End: empty}
}

// valueOf reads what belongs to a "-" or ":" in a collection of the indentation: in its line, or in lines
// that are indented deeper.
func (p *vscodeParser) valueOf(indicator *vscodeToken, base int) *Node {
	t, dash := p.look(), indicator.kind == '-'
	in := t.in
	switch {
	case len(t.gap) == 0 && (t.kind == vscodeScalar || t.opensFlow() || dash && t.kind == '-'):
		if in = noBlock; dash {
			in = t.column
		}
	case t.kind == vscodeEnd || in < base || in == base && (dash || t.kind != '-'):
		what := "value"
		if dash {
			what = "sequence item value"
		}
		p.fail(indicator.Span, "Missing %s", what)
		return &Node{Start: indicator.End, End: indicator.End}
	}
	return p.value(base, in, indicator.End)
}

// block reads the entries of a mapping or a sequence without brackets.
func (p *vscodeParser) block(base int) *Node {
	first := p.look()
	n := &Node{Kind: Mapping, Start: first.Start - first.in, End: first.Start - first.in}
	if first.kind == '-' {
		n.Kind = Sequence
	}
	seen := make(map[string]bool)
	for {
		t := p.look()
		in := t.in
		if t == first && (in < base || n.Kind == Sequence) { // behind another token
			in = t.column
		}
		switch at := t.Span; {
		case t.kind == vscodeEnd || in < base:
			return n
		case in > base:
			if t.in > 0 { // the indentation is a token
				at = text.Span{Start: t.Start - t.in, End: t.Start}
			}
			p.fail(at, "Unexpected indentation (expected %d, got %d)", base, in)
		}
		switch {
		case n.Kind == Sequence && t.kind == '-':
			item := p.valueOf(p.take(), base)
			n.Items, n.End = append(n.Items, item), item.End
		case n.Kind == Mapping && p.atKey():
			key := p.scalar(base)
			value := p.valueOf(p.take(), base)
			n.Pairs, n.End = append(n.Pairs, Pair{Key: key, Value: value}), value.End
			if seen[key.Text] {
				p.fail(t.Span, `Duplicate key: "%s"`, key.Text)
				p.errors[len(p.errors)-1].Cause = Duplicate
			}
			seen[key.Text] = true
		default:
			return n
		}
	}
}
