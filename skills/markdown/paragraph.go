package markdown

import (
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	gmtext "github.com/yuin/goldmark/text"
	"skills-ls/skills/text"
)

// A paragraphTransformer takes link reference definitions from the start of a paragraph, and makes a table of the rest where
// it is one. goldmark's own transformers are quadratic in the lines and cells, and keep no places.
//
// A paragraph that remains one becomes a proseBlock, which spares it goldmark's inline phase.
type paragraphTransformer struct{}

func (paragraphTransformer) Transform(n *ast.Paragraph, _ gmtext.Reader, pc parser.Context) {
	p := bodyOf(pc)
	parent, lines := n.Parent(), n.Lines()
	if taken := p.definitions(lines); taken > 0 {
		// The node stands for the definitions: an item that holds nothing else is not empty.
		definitions := ast.NewLinkReferenceDefinition(nil, nil, nil)
		definitions.SetBlankPreviousLines(n.HasBlankPreviousLines())
		parent.InsertBefore(parent, n, definitions)
		lines.SetSliced(taken, lines.Len())
	}
	head := p.findTable(lines)
	switch {
	case lines.Len() == 0:
		parent.RemoveChild(parent, n)
	case head >= 0:
		// The paragraph goes even where lines are left of it, for goldmark to see that a "---" below is no underline.
		if head > 0 {
			above := *lines
			above.SetSliced(0, head)
			prose := p.prose.take(&above)
			prose.SetBlankPreviousLines(n.HasBlankPreviousLines())
			parent.InsertBefore(parent, n, prose)
		}
		lines.SetSliced(head, lines.Len())
		table := &tableBlock{}
		table.SetLines(lines)
		table.SetBlankPreviousLines(head == 0 && n.HasBlankPreviousLines())
		parent.ReplaceChild(parent, n, table)
	case n != p.underlined:
		prose := p.prose.take(lines)
		prose.SetBlankPreviousLines(n.HasBlankPreviousLines())
		parent.ReplaceChild(parent, n, prose)
	}
}

// A proseBlock is a paragraph whose content goldmark leaves alone.
type proseBlock struct{ ast.BaseBlock }

// proseBlocks are a tree's blocks of prose, which are most of it.
type proseBlocks struct {
	slabs [][]proseBlock // all of them full but for the last that is used
	used  int            // blocks
}

const slabSize = 256 // blocks

// take returns a block of these lines.
func (p *proseBlocks) take(lines *gmtext.Segments) *proseBlock {
	slab := p.used / slabSize
	if slab == len(p.slabs) {
		p.slabs = append(p.slabs, make([]proseBlock, slabSize))
	}
	b := &p.slabs[slab][p.used%slabSize]
	p.used++
	b.SetLines(lines)
	return b
}

// reset makes all blocks new, and keeps a slab of them at most.
func (p *proseBlocks) reset() {
	if p.used > 0 {
		clear(p.slabs[0][:min(p.used, slabSize)])
		clear(p.slabs[1:])
		p.slabs, p.used = p.slabs[:1], 0
	}
}

// A tableBlock is a table of GitHub Flavored Markdown: header, delimiter row, rows.
type tableBlock struct {
	ast.BaseBlock
	columns int // known after the walk
}

var kindProse, kindTable = ast.NewNodeKind("Prose"), ast.NewNodeKind("Table")

func (*proseBlock) Kind() ast.NodeKind              { return kindProse }
func (*proseBlock) IsRaw() bool                     { return true }
func (b *proseBlock) Dump(source []byte, level int) { ast.DumpHelper(b, source, level, nil, nil) }

func (*tableBlock) Kind() ast.NodeKind              { return kindTable }
func (*tableBlock) IsRaw() bool                     { return true }
func (b *tableBlock) Dump(source []byte, level int) { ast.DumpHelper(b, source, level, nil, nil) }

// definitions records the link reference definitions at the start of a paragraph (CommonMark 0.31, 4.7), and returns how many
// lines they take.
func (p *bodyParse) definitions(lines *gmtext.Segments) int {
	if first := lines.At(0); first.Start == first.Stop || p.text[first.TrimLeftSpace(p.text).Start] != '[' {
		return 0
	}
	s := &p.inline
	s.reset(lines)
	count := len(p.md.Definitions)
	pos := 0
	for pos < len(s.text) && s.text[pos] == '[' {
		end, ok := s.definition(pos)
		if !ok {
			break
		}
		pos = end
	}
	taken := lines.Len()
	if pos < len(s.text) {
		taken = s.line(pos)
	}
	// goldmark takes a time that grows with the square of their number.
	p.addWork((len(p.md.Definitions)-count)*lines.Len()*5, s.span(0, len(s.text)))
	return taken
}

