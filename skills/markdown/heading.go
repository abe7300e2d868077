package markdown

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"

	"skills-ls/skills/text"
)

// addHeading records a heading. Its place was noted when it was opened; a heading that goldmark took back
// is left out.
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
		p.inline.reset(lines)
		h.TextSpan = p.inline.span(0, len(p.inline.text))
		h.Span.Start = min(p.base+mark.start, h.TextSpan.Start)
		h.Span.End = p.lineSpan(mark.start, mark.end).End
		shown := p.plainText(n, true)
		anchor := shown
		if bytes.Contains(p.inline.text, []byte("![")) {
			anchor = p.plainText(n, false)
		}
		h.Text = strings.TrimSpace(strings.ReplaceAll(shown, "\n", " "))
		h.Slug = text.Slug(anchor)
	}
	h.Slug = p.slugs.Unique(h.Slug)
	if p.rendered {
		n.SetAttributeString("id", []byte(h.Slug))
	}
	p.md.Headings = append(p.md.Headings, h)
}
