// Package vscodeyaml reads YAML as Visual Studio Code does in the header of a prompt file, with a parser of its own
// (microsoft/vscode src/vs/base/common/yaml.ts 025b30c6): a subset without anchors and tags, in which all scalars are texts, and
// which goes on after errors with what it has. An unquoted colon with a blank after it ends a value and the whole mapping.
package vscodeyaml

import "fmt"

// MaxDepth bounds how deep lists and mappings may be nested; what is deeper is left out. The original has no bound but its stack.
const MaxDepth = 500

// A Kind is the shape of a node.
type Kind uint8

const (
	Scalar Kind = iota
	Map
	Sequence
)

// A Node is a value with its place in the text, in bytes.
type Node struct {
	Kind       Kind
	Text       string // of a scalar
	Start, End int
	Entries    []Entry // of a map, repeated keys included
}

// An Entry is a key with its value.
type Entry struct{ Key, Value *Node }

// An Error is something that the parser complained of and went on.
type Error struct {
	Message    string
	Start, End int
	Duplicate  bool // a key is there twice
}

// Parse reads a text. The node is nil where there is none.
func Parse(text string) (*Node, []Error) {
	s := scanner{text: text}
	s.scan()
	p := parser{tokens: s.tokens}
	p.skipBlank()
	if p.current().kind == documentStart {
		p.advance()
		p.skipBlank()
	}
	if k := p.current().kind; k == end || k == documentEnd {
		return nil, nil
	}
	return p.value(-1), p.errors
}

type parser struct {
	tokens []token
	at     int
	depth  int
	errors []Error
}

func (p *parser) current() *token { return &p.tokens[p.at] }

func (p *parser) peek(n int) *token { return &p.tokens[min(p.at+n, len(p.tokens)-1)] }

// advance returns the current token and goes to the next; there is none after the end.
func (p *parser) advance() *token {
	t := p.current()
	if t.kind != end {
		p.at++
	}
	return t
}

func (p *parser) fail(t *token, format string, args ...any) {
	p.errors = append(p.errors, Error{Message: fmt.Sprintf(format, args...), Start: t.start, End: t.end})
}

// skipBlank skips line ends, comments, and indentation with nothing after it.
func (p *parser) skipBlank() {
	for {
		switch p.current().kind {
		case newline, comment:
		case indent:
			if k := p.peek(1).kind; k != newline && k != comment && k != end {
				return
			}
		default:
			return
		}
		p.advance()
	}
}

// indentation is how far the current line is indented; 0 within a line.
func (p *parser) indentation() int {
	if t := p.current(); t.kind == indent {
		return t.column
	}
	return 0
}

// first is the token after an indentation, if there is one.
func (p *parser) first() *token {
	if p.current().kind == indent {
		return p.peek(1)
	}
	return p.current()
}

func (p *parser) skipIndent() {
	if p.current().kind == indent {
		p.advance()
	}
}

// atEntry reports whether a scalar and a colon follow.
func (p *parser) atEntry() bool {
	n := 0
	if p.current().kind == indent {
		n = 1
	}
	return p.peek(n).kind == scalar && p.peek(n+1).kind == colon
}

// value reads what is indented deeper than its parent; nil for nothing.
func (p *parser) value(parent int) *Node {
	if p.depth++; p.depth > MaxDepth {
		p.at = len(p.tokens) - 1
		return nil
	}
	defer func() { p.depth-- }()
	p.skipBlank()
	if k := p.first().kind; k == mapStart || k == listStart {
		p.skipIndent()
		return p.flow()
	}
	switch in := p.indentation(); {
	case p.first().kind == dash:
		return p.list(in)
	case p.atEntry():
		return p.mapping(in, false)
	}
	if k := p.current().kind; k != scalar && k != indent {
		return nil
	}
	p.skipIndent()
	t := p.current()
	if t.kind == scalar {
		p.advance()
	}
	return p.plain(t, parent)
}

