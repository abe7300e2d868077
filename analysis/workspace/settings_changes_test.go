package workspace_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"skills-ls/analysis"
	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/config"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/workspace"
	"skills-ls/skills/vfs"
	"skills-ls/skills/vfs/fstest"
)

// TestSettingsAreLive checks that a buffer of the configuration file applies as the user types, and the file
// on disk applies once the buffer is closed or the file changes.
func TestSettingsAreLive(t *testing.T) {
	s, root := analysistest.Workspace(t, "-- .skills-ls.yaml --\nrules: {link/broken: error}\n-- .agents/skills/a/SKILL.md --\n"+broken("a")+"-- tools/skills/b/SKILL.md --\n"+plain("b"))
	path := filepath.Join(root, config.SettingsFile)
	wants := func(s *workspace.Snapshot, want string) {
		t.Helper()
		if got := findings(s, root, ".agents/skills/a/SKILL.md"); got != want {
			t.Errorf("findings %q, want %q", got, want)
		}
	}
	open := func(s *workspace.Snapshot, text string) *workspace.Snapshot {
		return s.With(workspace.Change{Path: path, Text: &text, Language: "yaml", Time: time.Unix(1, 0)})
	}
	wants(s, "link/broken error")
	typed := open(s, "rules: {link/broken: hint}\n")
	wants(typed, "link/broken hint")
	wants(s, "link/broken error")
	typing := open(typed, "rules: {link/broken: hin")
	wants(typing, "link/broken warning")
	if got := findings(typing, root, config.SettingsFile); got != "config/syntax error" {
		t.Errorf("findings of the file: %q", got)
	}
	rooted := open(typed, "roots: [tools/skills]\n")
	if got := listed(t, rooted, root, ""); got != "a b" {
		t.Errorf("skills %q", got)
	}
	if got := listed(t, open(rooted, "roots: []\n"), root, ""); got != "a" {
		t.Errorf("skills %q after the root is gone", got)
	}
	closed := rooted.With(workspace.Change{Path: path})
	wants(closed, "link/broken error")

	if err := os.WriteFile(path, []byte("rules: {link/broken: information}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	wants(closed.Refresh(path), "link/broken information")
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	wants(closed.Refresh(path), "link/broken warning")
	if _, err := workspace.Scan(t.Context(), s, nil); err != nil {
		t.Fatal(err)
	}
	if affected := analysistest.AffectedOnDisk(s, s, path); !slices.Contains(affected, filepath.Join(root, ".agents", "skills", "a", "SKILL.md")) {
		t.Errorf("affected %q", affected)
	}
}

// TestNewSettings checks that a configuration file applies if it exists only in the editor, and when it is
// created or removed on disk.
func TestNewSettings(t *testing.T) {
	s, root := analysistest.Workspace(t, "-- .agents/skills/a/SKILL.md --\n"+broken("a"))
	path, text := filepath.Join(root, config.SettingsFile), "rules: {link/broken: error}\n"
	for _, step := range []struct {
		name string
		do   func()
		want string
	}{
		{"nothing", func() {}, "link/broken warning"},
		{"opened", func() { s = s.With(workspace.Change{Path: path, Text: &text, Time: time.Unix(1, 0)}) }, "link/broken error"},
		{"closed unsaved", func() { s = s.With(workspace.Change{Path: path}) }, "link/broken warning"},
		{"written", func() {
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			s = s.Refresh(path)
		}, "link/broken error"},
		{"removed", func() {
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
			s = s.Refresh(path)
		}, "link/broken warning"},
		{"a .gitignore", func() {
			if err := os.WriteFile(filepath.Join(root, ".gitignore"), []byte("x\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			if s.Ignored(filepath.Join(root, "x"), true) {
				t.Error("the disk is looked at though nobody said that it changed")
			}
			s = s.Refresh(filepath.Join(root, ".gitignore"))
			if !s.Ignored(filepath.Join(root, "x"), true) {
				t.Error("a new .gitignore does not count")
			}
		}, "link/broken warning"},
	} {
		step.do()
		if got := findings(s, root, ".agents/skills/a/SKILL.md"); got != step.want {
			t.Errorf("%s: findings %q, want %q", step.name, got, step.want)
		}
	}
}

// TestIgnoredAfterScan checks that a skill that is ignored only after the scan still has its name: agents find it,
// and other files may name it.
func TestIgnoredAfterScan(t *testing.T) {
	s, root := analysistest.Workspace(t, "-- .skills-ls.yaml --\n-- .agents/skills/a/SKILL.md --\n"+plain("a"))
	if _, err := workspace.Scan(t.Context(), s, nil); err != nil {
		t.Fatal(err)
	}
	skill, settings := filepath.Join(root, ".agents", "skills", "a", "SKILL.md"), filepath.Join(root, ".skills-ls.yaml")
	before, ok := s.Head(skill)
	if !ok || before.Name != "a" {
		t.Fatalf("the head is %+v, %v", before, ok)
	}
	if err := os.WriteFile(settings, []byte("ignore: ['**/a/**']\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	s = s.Refresh(settings)
	if !s.Ignored(skill, false) {
		t.Fatal("the skill is not ignored")
	}
	if after, ok := s.Head(skill); !ok || after != before {
		t.Errorf("the head is %+v, %v, want %+v", after, ok, before)
	}
	if sum := s.Summary(skill); sum != nil {
		t.Errorf("there is the summary %+v", sum)
	}
}

// TestSettingsByOtherNames checks that settings apply to a file under any of its names, and to a file outside
// all folders.
func TestSettingsByOtherNames(t *testing.T) {
	_, root := analysistest.Workspace(t, `
-- real/.skills-ls.yaml --
rules: {link/broken: error}
overrides: [{files: [vendor], rules: {"*": off}}]
ignore: [/quiet]
-- real/.agents/skills/a/SKILL.md --
`+broken("a")+`
-- real/vendor/.agents/skills/b/SKILL.md --
`+broken("b")+`
-- real/quiet/.agents/skills/c/SKILL.md --
`+broken("c")+`
-- link->real --
-- alone/.git/HEAD --
-- alone/.skills-ls.yaml --
rules: {link/broken: hint}
-- alone/.agents/skills/d/SKILL.md --
`+broken("d")+`
-- .skills-ls.yaml --
rules: {link/broken: "off"}
`)
	s := analysis.New(vfs.Disk{}, workspace.Config{Folders: []string{filepath.Join(root, "link")}})
	for name, want := range map[string]string{
		"link/.agents/skills/a/SKILL.md":        "link/broken error",
		"real/.agents/skills/a/SKILL.md":        "link/broken error",
		"real/vendor/.agents/skills/b/SKILL.md": "",
		"real/quiet/.agents/skills/c/SKILL.md":  "",
		"alone/.agents/skills/d/SKILL.md":       "link/broken hint",
	} {
		if got := findings(s, root, name); got != want {
			t.Errorf("%s: findings %q, want %q", name, got, want)
		}
	}
}

// TestUnusableSettings checks that a configuration file that cannot be read has a diagnostic of its own, and
// that nothing else fails.
func TestUnusableSettings(t *testing.T) {
	const skill = "-- .agents/skills/a/SKILL.md --\n"
	for _, tt := range []struct {
		name, archive string
		prepare       func(t *testing.T, path string)
		want          string // the diagnostic, and the beginning of its message
	}{
		{"directory", "-- .skills-ls.yaml/ --\n", nil, "file/unreadable error: not a regular file"},
		{"no permission", "-- .skills-ls.yaml --\nrules: {}\n", analysistest.Forbid, "file/unreadable error: cannot read the file: permission denied"},
		{"pipe", "-- x/ --\n", analysistest.MakePipe, "file/unreadable error: not a regular file"},
		{"dangling link", "-- .skills-ls.yaml->gone.yaml --\n", nil, "file/unreadable error: file not found"},
		{"over 4 MiB", "-- .skills-ls.yaml --\n#" + strings.Repeat("x", 5<<20) + "\n", nil, "config/syntax error: file has 5242882 bytes: the limit is 65536"},
		{"over 64 KiB", "-- .skills-ls.yaml --\n#" + strings.Repeat("x", 100<<10) + "\n", nil, "config/syntax error: file has 102402 bytes"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if strings.HasSuffix(tt.want, "permission denied") && !fstest.Unprivileged(t) {
				return
			}
			s, root := analysistest.Workspace(t, tt.archive+skill+broken("a"))
			path := filepath.Join(root, config.SettingsFile)
			if tt.prepare != nil {
				tt.prepare(t, path)
			}
			found := rules.Diagnose(context.Background(), s, path)
			if len(found) != 1 || !strings.HasPrefix(found[0].Rule+" "+found[0].Severity.String()+": "+found[0].Text(), tt.want) {
				t.Errorf("got %+v, want %s", found, tt.want)
			}
			if got := findings(s, root, ".agents/skills/a/SKILL.md"); got != "link/broken warning" {
				t.Errorf("findings of a skill beside it: %q", got)
			}
		})
	}
	t.Run("a large buffer", func(t *testing.T) {
		s, root := analysistest.Workspace(t, skill+broken("a"))
		text := "rules: {link/broken: off}\n#" + strings.Repeat("x", 5<<20)
		s = s.With(workspace.Change{Path: filepath.Join(root, config.SettingsFile), Text: &text})
		if got := findings(s, root, config.SettingsFile); got != "config/syntax error" {
			t.Errorf("findings %q", got)
		}
	})
}
