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

// TestConfinement guards which links a file system follows, whatever it is asked.
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
		t.Skip("its links need a privilege")
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
		reason string // empty for what is read
	}{
		{"ws/shared.md", ""},
		{a + "SKILL.md", ""},
		{a + "refs/in.md", ""},
		{a + "refs/ws.md", ""},
		{a + "refs/ro.md", ""},
		{a + "refs/n.md", leaves},
		{a + "again", leaves},
		{a + "docs", leaves},
		{a + "docs/n.md", leaves},
		{a + "docs/skill/SKILL.md", leaves},
		{a + "fd", inSystem},
		{a + "sub/SKILL.md", leaves},
		{a + "sub/SKILL.md/n.md", leaves},
		{a + "1/2/3/4/5/6/7/8/9/docs", leaves},
		{"ws/.agents/skills/decoy/docs", leaves},
		{"ws/.agents/skills/directory/docs", leaves},
		{f + "SKILL.md", ""},
		{f + "own.md", ""},
		{f + "out.md", leaves},
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
		{d + "shared/n.md", leaves},
		{"dotfiles/skills/d/shared/n.md", leaves},
	} {
		for op, err := range everyQuestion(c, join(tt.name)) {
			var confined *ConfinedError
			switch {
			case tt.reason == "" && errors.Is(err, ErrConfined):
				t.Errorf("%s of %s: %v", op, tt.name, err)
			case tt.reason != "" && (!errors.As(err, &confined) || confined.reason != tt.reason):
				t.Errorf("%s of %s: %v, want: %s", op, tt.name, err, tt.reason)
			}
		}
		if !strings.Contains(tt.name, "/lone/") {
			continue
		}
		if _, err := c.Lstat(join("ws/lone/all")); err != nil {
			t.Errorf("the link itself: %v", err)
		}
	}
	if target, err := c.Readlink(join(a + "docs")); err != nil || !strings.HasSuffix(target, "outside") {
		t.Errorf("where a link leads that is not followed: %s, %v", target, err)
	}
}

// everyQuestion asks everything that reveals something of what a path leads to.
func everyQuestion(fsys FS, name string) map[string]error {
	errs := make(map[string]error)
	_, errs["RealPath"] = fsys.RealPath(name)
	_, errs["Stat"] = fsys.Stat(name)
	_, errs["ReadDir"] = fsys.ReadDir(name)
	_, errs["ReadFile"] = fsys.ReadFile(name)
	_, errs["ReadIn"] = fsys.ReadIn(name, "x")
	return errs
}

// TestConfinementForgotten guards that the answer changes with what it depends on.
func TestConfinementForgotten(t *testing.T) {
	root := treetest.Make(t, map[string]string{"ws/a/docs": "->../../outside", "ws/skills/": "", "outside/n.md": "x"})
	c := NewCached(Disk{})
	n, skill := filepath.Join(root, "ws", "a", "docs", "n.md"), filepath.Join(root, "ws", "a", "SKILL.md")
	folders := []string{filepath.Join(root, "ws")}
	expect := func(want bool) {
		t.Helper()
		_, err := c.Stat(n)
		_, errRead := c.ReadFile(n)
		if got := err == nil && errRead == nil; got != want {
			t.Errorf("read %t, want %t: %v, %v", got, want, err, errRead)
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

// TestSystemDirectories guards that no path there is looked at, whoever asks.
func TestSystemDirectories(t *testing.T) {
	c := NewCached(noFS{t})
	for _, name := range []string{"/proc", "/proc/self/environ", "/sys/kernel", "/dev/zero"} {
		for op, err := range everyQuestion(c, name) {
			if !errors.Is(err, ErrConfined) {
				t.Errorf("%s of %s: %v", op, name, err)
			}
		}
	}
}

// TestTooDeep guards that paths over the limit are not asked for.
func TestTooDeep(t *testing.T) {
	c := NewCached(noFS{t})
	name := deepPath(string(filepath.Separator), MaxPathDepth+1)
	for op, err := range everyQuestion(c, name) {
		var at *fs.PathError
		if !errors.Is(err, ErrTooDeep) || !errors.As(err, &at) {
			t.Errorf("%s: %v", op, err)
		}
	}
	if !IsTooDeep(name) || IsTooDeep(filepath.Dir(name)) {
		t.Error("the limit is elsewhere")
	}
}

// noFS is a file system that must not be asked.
type noFS struct{ t *testing.T }

func (f noFS) asked(name string) error {
	f.t.Errorf("asked for %s", name)
	return fs.ErrNotExist
}
func (f noFS) ReadFile(name string) (string, error)       { return "", f.asked(name) }
func (f noFS) ReadDir(name string) ([]fs.DirEntry, error) { return nil, f.asked(name) }
func (f noFS) Stat(name string) (fs.FileInfo, error)      { return nil, f.asked(name) }
func (f noFS) Lstat(name string) (fs.FileInfo, error)     { return nil, f.asked(name) }
func (f noFS) Readlink(name string) (string, error)       { return "", f.asked(name) }
func (f noFS) RealPath(name string) (string, error)       { return "", f.asked(name) }
func (f noFS) ReadIn(dir, _ string) (string, error)       { return "", f.asked(dir) }

// deepPath returns a path of so many names below a directory.
func deepPath(dir string, names int) string { return filepath.Join(dir, strings.Repeat("d/", names)) }

// TestCanonicalOfMissing guards that the cost of a path that does not exist grows with its length, and not
// with the square.
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
