package markdown

import (
	"fmt"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	gmtext "github.com/yuin/goldmark/text"

	"skills-ls/skills/text"
)

// goldmark asks every open container about every line. The time for a line grows with its depth, and for
// containers that open in one line with the square of the depth. A block that is deeper than this, or costs
// more, is read as a paragraph.
const (
	maxNesting   = 64      // blocks in blocks; a list and its item count as two
	maxContinued = 2 << 20 // lines of the whole body, each counted once per list and quote that it continues
)

// A headingParser notes where headings are written: of an ATX heading the tree keeps the content alone,
// of a setext heading nothing of the underline.
type headingParser struct{ parser.BlockParser }

type headingMark struct {
	node       ast.Node
	start, end int // the ATX heading, or the setext heading's underline, with the line ending
}

func (b headingParser) Open(parent ast.Node, reader gmtext.Reader, pc parser.Context) (ast.Node, parser.State) {
	start, end := lineRest(reader, pc)
	n, state := b.BlockParser.Open(parent, reader, pc)
	if n != nil {
		p := bodyOf(pc)
		p.headings = append(p.headings, headingMark{n, start, end})
	}
	return n, state
}

// lineRest returns where the text after the indentation begins on the line that a block parser is asked
// to open, and where the line ends. Part of a tab that belongs to the container before it stands as
// padding in front of the reader's line.
func lineRest(reader gmtext.Reader, pc parser.Context) (start, end int) {
	_, seg := reader.PeekLine()
	return seg.Start + max(0, pc.BlockOffset()-seg.Padding), seg.Stop
}

// A fenceParser notes the exact places of fenced code, of whose closing fence the tree keeps nothing.
type fenceParser struct{ parser.BlockParser }

func (b fenceParser) Open(parent ast.Node, reader gmtext.Reader, pc parser.Context) (ast.Node, parser.State) {
	start, end := lineRest(reader, pc)
	n, state := b.BlockParser.Open(parent, reader, pc)
	if n == nil {
		return n, state
	}
	p := bodyOf(pc)
	open := p.lineSpan(start, end)
	f := Fence{Span: open, Open: open, Content: p.span(end, end), Close: text.At(open.End), Char: p.text[start]}
	for i := start; i < end && p.text[i] == f.Char; i++ {
		f.Length++
	}
	f.Info = text.TrimBlanks(p.source, text.Span{Start: open.Start + f.Length, End: open.End})
	p.md.Fences = append(p.md.Fences, f)
	return n, state
}

func (b fenceParser) Continue(n ast.Node, reader gmtext.Reader, pc parser.Context) parser.State {
	_, seg := reader.PeekLine()
	state := b.BlockParser.Continue(n, reader, pc)
	p := bodyOf(pc)
	if !p.rendered {
		n.Lines().SetSliced(0, 0) // only rendering needs them
	}
	f := &p.md.Fences[len(p.md.Fences)-1]
	if state == parser.Close {
		line := p.lineSpan(seg.Start, seg.Stop)
		f.Close = text.TrimBlanks(p.source, line)
		f.Span.End = line.End
	} else {
		f.Content.End = p.base + seg.Stop
		f.Span.End = p.lineSpan(seg.Start, seg.Stop).End
		f.Close = text.At(f.Span.End)
	}
	return state
}

// A listParser limits how deep and how long lists are followed.
type listParser struct{ parser.BlockParser }

func (b listParser) Open(parent ast.Node, reader gmtext.Reader, pc parser.Context) (ast.Node, parser.State) {
	start, end := lineRest(reader, pc)
	// The parser must be asked before it is overruled, since it consumes a flag that its item left behind.
	n, state := b.BlockParser.Open(parent, reader, pc)
	if n != nil && bodyOf(pc).tooDeep(parent, start, end) {
		return nil, parser.NoChildren
	}
	return n, state
}

func (b listParser) Continue(n ast.Node, reader gmtext.Reader, pc parser.Context) parser.State {
	if bodyOf(pc).tooMuch(reader) {
		return parser.Close
	}
	return b.BlockParser.Continue(n, reader, pc)
}

// Close decides whether the list is tight, which makes a difference only if it is rendered.
func (b listParser) Close(n ast.Node, reader gmtext.Reader, pc parser.Context) {
	if bodyOf(pc).rendered {
		b.BlockParser.Close(n, reader, pc)
	}
}

// A quoteParser limits how deep and how long quotes are followed.
type quoteParser struct{ parser.BlockParser }

func (b quoteParser) Open(parent ast.Node, reader gmtext.Reader, pc parser.Context) (ast.Node, parser.State) {
	// The parser must not be asked before it is overruled, since it moves the reader.
	if start, end := lineRest(reader, pc); bodyOf(pc).tooDeep(parent, start, end) {
		return nil, parser.NoChildren
	}
	return b.BlockParser.Open(parent, reader, pc)
}

func (b quoteParser) Continue(n ast.Node, reader gmtext.Reader, pc parser.Context) parser.State {
	if bodyOf(pc).tooMuch(reader) {
		return parser.Close
	}
	return b.BlockParser.Continue(n, reader, pc)
}

// tooDeep reports whether no container may be opened at the text from start to end of a line.
func (p *bodyParse) tooDeep(parent ast.Node, start, end int) bool {
	if p.continued > maxContinued {
		return true
	}
	depth := 0
	for ; parent != nil; parent = parent.Parent() {
		depth++
	}
	if depth <= maxNesting {
		return false
	}
	p.reportNesting(start, end)
	return true
}

// tooMuch counts a line that a container is to be continued by, and reports whether it is one too many.
func (p *bodyParse) tooMuch(reader gmtext.Reader) bool {
	if p.continued++; p.continued <= maxContinued {
		return false
	}
	_, seg := reader.PeekLine()
	p.reportNesting(seg.Start, seg.Stop)
	return true
}

func (p *bodyParse) reportNesting(start, end int) {
	if !p.nested {
		p.nested = true
		p.md.Problems = append(p.md.Problems, Problem{
			TooCostly, p.lineSpan(start, end),
			fmt.Sprintf("lists and quotes nested over %d deep, or for too many lines, are read as plain text",
				maxNesting/2),
		})
	}
}
