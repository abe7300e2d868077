package cli

import (
	"errors"
	"testing"

	"skills-ls/analysis/diagnostic"
	"skills-ls/cli/project"
	"skills-ls/cli/report"
	"skills-ls/cli/term"
)

// TestVerdict checks the result of a check, by its summary and --fail-on.
func TestVerdict(t *testing.T) {
	for _, c := range []struct {
		name     string
		sum      report.Summary
		problems []project.Weight
		failOn   string
		want     error
	}{
		{"clean", report.Summary{Files: 1}, nil, "error", nil},
		{"an error", report.Summary{Files: 1, Worst: diagnostic.Error}, nil, "error", term.ErrFound},
		{"a warning", report.Summary{Files: 1, Worst: diagnostic.Warning}, nil, "error", nil},
		{"a hint that fails", report.Summary{Files: 1, Worst: diagnostic.Hint}, nil, "hint", term.ErrFound},
		{"an error that fails nothing", report.Summary{Files: 1, Worst: diagnostic.Error}, nil, "never", nil},
		{"nothing asked for", report.Summary{}, nil, "error", nil},
		{"nothing that anything is said about", report.Summary{}, []project.Weight{project.Note}, "error", nil},
		{"directories without skills", report.Summary{}, []project.Weight{project.Barren, project.Barren}, "error", term.ErrReported},
		{"the same, whatever counts", report.Summary{}, []project.Weight{project.Barren}, "never", term.ErrReported},
		{"one of two without skills", report.Summary{Files: 1}, []project.Weight{project.Barren}, "hint", nil},
		{"nothing that exists", report.Summary{}, []project.Weight{project.Failure}, "error", term.ErrReported},
		{"one of two does not exist", report.Summary{Files: 1}, []project.Weight{project.Failure}, "error", term.ErrFound},
		{"the same where errors do not count", report.Summary{Files: 1}, []project.Weight{project.Failure}, "never", nil},
		{"nothing readable", report.Summary{Files: 2, Unread: 2, Worst: diagnostic.Error}, nil, "error", term.ErrReported},
		{"one of two readable", report.Summary{Files: 2, Unread: 1, Worst: diagnostic.Error}, nil, "error", term.ErrFound},
	} {
		for _, w := range c.problems {
			c.sum.Miss(project.Problem{Weight: w})
		}
		flags := checkFlags{failOn: c.failOn}
		if got := flags.verdict(c.sum); !errors.Is(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
