package markdown

import (
	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	gmtext "github.com/yuin/goldmark/text"

	"skills-ls/skills/text"
)

// A paragraphTransformer takes link reference definitions from the start of a paragraph, and makes a
// table of the rest where it is one. goldmark's own transformers are quadratic in the lines and cells,
// and keep no places.
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
	head, alignments := p.findTable(lines)
	switch {
	case lines.Len() == 0:
		parent.RemoveChild(parent, n)
	case head >= 0:
		// The paragraph goes even where lines are left of it, for goldmark to see that a "---" below is
		// no underline.
		if head > 0 {
			above := ast.NewParagraph()
			above.SetLines(lines)
			above.Lines().SetSliced(0, head)
			above.SetBlankPreviousLines(n.HasBlankPreviousLines())
			parent.InsertBefore(parent, n, above)
		}
		lines.SetSliced(head, lines.Len())
		table := extast.NewTable()
		table.Alignments = alignments
		table.SetLines(lines)
		table.SetBlankPreviousLines(head == 0 && n.HasBlankPreviousLines())
		parent.ReplaceChild(parent, n, table)
	}
}

// definitions records the link reference definitions at the start of a paragraph (CommonMark 0.31, 4.7),
// and returns how many lines they take.
func (p *bodyParse) definitions(lines *gmtext.Segments) int {
	if first := lines.At(0); first.Start == first.Stop || p.text[first.TrimLeftSpace(p.text).Start] != '[' {
		return 0
	}
	s := &p.inline
	s.reset(lines)
	count := len(p.md.Definitions)
	pos := 0
	for end, ok := s.definition(0); ok; end, ok = s.definition(pos) {
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
	label, ok := s.label(pos)
	// A footnote has the form of a definition; GitHub takes it for what it is.
	if !ok || s.text[label.Start] == '^' || s.at(label.End+1) != ':' {
		return 0, false
	}
	name := NormalizeLabel(string(s.text[label.Start:label.End]))
	dest, last, ok := LinkDestination(s.text, s.skipSpace(label.End+2))
	if !ok || name == "" {
		return 0, false
	}
	title := s.title(last, s.skipSpace(last))
	end, ok = s.lineEnd(title.End)
	if title.IsEmpty() || !ok {
		title = text.At(last)
		end, ok = s.lineEnd(last)
	}
	if !ok {
		return 0, false
	}
	p := s.body
	d := Definition{
		Span:  s.span(pos, title.End),
		Label: s.inner(label.Start, label.End),
		Name:  name,
		Dest:  s.span(dest.Start, dest.End),
		Title: s.span(title.Start, title.End),
	}
	d.Destination = Unescape(d.Dest.Of(p.source))
	if _, ok := p.names[d.Name]; !ok {
		p.names[d.Name] = len(p.md.Definitions)
	}
	p.md.Definitions = append(p.md.Definitions, d)
	return end, true
}
