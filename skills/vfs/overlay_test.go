package vfs

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"skills-ls/skills/treetest"
)

// edited is the modification time of all buffers.
var edited = time.Date(2026, 1, 2, 3, 4, 5, 6e6, time.UTC)

func TestOverlayReads(t *testing.T) {
	root := treetest.Make(t, map[string]string{
		"real/SKILL.md": "disk",
		"real/other.md": "other",
		"link":          "->real",
		"alias.md":      "->real/SKILL.md",
		"dangling.md":   "->nowhere.md",
	})
	join := func(name string) string { return filepath.Join(root, filepath.FromSlash(name)) }
	for _, opened := range []string{"real/SKILL.md", "link/SKILL.md", "alias.md"} {
		o := NewOverlay(Disk{}, map[string]Buffer{join(opened): {"buffer", edited}})
		for _, name := range []string{"real/SKILL.md", "link/SKILL.md", "alias.md"} {
			text, err := o.ReadFile(join(name))
			if err != nil || text != "buffer" {
				t.Errorf("opened %s: ReadFile(%s) = %q, %v, want the buffer", opened, name, text, err)
			}
			info, err := o.Stat(join(name))
			if err != nil || info.Size() != 6 || !info.ModTime().Equal(edited) ||
				!info.Mode().IsRegular() || info.Name() != filepath.Base(name) {
				t.Errorf("opened %s: Stat(%s) = %+v, %v, want the buffer", opened, name, info, err)
			}
			if real, err := o.RealPath(join(name)); err != nil || real != join("real/SKILL.md") {
				t.Errorf("opened %s: RealPath(%s) = %s, %v", opened, name, real, err)
			}
		}
		if info, err := o.Lstat(join("alias.md")); err != nil || info.Mode()&fs.ModeSymlink == 0 {
			t.Errorf("opened %s: Lstat(alias.md) = %+v, %v, want a link", opened, info, err)
		}
		for _, name := range []string{"real/SKILL.md", "link/SKILL.md"} {
			if info, err := o.Lstat(join(name)); err != nil || info.Size() != 6 {
				t.Errorf("opened %s: Lstat(%s) = %+v, %v, want the buffer", opened, name, info, err)
			}
		}
		if text, err := o.ReadFile(join("link/other.md")); err != nil || text != "other" {
			t.Errorf("file without a buffer: ReadFile = %q, %v", text, err)
		}
		if _, err := o.ReadFile(join("dangling.md")); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("dangling link: ReadFile error = %v, want fs.ErrNotExist", err)
		}
	}
}

func TestOverlayNewFiles(t *testing.T) {
	root := treetest.Make(t, map[string]string{"ws/a.md": "disk", "link": "->ws"})
	join := func(name string) string { return filepath.Join(root, filepath.FromSlash(name)) }
	o := NewOverlay(Disk{}, map[string]Buffer{
		join("link/.agents/skills/new/SKILL.md"): {"new", edited},
		join("ws/z.md"):                          {"z", edited},
	})
	for dir, want := range map[string]string{
		"ws":                    ".agents/ a.md z.md",
		"link":                  ".agents/ a.md z.md",
		"ws/.agents":            "skills/",
		"link/.agents/skills":   "new/",
		"ws/.agents/skills/new": "SKILL.md",
	} {
		entries, err := o.ReadDir(join(dir))
		if got := names(entries); err != nil || got != want {
			t.Errorf("ReadDir(%s) = %s, %v, want %s", dir, got, err, want)
		}
		if info, err := o.Stat(join(dir)); err != nil || !info.IsDir() {
			t.Errorf("Stat(%s) = %v, %v, want a directory", dir, info, err)
		}
		if _, err := o.Lstat(join(dir)); err != nil {
			t.Errorf("Lstat(%s): %v", dir, err)
		}
		real, err := o.RealPath(join(dir))
		if err != nil || real != join(strings.Replace(dir, "link", "ws", 1)) {
			t.Errorf("RealPath(%s) = %s, %v", dir, real, err)
		}
	}
	entries, _ := o.ReadDir(join("ws"))
	if info, err := entries[2].Info(); err != nil || info.Size() != 1 || !info.ModTime().Equal(edited) {
		t.Errorf("Info of entry z.md = %+v, %v, want the buffer", info, err)
	}
	for _, name := range []string{
		"ws/.agent", "ws/.agents/skills/ne", "ws/.agents/skills/new/SKILL", "nowhere",
	} {
		if _, err := o.Stat(join(name)); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("Stat(%s) error = %v, want fs.ErrNotExist", name, err)
		}
		if _, err := o.RealPath(join(name)); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("RealPath(%s) error = %v, want fs.ErrNotExist", name, err)
		}
		if _, err := o.ReadDir(join(name)); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("ReadDir(%s) error = %v, want fs.ErrNotExist", name, err)
		}
	}
}

