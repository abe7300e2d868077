package rules

import (
	"context"
	"slices"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/suppress"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
)

// countFieldProblems returns the number of problems of each rule about the frontmatter in a version of the
// file. The verdicts are those of the target agents on that version.
func (p *Pass) countFieldProblems(doc *skills.Document, verdicts []Verdict) map[string]int {
	f := *p.File
	f.Doc = doc
	q := &Pass{
		Scope: &refs.Scope{Ctx: p.Ctx, Snapshot: p.Snapshot, File: &f, Doc: doc, Fm: &doc.Frontmatter, At: p.At},
		all:   p.all, Verdicts: verdicts, severities: p.severities, Skeleton: p.Skeleton,
	}
	q.check(p.all, func(r *Rule) bool {
		category, _, _ := strings.Cut(r.ID, "/")
		return r != unexplained && !r.CrossFile && slices.Contains(aboutFields, category)
	})
	counts := make(map[string]int)
	for _, d := range q.Found {
		counts[d.Rule]++
	}
	return counts
}

// check runs those of the rules that are wanted, until the context is canceled.
func (p *Pass) check(rules []*Rule, wanted func(*Rule) bool) {
	for _, r := range rules {
		if p.Ctx.Err() != nil {
			return
		}
		if r.Preview && !p.severities.Name(r.ID) {
			continue
		}
		if wanted(r) && slices.Contains(r.AppliesTo, p.File.Kind) && appliesToTemplate(p, r) && p.severities.Of(r.ID, r.Default) != diagnostic.Off {
			p.Rule = r
			r.Check(p)
		}
	}
	if wanted(unexplained) && appliesToTemplate(p, unexplained) {
		reportUnexplained(p)
	}
}

// suppress removes the diagnostics that the author suppressed, and reports suppressions that have nothing to
// suppress. To find those, it runs all rules.
func (p *Pass) suppress(rules []*Rule, wanted func(*Rule) bool) {
	s := Suppressions(p.File, p.Snapshot.RuleNames())
	if s == nil {
		return
	}
	unsuppressed := s.Unsuppressed(p.Found)
	about := p.ruleByID(suppress.UnusedSuppression)
	if wanted(about) && p.severities.Of(about.ID, about.Default) != diagnostic.Off {
		p.Found = nil
		p.check(rules, func(r *Rule) bool { return !wanted(r) })
		s.Unsuppressed(p.Found)
		p.Found = unsuppressed
		reportSuppressions(p, s)
		return
	}
	p.Found = unsuppressed
}

// NameProblemsOf returns the problems with the name in a version of a file that the snapshot does not have, those that other skills
// cause left out. It compares the name with the directory's only if the directory is renamed too.
func NameProblemsOf(ctx context.Context, s *workspace.Snapshot, version, f *file.File, moves bool) []diagnostic.Diagnostic {
	p := &Pass{
		Scope: &refs.Scope{
			Ctx: ctx, Snapshot: s, File: version, Doc: version.Doc, Fm: &version.Doc.Frontmatter, At: workspace.StandpointOf(s, f.Skill),
		},
		all: rulesOf("name"), severities: workspace.SeveritiesOf(s, f.Kind, f.Path),
	}
	for _, agent := range p.At.Targets() {
		judged := skills.File{Path: version.Path, Source: version.Doc.Source, Frontmatter: p.Fm}
		p.Verdicts = append(p.Verdicts, Verdict{agent, agent.Accept(judged)})
	}
	p.check(p.all, func(rule *Rule) bool {
		return rule != unexplained && !rule.CrossFile && (moves || rule.ID != "name/directory")
	})
	return p.Found
}
