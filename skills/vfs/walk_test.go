package vfs

import (
	"io/fs"
	"path/filepath"
	"slices"
	"testing"

	"skills-ls/skills/treetest"
)

// TestWalk checks the order of a walk, that it enters what its caller asks for, and where it stops.
func TestWalk(t *testing.T) {
	root := treetest.Make(t, map[string]string{"a/b": "", "a/c/d": "", "e": "->a/c", "f": "", "skipped/g": ""})
	all := []string{"a", "a/b", "a/c", "a/c/d", "e", "e/d", "f", "skipped"}
	for limit := range len(all) + 2 {
		var got []string
		complete := Walk(Disk{}, root, limit, func(path string, e fs.DirEntry) bool {
			rel, _ := CutDir(path, root)
			got = append(got, filepath.ToSlash(rel))
			return e.Name() != "skipped" // a file cannot be listed
		})
		if want := all[:min(limit, len(all))]; !slices.Equal(got, want) || complete != (limit >= len(all)) {
			t.Errorf("limit %d: got %v, complete %v, want %v", limit, got, complete, want)
		}
	}
}
