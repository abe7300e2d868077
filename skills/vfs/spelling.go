package vfs

import (
	"os"
	"path/filepath"
	"sync"

	"skills-ls/skills/text"
)

// A spellingFS returns real paths with every name spelled as in the listing of its directory. Without it a
// file would have several real paths where a directory ignores case: on macOS, and on Linux in some
// directories and shares.
type spellingFS struct {
	FS

	// caseSensitive is a set of the real paths of directories that are known to be case-sensitive. It is never
	// cleared, because a directory stays case-sensitive.
	caseSensitive sync.Map
}

func (s *spellingFS) RealPath(name string) (string, error) {
	real, err := s.FS.RealPath(name)
	if err != nil {
		return real, err
	}
	if c, ok := s.FS.(*Cached); ok && c.lists(real) && s.spell(Parent(real)) == Parent(real) {
		return real, nil // as listed, without a call of the base
	}
	return s.spell(real), nil
}

// spell returns a path without links with every name spelled as in its directory. It stops at a
// case-sensitive directory and assumes that the directories above are spelled correctly.
func (s *spellingFS) spell(path string) string {
	dir, name := filepath.Dir(path), filepath.Base(path)
	if dir == path || s.hasOneSpelling(dir, name) {
		return path
	}
	return filepath.Join(s.spell(dir), s.listedName(dir, name))
}

// hasOneSpelling reports whether the directory is known to accept the name in no other spelling.
func (s *spellingFS) hasOneSpelling(dir, name string) bool {
	if _, sensitive := s.caseSensitive.Load(dir); !sensitive {
		if folds, ok := foldsName(s.FS, dir, name, FoldsCase); folds || !ok {
			return false
		}
		s.caseSensitive.Store(dir, nil)
	}
	if text.IsASCII(name) {
		return true
	}
	folds, _ := foldsName(s.FS, dir, name, FoldsMarks)
	return !folds
}

// listedName returns the name as it is spelled in the listing of the directory. It returns the name unchanged
// if the directory has no such entry.
func (s *spellingFS) listedName(dir, name string) string {
	if _, ok := otherSpelling(name, FoldsCase); !ok && text.IsASCII(name) {
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
