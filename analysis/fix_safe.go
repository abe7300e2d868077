package analysis

import (
	"cmp"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
	"skills-ls/skills/vfs"
)

// A rule marks a fix as safe if the fix does not guess between two repairs. [pass.confirmSafe] checks the other guarantees of a safe fix for
// all rules. `check --fix`, the editor's fix-all action and every output use the result.

// All agents read the frontmatter again to confirm a fix. maxConfirmed limits how many bytes they read for
// the fixes of one file; a fix counts as at least leastConfirmed bytes. Fixes beyond the limit are not safe.
const (
	maxConfirmed   = 512 << 10
	leastConfirmed = 8 << 10
)

// confirmSafe marks a fix of the diagnostic as unsafe if it changes the body outside the marked ranges,
// changes the name or description for an agent that loads the skill, changes who sees the skill, or adds a
// problem.
func (p *pass) confirmSafe(d *Diagnostic) {
	for i := range d.Fixes {
		fix := &d.Fixes[i]
		if fix.Safe && len(fix.Edits) > 0 && !(p.isMarked(d, fix.Edits) && p.keepsReadings(fix.Edits) && p.keepsPolicy(fix.Edits)) {
			fix.Safe, fix.Preferred = false, false
		}
	}
}

// isMarked reports whether all edits of the body are in the ranges of the diagnostic and its related
// locations. A range includes the white space around it.
func (p *pass) isMarked(d *Diagnostic, edits []Edit) bool {
	if isYAMLName(p.file.Path) {
		return true // no body
	}
	marks := []text.Span{p.withSpace(d.Span)}
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
func (p *pass) withSpace(s text.Span) text.Span {
	source := p.doc.Source
	s.Start = len(strings.TrimRight(source[:s.Start], " \t\r\n"))
	s.End = len(source) - len(strings.TrimLeft(source[s.End:], " \t\r\n"))
	return s
}

// keepsReadings reports whether every agent that loads the skill still loads it after the edits, with the
// same name except for case and separators, the same description and the same visibility. It returns false if
// the edits add a problem.
func (p *pass) keepsReadings(edits []Edit) bool {
	if p.file.Kind != SkillFile || len(p.doc.Source) > vfs.MaxFile || p.isBelowFirstLine(edits) {
		return true
	}
	size := p.fm.Content.End
	if p.fm.State != frontmatter.Closed { // agents look for its end in the whole file
		size = len(p.doc.Source)
	}
	if p.confirmed += max(size, leastConfirmed); p.confirmed > maxConfirmed {
		return false
	}
	s := p.snapshot
	doc := skills.Parse(applyEdits(p.doc.Source, inSourceOrder(edits)))
	if isInternal(p.doc) != isInternal(doc) || !p.canBeCalled(doc.Frontmatter.Name()) {
		return false
	}
	judged := s.judgedFile(p.file)
	mended := skills.File{Path: judged.Path, Source: doc.Source, Frontmatter: &doc.Frontmatter}
	for _, agent := range p.judges() {
		was := s.verdict(agent, p.file, judged)
		if was.Accepted && readingChange(p.doc, was, doc, s.verdictOnMended(agent, p.file, mended)) != "" {
			return false
		}
	}
	return !p.addsProblem(doc)
}

// canBeCalled reports whether the skill may get a new name: no file mentions the old name, and no other skill
// has the new one.
func (p *pass) canBeCalled(name string) bool {
	old, s := p.fm.Name(), p.snapshot
	if name == old {
		return true
	}
	// The index answers first, because namesake takes time that grows with the number of skills.
	if slices.ContainsFunc(s.called(name), func(sum *summary) bool { return sum.path != p.file.Path }) {
		if _, taken := s.namesake(p.ctx, p.file, name); taken {
			return false
		}
	}
	return !slices.ContainsFunc(s.candidates(nil, []string{old}), func(path string) bool {
		sum := s.summary(path)
		return sum != nil && slices.Contains(sum.mentions, old)
	})
}

// isInternal reports whether an installer hides the skill; see [hidesFromInstaller].
func isInternal(doc *skills.Document) bool {
	internal := doc.Frontmatter.Root.Lookup(hidesFromInstaller)
	return internal != nil && internal.Tag == "!!bool" && strings.EqualFold(internal.Text, "true")
}

// aboutFields are the categories of rules about the frontmatter.
var aboutFields = []string{
	"allowed-tools", "argument", "compatibility", "description", "field", "frontmatter", "hooks", "metadata", "name", "paths",
}

// addsProblem reports whether a rule about the frontmatter reports more problems after a fix. Problems that
// only show because the frontmatter is valid now do not count.
func (p *pass) addsProblem(mended *skills.Document) bool {
	if p.fm.State != frontmatter.Closed || p.fm.Err != nil {
		return false
	}
	if p.fieldProblems == nil {
		p.fieldProblems = p.countFieldProblems(p.doc, p.verdicts)
	}
	f := *p.file
	f.Doc = mended
	judged := p.snapshot.judgedFile(&f)
	var verdicts []verdict
	for _, agent := range p.at.targets() {
		verdicts = append(verdicts, verdict{agent, p.snapshot.verdictOnMended(agent, p.file, judged)})
	}
	for rule, n := range p.countFieldProblems(mended, verdicts) {
		if n > p.fieldProblems[rule] {
			return true
		}
	}
	return false
}

// keepsPolicy reports whether every agent that reads the companion still reads the same policy after the
// edits.
func (p *pass) keepsPolicy(edits []Edit) bool {
	if p.file.Kind != CompanionFile {
		return true
	}
	if p.confirmed += max(len(p.doc.Source), leastConfirmed); p.confirmed > maxConfirmed {
		return false
	}
	mended := applyEdits(p.doc.Source, inSourceOrder(edits))
	for _, was := range p.snapshot.readCompanion(p.file, agents.All()) {
		is := was.companion.Read(skills.CompanionFile{Path: p.file.Path, Dir: p.file.Skill, Name: was.skill.Name, Source: mended, FS: p.snapshot.fs})
		if !slices.Equal(policyOf(was.Taken), policyOf(is.Taken)) {
			return false
		}
	}
	return true
}

// policyOf returns the fields of a companion that decide who sees the skill. Each field is followed by its
// value.
func policyOf(taken []skills.Taken) (policy []string) {
	for _, t := range taken {
		if strings.HasPrefix(t.Field, "policy.") {
			policy = append(policy, t.Field, t.Text)
		}
	}
	return policy
}

// isBelowFirstLine reports whether edits are below the first line of text in the body, which no agent reads
// for a name or description if the frontmatter has plain delimiters.
func (p *pass) isBelowFirstLine(edits []Edit) bool {
	source := p.doc.Source
	if p.fm.State != frontmatter.Closed || p.doc.BOM || p.fm.Open.Of(source) != "---" || p.fm.Close.Of(source) != "---" {
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

// readingChange describes what an agent that loads one document reads differently in another. It returns ""
// if nothing differs.
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
	case was.Hidden != is.Hidden && !isListedNow(was, is), was.ModelOnly != is.ModelOnly:
		return "shows the skill to others"
	}
	return ""
}

// isListedNow reports whether an agent that leaves skills without a description out of its catalog now has
// one to list.
func isListedNow(was, is skills.Verdict) bool {
	return was.Hidden && was.Description == "" && is.Description != ""
}

// restores reports whether an agent that could not read the description in one document reads it in another.
// Because of broken frontmatter, it read none, the body's text instead, or only the beginning. The agent then
// reads nothing but what the author wrote.
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
