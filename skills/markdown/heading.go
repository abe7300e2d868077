package markdown

import (
	"github.com/yuin/goldmark/ast"

	"skills-ls/skills/text"
)

// addHeading records a heading. Its place was noted when it was opened; a heading that goldmark took back is left out.
func (p *bodyParse) addHeading(n *ast.Heading) {
	for p.headings[p.heading].node != n {
		p.heading++
	}
	mark := p.headings[p.heading]
	p.heading++
	h := Heading{Level: n.Level}
	lines := n.Lines()
	if lines.Len() == 0 {
		h.Span = p.lineSpan(mark.start, mark.end)
		h.TextSpan = text.At(h.Span.Start + min(n.Level, h.Span.Len()))
	} else {
		s := &p.inline
		s.reset(lines)
		s.count()
		s.marks = &marks{s: s}
		s.run(0)
		h.TextSpan = s.span(0, len(s.text))
		h.Span = text.Span{Start: min(p.base+mark.start, h.TextSpan.Start), End: p.lineSpan(mark.start, mark.end).End}
		var plain string
		h.Text, plain = s.marks.text()
		h.Slug = text.Slug(plain)
		if p.html != nil {
			p.html[n] = []string{s.marks.html()}
		}
	}
	h.Slug = p.slugs.Unique(h.Slug)
	if p.html != nil {
		n.SetAttributeString("id", []byte(h.Slug))
	}
	p.md.Headings = append(p.md.Headings, h)
}
