package vfs

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"skills-ls/skills/growthtest"
	"skills-ls/skills/treetest"
)

// TestConfinement checks which links a Cached file system follows, with every method that follows links.
func TestConfinement(t *testing.T) {
	root := treetest.Make(t, map[string]string{
		"home/u/secret.txt":              "x",
		"home/u/.agents/skills":          "->../../../dotfiles/skills",
		"dotfiles/skills/d/SKILL.md":     "x",
		"dotfiles/skills/d/shared":       "->../../near",
		"dotfiles/skills/d/beside.md":    "->../beside.md",
		"dotfiles/skills/beside.md":      "x",
		"dotfiles/near/n.md":             "x",
		"outside/n.md":                   "x",
		"outside/skill/SKILL.md":         "x",
		"outside/skill/own.md":           "x",
		"roots/shared.md":                "x",
		"ws/shared.md":                   "x",
		"ws/lone/all":                    "->/",
		"ws/lone/home":                   "->../../home/u",
		"ws/lone/homes":                  "->../../home",
		"ws/lone/out":                    "->../../outside",
		"ws/lone/proc":                   "->/proc",
		"ws/.agents/skills/SKILL.md":     "x",
		"ws/.agents/skills/linked":       "->../../../outside/skill",
		"ws/.agents/skills/group":        "->../../../outside",
		"ws/.agents/skills/a/SKILL.md":   "x",
		"ws/.agents/skills/a/own.md":     "x",
		"ws/.agents/skills/a/refs/in.md": "->../own.md",
		"ws/.agents/skills/a/refs/ws.md": "->../../../../shared.md",
		"ws/.agents/skills/a/refs/ro.md": "->../../../../../roots/shared.md",
		"ws/.agents/skills/a/refs/n.md":  "->../../../../../outside/n.md",
		"ws/.agents/skills/a/docs":       "->../../../../outside",
		"ws/.agents/skills/a/again":      "->refs/n.md",
		"ws/.agents/skills/a/fd":         "->/proc/self/environ",
		"ws/.agents/skills/f/SKILL.md":   "->../../../../outside/skill/SKILL.md",
		"ws/.agents/skills/f/own.md":     "->../../../../outside/skill/own.md",
		"ws/.agents/skills/f/out.md":     "->../../../../outside/n.md",

		"ws/.agents/skills/a/sub/SKILL.md":           "->../../../../../outside",
		"ws/.agents/skills/a/1/2/3/4/5/6/7/8/9/docs": "->../../../../../../../../../../../../../outside",
		"ws/.agents/skills/decoy/SKILL.md":           "x",
		"ws/.agents/skills/decoy/sKILL.md":           "->../../../../outside/n.md",
		"ws/.agents/skills/decoy/docs":               "->../../../../outside",
		"ws/.agents/skills/directory/SKILL.md":       "->../../../../outside/skill",
		"ws/.agents/skills/directory/docs":           "->../../../../outside",
	})
	if runtime.GOOS == "windows" {
		t.Skip("symbolic links need a privilege on Windows")
	}
	join := func(name string) string { return filepath.Join(root, filepath.FromSlash(name)) }
	c := NewCached(Disk{})
	home := join("home/u")
	c.Confine(Confinement{Home: home, Folders: []string{join("ws")}, Roots: []string{
		join("ws/.agents/skills"), join("home/u/.agents/skills"), join("roots"),
	}})
	const a, f, d = "ws/.agents/skills/a/", "ws/.agents/skills/f/", "home/u/.agents/skills/d/"
	for _, tt := range []struct {
		name   string
		reason string // "" if the file is read
	}{
		{"ws/shared.md", ""},
		{a + "SKILL.md", ""},
		{a + "refs/in.md", ""},
		{a + "refs/ws.md", ""},
		{a + "refs/ro.md", ""},
		{a + "refs/n.md", outside},
		{a + "again", outside},
		{a + "docs", outside},
		{a + "docs/n.md", outside},
		{a + "docs/skill/SKILL.md", outside},
		{a + "fd", inSystem},
		{a + "sub/SKILL.md", outside},
		{a + "sub/SKILL.md/n.md", outside},
		{a + "1/2/3/4/5/6/7/8/9/docs", outside},
		{"ws/.agents/skills/decoy/docs", outside},
		{"ws/.agents/skills/directory/docs", outside},
		{f + "SKILL.md", ""},
		{f + "own.md", ""},
		{f + "out.md", outside},
		{"ws/.agents/skills/linked/own.md", ""},
		{"ws/.agents/skills/group/skill/SKILL.md", ""},
		{"ws/lone/out/n.md", ""},
		{"ws/lone/all", tooWide},
		{"ws/lone/all/etc", tooWide},
		{"ws/lone/home/secret.txt", tooWide},
		{"ws/lone/homes/u/secret.txt", tooWide},
		{"ws/lone/proc", inSystem},
		{"ws/lone/proc/self", inSystem},
		{d + "SKILL.md", ""},
		{d + "beside.md", ""},
		{d + "shared/n.md", outside},
		{"dotfiles/skills/d/shared/n.md", outside},
	} {
		for op, err := range callAll(c, join(tt.name)) {
			var confined *ConfinedError
			switch {
			case tt.reason == "" && errors.Is(err, ErrConfined):
				t.Errorf("%s(%s) error = %v, want the file to be read", op, tt.name, err)
			case tt.reason != "" && (!errors.As(err, &confined) || confined.reason != tt.reason):
				t.Errorf("%s(%s) error = %v, want reason %q", op, tt.name, err, tt.reason)
			}
		}
		if !strings.Contains(tt.name, "/lone/") {
			continue
		}
		if _, err := c.Lstat(join("ws/lone/all")); err != nil {
			t.Errorf("Lstat of a link that is not followed: %v", err)
		}
	}
	if target, err := c.Readlink(join(a + "docs")); err != nil || !strings.HasSuffix(target, "outside") {
		t.Errorf("Readlink of a link that is not followed = %s, %v", target, err)
	}
}

