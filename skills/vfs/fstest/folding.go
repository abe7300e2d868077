// Package fstest has helpers for tests of file systems: a disk that folds names, and a way to run a test
// without the permissions of root.
package fstest

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"skills-ls/skills/vfs"
)

// A Folding is the disk, with directories that treat different spellings of a name as the same. As on a real
// system of this kind, ReadDir returns the spelling with which a file was created, and Stat and RealPath
// return the spelling that the caller used.
type Folding struct {
	vfs.Disk
	Folds vfs.Folding
}

// FoldingDisk returns a file system that folds names as given: the disk itself if the directory of temporary
// files does so, or else a [Folding]. It skips the test if the disk folds more than that.
func FoldingDisk(t testing.TB, folds vfs.Folding) vfs.FS {
	t.Helper()
	probe := filepath.Join(t.TempDir(), "Prob\u00e9")
	if err := os.WriteFile(probe, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	switch found := vfs.FoldingAt(vfs.Disk{}, probe); {
	case found == folds:
		return vfs.Disk{}
	case found&^folds != 0:
		t.Skipf("the directory of temporary files has folding %d, and the test needs %d", found, folds)
	}
	return Folding{Folds: folds}
}

// stored returns a path with every name that exists spelled as on the disk.
func (f Folding) stored(path string) string {
	dir := filepath.Dir(path)
	if dir == path {
		return path
	}
	dir, name := f.stored(dir), filepath.Base(path)
	entries, err := f.Disk.ReadDir(dir)
	if err != nil {
		return filepath.Join(dir, name)
	}
	for _, e := range entries {
		if f.Folds.Same(e.Name(), name) {
			return filepath.Join(dir, e.Name())
		}
	}
	return filepath.Join(dir, name)
}

// follow returns a path spelled as on the disk, with the links of its directory resolved.
func (f Folding) follow(path string) string {
	dir := filepath.Dir(path)
	if real, err := f.RealPath(dir); err == nil {
		dir = real
	}
	return f.stored(filepath.Join(dir, filepath.Base(path)))
}

func (f Folding) ReadFile(name string) (string, error)       { return f.Disk.ReadFile(f.real(name)) }
func (f Folding) ReadDir(name string) ([]fs.DirEntry, error) { return f.Disk.ReadDir(f.real(name)) }
func (f Folding) Stat(name string) (fs.FileInfo, error)      { return f.Disk.Stat(f.real(name)) }
func (f Folding) Lstat(name string) (fs.FileInfo, error)     { return f.Disk.Lstat(f.follow(name)) }
func (f Folding) Readlink(name string) (string, error)       { return f.Disk.Readlink(f.follow(name)) }

// real returns a path with its links resolved, spelled as on the disk. It returns the path unchanged if the
// file does not exist.
func (f Folding) real(path string) string {
	if real, err := f.RealPath(path); err == nil {
		return f.stored(real)
	}
	return path
}

// RealPath resolves links but keeps the spelling of all other names, like filepath.EvalSymlinks on macOS.
func (f Folding) RealPath(name string) (string, error) { return f.realPath(filepath.Clean(name), 0) }

func (f Folding) realPath(name string, links int) (string, error) {
	dir := filepath.Dir(name)
	if dir == name {
		return name, nil
	}
	real, err := f.realPath(dir, links)
	if err != nil {
		return "", err
	}
	real = filepath.Join(real, filepath.Base(name))
	info, err := f.Disk.Lstat(f.stored(real))
	if err != nil || info.Mode()&fs.ModeSymlink == 0 {
		return real, err
	}
	if links > 40 {
		return "", &fs.PathError{Op: "realpath", Path: name, Err: errLoop}
	}
	target, err := f.Disk.Readlink(f.stored(real))
	if err != nil {
		return "", err
	}
	if !filepath.IsAbs(target) {
		target = filepath.Join(filepath.Dir(real), target)
	}
	return f.realPath(filepath.Clean(target), links+1)
}

var errLoop = errors.New("too many levels of symbolic links")
