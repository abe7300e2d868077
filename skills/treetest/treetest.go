// Package treetest creates directories and files for tests. It does not import other packages of the project,
// so the tests of every package can use it.
package treetest

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Dir creates a directory, which is deleted after the test, and returns its real path.
func Dir(t testing.TB) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// Put writes a file and creates the missing directories above it.
func Put(t testing.TB, path, text string) {
	t.Helper()
	err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644))
	if err != nil {
		t.Fatal(err)
	}
}

// Make creates files in a new directory and returns the real path of that directory. The keys of files are
// slash-separated paths, and the values are contents. A content "->target" makes a symbolic link, and a path
// that ends in a slash makes a directory.
func Make(t testing.TB, files map[string]string) string {
	t.Helper()
	root := Dir(t)
	for name, content := range files {
		path := filepath.Join(root, filepath.FromSlash(name))
		dir := filepath.Dir(path)
		if strings.HasSuffix(name, "/") {
			dir = path
		}
		err := os.MkdirAll(dir, 0o755)
		if err != nil {
			t.Fatal(err)
		}
		target, link := strings.CutPrefix(content, "->")
		switch {
		case link:
			err = os.Symlink(target, path)
		case dir != path:
			err = os.WriteFile(path, []byte(content), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return root
}
