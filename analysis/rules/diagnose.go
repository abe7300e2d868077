package rules

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"skills-ls/analysis/baseline"
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/suppress"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
	"skills-ls/skills/vfs"
)

// unreadable returns the diagnostic for a failure to read a file, or nil if its rule is off.
func unreadable(s *workspace.Snapshot, path string, err error) []diagnostic.Diagnostic {
	kind := s.KindOf(path)
	d := file.Unreadable(kind, err)
	if d.Severity = workspace.SeveritiesOf(s, kind, path).Of(d.Rule, d.Severity); d.Severity == diagnostic.Off {
		return nil
	}
	return []diagnostic.Diagnostic{d}
}

// Diagnose returns the diagnostics of a file, sorted by position, at most [MaxProblems] for each rule, and without
// those that the configured baseline has. It returns nil for files that skills-ls does not check, and if the
// context is canceled.
func Diagnose(ctx context.Context, s *workspace.Snapshot, path string) []diagnostic.Diagnostic {
	return limited(s, path, diagnose(ctx, s, path, func(*Rule) bool { return true }))
}

// DiagnoseOwn returns the diagnostics of [Diagnose] that depend only on the file, its directory and
// the files that it links to. Its cost does not depend on the number of other skills.
func DiagnoseOwn(ctx context.Context, s *workspace.Snapshot, path string) []diagnostic.Diagnostic {
	return limited(s, path, diagnose(ctx, s, path, func(r *Rule) bool { return !r.Is(CrossFile) }))
}

// DiagnoseCrossFile returns the diagnostics of [Diagnose] that depend on other skills.
func DiagnoseCrossFile(ctx context.Context, s *workspace.Snapshot, path string) []diagnostic.Diagnostic {
	return limited(s, path, diagnose(ctx, s, path, func(r *Rule) bool { return r.Is(CrossFile) }))
}

// SortDiagnostics sorts diagnostics into the order of [Diagnose].
func SortDiagnostics(found []diagnostic.Diagnostic) {
	slices.SortStableFunc(found, func(a, b diagnostic.Diagnostic) int {
		return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Span.End, b.Span.End))
	})
}

// NewPass returns a pass over a file that has found nothing yet.
func NewPass(ctx context.Context, s *workspace.Snapshot, f *file.File) *Pass {
	p := &Pass{Scope: refs.ScopeOf(ctx, s, f), all: registry}
	p.confirm = confirmSafe
	p.severities = workspace.SeveritiesOf(s, f.Kind, f.Path)
	p.Skeleton = isSkeleton(p)
	if f.Kind == file.SkillFile && len(f.Doc.Source) <= vfs.MaxFile {
		judged := s.JudgedFile(f)
		for _, agent := range p.At.Concerned {
			p.Verdicts = append(p.Verdicts, Verdict{agent, s.Verdict(agent, f, judged)})
		}
	}
	return p
}

func diagnose(ctx context.Context, s *workspace.Snapshot, path string, wanted func(*Rule) bool) []diagnostic.Diagnostic {
	if s.Silent(path, false) {
		return nil
	}
	f, err := s.File(path)
	if err != nil {
		if s.KindOf(path) == file.NotOurs || !wanted(unexplained) {
			return nil
		}
		return unreadable(s, path, err)
	}
	if f.Kind == file.NotOurs {
		return nil
	}
	p := NewPass(ctx, s, f)
	rules := registry
	if len(f.Doc.Source) > file.MostOf(f.Kind) && f.Kind != file.ConfigFile {
		rules = rulesOf("file") // a file that exceeds the limit is not parsed
	}
	p.check(rules, wanted)
	p.suppress(rules, wanted)
	if ctx.Err() != nil {
		return nil
	}
	SortDiagnostics(p.Found)
	return p.Found
}

// MaxProblems is the maximum number of problems of one rule that are reported in a file. If there are more,
// one problem of file/limit gives their number.
const MaxProblems = 1000

// DiagnoseAll is like [Diagnose], with the diagnostics beyond [MaxProblems].
func DiagnoseAll(ctx context.Context, s *workspace.Snapshot, path string) []diagnostic.Diagnostic {
	return unbaselined(s, path, diagnose(ctx, s, path, func(*Rule) bool { return true }))
}

// limited removes the diagnostics beyond [MaxProblems] of each rule, adds one that gives their number, and removes
// those in the baseline. found is in the order of the file.
func limited(s *workspace.Snapshot, path string, found []diagnostic.Diagnostic) []diagnostic.Diagnostic {
	return unbaselined(s, path, firstOfEach(s, path, found))
}

