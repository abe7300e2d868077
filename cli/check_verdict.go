package cli

import (
	"skills-ls/analysis/diagnostic"
	"skills-ls/cli/report"
	"skills-ls/cli/term"
)

// verdict returns the error that determines the exit code of a check.
//
// A check that could not read any file fails. So does one of directories without anything to check, so that a
// script with a misspelled path does not pass. If at least one file was read, the diagnostics decide, and
// anything that could not be read counts as an error.
func (f *checkFlags) verdict(sum report.Summary) error {
	worst := sum.Worst
	switch {
	case sum.Differs:
		return term.ErrFound
	case sum.Files == sum.Unread && sum.Unread+sum.Missed+sum.Barren > 0:
		return term.ErrReported
	case sum.Missed > 0:
		worst = diagnostic.Error
	}
	if worst >= f.threshold() {
		return term.ErrFound
	}
	return nil
}

// threshold returns the minimum severity that fails the check.
func (f *checkFlags) threshold() diagnostic.Severity {
	if severity, ok := diagnostic.ParseSeverity(f.failOn); ok {
		return severity
	}
	return diagnostic.Error + 1 // never
}
