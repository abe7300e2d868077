package analysis

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/markdown"
	"skills-ls/skills/text"
)

// maxMendedFences is how many fences of a file are mended, each of which takes a look at the whole text. Whoever has more of them has to
// find out first what went wrong.
const maxMendedFences = 50

func checkFences(p *pass) {
	c := fenceCheck{pass: p, mends: badFences(p.doc) <= maxMendedFences, cured: make(map[int]bool)}
	fences := p.doc.Markdown().Fences
	for i := range fences {
		f := &fences[i]
		nested := nestedFence(p.doc.Source, f)
		switch {
		case !nested.IsEmpty():
			c.reportEarly(f, nested)
		case f.Close.IsEmpty() && !c.cured[f.Open.Start]:
			c.reportOpen(i)
		}
	}
}

// A fenceCheck looks at the fences of one file.
type fenceCheck struct {
	*pass
	mends bool
	// cured are the starts of fences that are open only because a block further up ended too early.
	cured map[int]bool
	// early is the last block that ends too early and cannot be mended without its author.
	early *markdown.Fence
	// holding are the blocks that hold an opening fence, once they are looked for.
	holding   []holdingFence
	lookedFor bool
}

// reportEarly reports a block that ends too early, at the end of an inner one.
func (c *fenceCheck) reportEarly(f *markdown.Fence, inner text.Span) {
	d := c.earlyFence(f, inner)
	if len(d.Fixes) == 0 {
		c.early = f
	}
	c.report(d)
}

// earlyFence tells of a block that ends too early, with what mends it, if that is known.
func (c *fenceCheck) earlyFence(f *markdown.Fence, inner text.Span) Diagnostic {
	d := Diagnostic{
		Severity: Information, Span: f.Open,
		Message: "this block ends at the closing fence of an inner one: a fence that holds others must be longer than they are",
		Related: []Related{
			{Path: c.file.Path, Span: inner, Message: "an inner fence opens here"},
			{Path: c.file.Path, Span: f.Close, Message: "its closing fence ends both blocks"},
		},
	}
	if !c.mends {
		return d
	}
	if fix, after, ok := c.lengthen(f); ok {
		d.Fixes = []Fix{fix}
		c.cure(fix, after)
	}
	return d
}