// names joins the names of entries with spaces, with a slash after directories.
func names(entries []fs.DirEntry) string {
	var list []string
	for _, e := range entries {
		name := e.Name()
		if e.IsDir() {
			name += "/"
		}
		list = append(list, name)
	}
	return strings.Join(list, " ")
}

// TestOverlayIsImmutable checks that an overlay still has its own buffers after With and Without made new
// ones. It opens one file under two names, edits it and closes it.
func TestOverlayIsImmutable(t *testing.T) {
	root := treetest.Make(t, map[string]string{"real/a.md": "disk", "link": "->real"})
	name, other := filepath.Join(root, "real", "a.md"), filepath.Join(root, "link", "a.md")
	read := func(o *Overlay) string {
		text, err := o.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	empty := NewOverlay(Disk{}, nil)
	one := empty.With(name, Buffer{"one", edited})
	two := one.With(other, Buffer{"two", edited})
	three := two.With(name, Buffer{"three", edited})
	closed := three.Without(name) // the buffer under the other name is still open
	allClosed := closed.Without(other)
	for _, tt := range []struct {
		o    *Overlay
		want string
	}{{empty, "disk"}, {one, "one"}, {two, "two"}, {three, "three"}, {closed, "two"}, {allClosed, "disk"}} {
		if got := read(tt.o); got != tt.want {
			t.Errorf("ReadFile = %q, want %q", got, tt.want)
		}
	}
	if allClosed.Without(name) != allClosed {
		t.Error("Without returned another overlay, though the file was not open")
	}
	checkEmpty(t, allClosed)
}

// checkEmpty reports an error if an overlay has data about buffers although all are closed.
func checkEmpty(t *testing.T, o *Overlay) {
	t.Helper()
	if len(o.paths)+len(o.buffers)+len(o.opened) != 0 {
		t.Errorf("after all buffers were closed: %+v", o)
	}
}

// TestOverlayResolve checks that a buffer replaces the file to which its name leads now, after a link on the
// way has changed. An editor would save the buffer to this file.
func TestOverlayResolve(t *testing.T) {
	root := treetest.Make(t, map[string]string{
		"a/x.md": "a", "b/x.md": "b", "link": "->a", "dangling.md": "->c/x.md",
	})
	join := func(name string) string { return filepath.Join(root, filepath.FromSlash(name)) }
	o := NewOverlay(Disk{}, nil)
	o = o.With(join("link/x.md"), Buffer{"linked", edited})
	o = o.With(join("dangling.md"), Buffer{"dangling", edited})
	if o.WithRealPaths(o.RealPaths()) != o {
		t.Error("WithRealPaths returned another overlay, though no link changed")
	}
	relink := func(target string) {
		t.Helper()
		if err := errors.Join(os.Remove(join("link")), os.Symlink(target, join("link"))); err != nil {
			t.Fatal(err)
		}
		o = o.WithRealPaths(o.RealPaths())
	}
	want := func(when string, texts map[string]string) {
		t.Helper()
		for name, want := range texts {
			if text, err := o.ReadFile(join(name)); text != want {
				t.Errorf("%s: ReadFile(%s) = %q, %v, want %q", when, name, text, err, want)
			}
		}
	}
	want("at first", map[string]string{
		"a/x.md": "linked", "b/x.md": "b", "link/x.md": "linked", "dangling.md": "dangling",
	})
	relink("b")
	want("link changed to b", map[string]string{"a/x.md": "a", "b/x.md": "linked", "link/x.md": "linked"})
	o = o.With(join("b/x.md"), Buffer{"real", edited})
	want("b/x.md opened too", map[string]string{"b/x.md": "real", "link/x.md": "real"})
	relink("a")
	want("link changed back to a", map[string]string{
		"a/x.md": "linked", "b/x.md": "real", "link/x.md": "linked",
	})
	relink("b")
	want("link changed to b again", map[string]string{"a/x.md": "a", "b/x.md": "real", "link/x.md": "real"})
	relink("nowhere")
	want("link dangling", map[string]string{"a/x.md": "a", "b/x.md": "real", "link/x.md": "linked"})
	treetest.Put(t, join("c/x.md"), "saved")
	o = o.WithRealPaths(o.RealPaths())
	want("target of dangling.md created", map[string]string{"c/x.md": "dangling"})
	if name, ok := o.OpenAs(join("c/x.md")); !ok || name != join("dangling.md") {
		t.Errorf("OpenAs(c/x.md) = %s, %t, want dangling.md", name, ok)
	}
	for _, name := range []string{"link/x.md", "b/x.md", "dangling.md"} {
		o = o.Without(join(name))
	}
	want("all closed", map[string]string{"a/x.md": "a", "b/x.md": "b", "c/x.md": "saved"})
	checkEmpty(t, o)
}

func TestOverlayLimit(t *testing.T) {
	name := filepath.Join(treetest.Make(t, nil), "big.md")
	o := NewOverlay(Disk{}, map[string]Buffer{name: {Text: strings.Repeat("x", MaxFile+1)}})
	var tooLarge *TooLargeError
	_, err := o.ReadFile(name)
	if !errors.As(err, &tooLarge) || tooLarge.Size != MaxFile+1 || tooLarge.Path != name {
		t.Errorf("ReadFile error = %v, want a TooLargeError", err)
	}
}

// TestRealOverlay checks that the view of ByRealPath returns the same as the overlay for real paths.
func TestRealOverlay(t *testing.T) {
	root := treetest.Make(t, map[string]string{"a/SKILL.md": "disk", "b/x.md": "disk"})
	join := func(name string) string { return filepath.Join(root, filepath.FromSlash(name)) }
	o := NewOverlay(Disk{}, map[string]Buffer{
		join("a/SKILL.md"):   {"buffer", edited},
		join("c/d/SKILL.md"): {"new", edited},
	})
	view := ByRealPath(o)
	for _, dir := range []string{"", "a", "b", "c", "c/d"} {
		want, err := o.ReadDir(join(dir))
		got, viewErr := view.ReadDir(join(dir))
		if err != nil || viewErr != nil || names(got) != names(want) {
			t.Errorf("ReadDir(%s) = %s, %v, want %s, %v", dir, names(got), viewErr, names(want), err)
		}
	}
	for _, file := range []string{"a/SKILL.md", "b/x.md", "c/d/SKILL.md"} {
		want, _ := o.ReadFile(join(file))
		got, err := view.ReadFile(join(file))
		info, statErr := view.Stat(join(file))
		if err != nil || statErr != nil || got != want || info.Size() != int64(len(want)) {
			t.Errorf("%s: ReadFile = %q, %v, Stat error = %v, want %q", file, got, err, statErr, want)
		}
	}
	if ByRealPath(Disk{}) != (Disk{}) {
		t.Error("ByRealPath(Disk{}) is not Disk{}")
	}
}

func TestCanonical(t *testing.T) {
	root := treetest.Make(t, map[string]string{"real/x.md": "x", "link": "->real"})
	for name, want := range map[string]string{
		"link/x.md":         "real/x.md",
		"link/new/y.md":     "real/new/y.md",
		"link/../link/x.md": "real/x.md",
		"nowhere/z":         "nowhere/z",
		"link":              "real",
	} {
		if got := Canonical(Disk{}, root+"/"+name); got != filepath.Join(root, filepath.FromSlash(want)) {
			t.Errorf("Canonical(%s) = %s, want %s", name, got, want)
		}
	}
	got := Canonical(Disk{}, filepath.FromSlash("/"))
	if !slices.Contains([]string{"/", `\`}, got) && filepath.VolumeName(got) == "" {
		t.Errorf("Canonical of the root = %s", got)
	}
}
