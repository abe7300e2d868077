package rules

import (
	"cmp"
	"slices"
	"strings"

	"skills-ls/analysis/config"
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/analysis/index"
	"skills-ls/analysis/lines"
	"skills-ls/analysis/match"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
	"skills-ls/skills/vfs"
)

// A rule marks a fix as safe if the fix does not guess between two repairs. [confirmSafe] checks the other guarantees of a safe fix for
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
func confirmSafe(p *Pass, d *diagnostic.Diagnostic) {
	for i := range d.Fixes {
		fix := &d.Fixes[i]
		if fix.Safe && len(fix.Edits) > 0 && !(isMarked(p, d, fix.Edits) && keepsReadings(p, fix.Edits) && keepsPolicy(p, fix.Edits)) {
			fix.Safe, fix.Preferred = false, false
		}
	}
}

// isMarked reports whether all edits of the body are in the ranges of the diagnostic and its related
// locations. A range includes the white space around it.
func isMarked(p *Pass, d *diagnostic.Diagnostic, edits []diagnostic.Edit) bool {
	if config.IsYAMLName(p.File.Path) {
		return true // no body
	}
	marks := []text.Span{withSpace(p, d.Span)}
	for _, r := range d.Related {
		if r.Path == p.File.Path {
			marks = append(marks, withSpace(p, r.Span))
		}
	}
	for _, e := range edits {
		marked := e.Span.End <= p.Doc.Body.Start
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
func withSpace(p *Pass, s text.Span) text.Span {
	source := p.Doc.Source
	s.Start = len(strings.TrimRight(source[:s.Start], " \t\r\n"))
	s.End = len(source) - len(strings.TrimLeft(source[s.End:], " \t\r\n"))
	return s
}

// keepsReadings reports whether every agent that loads the skill still loads it after the edits, with the
// same name except for case and separators, the same description and the same visibility. It returns false if
// the edits add a problem.
func keepsReadings(p *Pass, edits []diagnostic.Edit) bool {
	if p.File.Kind != file.SkillFile || len(p.Doc.Source) > vfs.MaxFile || isBelowFirstLine(p, edits) {
		return true
	}
	size := p.Fm.Content.End
	if p.Fm.State != frontmatter.Closed { // agents look for its end in the whole file
		size = len(p.Doc.Source)
	}
	if p.confirmed += max(size, leastConfirmed); p.confirmed > maxConfirmed {
		return false
	}
	s := p.Snapshot
	doc := skills.Parse(diagnostic.ApplyEdits(p.Doc.Source, diagnostic.InSourceOrder(edits)))
	if isInternal(p.Doc) != isInternal(doc) || !canBeCalled(p, doc.Frontmatter.Name()) {
		return false
	}
	f := *p.File
	f.Doc = doc
	fixed := s.JudgedFile(&f)
	fixed.Readings = new(skills.Readings)
	given := make(map[*skills.Agent]skills.Verdict)
	verdictOf := func(agent *skills.Agent) skills.Verdict {
		v, ok := given[agent]
		if !ok {
			v = s.VerdictOnFixed(agent, p.File, fixed)
			given[agent] = v
		}
		return v
	}
	for _, was := range p.readers(s.JudgedFile(p.File)) {
		if !keepsReading(p.Doc, was.Verdict, doc, verdictOf(was.Agent)) {
			return false
		}
	}
	return !addsProblem(p, doc, verdictOf)
}

// readers returns the verdicts of all agents that load the skill.
func (p *Pass) readers(judged skills.File) []Verdict {
	return p.loading.get(func() (list []Verdict) {
		judged.Readings = new(skills.Readings)
		for _, agent := range Judges(p.Scope) {
			if v := p.Snapshot.Verdict(agent, p.File, judged); v.Accepted {
				list = append(list, Verdict{agent, v})
			}
		}
		return list
	})
}

// canBeCalled reports whether the skill may get a new name: no file mentions the old name, and no other skill
// has the new one.
func canBeCalled(p *Pass, name string) bool {
	old, s := p.Fm.Name(), p.Snapshot
	if name == old {
		return true
	}
	// The index answers first, because OtherWithName takes time that grows with the number of skills.
	if slices.ContainsFunc(s.SkillsNamed(name), func(sum *index.Summary) bool { return sum.Path != p.File.Path }) {
		if _, taken := vantage.OtherWithName(p.Ctx, s, p.File, name); taken {
			return false
		}
	}
	names := append(workspace.InstalledNames(s, p.File.Dir, old), old)
	return !slices.ContainsFunc(workspace.Candidates(s, nil, names), func(path string) bool {
		sum := s.Summary(path)
		return sum != nil && slices.ContainsFunc(names, func(name string) bool { return slices.Contains(sum.Mentions, name) })
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
// only show because the frontmatter is valid now do not count. verdictOf returns the verdicts on the fixed document.
func addsProblem(p *Pass, fixed *skills.Document, verdictOf func(*skills.Agent) skills.Verdict) bool {
	if p.Fm.State != frontmatter.Closed || p.Fm.Err != nil {
		return false
	}
	before := p.fieldProblems.get(func() map[string]int { return p.countFieldProblems(p.Doc, p.Verdicts) })
	var verdicts []Verdict
	for _, agent := range p.At.Concerned {
		verdicts = append(verdicts, Verdict{agent, verdictOf(agent)})
	}
	for rule, n := range p.countFieldProblems(fixed, verdicts) {
		if n > before[rule] {
			return true
		}
	}
	return false
}

// keepsPolicy reports whether every agent that reads the companion still reads the same policy after the
// edits.
func keepsPolicy(p *Pass, edits []diagnostic.Edit) bool {
	if p.File.Kind != file.CompanionFile {
		return true
	}
	if p.confirmed += max(len(p.Doc.Source), leastConfirmed); p.confirmed > maxConfirmed {
		return false
	}
	fixed := diagnostic.ApplyEdits(p.Doc.Source, diagnostic.InSourceOrder(edits))
	for _, was := range vantage.ReadCompanion(p.Snapshot, p.File, agents.All()) {
		is := was.Companion.Read(skills.CompanionFile{Path: p.File.Path, Dir: p.File.Skill, Name: was.Skill.Name, Source: fixed, FS: p.Snapshot.FS()})
		if !slices.Equal(PolicyOf(was.Taken), PolicyOf(is.Taken)) {
			return false
		}
	}
	return true
}

// PolicyOf returns the fields of a companion that decide who sees the skill. Each field is followed by its
// value.
func PolicyOf(taken []skills.Taken) (policy []string) {
	for _, t := range taken {
		if strings.HasPrefix(t.Field, "policy.") {
			policy = append(policy, t.Field, t.Text)
		}
	}
	return policy
}

// isBelowFirstLine reports whether edits are below the first line of text in the body, which no agent reads
// for a name or description if the frontmatter has plain delimiters.
func isBelowFirstLine(p *Pass, edits []diagnostic.Edit) bool {
	source := p.Doc.Source
	if p.Fm.State != frontmatter.Closed || p.Doc.BOM || p.Fm.Open.Of(source) != "---" || p.Fm.Close.Of(source) != "---" {
		return false
	}
	body := p.Doc.Body.Of(source)
	text := len(source) - len(strings.TrimLeft(body, " \t\r\n"))
	first := lines.FirstLine(source, text).End
	for _, e := range edits {
		if e.Span.Start <= first {
			return false
		}
	}
	return true
}

// keepsReading reports whether an agent that loads one document reads the same in another: the name, the description,
// when to use the skill, and who sees it.
func keepsReading(before *skills.Document, was skills.Verdict, after *skills.Document, is skills.Verdict) bool {
	shownWas, shownIs := cmp.Or(was.Label, was.Name), cmp.Or(is.Label, is.Name)
	return is.Accepted &&
		(was.Name == "" || match.SameWord(was.Name, is.Name) && match.SameWord(shownWas, shownIs)) &&
		(was.Description == is.Description || restores(before, was.Description, after, is.Description)) &&
		(was.Uses == "" || was.Uses == is.Uses) &&
		(was.Hidden == is.Hidden || isListedNow(was, is)) && was.ModelOnly == is.ModelOnly
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
	read := match.Letters(description)
	return read == "" || !strings.Contains(match.Letters(e.ValueSpan.Of(doc.Source)), read) && (e.Value == nil || !strings.Contains(match.Letters(e.Value.Text), read))
}
