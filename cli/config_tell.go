package cli

import (
	"fmt"
	"io"
	"slices"

	"skills-ls/analysis/config"
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/workspace"
	"skills-ls/cli/project"
	"skills-ls/cli/report"
	"skills-ls/cli/term"
)

// A settingsTeller prints the problems of each configuration file once.
type settingsTeller struct {
	project  *project.Project
	reported map[string]bool // by path
}

func newSettingsTeller(w *project.Project) settingsTeller {
	return settingsTeller{w, make(map[string]bool)}
}

// explain prints the problems of the configuration files that apply to the paths, and of the agents' own that
// apply at the vantages, except files that were checked. They do not fail the check: the valid settings
// apply.
func (t settingsTeller) explain(out io.Writer, s *workspace.Snapshot, paths, vantages, checked []string) {
	explain := func(path, source string, problems []config.SettingProblem, least diagnostic.Severity) {
		if t.reported[path] || slices.Contains(checked, path) {
			return
		}
		t.reported[path] = true
		at := report.NewPlaces(source)
		for _, p := range problems {
			if p.Severity < least || t.project.Sys.Quiet && p.Severity < diagnostic.Error {
				continue
			}
			start := at.TextPosition(p.Span.Start)
			fmt.Fprintf(out, "%s:%d:%d: %s: %s (%s)\n", term.Plain(t.project.Show(path)), start.Line, start.Column, p.Severity, term.Plain(p.Text()), p.Rule)
		}
	}
	for _, path := range paths {
		if report := workspace.SettingsFor(s, path); report != nil {
			explain(report.Path, report.Source, report.Problems, diagnostic.Hint)
			for _, path := range report.Extended {
				base := workspace.SettingsAt(s, path)
				explain(path, base.Source, base.Problems, diagnostic.Hint)
			}
		}
	}
	for _, path := range vantages {
		for _, report := range workspace.NativeReports(s, path) {
			explain(report.Path, report.Source, report.Problems, diagnostic.Warning)
		}
	}
}
