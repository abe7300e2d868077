package analysis

import (
	"context"
	"fmt"
	"maps"
	"slices"
)

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
	severity := s.severitiesOf(s.KindOf(path), path).of(limit, limit.Default)
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