// definition reads the definition at a bracket and returns the start of the line after it.
func (s *inlineScanner) definition(pos int) (end int, ok bool) {
	label, i, ok := s.label(pos)
	// A footnote has the form of a definition; GitHub takes it for what it is.
	if !ok || isBlankText(s.text[label.Start:label.End]) || s.text[label.Start] == '^' || i >= len(s.text) || s.text[i] != ':' {
		return 0, false
	}
	dest, i, ok := s.destination(s.skipSpace(i + 1))
	if !ok {
		return 0, false
	}
	last := i
	var title text.Span // in the block's text
	if t, after, ok := s.title(i, s.skipSpace(i)); ok {
		if next, ok := s.lineEnd(after); ok {
			title, last, end = t, after, next
		}
	}
	if title.IsEmpty() {
		if end, ok = s.lineEnd(i); !ok {
			return 0, false
		}
	}
	p := s.body
	d := Definition{
		Span:  s.span(pos, last),
		Label: s.inner(label.Start, label.End),
		Name:  NormalizeLabel(string(s.text[label.Start:label.End])),
		Dest:  s.span(dest.Start, dest.End),
		Title: text.At(s.span(pos, last).End),
	}
	if !title.IsEmpty() {
		d.Title = s.span(title.Start, title.End)
	}
	d.Destination = Unescape(d.Dest.Of(p.source))
	if p.names == nil {
		p.names = make(map[string]int)
	}
	if _, ok := p.names[d.Name]; !ok {
		p.names[d.Name] = len(p.md.Definitions)
	}
	p.md.Definitions = append(p.md.Definitions, d)
	return end, true
}

// findTable returns the index of the line that is a table's header: the first followed by a delimiter row with as many cells;
// -1 where there is none.
func (p *bodyParse) findTable(lines *gmtext.Segments) int {
	for i := 1; i < lines.Len(); i++ {
		seg := lines.At(i)
		row := seg.TrimLeftSpace(p.text)
		if row.Start == row.Stop || !isDelimiterByte(p.text[row.Start]) || row.Start-seg.Start+seg.Padding > 3 {
			continue
		}
		if n := delimiterCells(p.text[row.Start:row.Stop]); n > 0 && n == len(p.cells(lines.At(i-1), nil)) {
			return i - 1
		}
	}
	return -1
}

func isDelimiterByte(c byte) bool { return c == '-' || c == '|' || c == ':' }

// delimiterCells returns the number of cells of a delimiter row, 0 where the row is none.
func delimiterCells(row []byte) int {
	row = trimSpace(row)
	cells, allDashes := 0, true
	i := 0
	if row[0] == '|' {
		i, allDashes = 1, false
	}
	for i < len(row) {
		i = skipBlanks(row, i)
		start := i
		if i < len(row) && row[i] == ':' {
			i++
		}
		dashes := i
		for i < len(row) && row[i] == '-' {
			i++
		}
		if i == dashes {
			return 0
		}
		if i < len(row) && row[i] == ':' {
			i++
		}
		allDashes = allDashes && row[start] == '-' && row[i-1] == '-'
		cells++
		i = skipBlanks(row, i)
		if i == len(row) {
			break
		}
		if row[i] != '|' {
			return 0
		}
		i, allDashes = i+1, false
	}
	if allDashes {
		return 0 // the underline of a setext heading
	}
	return cells
}

func skipBlanks(text []byte, i int) int {
	for i < len(text) && (text[i] == ' ' || text[i] == '\t') {
		i++
	}
	return i
}

// cells appends the cells of a table's row, without the blanks around them.
func (p *bodyParse) cells(row gmtext.Segment, cells []gmtext.Segment) []gmtext.Segment {
	row = trimSegment(p.text, row)
	i, end := row.Start, row.Stop
	if i < end && p.text[i] == '|' {
		i++
	}
	if end > i && p.text[end-1] == '|' && (end-1 == i || p.text[end-2] != '\\') {
		end--
	} else if end == i {
		return append(cells, gmtext.NewSegment(i, i))
	}
	start := i
	for ; i < end; i++ {
		if p.text[i] == '|' && (i == start || p.text[i-1] != '\\') {
			cells = append(cells, trimSegment(p.text, gmtext.NewSegment(start, i)))
			start = i + 1
		}
	}
	return append(cells, trimSegment(p.text, gmtext.NewSegment(start, end)))
}

// table scans the cells of a table one by one, since nothing reaches from one into the next.
func (p *bodyParse) table(t *tableBlock) {
	lines := t.Lines()
	var cells []gmtext.Segment
	columns := 0
	for i := range lines.Len() {
		if i == 1 {
			continue // the delimiter row
		}
		cells = p.cells(lines.At(i), cells[:0])
		if i == 0 {
			columns = len(cells)
			t.columns = columns
			// goldmark makes cells for the columns that a row lacks.
			p.addWork(columns*lines.Len()*100, p.lineSpan(lines.At(0).Start, lines.At(lines.Len()-1).Stop))
		}
		for _, c := range cells[:min(columns, len(cells))] {
			p.inline.scanCell(c, t)
		}
	}
}

// maxWork bounds the time that quadratic parsers may take for a body, in steps of about a nanosecond each.
const maxWork = 1 << 29

// addWork counts steps that goldmark's own parsers, and others like them, would need for a block. Nothing here takes them, but
// the agents, editors and previews that read the file might.
func (p *bodyParse) addWork(steps int, block text.Span) {
	if p.work > maxWork {
		return
	}
	if p.work += steps; p.work > maxWork {
		p.md.Problems = append(p.md.Problems, Problem{
			TooCostly, block,
			"so many brackets, asterisks, backticks or cells in one block can keep a Markdown parser busy for seconds",
		})
	}
}
