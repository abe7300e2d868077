package analysis

import (
	"path/filepath"
	"slices"
	"unicode/utf8"

	"skills-ls/skills/vfs"
)

// A whereabouts is a file or directory that links may spell in different ways.
type whereabouts struct {
	snapshot *Snapshot
	path     string
	real     string
	base     string // of path
}

func (s *Snapshot) newWhereabouts(path string) *whereabouts {
	return &whereabouts{snapshot: s, path: path, real: s.realPath(path), base: filepath.Base(path)}
}

// anyCase compares names as equal if any file system may treat them so.
const anyCase = vfs.FoldsCase | vfs.FoldsMarks

// is reports whether a path leads to the file or directory, even through symbolic links.
func (w *whereabouts) is(path string) bool {
	return path == w.path || w.snapshot.realPath(path) == w.real
}

// mayBe reports whether a path may lead to the file or directory, judging by its last element.
func (w *whereabouts) mayBe(path string) bool {
	return path == w.path || anyCase.Same(filepath.Base(path), w.base)
}

// hasLinks reports whether the workspace is known to contain a symbolic link, so that paths with different
// spellings may lead to the same file.
func (s *Snapshot) hasLinks() bool { return s.disk.index.linked.Load() || s.disk.fs.SawLink() }

// candidates returns the files that may name something, sorted: those with links that may lead to one of the
// places, those that mention one of the names, those of the skills that the places belong to, and all open
// files. Each file appears once, by the name under which it is open, if it is.
func (s *Snapshot) candidates(places []*whereabouts, names []string) []string {
	found, aliases := s.index().naming(places, names, s.hasLinks())
	for _, w := range places {
		if skill := s.skillDir(filepath.Dir(w.path)); skill != "" {
			found = append(found, s.disk.index.ofSkill(skill)...)
		}
		found = append(found, w.path)
	}
	for target, files := range aliases {
		if slices.ContainsFunc(places, func(w *whereabouts) bool { return w.is(target) }) {
			found = append(found, files...)
		}
	}
	return s.asOpen(found)
}

// asOpen returns the files and all open files, sorted, each once, by the name under which it is open, if it
// is.
func (s *Snapshot) asOpen(files []string) []string {
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
	return sorted(paths)
}

// naming returns the files that mention one of the names, and those with a link that is spelled like one of
// the places, ignoring case. If linked is true, aliases has the other targets of links whose last element is
// the same, with the files that have these links. For a SKILL.md the name of the directory must be the same,
// too, because there are so many.
func (ix *index) naming(places []*whereabouts, names []string, linked bool) (files []string, aliases map[string][]string) {
	ix.mu.RLock()
	defer ix.mu.RUnlock()
	for _, name := range names {
		files = append(files, ix.mention[name]...)
	}
	aliases = make(map[string][]string)
	for target, list := range ix.sources {
		for _, w := range places {
			switch {
			case target == w.path || mayBeSame(target, w.path) && anyCase.Same(target, w.path):
				files = append(files, list...)
			case linked && w.mayBe(target) && (!isSkillFileName(w.base) || anyCase.Same(filepath.Base(filepath.Dir(target)), filepath.Base(filepath.Dir(w.path)))):
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

// ofSkill returns the files of the skill in a directory.
func (ix *index) ofSkill(dir string) []string {
	ix.mu.RLock()
	defer ix.mu.RUnlock()
	return slices.Clone(ix.skill[dir])
}
