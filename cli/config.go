package cli

import (
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"skills-ls/analysis"
	"skills-ls/skills/vfs"
)

// addConfig adds --config.
func addConfig(cmd *cobra.Command, value *string) {
	cmd.Flags().StringVar(value, "config", "", "`file` of settings that takes the place of the project's "+analysis.SettingsFile+", and may name paths outside")
	if err := cmd.MarkFlagFilename("config", "yaml", "yml"); err != nil {
		panic(err) // the flag was added above
	}
}

// config returns the configuration with the file that --config names, which may be empty for none. The error says why it cannot
// be read.
func (w *workspace) config(cfg analysis.Config, file string) (analysis.Config, error) {
	if file == "" {
		return cfg, nil
	}
	cfg.SettingsFile = w.abs(file)
	if err := w.snapshot(vfs.Disk{}, cfg).SettingsFor(cfg.SettingsFile).Err; err != nil {
		return cfg, fmt.Errorf("--config: %s: %s", plain(w.show(cfg.SettingsFile)), unreadable(err))
	}
	return cfg, nil
}

// A settingsTeller prints what is wrong with settings, of each file once.
type settingsTeller struct {
	workspace *workspace
	told      map[string]bool // files
}

func newSettingsTeller(w *workspace) settingsTeller {
	return settingsTeller{w, make(map[string]bool)}
}

// explain prints what is wrong with the settings that apply to the paths, and with agents' own that apply at the standpoints, but for
// those of files that were checked. It fails nothing: what is right in them applies.
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
			fmt.Fprintf(out, "%s:%d:%d: %s: %s (%s)\n", plain(t.workspace.show(path)), start.Line, start.Column, p.Severity, plain(p.Message), p.Rule)
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
