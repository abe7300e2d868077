package agenttest

import (
	"fmt"
	"strings"
	"testing"

	"skills-ls/skills"
)

// CompanionLines returns a reading in the form that tests compare, with one entry per line.
func CompanionLines(source string, r skills.CompanionReading) string {
	var lines []string
	if r.Ignored {
		lines = append(lines, "ignored")
	}
	for _, m := range r.Remarks {
		lines = append(lines, m.Span.Of(source)+": "+m.Message)
	}
	for _, m := range r.Advice {
		lines = append(lines, "guide: "+m.Span.Of(source)+": "+m.Message)
	}
	for _, d := range r.Needs {
		lines = append(lines, strings.Join(strings.Fields(fmt.Sprintln("needs:", d.Type, d.Value, d.Description, d.Transport, d.Command, d.URL)), " "))
	}
	return strings.Join(lines, "\n")
}

// CheckCompanion checks the invariants of a reading of a file beside SKILL.md: remarks and dependencies are
// complete, and each span is in the file.
func CheckCompanion(t *testing.T, file skills.CompanionFile, r skills.CompanionReading) {
	t.Helper()
	for _, m := range append(r.Remarks, r.Advice...) {
		if m.Code == "" || m.Message == "" || m.Severity == "" || m.Span.Start < 0 || m.Span.Start > m.Span.End || m.Span.End > len(file.Source) {
			t.Errorf("remark %+v", m)
		}
	}
	for _, taken := range r.Taken {
		if taken.Text == "" || taken.Span.Start < 0 || taken.Span.Start >= taken.Span.End || taken.Span.End > len(file.Source) {
			t.Errorf("taken %+v", taken)
		}
	}
	for _, d := range r.Needs {
		if d.Type == "" || d.Value == "" || d.Span.Start < 0 || d.Span.Start > d.Span.End || d.Span.End > len(file.Source) {
			t.Errorf("dependency %+v", d)
		}
	}
}
