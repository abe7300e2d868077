package fix

import (
	"io/fs"
	"path/filepath"
	"slices"

	"skills-ls/skills/vfs"
)

// A withGone is a file system without the files that fixes rename.
type withGone struct {
	vfs.FS
	gone map[string]bool // by real path
}

func (w *withGone) ReadFile(name string) (string, error) {
	if w.leadsToGone(name) {
		return "", missing("read", name)
	}
	return w.FS.ReadFile(name)
}

func (w *withGone) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := w.FS.ReadDir(name)
	dir := vfs.Canonical(w.FS, name)
	return slices.DeleteFunc(slices.Clone(entries), func(e fs.DirEntry) bool { return w.gone[filepath.Join(dir, e.Name())] }), err
}

func (w *withGone) Stat(name string) (fs.FileInfo, error) {
	if w.leadsToGone(name) {
		return nil, missing("stat", name)
	}
	return w.FS.Stat(name)
}

func (w *withGone) Lstat(name string) (fs.FileInfo, error) {
	if w.gone[filepath.Join(vfs.Canonical(w.FS, filepath.Dir(name)), filepath.Base(name))] {
		return nil, missing("lstat", name)
	}
	return w.FS.Lstat(name)
}

func (w *withGone) RealPath(name string) (string, error) {
	real, err := w.FS.RealPath(name)
	if err == nil && w.gone[real] {
		return "", missing("lstat", name)
	}
	return real, err
}

func (w *withGone) leadsToGone(name string) bool {
	real, err := w.FS.RealPath(name)
	return err == nil && w.gone[real]
}

func missing(op, name string) error { return &fs.PathError{Op: op, Path: name, Err: fs.ErrNotExist} }