// callAll calls every method that follows the links of a path, and returns the errors by method.
func callAll(fsys FS, name string) map[string]error {
	errs := make(map[string]error)
	_, errs["RealPath"] = fsys.RealPath(name)
	_, errs["Stat"] = fsys.Stat(name)
	_, errs["ReadDir"] = fsys.ReadDir(name)
	_, errs["ReadFile"] = fsys.ReadFile(name)
	return errs
}

// TestConfinementForgotten checks that a Cached file system decides again whether it follows a link, after a
// SKILL.md above the link appeared or disappeared, and after Confine.
func TestConfinementForgotten(t *testing.T) {
	root := treetest.Make(t, map[string]string{
		"ws/a/docs": "->../../outside", "ws/skills/": "", "outside/n.md": "x",
	})
	c := NewCached(Disk{})
	n := filepath.Join(root, "ws", "a", "docs", "n.md")
	skill := filepath.Join(root, "ws", "a", "SKILL.md")
	folders := []string{filepath.Join(root, "ws")}
	expect := func(want bool) {
		t.Helper()
		_, err := c.Stat(n)
		_, errRead := c.ReadFile(n)
		if got := err == nil && errRead == nil; got != want {
			t.Errorf("follows the link: %t, want %t (Stat: %v, ReadFile: %v)", got, want, err, errRead)
		}
	}
	c.Confine(Confinement{Folders: folders})
	expect(true)
	if err := os.WriteFile(skill, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	c.Forget(skill)
	expect(false)
	c.Confine(Confinement{Folders: append(folders, filepath.Join(root, "outside"))})
	expect(true)
	c.Confine(Confinement{Folders: folders})
	expect(false)
	if err := os.Remove(skill); err != nil {
		t.Fatal(err)
	}
	c.Forget(skill)
	expect(true)
}

// TestSystemDirectories checks that a Cached file system does not call the base for paths in /proc, /sys and
// /dev.
func TestSystemDirectories(t *testing.T) {
	c := NewCached(unusedFS{t})
	for _, name := range []string{"/proc", "/proc/self/environ", "/sys/kernel", "/dev/zero"} {
		for op, err := range callAll(c, name) {
			if !errors.Is(err, ErrConfined) {
				t.Errorf("%s(%s) error = %v, want ErrConfined", op, name, err)
			}
		}
	}
}

// TestTooDeep checks that a Cached file system does not call the base for paths with more than MaxPathDepth
// names.
func TestTooDeep(t *testing.T) {
	c := NewCached(unusedFS{t})
	name := deepPath(string(filepath.Separator), MaxPathDepth+1)
	for op, err := range callAll(c, name) {
		var pathErr *fs.PathError
		if !errors.Is(err, ErrTooDeep) || !errors.As(err, &pathErr) {
			t.Errorf("%s error = %v, want ErrTooDeep in a PathError", op, err)
		}
	}
	if !IsTooDeep(name) || IsTooDeep(filepath.Dir(name)) {
		t.Errorf("IsTooDeep is false for %d names or true for %d", MaxPathDepth+1, MaxPathDepth)
	}
}

// TestRelative checks that a relative path, such as the URI of an unsaved document, does not exist, also if the
// working directory has such a file.
func TestRelative(t *testing.T) {
	for _, name := range []string{".", "skills", filepath.Join("skills", "deploy", "SKILL.md"), "untitled:1/SKILL.md"} {
		for op, err := range callAll(NewCached(unusedFS{t}), name) {
			if !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("%s of %q: error = %v, want ErrNotExist", op, name, err)
			}
		}
	}
}

// An unusedFS fails the test if one of its methods is called.
type unusedFS struct{ t *testing.T }

func (f unusedFS) fail(name string) error {
	f.t.Errorf("unexpected call of the base for %s", name)
	return fs.ErrNotExist
}
func (f unusedFS) ReadFile(name string) (string, error)       { return "", f.fail(name) }
func (f unusedFS) ReadDir(name string) ([]fs.DirEntry, error) { return nil, f.fail(name) }
func (f unusedFS) Stat(name string) (fs.FileInfo, error)      { return nil, f.fail(name) }
func (f unusedFS) Lstat(name string) (fs.FileInfo, error)     { return nil, f.fail(name) }
func (f unusedFS) Readlink(name string) (string, error)       { return "", f.fail(name) }
func (f unusedFS) RealPath(name string) (string, error)       { return "", f.fail(name) }
func (f unusedFS) ReadIn(dir, _ string) (string, error)       { return "", f.fail(dir) }

// deepPath returns a path with the given number of names below a directory.
func deepPath(dir string, names int) string { return filepath.Join(dir, strings.Repeat("d/", names)) }

// TestCanonicalOfMissing checks that the time for a path that does not exist is linear in its length, not
// quadratic.
func TestCanonicalOfMissing(t *testing.T) {
	dir := t.TempDir()
	growthtest.Linear(t, MaxPathDepth/5, func(names int) time.Duration {
		c := NewCached(Disk{})
		o := NewOverlay(c, map[string]Buffer{filepath.Join(dir, "x"): {}})
		name := deepPath(dir, names)
		Canonical(o, name)
		return growthtest.Take(t, func() {
			for range 500 {
				_, _ = o.Stat(name)
			}
		})
	})
}
