package cli

import (
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"skills-ls/analysis"
	"skills-ls/skills"
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
	if err := w.snapshot(skills.Disk{}, cfg).SettingsFor(cfg.SettingsFile).Err; err != nil {
		return cfg, fmt.Errorf("--config: %s: %s", w.show(cfg.SettingsFile), unreadable(err))
	}
	return cfg, nil
}

// explainSettings prints what is wrong with the settings that apply to the paths, but for those of files that were checked. It
// fails nothing: what is right in them applies.
func (w *workspace) explainSettings(out io.Writer, s *analysis.Snapshot, paths, checked []string, quiet bool) {
	var told []string
	for _, path := range paths {
		report := s.SettingsFor(path)
		if report == nil || slices.Contains(told, report.Path) || slices.Contains(checked, report.Path) {
			continue
		}
		told = append(told, report.Path)
		at := newPlaces(report.Source)
		for _, p := range report.Problems {
			if quiet && p.Severity < analysis.Error {
				continue
			}
			start := at.position(p.Span.Start)
			fmt.Fprintf(out, "%s:%d:%d: %s: %s (%s)\n", plain(w.show(report.Path)), start.Line, start.Column, p.Severity, plain(p.Message), p.Rule)
		}
	}
}
