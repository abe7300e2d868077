package rules

import (
	"cmp"
	"slices"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/lines"
	"skills-ls/skills"
	"skills-ls/skills/markdown"
	"skills-ls/skills/text"
)

func checkFences(p *Pass) {
	c := fenceCheck{Pass: p, offersFixes: badFences(p.Doc) <= maxFixedFences, cured: make(map[int]bool)}
	fences := p.Doc.Markdown().Fences
	for i := range fences {
		f := &fences[i]
		nested := nestedFence(p.Doc.Source, f)
		switch {
		case !nested.IsEmpty():
			c.reportEarly(f, nested)
		case f.Close.IsEmpty() && !c.cured[f.Open.Start]:
			c.reportOpen(i)
		}
	}
}

// maxFixedFences is the maximum number of bad fences in a file for which fixes are computed. Each fix has to
// parse the whole text. A user with more bad fences has to find the cause first.
const maxFixedFences = 50

// A fenceCheck checks the fences of one file.
type fenceCheck struct {
	*Pass
	offersFixes bool
	// cured has the offsets of fences that are unclosed only because an earlier block ends too early.
	cured map[int]bool
	// early is the last block that ends too early and has no fix.
	early *markdown.Fence
	// holding are the blocks that contain an opening fence. They are valid if lookedFor is set.
	holding   []holdingFence
	lookedFor bool
}

// reportEarly reports a block that ends too early, at the closing fence of an inner block.
func (c *fenceCheck) reportEarly(f *markdown.Fence, inner text.Span) {
	d := c.earlyFence(f, inner)
	if len(d.Fixes) == 0 {
		c.early = f
	}
	c.report(d)
}

// earlyFence returns the diagnostic of a block that ends too early, with a fix if one is known.
func (c *fenceCheck) earlyFence(f *markdown.Fence, inner text.Span) diagnostic.Diagnostic {
	d := diagnostic.Diagnostic{
		Severity: diagnostic.Information, Span: f.Open,
		Message: "nested code fence closes the outer one", Detail: "use a longer fence outside",
		Related: []diagnostic.Related{
			{Path: c.File.Path, Span: inner, Message: "inner fence"},
			{Path: c.File.Path, Span: f.Close, Message: "ends both blocks"},
		},
	}
	if !c.offersFixes {
		return d
	}
	if fix, after, ok := lengthen(c.Pass, f); ok {
		d.Fixes = []diagnostic.Fix{fix}
		c.cure(fix, after)
	}
	return d
}

// cure records which unclosed fences a fix closes. after is the document with the fix applied.
func (c *fenceCheck) cure(fix diagnostic.Fix, after *skills.Document) {
	open := make(map[int]bool)
	for _, f := range after.Markdown().Fences {
		open[f.Open.Start] = f.Close.IsEmpty()
	}
	for _, f := range c.Doc.Markdown().Fences {
		moved := f.Open.Start
		for _, e := range fix.Edits {
			if e.Span.Start <= f.Open.Start {
				moved += len(e.Text)
			}
		}
		if f.Close.IsEmpty() && !open[moved] {
			c.cured[f.Open.Start] = true
		}
	}
}

// reportOpen reports the unclosed fence at index i.
func (c *fenceCheck) reportOpen(i int) {
	f := &c.Doc.Markdown().Fences[i]
	if c.reportInHTML(i) || c.reportBareOuter(f) {
		return
	}
	d := diagnostic.Diagnostic{Span: f.Open, Message: "unclosed code fence"}
	switch {
	case c.isAtEnd(f):
		d.Message = "code fence closes nothing"
		if c.offersFixes {
			d.Fixes = deleteFence(c.Pass, f)
			if !c.followsBlock(i) {
				unpreferred(d.Fixes) // the fence that it was meant to close may be missing
			}
		}
		c.doubt(&d, i)
	case c.mayClose(i):
		d.Detail = "it may be meant to close a block above"
		if i > 0 {
			d.Help = "check where the blocks above begin and end"
		} else {
			d.Detail = "no block begins above it"
		}
		if c.offersFixes {
			d.Fixes = unpreferred(append(closeFence(c.Pass, f), deleteFence(c.Pass, f)...))
		}
		c.doubt(&d, i)
	case c.offersFixes:
		d.Fixes = closeFence(c.Pass, f)
		for _, fix := range d.Fixes {
			end := text.At(fix.Edits[0].Span.Start)
			d.Related = []diagnostic.Related{{Path: c.File.Path, Span: end, Message: "end of the code"}}
		}
	}
	c.report(d)
}

