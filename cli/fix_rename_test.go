package cli

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/workspace"
	"skills-ls/cli/fix"
	"skills-ls/skills/vfs"
	"skills-ls/skills/vfs/fstest"
)

// TestFixRename checks when a file is renamed to SKILL.md: after its text was fixed, and never over another
// file or if links lead to the file.
func TestFixRename(t *testing.T) {
	for _, c := range []struct {
		name    string
		files   map[string]string
		args    []string
		renamed bool
		told    string
	}{
		{"alone", nil, nil, true, ""},
		{"given by its old name", nil, []string{".agents/skills/good/skill.md"}, true, ""},
		{"something is called that", map[string]string{".agents/skills/good/SKILL.md": goodSkill}, nil, false, ""},
		{"two of them", map[string]string{".agents/skills/good/Skill.md": goodSkill}, nil, false, "that name exists"},
		{"a file links to it", map[string]string{"AGENTS.md": "See [it](.agents/skills/good/skill.md).\n"}, nil, false, ""},
		{
			"a file links to it that is not checked",
			map[string]string{"AGENTS.md": "See [it](.agents/skills/good/skill.md).\n"},
			[]string{".agents/skills/good"},
			false, "other files link to it",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := realTemp(t)
			if !tellsCase(t, dir) {
				t.Skip("letter case does not count here")
			}
			tree(t, dir, map[string]string{".agents/skills/good/skill.md": fixable("Go.\n")})
			tree(t, dir, c.files)
			skill := filepath.Join(dir, ".agents", "skills", "good")
			before := listing(t, skill)
			diff := command(t, dir, "", append([]string{"check", "--diff"}, c.args...)...)
			r := command(t, dir, "", append([]string{"check", "--fix", "--fail-on", "never"}, c.args...)...)
			after, want := listing(t, skill), before
			if c.renamed {
				want = []string{"SKILL.md"}
				if got := read(t, skill, "SKILL.md"); got != strings.Replace(fixable("Go.\n"), "\"\"", "good", 1) {
					t.Errorf("%q", got)
				}
				if !strings.HasSuffix(r.stdout, "No problems in 1 skill. 2 problems fixed in 1 file.\n") {
					t.Errorf("%s%s", r.stdout, r.stderr)
				}
			}
			if strings.Contains(diff.stdout, "\nrename to ") != c.renamed {
				t.Errorf("the diff is another:\n%s", diff.stdout)
			}
			if !slices.Equal(after, want) || r.code != exitDone || !strings.Contains(r.stderr, c.told) || c.told == "" && r.stderr != "" {
				t.Errorf("%q, exit %d\n%s%s", after, r.code, r.stdout, r.stderr)
			}
			again := command(t, dir, "", "check", "--fix", "--fail-on", "never")
			if !strings.HasSuffix(again.stdout, " No problems fixed.\n") {
				t.Errorf("the second time:\n%s%s", again.stdout, again.stderr)
			}
		})
	}
}

// tellsCase reports whether the file system of a directory is case-sensitive.
func tellsCase(t *testing.T, dir string) bool {
	t.Helper()
	write(t, filepath.Join(dir, "Case"), "")
	defer os.Remove(filepath.Join(dir, "Case"))
	_, err := os.Lstat(filepath.Join(dir, "cASE"))
	return err != nil
}

// TestFixRenameFolding checks that a file is renamed on a case-insensitive file system, on which it seems to
// have the name already.
func TestFixRenameFolding(t *testing.T) {
	dir := realTemp(t)
	tree(t, dir, map[string]string{".agents/skills/good/skill.md": fixable("Go.\n")})
	path := filepath.Join(dir, ".agents", "skills", "good", "skill.md")
	c := fixChecker(dir, fstest.FoldingDisk(t, vfs.FoldsCase), workspace.Config{})
	x := c.fixer(c.find(t.Context(), []string{dir}, func(string) {}))
	x.Run(t.Context())
	changed := x.Changed()
	if len(changed) != 1 || changed[0].Rename == nil || *changed[0].Rename != (diagnostic.Rename{From: path, To: filepath.Join(filepath.Dir(path), "SKILL.md")}) {
		t.Errorf("%+v, %v", changed, x.Problems)
	}
}

// TestRenameFile checks that renaming overwrites no file, even if it was created after the name was checked.
func TestRenameFile(t *testing.T) {
	dir := realTemp(t)
	from, to := filepath.Join(dir, "from"), filepath.Join(dir, "to")
	for _, rename := range []func(from, to string) error{fix.RenameFile, fix.RenameChecked} {
		write(t, from, "old")
		write(t, to, "other")
		if err := rename(from, to); err == nil || fix.Unwritable(err) != "not renamed: the new name exists" || read(t, from) != "old" || read(t, to) != "other" {
			t.Errorf("%v: %q and %q", err, read(t, from), read(t, to))
		}
		if err := os.Remove(to); err != nil {
			t.Fatal(err)
		}
		if err := rename(from, to); err != nil || read(t, to) != "old" {
			t.Errorf("%v", err)
		}
		if err := rename(from, filepath.Join(dir, "x")); err == nil {
			t.Error("a file that has gone was renamed")
		}
	}
}
