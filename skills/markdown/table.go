package markdown

import (
	"bytes"

	extast "github.com/yuin/goldmark/extension/ast"
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
	isRow := len(bytes.Trim(text, "-|: \t\n")) == 0 && row.Start-line.Start+line.Padding <= 3
	if !isRow || !bytes.ContainsAny(text, "|:") { // only dashes are the underline of a setext heading
		return nil
	}
	var columns []extast.Alignment
	for _, cell := range p.cells(row) {
		dashes, before := bytes.CutPrefix(cell.Value(p.text), []byte(":"))
		dashes, after := bytes.CutSuffix(dashes, []byte(":"))
		if len(dashes) == 0 || len(bytes.Trim(dashes, "-")) > 0 {
			return nil
		}
		columns = append(columns, alignments[[2]bool{before, after}])
	}
	return columns
}

// alignments has the alignment for a colon before the dashes, and for one after them.
var alignments = map[[2]bool]extast.Alignment{
	{false, false}: extast.AlignNone,
	{true, false}:  extast.AlignLeft,
	{false, true}:  extast.AlignRight,
	{true, true}:   extast.AlignCenter,
}

// cells returns the cells of a table's row, without spaces and tabs around them. They are valid until the
// next call.
func (p *bodyParse) cells(row gmtext.Segment) []gmtext.Segment {
	p.row = p.row[:0]
	row = trimSegment(p.text, row)
	start, end := row.Start, row.Stop
	if start < end && p.text[start] == '|' {
		start++
	}
	if end > start && p.text[end-1] == '|' && (end-1 == start || p.text[end-2] != '\\') {
		end--
	}
	for i := start; i <= end; i++ {
		if i == end || p.text[i] == '|' && (i == start || p.text[i-1] != '\\') {
			p.row = append(p.row, trimSegment(p.text, gmtext.NewSegment(start, i)))
			start = i + 1
		}
	}
	return p.row
}

// table scans the cells of a table one by one, since nothing reaches from one into the next. Each has a node
// of its own only if they are rendered.
func (p *bodyParse) table(table *extast.Table) {
	lines, columns := table.Lines(), table.Alignments
	count := len(columns) * lines.Len()
	// goldmark makes cells for the columns that a row lacks.
	p.addWork(count*100, p.lineSpan(lines.At(0).Start, lines.At(lines.Len()-1).Stop))
	complete := count <= len(p.text) // more cells exceed the limit of HTML
	for i := range lines.Len() {
		if i == 1 {
			continue // the delimiter row
		}
		cells := p.cells(lines.At(i))
		cells = cells[:min(len(cells), len(columns))]
		if !p.rendered {
			for _, cell := range cells {
				p.inline.single(cell)
				p.inline.scan(p.noText)
			}
			continue
		}
		row := extast.NewTableRow(columns)
		for column, alignment := range columns {
			if column == len(cells) && !complete {
				break
			}
			cell := extast.NewTableCell()
			cell.Alignment = alignment
			row.AppendChild(row, cell)
			if column < len(cells) {
				p.inline.single(cells[column])
				p.inline.scan(cell)
			}
		}
		if i == 0 {
			table.AppendChild(table, extast.NewTableHeader(row))
		} else {
			table.AppendChild(table, row)
		}
	}
}