// followsBlock reports whether only white space and quote markers separate the fence at index i from the code
// block above it.
func (c *fenceCheck) followsBlock(i int) bool {
	fences := c.Doc.Markdown().Fences
	return i > 0 && strings.Trim(c.Doc.Source[fences[i-1].Span.End:fences[i].Open.Start], " \t\r\n>") == ""
}

// reportInHTML reports the opening fence that the unclosed fence at index i was meant to close, if it is part
// of an HTML block, where it opens nothing. It reports it only if a blank line above the opening fence fixes
// both.
func (c *fenceCheck) reportInHTML(i int) bool {
	f := &c.Doc.Markdown().Fences[i]
	if !c.offersFixes || !f.Info.IsEmpty() {
		return false
	}
	html, opening := c.fenceInHTML(i)
	if opening.IsEmpty() {
		return false
	}
	fix, ok := c.partFromTag(opening)
	if !ok {
		return false
	}
	tag := lines.FirstLine(c.Doc.Source, html.Start).Of(c.Doc.Source)
	c.report(diagnostic.Diagnostic{
		Span: opening, Fixes: []diagnostic.Fix{fix},
		Message: "code fence is part of the HTML after " + InQuotes(strings.TrimSpace(tag)), Detail: "insert a blank line above the fence",
		Related: []diagnostic.Related{{Path: c.File.Path, Span: f.Open, Message: "this fence opens a block instead of closing it"}},
	})
	return true
}

// fenceInHTML returns the last opening fence in an HTML block between the unclosed fence at index i and the
// code block above that, and the HTML block. Both spans are empty if not found.
func (c *fenceCheck) fenceInHTML(i int) (html, opening text.Span) {
	source, md := c.Doc.Source, c.Doc.Markdown()
	f := &md.Fences[i]
	top := c.Doc.Body.Start
	if i > 0 {
		top = md.Fences[i-1].Span.End
	}
	first, _ := slices.BinarySearchFunc(md.Code, top, func(s text.Span, top int) int { return cmp.Compare(s.Start, top) })
	for _, code := range md.Code[first:] {
		if code.Start >= f.Open.Start {
			break
		}
		if source[code.Start] != '<' {
			continue
		}
		for line := range lines.In(source, code.Start, code.End) {
			if n, bare := fenceRun(line.Of(source), f.Char); n > 0 && n <= f.Length && !bare {
				start := line.Start + strings.IndexByte(line.Of(source), f.Char)
				html, opening = code, text.Span{Start: start, End: line.End}
			}
		}
	}
	return html, opening
}

// partFromTag returns a fix that inserts a blank line above a fence, if fewer fences remain that end too
// early or never.
func (c *fenceCheck) partFromTag(opening text.Span) (diagnostic.Fix, bool) {
	source := c.Doc.Source
	start := strings.LastIndexAny(source[:opening.Start], "\r\n") + 1
	blank := strings.TrimRight(containerIndent(source[start:opening.Start]), " \t") + c.Newline()
	edits := []diagnostic.Edit{c.Edit(text.At(start), blank)}
	bad := badFences(skills.Parse(diagnostic.ApplyEdits(source, edits)))
	if bad >= badFences(c.Doc) {
		return diagnostic.Fix{}, false
	}
	return diagnostic.Fix{Title: "Insert a blank line above the fence", Safe: bad == 0, Preferred: bad == 0, Edits: edits}, true
}

// reportBareOuter reports a block without a language that ends too early, if the unclosed fence f is what
// remains of it. Such a block is less certain than a block of Markdown, so its fence must look like an
// opening one.
func (c *fenceCheck) reportBareOuter(f *markdown.Fence) bool {
	h := c.holder(f)
	if h == nil || h.end != f.Open.Start || !h.fence.Info.IsEmpty() || !looksOpening(c.Doc, h.fence) {
		return false
	}
	d := c.earlyFence(h.fence, h.inner)
	if len(d.Fixes) == 0 {
		return false
	}
	c.report(d)
	return true
}

