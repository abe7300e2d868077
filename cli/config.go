package cli

import (
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"skills-ls/analysis"
	"skills-ls/skills/vfs"
)

// addConfig adds the flag --config.
func addConfig(cmd *cobra.Command, value *string) {
	cmd.Flags().StringVar(value, "config", "", "`file` of settings that takes the place of the project's "+analysis.SettingsFile+", and may name paths outside")
	if err := cmd.MarkFlagFilename("config", "yaml", "yml"); err != nil {
		panic(err) // the flag was added above
	}
}

// config returns cfg with the configuration file that --config names, or cfg itself if file is empty. The
// error says why the file cannot be read.
func (w *project) config(cfg analysis.Config, file string) (analysis.Config, error) {
	if file == "" {
		return cfg, nil
	}
	cfg.SettingsFile = w.abs(file)
	if err := w.snapshot(vfs.Disk{}, cfg).SettingsFor(cfg.SettingsFile).Err; err != nil {
		return cfg, fmt.Errorf("--config: %s: %s", plain(w.show(cfg.SettingsFile)), unreadable(err))
	}
	return cfg, nil
}

// A settingsTeller prints the problems of each configuration file once.
type settingsTeller struct {
	project *project
	told    map[string]bool // by path
}

func newSettingsTeller(w *project) settingsTeller {
	return settingsTeller{w, make(map[string]bool)}
}

// explain prints the problems of the configuration files that apply to the paths, and of the agents' own that
// apply at the standpoints, except files that were checked. They do not fail the check: the valid settings
// apply.
func (t settingsTeller) explain(out io.Writer, s *analysis.Snapshot, paths, standpoints, checked []string, quiet bool) {
	explain := func(path, source string, problems []analysis.SettingProblem, least analysis.Severity) {
		if t.told[path] || slices.Contains(checked, path) {
			return
		}
		t.told[path] = true
		at := newPlaces(source)
		for _, p := range problems {
			if p.Severity < least || quiet && p.Severity < analysis.Error {
				continue
			}
			start := at.position(p.Span.Start)
			fmt.Fprintf(out, "%s:%d:%d: %s: %s (%s)\n", plain(t.project.show(path)), start.Line, start.Column, p.Severity, plain(p.Message), p.Rule)
		}
	}
	for _, path := range paths {
		if report := s.SettingsFor(path); report != nil {
			explain(report.Path, report.Source, report.Problems, analysis.Hint)
		}
	}
	for _, path := range standpoints {
		for _, report := range s.NativeReports(path) {
			explain(report.Path, report.Source, report.Problems, analysis.Warning)
		}
	}
}