// orEmpty returns a node, or an empty scalar where it is nil.
func orEmpty(n *Node, at int) *Node {
	if n == nil {
		return &Node{Start: at, End: at}
	}
	return n
}

// mapping reads entries of one indentation. Within a list's item the first entry stands behind the dash.
func (p *parser) mapping(base int, inline bool) *Node {
	m := &Node{Kind: Map, Start: p.current().start}
	seen := make(map[string]bool)
	if inline {
		m.Entries = append(m.Entries, p.entry(base))
		seen[m.Entries[0].Key.Text] = true
	}
	for p.current().kind != end {
		p.skipBlank()
		t := p.current()
		in := p.indentation()
		if t.kind == end || in < base {
			break
		}
		if in > base {
			p.fail(t, "Unexpected indentation (expected %d, got %d)", base, in)
		}
		if !p.atEntry() {
			break
		}
		e := p.entry(base)
		if seen[e.Key.Text] {
			p.errors = append(p.errors, Error{Message: `Duplicate key: "` + e.Key.Text + `"`, Start: e.Key.Start, End: e.Key.End, Duplicate: true})
		}
		seen[e.Key.Text] = true
		m.Entries = append(m.Entries, e)
	}
	m.End = m.Start
	if n := len(m.Entries); n > 0 {
		m.End = m.Entries[n-1].Value.End
	}
	return m
}

// entry reads a key, its colon and its value; [parser.atEntry] has seen the first two.
func (p *parser) entry(base int) Entry {
	p.skipIndent()
	key := p.advance().node()
	return Entry{key, p.entryValue(base, p.advance())}
}

func (p *parser) entryValue(base int, after *token) *Node {
	switch t := p.current(); t.kind {
	case mapStart, listStart:
		return p.flow()
	case scalar:
		p.advance()
		return p.plain(t, base)
	}
	p.skipBlank()
	in := p.indentation()
	list := in == base && p.first().kind == dash // it may stand as far left as its key
	if p.current().kind == end || in <= base && !list {
		p.fail(after, "Missing value")
		return orEmpty(nil, after.end)
	}
	return orEmpty(p.value(base), after.end)
}

// list reads items with dashes of one indentation.
func (p *parser) list(base int) *Node {
	l := &Node{Kind: Sequence, Start: p.current().start, End: p.current().start}
	if p.depth++; p.depth > MaxDepth {
		p.at = len(p.tokens) - 1
		return l
	}
	defer func() { p.depth-- }()
	for first := true; p.current().kind != end; first = false {
		p.skipBlank()
		t := p.current()
		if t.kind == end {
			break
		}
		in := p.indentation()
		if first && t.kind == dash {
			in = t.column
		}
		if in < base {
			break
		}
		if in > base {
			p.fail(t, "Unexpected indentation (expected %d, got %d)", base, in)
		}
		if p.first().kind != dash {
			break
		}
		p.skipIndent()
		l.End = p.item(base, p.advance()).End
	}
	return l
}

func (p *parser) item(base int, after *token) *Node {
	t := p.current()
	switch t.kind {
	case comment:
		p.advance()
	case mapStart, listStart:
		return p.flow()
	case dash:
		return p.list(t.column)
	case scalar:
		if p.peek(1).kind == colon {
			return p.nestedMapping(t.column)
		}
		p.advance()
		return p.plain(t, base)
	}
	p.skipBlank()
	if p.current().kind == end || p.indentation() <= base {
		p.fail(after, "Missing sequence item value")
		return orEmpty(nil, after.end)
	}
	return orEmpty(p.value(base), after.end)
}

// nestedMapping reads a mapping that begins behind a dash.
func (p *parser) nestedMapping(base int) *Node {
	if p.depth++; p.depth > MaxDepth {
		p.at = len(p.tokens) - 1
		return orEmpty(nil, p.current().start)
	}
	defer func() { p.depth-- }()
	return p.mapping(base, true)
}
