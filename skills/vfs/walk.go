package vfs

import (
	"io/fs"
	"path/filepath"
)

// Walk calls visit for each entry of a directory, in the order of [FS.ReadDir], and walks what is below an entry
// right after it if visit returns true. That may be a link to a directory. Directories that cannot be listed
// are skipped. Walk stops after limit entries and returns false if there are more.
func Walk(fsys FS, dir string, limit int, visit func(path string, e fs.DirEntry) bool) (complete bool) {
	return walk(fsys, dir, &limit, visit)
}

func walk(fsys FS, dir string, left *int, visit func(path string, e fs.DirEntry) bool) (complete bool) {
	entries, err := fsys.ReadDir(dir)
	if err != nil {
		return true
	}
	for _, e := range entries {
		if *left--; *left < 0 {
			return false
		}
		path := filepath.Join(dir, e.Name())
		if visit(path, e) && !walk(fsys, path, left, visit) {
			return false
		}
	}
	return true
}
