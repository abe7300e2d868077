package analysis

import (
	"cmp"
	"strings"

	"skills-ls/skills"
)

// A rule marks a fix as safe if it does not guess between two repairs. [pass.confirmSafe] checks the rest of what a safe fix promises,
// for all rules, in one place: `check --fix`, the editor's fix-all action and every output go by what it leaves.

// Asking all agents what a fix changes costs time that grows with the frontmatter. maxConfirmed is how many bytes of it they read again for
// the fixes of one file, of which each counts as leastConfirmed at least. Fixes beyond it are not safe.
const (
	maxConfirmed   = 512 << 10
	leastConfirmed = 8 << 10
)

// confirmSafe makes each fix of a finding unsafe that changes the body outside of the places that the finding marks, or what an agent
// that loads the skill reads as its name or description.
func (p *pass) confirmSafe(d *Diagnostic) {
	if p.hypothetical {
		return
	}
	for i := range d.Fixes {
		fix := &d.Fixes[i]
		if fix.Safe && len(fix.Edits) > 0 && !(p.isMarked(d, fix.Edits) && p.keepsReadings(fix.Edits)) {
			fix.Safe, fix.Preferred = false, false
		}
	}
}

// isMarked reports whether edits of the body lie in the ranges of a finding and its related locations. The white space around such a
// range belongs to it.
func (p *pass) isMarked(d *Diagnostic, edits []Edit) bool {
	if isYAMLName(p.file.Path) {
		return true // no body
	}
	marks := []skills.Span{p.withSpace(d.Span)}
	for _, r := range d.Related {
		if r.Path == p.file.Path {
			marks = append(marks, p.withSpace(r.Span))
		}
	}
	for _, e := range edits {
		marked := e.Span.End <= p.doc.Body.Start
		for _, m := range marks {
			marked = marked || m.Start <= e.Span.Start && e.Span.End <= m.End
		}
		if !marked {
			return false
		}
	}
	return true
}

// withSpace widens a span by the white space on both sides.
func (p *pass) withSpace(s skills.Span) skills.Span {
	source := p.doc.Source
	s.Start = len(strings.TrimRight(source[:s.Start], " \t\r\n"))
	s.End = len(source) - len(strings.TrimLeft(source[s.End:], " \t\r\n"))
	return s
}

// keepsReadings reports whether every agent that loads the skill still loads it after the edits, with the same name but for case and
// separators, the same description, and visible to the same people and models.
func (p *pass) keepsReadings(edits []Edit) bool {
	if p.file.Kind != SkillFile || len(p.doc.Source) > skills.MaxFile || p.isBelowFirstLine(edits) {
		return true
	}
	size := p.fm.Content.End
	if p.fm.State != skills.Closed { // agents look for it to the end
		size = len(p.doc.Source)
	}
	if p.confirmed += max(size, leastConfirmed); p.confirmed > maxConfirmed {
		return false
	}
	s := p.snapshot
	doc := skills.Parse(applyEdits(p.doc.Source, inSourceOrder(edits)))
	judged := s.judgedFile(p.file)
	mended := skills.File{Path: judged.Path, Source: doc.Source, Frontmatter: &doc.Frontmatter}
	for _, agent := range p.judges() {
		was := s.verdict(agent, p.file, judged)
		if was.Accepted && readingChange(p.doc, was, doc, s.verdictOnMended(agent, p.file, mended)) != "" {
			return false
		}
	}
	return true
}

// isBelowFirstLine reports whether edits lie below the first line of text in the body, which no agent reads for a name or description if
// the frontmatter has plain delimiters.
func (p *pass) isBelowFirstLine(edits []Edit) bool {
	source := p.doc.Source
	if p.fm.State != skills.Closed || p.doc.BOM || p.fm.Open.Of(source) != "---" || p.fm.Close.Of(source) != "---" {
		return false
	}
	body := p.doc.Body.Of(source)
	text := len(source) - len(strings.TrimLeft(body, " \t\r\n"))
	first := firstLine(source, text).End
	for _, e := range edits {
		if e.Span.Start <= first {
			return false
		}
	}
	return true
}

// readingChange describes what an agent that loads one document reads otherwise in another; "" for nothing.
func readingChange(before *skills.Document, was skills.Verdict, after *skills.Document, is skills.Verdict) string {
	switch {
	case !is.Accepted:
		return "rejects the skill"
	case was.Name != "" && !sameWord(was.Name, is.Name):
		return "reads the name " + is.Name + " instead of " + was.Name
	case was.Name != "" && !sameWord(cmp.Or(was.Label, was.Name), cmp.Or(is.Label, is.Name)):
		return "shows the name " + is.Label + " instead of " + was.Label
	case was.Description != is.Description && !restores(before, was.Description, after, is.Description):
		return "reads the description " + is.Description + " instead of " + was.Description
	case was.Uses != "" && was.Uses != is.Uses:
		return "reads when to use the skill as " + is.Uses + " instead of " + was.Uses
	case was.Hidden != is.Hidden || was.ModelOnly != is.ModelOnly:
		return "shows the skill to others"
	}
	return ""
}

// restores reports whether an agent that could not read the description in one document reads it in another: because the frontmatter is
// broken it had none, the body's text in its place, or the beginning alone. No agent then reads another text than the author wrote.
func restores(before *skills.Document, was string, after *skills.Document, is string) bool {
	cut := before.Frontmatter.Err != nil && strings.HasPrefix(is, was)
	return (cut || isStandIn(before, was)) && !isStandIn(after, is)
}

// isStandIn reports whether a description that an agent read is not the text of the field, or any part of it.
func isStandIn(doc *skills.Document, description string) bool {
	e, ok := doc.Frontmatter.Entry("description")
	if !ok {
		return true
	}
	read := letters(description)
	return read == "" || !strings.Contains(letters(e.ValueSpan.Of(doc.Source)), read) && (e.Value == nil || !strings.Contains(letters(e.Value.Text), read))
}
