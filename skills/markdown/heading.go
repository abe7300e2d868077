package markdown

import (
	"cmp"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"

	"skills-ls/skills/text"
)

// A headingScan collects what distinguishes a heading's rendered text from the written one. Offsets are in the scanner's text.
type headingScan struct {
	s          *inlineScanner
	cuts       []cut
	images     []text.Span // whole images, whose text is shown but does not count for the anchor
	delimiters []emphasis
}

// A cut is a part of the text that is rendered as something else.
type cut struct {
	start, end  int
	replacement string
}

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
		s.heading = &headingScan{s: s}
		s.run(0)
		h.TextSpan = s.span(0, len(s.text))
		h.Span = text.Span{Start: min(p.base+mark.start, h.TextSpan.Start), End: p.lineSpan(mark.start, mark.end).End}
		s.heading.emphasize(0)
		var plain string
		h.Text, plain = s.heading.render()
		h.Slug = text.Slug(plain)
	}
	h.Slug = p.slugs.Unique(h.Slug)
	p.md.Headings = append(p.md.Headings, h)
}

// link notes a link or image whose text is between open and the bracket at i, and which ends at end.
func (h *headingScan) link(open bracket, i, end int) {
	h.emphasize(open.emphasis)
	h.cuts = append(h.cuts, cut{open.start, open.text, ""}, cut{i, end, ""})
	if open.image {
		h.images = append(h.images, text.Span{Start: open.start, End: end})
	}
}

// special reads what has a meaning in headings alone.
func (h *headingScan) special(i int) int {
	text := h.s.text
	switch text[i] {
	case '&':
		// The bytes of the body and of the text agree but at line endings, where no entity goes on.
		if chars, n := entity(string(text[i:min(len(text), i+maxEntity+2)])); n > 0 {
			h.cuts = append(h.cuts, cut{i, i + n, chars})
			return i + n
		}
		return i + 1
	case '\n':
		// Blanks before a line ending are not rendered.
		start := i
		for start > 0 && (text[start-1] == ' ' || text[start-1] == '\t') {
			start--
		}
		h.cuts = append(h.cuts, cut{start, i + 1, "\n"})
		return i + 1
	}
	return h.delimiterRun(i)
}

// render returns the heading's text, and the text that GitHub makes the anchor of: without that of images, and with line
// endings where there are any.
func (h *headingScan) render() (shown, anchor string) {
	source := string(h.s.text)
	if len(h.cuts) == 0 {
		return source, source
	}
	slices.SortFunc(h.cuts, func(a, b cut) int { return cmp.Compare(a.start, b.start) })
	var all, some strings.Builder
	pos, images := 0, h.images
	slices.SortFunc(images, func(a, b text.Span) int { return cmp.Compare(a.Start, b.Start) })
	hidden := 0 // the end of the image that pos is in
	write := func(from int, part string) {
		all.WriteString(strings.ReplaceAll(part, "\n", " "))
		for len(images) > 0 && images[0].Start <= from {
			hidden = max(hidden, images[0].End)
			images = images[1:]
		}
		if from >= hidden {
			some.WriteString(part)
		}
	}
	for _, c := range h.cuts {
		if c.start > pos {
			write(pos, source[pos:c.start])
		}
		write(c.start, c.replacement)
		pos = max(pos, c.end)
	}
	write(pos, source[pos:])
	return strings.TrimSpace(all.String()), some.String()
}
