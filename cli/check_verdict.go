package cli

import (
	"slices"

	"skills-ls/analysis"
)

// verdict returns the error that a check ends with, by which its exit code is chosen.
//
// A check that could not look at anything failed, and so did one that was pointed at directories with nothing in them: whoever
// misspells a path in a script must not be told that all is well. As soon as one file was looked at the findings decide, and what
// could not be looked at weighs as much as an error.
func (f *checkFlags) verdict(sum summary, problems []problem) error {
	has := func(weights ...weight) bool {
		return slices.ContainsFunc(problems, func(p problem) bool { return slices.Contains(weights, p.weight) })
	}
	worst := sum.worst
	switch {
	case sum.Files == sum.unread && (sum.unread > 0 || has(failure, barren)):
		return errReported
	case has(failure):
		worst = analysis.Error
	}
	if worst >= f.threshold() {
		return errFound
	}
	return nil
}

// threshold returns the least severity that fails the check.
func (f *checkFlags) threshold() analysis.Severity {
	if severity, ok := analysis.ParseSeverity(f.failOn); ok {
		return severity
	}
	return analysis.Error + 1 // never
}