// looksOpening reports whether a fence follows a blank line or a line that ends with a colon, and a line of
// text follows the fence.
func looksOpening(doc *skills.Document, f *markdown.Fence) bool {
	const around = " \t>"
	above := strings.TrimRight(doc.Body.Of(doc.Source)[:f.Open.Start-doc.Body.Start], around)
	last := strings.TrimRight(strings.TrimSuffix(strings.TrimSuffix(above, "\n"), "\r"), around+"*_")
	opens := last == "" || strings.IndexByte("\r\n:", last[len(last)-1]) >= 0
	return opens && strings.Trim(lineBelow(doc.Source, f.Open.End), around) != ""
}

// isAtEnd reports whether a fence has no info string and nothing follows it.
func (c *fenceCheck) isAtEnd(f *markdown.Fence) bool {
	return f.Info.IsEmpty() && strings.TrimLeft(c.Doc.Source[f.Open.End:], " \t\r\n") == ""
}

// mayClose reports whether the unclosed fence at index i may be meant to close a block, and opens one only
// because the number of fences above is wrong: it has no info string, and there is a block above it or a
// blank line below.
func (c *fenceCheck) mayClose(i int) bool {
	f := &c.Doc.Markdown().Fences[i]
	return f.Info.IsEmpty() && (i > 0 || strings.Trim(lineBelow(c.Doc.Source, f.Open.End), " \t>") == "")
}

// doubt adds the block that the unclosed fence at index i may be meant to close, if there is one. No fix is
// preferred then, since only the author can choose.
func (c *fenceCheck) doubt(d *diagnostic.Diagnostic, i int) {
	fences := c.Doc.Markdown().Fences
	f := &fences[i]
	var r diagnostic.Related
	switch h := c.holder(f); {
	case h != nil:
		r = diagnostic.Related{Span: h.inner, Message: "this fence is inside a block that ended in the wrong place"}
	case c.early != nil:
		r = diagnostic.Related{Span: c.early.Open, Message: "this block ends too early"}
	case i > 0 && fences[i-1].Close.IsEmpty() && strings.TrimSpace(c.Doc.Source[fences[i-1].Span.End:f.Open.Start]) == "":
		r = diagnostic.Related{Span: fences[i-1].Open, Message: "this block ends with its list item or quote"}
	default:
		return
	}
	r.Path = c.File.Path
	d.Related = []diagnostic.Related{r}
	d.Fixes = unpreferred(d.Fixes)
}

// A holdingFence is a block that contains an opening fence as long as its own. The inner fence opens nothing
// there.
type holdingFence struct {
	fence *markdown.Fence
	inner text.Span
	end   int // where it would end if the inner fences opened blocks, -1 if nowhere
}

// holder returns the last block above an unclosed fence that contains an opening fence and that would not end
// above the unclosed fence if the inner one opened a block. It returns nil if not found.
func (c *fenceCheck) holder(f *markdown.Fence) *holdingFence {
	if !c.lookedFor && c.offersFixes {
		c.lookedFor, c.holding = true, holdingFences(c.Doc)
	}
	for i := len(c.holding) - 1; i >= 0; i-- {
		if h := &c.holding[i]; h.fence.Open.Start < f.Open.Start && (h.end < 0 || h.end >= f.Open.Start) {
			return h
		}
	}
	return nil
}

// holdingFences returns the blocks of a document that contain an opening fence, at most the last
// maxFixedFences.
func holdingFences(doc *skills.Document) []holdingFence {
	var list []holdingFence
	fences := doc.Markdown().Fences
	for i := len(fences) - 1; i >= 0 && len(list) < maxFixedFences; i-- {
		f := &fences[i]
		inner := innerFence(doc.Source, f)
		if f.Close.IsEmpty() || inner.IsEmpty() {
			continue
		}
		h := holdingFence{fence: f, inner: inner, end: -1}
		if end, ok := outerEnd(doc.Source, f); ok {
			h.end = end
		}
		list = append(list, h)
	}
	slices.Reverse(list)
	return list
}

// lineBelow returns the line after the line ending at an offset, or an empty string if not found.
func lineBelow(source string, end int) string {
	return lines.FirstLine(source, lines.Next(source, end)).Of(source)
}
