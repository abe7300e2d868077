package project

import (
	"os"
	"path/filepath"
	"testing"

	"skills-ls/cli/term"
)

// TestShow checks that paths below the working directory are shown relative to it, and other paths in full,
// even if the name of their directory begins like that of the working directory.
func TestShow(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(root, "ws"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("ws", filepath.Join(root, "link")); err != nil {
		t.Fatal(err)
	}
	at := func(name string) string { return filepath.Join(root, filepath.FromSlash(name)) }
	for _, test := range []struct{ cwd, path, want string }{
		{at("ws"), at("ws/a/b.md"), filepath.FromSlash("a/b.md")},
		{at("ws"), at("ws"), "."},
		{at("ws"), at("ws2/a.md"), at("ws2/a.md")},
		{at("ws"), at("a.md"), at("a.md")},
		{at("ws"), at("ws/..b/c.md"), filepath.FromSlash("..b/c.md")},
		{at("link"), at("link/a.md"), "a.md"},
		{at("link"), at("ws/a.md"), "a.md"}, // agents name what they find by its real path
		{at("ws") + string(filepath.Separator), at("ws/a.md"), "a.md"},
	} {
		if got := NewWorkspace(&term.System{}, test.cwd).Show(test.path); got != test.want {
			t.Errorf("from %s, %s is shown as %s, want %s", test.cwd, test.path, got, test.want)
		}
	}
}
