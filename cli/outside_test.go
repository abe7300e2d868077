package cli

import (
	"os"
	"path/filepath"
	"testing"
)

// TestOutsideOfProject checks that a SKILL.md outside of any project is read like its directory.
func TestOutsideOfProject(t *testing.T) {
	cwd, out := t.TempDir(), filepath.Join(t.TempDir(), "bad")
	skill := filepath.Join(out, "SKILL.md")
	write(t, skill, "---\nname: Bad\ndescription: Does a thing. Use when asked.\n---\nGo.\n")
	if real, err := filepath.EvalSymlinks(skill); err != nil || real != skill {
		t.Skip("the temporary directory has links")
	}
	if _, err := os.Stat(filepath.Join(filepath.Dir(out), ".git")); err == nil {
		t.Skip("the temporary directory is a project")
	}
	for _, name := range []string{"compat", "preview"} {
		dir, file := command(t, cwd, "", name, out, "--agent", "codex"), command(t, cwd, "", name, skill, "--agent", "codex")
		if dir.code == 2 || file.code != dir.code {
			t.Errorf("%s: exit code %d for the directory and %d for the file: %s", name, dir.code, file.code, file.stderr)
		}
	}
}
