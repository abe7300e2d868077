package markdown

import (
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	gmtext "github.com/yuin/goldmark/text"

	"skills-ls/skills/text"
)

// goldmark asks every open container about every line. The time for a line grows with its depth, and for
// containers that open in one line with the square of the depth. A block that is deeper than this, or costs
// more, is read as a paragraph.
const (
	maxNesting   = 2 * 32  // blocks in blocks; a list and its item count as two; the message says how many
	maxContinued = 2 << 20 // lines of the whole body, each counted once per list and quote that it continues
)

// A placeParser notes where headings and fences are written: of an ATX heading the tree keeps the content
// alone, of a setext heading nothing of the underline, of fenced code nothing of the closing fence.
type placeParser struct{ parser.BlockParser }

// A place is where a block is written.
type place struct {
	node ast.Node
	// open is the ATX heading, the setext heading's underline, or the opening fence, with the line ending.
	open    text.Span // in the body
	closing text.Span // of a fence the line that closes it, empty for none
}

// placeOf returns the place of a block. It is called for blocks in source order.
func (p *bodyParse) placeOf(n ast.Node) place {
	for p.places[0].node != n { // a heading that goldmark took back
		p.places = p.places[1:]
	}
	return p.places[0]
}

func (b placeParser) Open(parent ast.Node, reader gmtext.Reader, pc parser.Context) (ast.Node, parser.State) {
	line := lineRest(reader, pc)
	n, state := b.BlockParser.Open(parent, reader, pc)
	if n != nil {
		p := bodyOf(pc)
		p.places = append(p.places, place{node: n, open: text.Span{Start: line.Start, End: line.Stop}})
	}
	return n, state
}

func (b placeParser) Continue(n ast.Node, reader gmtext.Reader, pc parser.Context) parser.State {
	_, line := reader.PeekLine()
	state := b.BlockParser.Continue(n, reader, pc)
	p := bodyOf(pc)
	if state == parser.Close {
		p.places[len(p.places)-1].closing = text.Span{Start: line.Start, End: line.Stop}
	}
	if lines := n.Lines(); !p.rendered && lines.Len() > 1 {
		// Only the end of the code is read later. In a check of 987 skills the lines are 10 of the 330 MB
		// that are allocated.
		lines.Set(0, lines.At(lines.Len()-1))
		lines.SetSliced(0, 1)
	}
	return state
}

// lineRest returns the line that a block parser is asked to open, without the indentation. Part of a tab
// that belongs to the container before it stands as padding in front of the reader's line.
func lineRest(reader gmtext.Reader, pc parser.Context) gmtext.Segment {
	_, line := reader.PeekLine()
	return gmtext.NewSegment(line.Start+max(0, pc.BlockOffset()-line.Padding), line.Stop)
}

// A containerParser limits how deep and how long lists and quotes are followed.
type containerParser struct{ parser.BlockParser }

func (b containerParser) Open(parent ast.Node, reader gmtext.Reader, pc parser.Context) (ast.Node, parser.State) {
	rest := lineRest(reader, pc)
	line, position := reader.Position()
	// The parser must be asked before it is overruled: that of lists consumes a flag that an item left behind.
	n, state := b.BlockParser.Open(parent, reader, pc)
	if n != nil && bodyOf(pc).tooDeep(parent, rest) {
		reader.SetPosition(line, position) // that of quotes has moved it
		return nil, parser.NoChildren
	}
	return n, state
}

func (b containerParser) Continue(n ast.Node, reader gmtext.Reader, pc parser.Context) parser.State {
	p := bodyOf(pc)
	if p.continued++; p.continued > maxContinued {
		_, line := reader.PeekLine()
		p.reportNesting(line)
		return parser.Close
	}
	return b.BlockParser.Continue(n, reader, pc)
}

// Close decides whether a list is tight, which makes a difference only if it is rendered.
func (b containerParser) Close(n ast.Node, reader gmtext.Reader, pc parser.Context) {
	if bodyOf(pc).rendered {
		b.BlockParser.Close(n, reader, pc)
	}
}

// tooDeep reports whether no container may be opened at this part of a line.
func (p *bodyParse) tooDeep(parent ast.Node, line gmtext.Segment) bool {
	depth := 0
	for ; parent != nil; parent = parent.Parent() {
		depth++
	}
	if depth > maxNesting {
		p.reportNesting(line)
	}
	return depth > maxNesting || p.continued > maxContinued
}

func (p *bodyParse) reportNesting(line gmtext.Segment) {
	p.nested.Do(func() {
		p.md.Problems = append(p.md.Problems, Problem{
			TooCostly, p.lineSpan(line.Start, line.Stop),
			"list or quote nested more than 32 levels, or too long, is read as plain text",
		})
	})
}