// firstOfEach removes the diagnostics beyond [MaxProblems] of each rule, and adds one that gives their number.
func firstOfEach(s *workspace.Snapshot, path string, found []diagnostic.Diagnostic) []diagnostic.Diagnostic {
	if len(found) <= MaxProblems {
		return found
	}
	count := make(map[string]int)
	kept := found[:0]
	omitted := make(map[string]diagnostic.Diagnostic) // the first of each rule
	for _, d := range found {
		if count[d.Rule]++; count[d.Rule] <= MaxProblems {
			kept = append(kept, d)
		} else if _, ok := omitted[d.Rule]; !ok {
			omitted[d.Rule] = d
		}
	}
	limit, _ := ByID("file/limit")
	severity := workspace.SeveritiesOf(s, s.KindOf(path), path).Of(limit.ID, limit.Default)
	for _, id := range slices.Sorted(maps.Keys(omitted)) {
		if d := omitted[id]; severity != diagnostic.Off {
			kept = append(kept, diagnostic.Diagnostic{
				Rule: limit.ID, Severity: severity, Span: d.Span,
				Message: fmt.Sprintf("too many problems: only the first %d of %d are reported for %s", MaxProblems, count[id], id),
			})
		}
	}
	SortDiagnostics(kept)
	return kept
}

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
		return r != unexplained && !r.Is(CrossFile) && slices.Contains(aboutFields, category)
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
		if r.Is(Preview) && !p.severities.Name(r.ID) {
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
	for _, agent := range p.At.Concerned {
		judged := skills.File{Path: version.Path, Source: version.Doc.Source, Frontmatter: p.Fm}
		p.Verdicts = append(p.Verdicts, Verdict{agent, agent.Accept(judged)})
	}
	p.check(p.all, func(rule *Rule) bool {
		return rule != unexplained && !rule.Is(CrossFile) && (moves || rule.ID != "name/directory")
	})
	return p.Found
}

// UnfinishedIn returns a function that reports whether a problem of the file at a path may only mean that the author has
// not finished typing: its rule is [Unfinished], or it is in the lines that the author is editing, and these are lines
// of the frontmatter, or it is about a link or a mention. Frontmatter without an end extends over the whole text.
func UnfinishedIn(s *workspace.Snapshot, path string, edited text.Span) func(diagnostic.Diagnostic) bool {
	header := 0 // the end of the frontmatter
	if f, err := s.File(path); err == nil && f.Kind == file.SkillFile {
		header = f.Doc.Body.Start
		if f.Doc.Frontmatter.State != frontmatter.Closed {
			header = len(f.Doc.Source)
		}
	}
	return func(d diagnostic.Diagnostic) bool {
		if r, ok := ByID(d.Rule); ok && r.Is(Unfinished) {
			return true
		}
		if d.Span.Start > edited.End || d.Span.End < edited.Start {
			return false
		}
		group, _, _ := strings.Cut(d.Rule, "/")
		return header > 0 && d.Span.End <= header || slices.Contains(typedInSteps, group)
	}
}

// typedInSteps are the groups of rules about a name or a path that exists only when the author has typed all of it.
var typedInSteps = []string{"link", "mention", "path"}

// unbaselined removes the diagnostics that the configured baseline of a file has. All diagnostics of a rule must be
// in found, because a baseline counts those that look the same.
func unbaselined(s *workspace.Snapshot, path string, found []diagnostic.Diagnostic) []diagnostic.Diagnostic {
	if len(found) == 0 {
		return found
	}
	known := workspace.KnownProblems(s, path)
	if len(known) == 0 {
		return found
	}
	source := ""
	if f, err := s.File(path); err == nil { // otherwise the diagnostics are about no text
		source = f.Doc.Source
	}
	_, isKnown := known.Match(found, baseline.Fingerprints(source, found))
	kept := found[:0]
	for i, d := range found {
		if !isKnown[i] {
			kept = append(kept, d)
		}
	}
	return kept
}

// folded has the rules of which [Fold] makes many problems in one file one diagnostic, and what these problems are.
var folded = map[string]string{"link/broken": "links to missing files", "link/fragment": "links to missing headings"}

// maxSeparate is the maximum number of problems of a folded rule that users see one by one in a file. More of them
// usually have one cause, such as a directory that was not copied.
const maxSeparate = 5

// Fold returns the diagnostics of a file as users see them. If a folded rule has more than
// [maxSeparate], they become one: at the first place, with the highest severity, with every place as related
// and with all fixes. Code actions, suppressions and baselines use the diagnostics before Fold, so that each
// place keeps its own. found is in the order of the file and is not changed.
func Fold(path string, found []diagnostic.Diagnostic) []diagnostic.Diagnostic {
	if len(found) <= maxSeparate {
		return found
	}
	count := make(map[string]int)
	for _, d := range found {
		count[d.Rule]++
	}
	index := make(map[string]int) // in shown, of the folded rules
	var shown []diagnostic.Diagnostic
	for _, d := range found {
		n, problems := count[d.Rule], folded[d.Rule]
		if problems == "" || n <= maxSeparate {
			shown = append(shown, d)
			continue
		}
		i, ok := index[d.Rule]
		if !ok {
			i = len(shown)
			index[d.Rule] = i
			shown = append(shown, diagnostic.Diagnostic{
				Rule: d.Rule, Span: d.Span, Affects: d.Affects, Message: fmt.Sprintf("%d %s", n, problems),
			})
		}
		at := &shown[i]
		at.Severity = max(at.Severity, d.Severity)
		at.Related = append(at.Related, diagnostic.Related{Path: path, Span: d.Span, Message: d.Text()})
		at.Fixes = append(at.Fixes, d.Fixes...)
	}
	return shown
}
