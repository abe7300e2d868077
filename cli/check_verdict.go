package cli

import "skills-ls/analysis"

// verdict returns the error that a check ends with, by which its exit code is chosen.
//
// A check that could not look at anything failed, and so did one that was pointed at directories with nothing in them: whoever
// misspells a path in a script must not be told that all is well. As soon as one file was looked at the findings decide, and what
// could not be looked at weighs as much as an error.
func (f *checkFlags) verdict(sum summary) error {
	worst := sum.worst
	switch {
	case sum.differs:
		return errFound
	case sum.Files == sum.unread && sum.unread+sum.missed+sum.barren > 0:
		return errReported
	case sum.missed > 0:
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
