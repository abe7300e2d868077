package analysis

import (
	"skills-ls/analysis/config"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/workspace"
	"skills-ls/skills/vfs"
)

// New returns a snapshot without open buffers, whose configuration may name the rules of this program; see [workspace.New].
func New(fsys vfs.FS, cfg workspace.Config) *workspace.Snapshot {
	return workspace.New(fsys, cfg, rules.Names())
}

// ReadEditorSettings reads the settings of an editor, which are JSON and may name the rules of this program; see [workspace.ReadEditorSettings].
func ReadEditorSettings(text string, others ...string) (config.Settings, []config.SettingProblem) {
	return workspace.ReadEditorSettings(text, rules.Names(), others...)
}
