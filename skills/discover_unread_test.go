package skills

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skills-ls/skills/treetest"
	"skills-ls/skills/vfs"
)

// locked is a disk with directories that cannot be listed and files that cannot be read, although they exist.
// Permissions would not suffice, because they do not apply to root.
type locked struct {
	vfs.Disk
	paths []string
}

func (l locked) denied(op, name string) error {
	if slices.ContainsFunc(l.paths, func(p string) bool { return vfs.Within(p, name) }) {
		return &fs.PathError{Op: op, Path: name, Err: fs.ErrPermission}
	}
	return nil
}

func (l locked) ReadDir(name string) ([]fs.DirEntry, error) {
	if err := l.denied("open", name); err != nil {
		return nil, err
	}
	return l.Disk.ReadDir(name)
}

func (l locked) ReadFile(name string) (string, error) {
	if err := l.denied("open", name); err != nil {
		return "", err
	}
	return l.Disk.ReadFile(name)
}

// TestUnread checks that everything that cannot be read is listed with the reason, and that the rest is
// found.
func TestUnread(t *testing.T) {
	root := treetest.Make(t, map[string]string{
		"ws/good/SKILL.md": "good", "ws/closed/in/SKILL.md": "x", "ws/secret/SKILL.md": "x", "ws/dir/SKILL.md/note": "x",
		"ws/linked/SKILL.md": "linked", "home/more/SKILL.md": "more", "ws/huge/SKILL.md": strings.Repeat("x", vfs.MaxFile+1),
	})
	at := func(path string) string { return filepath.Join(root, filepath.FromSlash(path)) }
	for link, target := range map[string]string{
		"ws/dangling": "nowhere", "ws/circle": "circle", "ws/linked/up": "..", "ws/good/file": "SKILL.md",
		"ws/to/SKILL.md": "nowhere", "ws/round/SKILL.md": "SKILL.md", "root": "root", "gone": "nowhere",
	} {
		if err := os.MkdirAll(filepath.Dir(at(link)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(filepath.FromSlash(target), at(link)); err != nil {
			t.Skip("no symbolic links here: ", err)
		}
	}
	fsys := locked{paths: []string{at("ws/closed"), at("ws/secret/SKILL.md")}}
	agent := *everything
	agent.Walk = Walk{FollowDirs: true, FollowFiles: true, Unguarded: true}
	agent.Silent = true
	// A missing home directory is not listed, and neither is a root below a file.
	v := Vantage{Cwd: at("ws"), Home: at("nobody"), Roots: []string{at("home"), at("root"), at("gone"), at("missing"), at("ws/good/SKILL.md/below")}}
	c, err := BuildCatalog(t.Context(), fsys, &agent, v, nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, s := range c.Skills {
		names = append(names, s.Name)
	}
	if want := []string{"good", "linked", "more"}; !slices.Equal(names, want) {
		t.Errorf("skills %q, want %q", names, want)
	}
	want := map[string]string{
		"root": "circular", "gone": "broken", "ws/dangling": "broken", "ws/circle": "circular", "ws/closed": "permission denied",
		"ws/secret/SKILL.md": "permission denied", "ws/dir/SKILL.md": "not a regular file", "ws/linked/up": "many times",
		"ws/to/SKILL.md": "broken", "ws/round/SKILL.md": "circular", "ws/huge/SKILL.md": "bytes",
	}
	for _, e := range c.Unread {
		rel, _ := filepath.Rel(root, e.Path)
		rel = filepath.ToSlash(rel)
		if want[rel] == "" || !strings.Contains(e.Message, want[rel]) || strings.Contains(e.Message, root) {
			t.Errorf("%s: %s, want %q", rel, e.Message, want[rel])
		}
		delete(want, rel)
	}
	if len(want) > 0 {
		t.Errorf("nothing is said of %q", want)
	}

	fsys.paths = nil // a file that is read again is no longer listed
	c = c.Update(fsys, &agent, nil, at("ws/secret/SKILL.md"))
	if slices.ContainsFunc(c.Unread, func(e LoadError) bool { return e.Path == at("ws/secret/SKILL.md") }) {
		t.Error("a file that can be read again is still listed")
	}
}

func TestWhyUnread(t *testing.T) {
	for _, tt := range []struct {
		err  error
		want string
	}{
		{&fs.PathError{Op: "open", Path: "/x", Err: fs.ErrPermission}, "permission denied"},
		{&fs.PathError{Op: "open", Path: "/x", Err: errors.New("too many open files")}, "too many open files"},
		{errors.New("EvalSymlinks: too many links"), "circular symbolic link"},
		{&vfs.TooLargeError{Path: "/x", Size: 5 << 20}, "file has 5242880 bytes: files over 4194304 are not read"},
	} {
		if got := WhyUnread(tt.err); got != tt.want {
			t.Errorf("%v: %s, want %s", tt.err, got, tt.want)
		}
	}
}
