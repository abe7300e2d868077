package workspace_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/config"
	"skills-ls/analysis/file"
	"skills-ls/analysis/workspace"
)

// TestSettingsClosed checks the files that decide which files are ignored. Once such a file's buffer is
// closed, the text on disk applies, and once it is opened, the text in the buffer does. The same holds for
// the list of files and for the paths to watch.
func TestSettingsClosed(t *testing.T) {
	for name, text := range map[string]string{file.GitignoreFile: "b/\n", config.SettingsFile: "ignore: [b/]\n"} {
		for _, when := range []string{"changed on disk while open", "opened with unsaved text"} {
			t.Run(name+" "+when, func(t *testing.T) {
				s, root := analysistest.Workspace(t, "-- "+name+" --\n-- .agents/skills/a/SKILL.md --\n"+plain("a")+"-- .agents/skills/b/SKILL.md --\n"+plain("b"))
				if _, err := workspace.Scan(t.Context(), s, nil); err != nil {
					t.Fatal(err)
				}
				path, skill := filepath.Join(root, name), filepath.Join(root, ".agents", "skills", "b", "SKILL.md")
				wants := func(step string, want bool) {
					t.Helper()
					if got := slices.Contains(s.Files(), skill); got != want {
						t.Errorf("%s: the file counts: %v, want %v", step, got, want)
					}
				}
				wants("before", true)
				opened := ""
				if when == "opened with unsaved text" {
					opened = text
				}
				s = s.With(workspace.Change{Path: path, Text: &opened, Time: time.Unix(1, 0)})
				wants("opened", opened == "")
				if opened == "" {
					if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
						t.Fatal(err)
					}
					s = s.Refresh(path)
					wants("refreshed", true)
				}
				before := s.Layout()
				s = s.With(workspace.Change{Path: path})
				wants("closed", opened != "")
				if s.Layout() == before {
					t.Error("closed: the layout stays")
				}
			})
		}
	}
}
