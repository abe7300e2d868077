package cli

import (
	"fmt"

	"skills-ls/skills/vfs"

	"skills-ls/analysis/workspace"
)

// config returns cfg with the configuration file that --config names, or cfg itself if file is empty. The
// error says why the file cannot be read.
func (w *project) config(cfg workspace.Config, file string) (workspace.Config, error) {
	if file == "" {
		return cfg, nil
	}
	cfg.SettingsFile = w.abs(file)
	if err := workspace.SettingsFor(w.snapshot(vfs.Disk{}, cfg), cfg.SettingsFile).Err; err != nil {
		return cfg, fmt.Errorf("--config: %s: %s", plain(w.show(cfg.SettingsFile)), unreadable(err))
	}
	return cfg, nil
}
