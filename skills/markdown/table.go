package markdown

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	gmtext "github.com/yuin/goldmark/text"
)

// findTable returns the index of the line that is a table's header, the first followed by a delimiter row
// with as many cells, and the alignments of its columns. The index is -1 if there is no table.
func (p *bodyParse) findTable(lines *gmtext.Segments) (head int, columns []extast.Alignment) {
	for i := 1; i < lines.Len(); i++ {
		if columns = p.delimiterRow(lines.At(i)); len(columns) > 0 && len(columns) == len(p.cells(lines.At(i-1))) {
			return i - 1, columns
		}
	}
	return -1, nil
}

// delimiterRow returns the alignments that a delimiter row has, none if the line is no such row.
func (p *bodyParse) delimiterRow(line gmtext.Segment) []extast.Alignment {
	row := line.TrimLeftSpace(p.text)
	text := p.text[row.Start:row.Stop]
	if len(bytes.Trim(text, "-|: \t\n")) > 0 || row.Start-line.Start+line.Padding > 3 {
		return nil
	}
	if !bytes.ContainsAny(text, "|:") {
		return nil // only dashes are the underline of a setext heading
	}
	var columns []extast.Alignment
	for _, cell := range p.cells(row) {
		dashes, left := bytes.CutPrefix(cell.Value(p.text), []byte(":"))
		dashes, right := bytes.CutSuffix(dashes, []byte(":"))
		if len(dashes) == 0 || len(bytes.Trim(dashes, "-")) > 0 {
			return nil
		}
		alignment := extast.AlignNone
		switch {
		case left && right:
			alignment = extast.AlignCenter
		case left:
			alignment = extast.AlignLeft
		case right:
			alignment = extast.AlignRight
		}
		columns = append(columns, alignment)
	}
	return columns
}

// cells returns the cells of a table's row, without spaces and tabs around them. They are valid until the
// next call.
func (p *bodyParse) cells(row gmtext.Segment) []gmtext.Segment {
	cells := p.row[:0]
	row = trimSegment(p.text, row)
	i, end := row.Start, row.Stop
	if i < end && p.text[i] == '|' {
		i++
	}
	if end > i && p.text[end-1] == '|' && (end-1 == i || p.text[end-2] != '\\') {
		end--
	}
	start := i
	for ; i < end; i++ {
		if p.text[i] == '|' && (i == start || p.text[i-1] != '\\') {
			cells = append(cells, trimSegment(p.text, gmtext.NewSegment(start, i)))
			start = i + 1
		}
	}
	p.row = append(cells, trimSegment(p.text, gmtext.NewSegment(start, end)))
	return p.row
}

// table scans the cells of a table one by one, since nothing reaches from one into the next. Rows and
// cells have nodes only if they are rendered.
func (p *bodyParse) table(table *extast.Table, pc parser.Context) {
	lines, columns := table.Lines(), table.Alignments
	count := len(columns) * lines.Len()
	// goldmark makes cells for the columns that a row lacks.
	p.addWork(count*100, p.lineSpan(lines.At(0).Start, lines.At(lines.Len()-1).Stop))
	complete := count <= len(p.text) // more cells exceed the limit of HTML
	for i := range lines.Len() {
		if i == 1 {
			continue // the delimiter row
		}
		var row ast.Node
		switch {
		case !p.needsNodes():
		case i == 0:
			row = &extast.TableHeader{}
		default:
			row = extast.NewTableRow(columns)
		}
		cells := p.cells(lines.At(i))
		width := min(len(cells), len(columns))
		if row != nil && complete {
			width = len(columns)
		}
		for column, alignment := range columns[:width] {
			var node ast.Node
			if row != nil {
				cell := extast.NewTableCell()
				cell.Alignment = alignment
				row.AppendChild(row, cell)
				node = cell
			}
			if column < len(cells) {
				p.inline.single(cells[column])
				p.inline.inCell = true
				p.inline.scan(node, pc)
			}
		}
		if row != nil {
			table.AppendChild(table, row)
		}
	}
}
