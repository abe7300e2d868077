package analysis

import (
	"context"
	"slices"
	"strings"

	"skills-ls/skills"
)

// countFieldProblems returns the number of problems of each rule about the frontmatter in a version of the
// file. The verdicts are those of the target agents on that version.
func (p *pass) countFieldProblems(doc *skills.Document, verdicts []verdict) map[string]int {
	f := *p.file
	f.Doc = doc
	q := &pass{
		scope: &scope{ctx: p.ctx, snapshot: p.snapshot, file: &f, doc: doc, fm: &doc.Frontmatter, at: p.at},
		all:   p.all, verdicts: verdicts, severities: p.severities, skeleton: p.skeleton,
	}
	q.check(p.all, func(r *Rule) bool {
		category, _, _ := strings.Cut(r.ID, "/")
		return r != unexplained && !r.crossFile && slices.Contains(aboutFields, category)
	})
	counts := make(map[string]int)
	for _, d := range q.found {
		counts[d.Rule]++
	}
	return counts
}

// check runs those of the rules that are wanted, until the context is canceled.
func (p *pass) check(rules []*Rule, wanted func(*Rule) bool) {
	for _, r := range rules {
		if p.ctx.Err() != nil {
			return
		}
		if wanted(r) && slices.Contains(r.appliesTo, p.file.Kind) && p.heeds(r) && p.severities.of(r.ID, r.Default) != Off {
			p.rule = r
			r.check(p)
		}
	}
	if wanted(unexplained) && p.heeds(unexplained) {
		p.reportUnexplained()
	}
}

// suppress removes the diagnostics that the author suppressed, and reports suppressions that have nothing to
// suppress. To find those, it runs all rules.
func (p *pass) suppress(rules []*Rule, wanted func(*Rule) bool) {
	s := p.file.suppressions(p.snapshot.rules)
	if s == nil {
		return
	}
	heard := s.heard(p.found)
	about := p.ruleByID(unusedSuppression)
	if wanted(about) && p.severities.of(about.ID, about.Default) != Off {
		p.found = nil
		p.check(rules, func(r *Rule) bool { return !wanted(r) })
		s.heard(p.found)
		p.found = heard
		p.reportSuppressions(s)
		return
	}
	p.found = heard
}

// nameProblemsOf returns the problems with the name in a version of a file that the snapshot does not have, those that other skills
// cause left out. It compares the name with the directory's only if the directory is renamed too.
func (s *Snapshot) nameProblemsOf(ctx context.Context, version, f *File, moves bool) []Diagnostic {
	p := &pass{
		scope: &scope{
			ctx: ctx, snapshot: s, file: version, doc: version.Doc, fm: &version.Doc.Frontmatter, at: s.standpoint(f.Skill),
		},
		all: nameRules, severities: s.severitiesOf(f.Kind, f.Path),
	}
	for _, agent := range p.at.targets() {
		judged := skills.File{Path: version.Path, Source: version.Doc.Source, Frontmatter: p.fm}
		p.verdicts = append(p.verdicts, verdict{agent, agent.Accept(judged)})
	}
	p.check(nameRules, func(rule *Rule) bool {
		return rule != unexplained && !rule.crossFile && (moves || rule.ID != "name/directory")
	})
	return p.found
}
