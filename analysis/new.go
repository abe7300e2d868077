package analysis

import "skills-ls/skills/vfs"

// New returns a snapshot without open buffers, whose configuration may name the rules of this program; see [NewSnapshot].
func New(fsys vfs.FS, cfg Config) *Snapshot { return NewSnapshot(fsys, cfg, ruleNames()) }

// ReadEditorSettings reads the settings of an editor, which are JSON and may name the rules of this program; see [readEditorSettings].
func ReadEditorSettings(text string, others ...string) (Settings, []SettingProblem) {
	return readEditorSettings(text, ruleNames(), others...)
}
