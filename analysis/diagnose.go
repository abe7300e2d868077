package analysis

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"skills-ls/skills/vfs"
)

// unreadable returns the diagnostic for a failure to read a file, or nil if its rule is off.
func (s *Snapshot) unreadable(path string, err error) []Diagnostic {
	kind := s.KindOf(path)
	d := unreadable(kind, err)
	if d.Severity = s.severitiesOf(kind, path).of(d.Rule, d.Severity); d.Severity == Off {
		return nil
	}
	return []Diagnostic{d}
}

// Diagnose returns the diagnostics of a file, sorted by position, at most [MaxProblems] for each rule. It
// returns nil for files that skills-ls does not check, and if the context is canceled.
func (s *Snapshot) Diagnose(ctx context.Context, path string) []Diagnostic {
	return s.limited(path, s.diagnoseAll(ctx, path))
}

// DiagnoseOwn returns the diagnostics of [Snapshot.Diagnose] that depend only on the file, its directory and
// the files that it links to. Its cost does not depend on the number of other skills.
func (s *Snapshot) DiagnoseOwn(ctx context.Context, path string) []Diagnostic {
	return s.limited(path, s.diagnose(ctx, path, func(r *Rule) bool { return !r.crossFile }))
}

// DiagnoseCrossFile returns the diagnostics of [Snapshot.Diagnose] that depend on other skills.
func (s *Snapshot) DiagnoseCrossFile(ctx context.Context, path string) []Diagnostic {
	return s.limited(path, s.diagnose(ctx, path, func(r *Rule) bool { return r.crossFile }))
}

// SortDiagnostics sorts diagnostics into the order of [Snapshot.Diagnose].
func SortDiagnostics(found []Diagnostic) {
	slices.SortStableFunc(found, func(a, b Diagnostic) int {
		return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Span.End, b.Span.End))
	})
}

// newPass returns a pass over a file that has found nothing yet.
func (s *Snapshot) newPass(ctx context.Context, f *File) *pass {
	p := &pass{scope: s.scopeOf(ctx, f), all: registry()}
	p.confirm = (*pass).confirmSafe
	p.severities = s.severitiesOf(f.Kind, f.Path)
	p.skeleton = p.isSkeleton()
	if f.Kind == SkillFile && len(f.Doc.Source) <= vfs.MaxFile {
		judged := s.judgedFile(f)
		for _, agent := range p.at.targets() {
			p.verdicts = append(p.verdicts, verdict{agent, s.verdict(agent, f, judged)})
		}
	}
	return p
}

func (s *Snapshot) diagnose(ctx context.Context, path string, wanted func(*Rule) bool) []Diagnostic {
	if s.Silent(path, false) {
		return nil
	}
	f, err := s.File(path)
	if err != nil {
		if s.KindOf(path) == NotOurs || !wanted(unexplained) {
			return nil
		}
		return s.unreadable(path, err)
	}
	if f.Kind == NotOurs {
		return nil
	}
	p := s.newPass(ctx, f)
	rules := registry()
	if len(f.Doc.Source) > mostOf(f.Kind) && f.Kind != ConfigFile {
		rules = fileRules // a file that exceeds the limit is not parsed
	}
	p.check(rules, wanted)
	p.suppress(rules, wanted)
	if ctx.Err() != nil {
		return nil
	}
	SortDiagnostics(p.found)
	return p.found
}

// MaxProblems is the maximum number of problems of one rule that are reported in a file. If there are more,
// one problem of file/limit gives their number.
const MaxProblems = 1000

// diagnoseAll returns all diagnostics of a file, including those beyond [MaxProblems].
func (s *Snapshot) diagnoseAll(ctx context.Context, path string) []Diagnostic {
	return s.diagnose(ctx, path, func(*Rule) bool { return true })
}

// limited removes the diagnostics beyond [MaxProblems] of each rule, and adds one that gives their number.
// found is in the order of the file.
func (s *Snapshot) limited(path string, found []Diagnostic) []Diagnostic {
	if len(found) <= MaxProblems {
		return found
	}
	count := make(map[string]int)
	kept := found[:0]
	omitted := make(map[string]Diagnostic) // the first of each rule
	for _, d := range found {
		if count[d.Rule]++; count[d.Rule] <= MaxProblems {
			kept = append(kept, d)
		} else if _, ok := omitted[d.Rule]; !ok {
			omitted[d.Rule] = d
		}
	}
	limit, _ := RuleByID("file/limit")
	severity := s.severitiesOf(s.KindOf(path), path).of(limit.ID, limit.Default)
	for _, id := range slices.Sorted(maps.Keys(omitted)) {
		if d := omitted[id]; severity != Off {
			kept = append(kept, Diagnostic{
				Rule: limit.ID, Severity: severity, Span: d.Span,
				Message: fmt.Sprintf("too many problems: only the first %d of %d are reported for %s", MaxProblems, count[id], id),
			})
		}
	}
	SortDiagnostics(kept)
	return kept
}
