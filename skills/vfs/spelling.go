package vfs

import (
	"os"
	"path/filepath"
	"sync"
)

// A spelled file system returns real paths in the spelling of the directories, where a directory treats other
// spellings as the same. Otherwise one file would have many real paths on macOS, and on Linux in directories
// and shares that ignore case.
type spelled struct {
	FS

	mu sync.Mutex
	// exact are the real paths of directories that are known to be case-sensitive. A directory does not
	// change in that.
	exact map[string]bool // guarded by mu
}

func newSpelled(base FS) *spelled { return &spelled{FS: base, exact: make(map[string]bool)} }

func (s *spelled) RealPath(name string) (string, error) {
	real, err := s.FS.RealPath(name)
	if err != nil {
		return real, err
	}
	return s.spell(real), nil
}

// spell gives a path without links the spelling of its directories. It stops at a case-sensitive directory:
// names above it have one spelling.
func (s *spelled) spell(path string) string {
	dir, name := filepath.Dir(path), filepath.Base(path)
	if dir == path || s.tellsApart(dir, name) {
		return path
	}
	return filepath.Join(s.spell(dir), s.nameIn(dir, name))
}

// tellsApart reports whether the directory is known to have the name in no other spelling.
func (s *spelled) tellsApart(dir, name string) bool {
	s.mu.Lock()
	exact := s.exact[dir]
	s.mu.Unlock()
	if !exact {
		folds, ok := foldsName(s.FS, dir, name, FoldsCase)
		if exact = ok && !folds; !exact {
			return false
		}
		s.mu.Lock()
		s.exact[dir] = true
		s.mu.Unlock()
	}
	if isASCII(name) {
		return true
	}
	folds, _ := foldsName(s.FS, dir, name, FoldsMarks)
	return !folds
}

// nameIn returns the name of the directory's entry that the given name finds, or the given name if it finds
// none.
func (s *spelled) nameIn(dir, name string) string {
	if _, ok := otherSpelling(name, FoldsCase); !ok && isASCII(name) {
		return name
	}
	entries, err := s.FS.ReadDir(dir)
	if err != nil {
		return name
	}
	if _, ok := entryNamed(entries, name); ok {
		return name
	}
	info, err := s.FS.Lstat(filepath.Join(dir, name))
	if err != nil {
		return name
	}
	for _, e := range entries {
		if !(FoldsCase | FoldsMarks).Same(e.Name(), name) {
			continue
		}
		if other, err := s.FS.Lstat(filepath.Join(dir, e.Name())); err == nil && os.SameFile(info, other) {
			return e.Name()
		}
	}
	return name
}