// cure remembers which open fences a fix closes, in a document that has been made by it.
func (c *fenceCheck) cure(fix Fix, after *skills.Document) {
	open := make(map[int]bool)
	for _, f := range after.Markdown().Fences {
		open[f.Open.Start] = f.Close.IsEmpty()
	}
	for _, f := range c.doc.Markdown().Fences {
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

// reportOpen reports the fence of an index, which nothing closes.
func (c *fenceCheck) reportOpen(i int) {
	f := &c.doc.Markdown().Fences[i]
	if c.reportInHTML(i) || c.reportBareOuter(f) {
		return
	}
	d := Diagnostic{Severity: Warning, Span: f.Open, Message: "nothing closes this code fence: all that follows is code"}
	switch {
	case c.isAtEnd(f):
		d.Message = "this fence closes nothing: no code block is open above it, and nothing follows"
		if c.mends {
			d.Fixes = c.deleteFence(f)
			if !c.followsBlock(i) {
				unpreferred(d.Fixes) // the fence that it was to close may be missing
			}
		}
		c.doubt(&d, i)
	case c.mayClose(i):
		d.Message += ". It may be meant to close a block"
		if i > 0 {
			d.Message += ": look where those above begin and end"
		} else {
			d.Message += ", and none begins above"
		}
		if c.mends {
			d.Fixes = unpreferred(append(c.closeFence(f), c.deleteFence(f)...))
		}
		c.doubt(&d, i)
	case c.mends:
		d.Fixes = c.closeFence(f)
		for _, fix := range d.Fixes {
			end := text.At(fix.Edits[0].Span.Start)
			d.Related = []Related{{Path: c.file.Path, Span: end, Message: "the code goes on to here"}}
		}
	}
	c.report(d)
}

// followsBlock reports whether nothing stands between the fence of an index and the code block above it.
func (c *fenceCheck) followsBlock(i int) bool {
	fences := c.doc.Markdown().Fences
	return i > 0 && strings.Trim(c.doc.Source[fences[i-1].Span.End:fences[i].Open.Start], " \t\r\n>") == ""
}

// reportInHTML reports the opening fence that the open fence of an index is to close, where that one is part of a block of HTML and opens
// nothing, and parting it from the tag mends both.
func (c *fenceCheck) reportInHTML(i int) bool {
	f := &c.doc.Markdown().Fences[i]
	if !c.mends || !f.Info.IsEmpty() {
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
	tag := firstLine(c.doc.Source, html.Start).Of(c.doc.Source)
	c.report(Diagnostic{
		Severity: Warning, Span: opening, Fixes: []Fix{fix},
		Message: fmt.Sprintf("this fence opens no block of code: it is part of the HTML that `%s` begins, which goes on to the next blank line. A blank line is needed above the fence", shorten(strings.TrimSpace(tag), 40)),
		Related: []Related{{Path: c.file.Path, Span: f.Open, Message: "the fence that is to close it opens a block instead"}},
	})
	return true
}

// fenceInHTML returns the last opening fence, and the HTML that it is part of, between the open fence of an index and the block above
// that; empty spans for none.
func (c *fenceCheck) fenceInHTML(i int) (html, opening text.Span) {
	source, md := c.doc.Source, c.doc.Markdown()
	f := &md.Fences[i]
	top := c.doc.Body.Start
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
		for at := code.Start; at < code.End; {
			line := firstLine(source, at)
			if n, bare := fenceRun(line.Of(source), f.Char); n > 0 && n <= f.Length && !bare {
				start := line.Start + strings.IndexByte(line.Of(source), f.Char)
				html, opening = code, text.Span{Start: start, End: line.End}
			}
			at = line.End + 1
		}
	}
	return html, opening
}

// partFromTag writes a blank line above a fence, if that leaves fewer fences that end too early or never.
func (c *fenceCheck) partFromTag(opening text.Span) (Fix, bool) {
	source := c.doc.Source
	start := strings.LastIndexAny(source[:opening.Start], "\r\n") + 1
	blank := strings.TrimRight(containerIndent(source[start:opening.Start]), " \t") + c.newline()
	edits := []Edit{c.edit(text.At(start), blank)}
	bad := badFences(skills.Parse(applyEdits(source, edits)))
	if bad >= badFences(c.doc) {
		return Fix{}, false
	}
	return Fix{Title: "Insert a blank line above the fence", Safe: bad == 0, Preferred: bad == 0, Edits: edits}, true
}

// reportBareOuter reports the block without a language that ends too early, where an open fence is what is left over of it. Of such a
// block less is known than of Markdown: its fence must look like one that opens.
func (c *fenceCheck) reportBareOuter(f *markdown.Fence) bool {
	h := c.holder(f)
	if h == nil || h.end != f.Open.Start || !h.fence.Info.IsEmpty() || !looksOpening(c.doc, h.fence) {
		return false
	}
	d := c.earlyFence(h.fence, h.inner)
	if len(d.Fixes) == 0 {
		return false
	}
	c.report(d)
	return true
}

// looksOpening reports whether a fence stands between a blank line, or a line that ends with a colon, and a line of text.
func looksOpening(doc *skills.Document, f *markdown.Fence) bool {
	const around = " \t>"
	above := strings.TrimRight(doc.Body.Of(doc.Source)[:f.Open.Start-doc.Body.Start], around)
	last := strings.TrimRight(strings.TrimSuffix(strings.TrimSuffix(above, "\n"), "\r"), around+"*_")
	opens := last == "" || strings.IndexByte("\r\n:", last[len(last)-1]) >= 0
	return opens && strings.Trim(lineBelow(doc.Source, f.Open.End), around) != ""
}

// isAtEnd reports whether nothing stands behind a fence, which says no language.
func (c *fenceCheck) isAtEnd(f *markdown.Fence) bool {
	return f.Info.IsEmpty() && strings.TrimLeft(c.doc.Source[f.Open.End:], " \t\r\n") == ""
}

// mayClose reports whether the open fence of an index, which says no language, may be meant to close a block, and opens one since
// there is a fence too few or too many above: a block stands there, or a blank line follows.
func (c *fenceCheck) mayClose(i int) bool {
	f := &c.doc.Markdown().Fences[i]
	return f.Info.IsEmpty() && (i > 0 || strings.Trim(lineBelow(c.doc.Source, f.Open.End), " \t>") == "")
}

// doubt names the block that the open fence of an index may be the end of, where there is one. What mends the fence is not for us to
// choose then.
func (c *fenceCheck) doubt(d *Diagnostic, i int) {
	fences := c.doc.Markdown().Fences
	f := &fences[i]
	var r Related
	switch h := c.holder(f); {
	case h != nil:
		r = Related{Span: h.inner, Message: "this fence opens nothing, since it stands in a block: that one, or one above it, ended in the wrong place"}
	case c.early != nil:
		r = Related{Span: c.early.Open, Message: "this block ends too early"}
	case i > 0 && fences[i-1].Close.IsEmpty() && strings.TrimSpace(c.doc.Source[fences[i-1].Span.End:f.Open.Start]) == "":
		r = Related{Span: fences[i-1].Open, Message: "this block ends with the list's item or the quote that it stands in, and the fence stands outside of that"}
	default:
		return
	}
	r.Path = c.file.Path
	d.Related = []Related{r}
	d.Fixes = unpreferred(d.Fixes)
}

// A holdingFence is a block that holds an opening fence as long as its own, which opens nothing there.
type holdingFence struct {
	fence *markdown.Fence
	inner text.Span
	end   int // where it would end if the inner ones were blocks, -1 where it would not
}

// holder returns the last block above an open fence that holds an opening fence, and would not end above the open one if that was a
// block; nil for none.
func (c *fenceCheck) holder(f *markdown.Fence) *holdingFence {
	if !c.lookedFor && c.mends {
		c.lookedFor, c.holding = true, holdingFences(c.doc)
	}
	for i := len(c.holding) - 1; i >= 0; i-- {
		if h := &c.holding[i]; h.fence.Open.Start < f.Open.Start && (h.end < 0 || h.end >= f.Open.Start) {
			return h
		}
	}
	return nil
}

// holdingFences returns the blocks of a document that hold an opening fence; the last ones where they are very many.
func holdingFences(doc *skills.Document) []holdingFence {
	var list []holdingFence
	fences := doc.Markdown().Fences
	for i := len(fences) - 1; i >= 0 && len(list) < maxMendedFences; i-- {
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

// lineBelow returns the line behind the line ending at an offset, nothing where there is none.
func lineBelow(source string, end int) string {
	below := behindLine(source[end:])
	return firstLine(below, 0).Of(below)
}
