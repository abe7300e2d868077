package rules

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/workspace"
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
	return limited(s, path, diagnose(ctx, s, path, func(r *Rule) bool { return !r.CrossFile }))
}

// DiagnoseCrossFile returns the diagnostics of [Diagnose] that depend on other skills.
func DiagnoseCrossFile(ctx context.Context, s *workspace.Snapshot, path string) []diagnostic.Diagnostic {
	return limited(s, path, diagnose(ctx, s, path, func(r *Rule) bool { return r.CrossFile }))
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
		for _, agent := range p.At.Targets() {
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
