package project

import (
	"fmt"

	"skills-ls/analysis/workspace"
	"skills-ls/cli/term"
	"skills-ls/skills/vfs"
)

// Config returns cfg with the configuration file that --config names, or cfg itself without --config. The
// error says why the file cannot be read.
func (w *Project) Config(cfg workspace.Config) (workspace.Config, error) {
	if w.Sys.Config == "" {
		return cfg, nil
	}
	cfg.SettingsFile = w.Abs(w.Sys.Config)
	if err := workspace.SettingsFor(w.Snapshot(vfs.Disk{}, cfg), cfg.SettingsFile).Err; err != nil {
		return cfg, fmt.Errorf("--config: %s: %s", term.Plain(w.Show(cfg.SettingsFile)), Unreadable(err))
	}
	return cfg, nil
}
