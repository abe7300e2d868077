package skills

import (
	"os"
	"path/filepath"
	"sync"
)

// A spelled file system gives real paths in which every name is as its directory has it, where the directory takes other
// spellings of the name for the same. Without that one file had many real paths there: on macOS, and on Linux in directories
// and shares that fold letter case.
type spelled struct {
	FS

	mu sync.Mutex
	// exact are the directories, by real path, that are known to tell letter case apart. A directory does not change in that.
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

// spell gives a path without links the spelling of the directories. Above one that tells letter case apart it looks no
// further: nobody writes those names but as they are.
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

// nameIn returns the name of the directory's entry that goes by the given one, or the given one where none does.
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
