package workspace

import (
	"path/filepath"
	"slices"
	"unicode/utf8"

	"skills-ls/analysis/file"
	"skills-ls/analysis/index"
	"skills-ls/skills/vfs"
)

// A Whereabouts is a file or directory that links may spell in different ways.
type Whereabouts struct {
	snapshot *Snapshot
	path     string
	real     string
	Base     string // of path
}

func NewWhereabouts(s *Snapshot, path string) *Whereabouts {
	return &Whereabouts{snapshot: s, path: path, real: s.RealPath(path), Base: filepath.Base(path)}
}

// AnyCase compares names as equal if any file system may treat them so.
const AnyCase = vfs.FoldsCase | vfs.FoldsMarks

// Is reports whether a path leads to the file or directory, even through symbolic links.
func (w *Whereabouts) Is(path string) bool {
	return path == w.path || w.snapshot.RealPath(path) == w.real
}

// MayBe reports whether a path may lead to the file or directory, judging by its last element.
func (w *Whereabouts) MayBe(path string) bool {
	return path == w.path || AnyCase.Same(filepath.Base(path), w.Base)
}

// HasLinks reports whether the workspace is known to contain a symbolic link, so that paths with different
// spellings may lead to the same file.
func HasLinks(s *Snapshot) bool { return s.disk.Index.Linked.Load() || s.disk.FS.SawLink() }

// Candidates returns the files that may name something, sorted: those with links that may lead to one of the
// places, those that mention one of the names, those of the skills that the places belong to, and all open
// files. Each file appears once, by the name under which it is open, if it is.
func Candidates(s *Snapshot, places []*Whereabouts, names []string) []string {
	found, aliases := naming(s.Index(), places, names, HasLinks(s))
	for _, w := range places {
		if skill := s.SkillDir(filepath.Dir(w.path)); skill != "" {
			found = append(found, OfSkill(s.disk.Index, skill)...)
		}
		found = append(found, w.path)
	}
	for target, files := range aliases {
		if slices.ContainsFunc(places, func(w *Whereabouts) bool { return w.Is(target) }) {
			found = append(found, files...)
		}
	}
	return AsOpen(s, found)
}

// AsOpen returns the files and all open files, sorted, each once, by the name under which it is open, if it
// is.
func AsOpen(s *Snapshot, files []string) []string {
	var paths []string
	for _, path := range files {
		if _, open := s.OpenAs(path); !open && s.buffers[path] == nil {
			paths = append(paths, path)
		}
	}
	for path := range s.buffers {
		if name, ok := s.OpenAs(path); !ok || name == path {
			paths = append(paths, path)
		}
	}
	return index.Sorted(paths)
}

// naming returns the files that mention one of the names, and those with a link that is spelled like one of
// the places, ignoring case. If linked is true, aliases has the other targets of links whose last element is
// the same, with the files that have these links. For a SKILL.md the name of the directory must be the same,
// too, because there are so many.
func naming(ix *index.Index, places []*Whereabouts, names []string, linked bool) (files []string, aliases map[string][]string) {
	ix.Mu.RLock()
	defer ix.Mu.RUnlock()
	for _, name := range names {
		files = append(files, ix.Mentioning(name)...)
	}
	aliases = make(map[string][]string)
	for target, list := range ix.Sources {
		for _, w := range places {
			switch {
			case target == w.path || mayBeSame(target, w.path) && AnyCase.Same(target, w.path):
				files = append(files, list...)
			case linked && w.MayBe(target) && (!file.IsSkillFileName(w.Base) || AnyCase.Same(filepath.Base(filepath.Dir(target)), filepath.Base(filepath.Dir(w.path)))):
				aliases[target] = slices.Clone(list)
			}
		}
	}
	return files, aliases
}

// mayBeSame reports whether two paths may be spellings of the same path. It compares from the end, where most
// pairs differ.
func mayBeSame(a, b string) bool {
	i, j := len(a), len(b)
	for i > 0 && j > 0 {
		i, j = i-1, j-1
		x, y := a[i], b[j]
		switch {
		case x >= utf8.RuneSelf || y >= utf8.RuneSelf:
			return true
		case x|0x20 != y|0x20:
			return false
		}
	}
	return i == j
}

// OfSkill returns the files of the skill in a directory.
func OfSkill(ix *index.Index, dir string) []string {
	ix.Mu.RLock()
	defer ix.Mu.RUnlock()
	return slices.Clone(ix.Skill[dir])
}
