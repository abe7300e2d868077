package rules

import (
	"fmt"

	"skills-ls/analysis/diagnostic"
)

// maxSeparate is the maximum number of problems of a rule with [Rule.Folded] that users see one by one in a
// file. More of them usually have one cause, such as a directory that was not copied.
const maxSeparate = 5

// Fold returns the diagnostics of a file as users see them. If a rule with [Rule.Folded] has more than
// [maxSeparate], they become one: at the first place, with the highest severity, with every place as related
// and with all fixes. Code actions, suppressions and baselines use the diagnostics before Fold, so that each
// place keeps its own. found is in the order of the file and is not changed.
func Fold(path string, found []diagnostic.Diagnostic) []diagnostic.Diagnostic {
	if len(found) <= maxSeparate {
		return found
	}
	count := make(map[string]int) // of the rules that are folded
	for _, d := range found {
		count[d.Rule]++
	}
	for id, n := range count {
		if r, ok := ByID(id); !ok || r.Folded == "" || n <= maxSeparate {
			delete(count, id)
		}
	}
	folded := make(map[string]int) // the index in shown, by rule
	var shown []diagnostic.Diagnostic
	for _, d := range found {
		n, many := count[d.Rule]
		if !many {
			shown = append(shown, d)
			continue
		}
		i, ok := folded[d.Rule]
		if !ok {
			i = len(shown)
			folded[d.Rule] = i
			r, _ := ByID(d.Rule)
			shown = append(shown, diagnostic.Diagnostic{
				Rule: d.Rule, Span: d.Span, Affects: d.Affects, Message: fmt.Sprintf("%d %s", n, r.Folded),
			})
		}
		at := &shown[i]
		at.Severity = max(at.Severity, d.Severity)
		at.Related = append(at.Related, diagnostic.Related{Path: path, Span: d.Span, Message: d.Text()})
		at.Fixes = append(at.Fixes, d.Fixes...)
	}
	return shown
}
