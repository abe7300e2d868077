package analysis

import (
	"path/filepath"
	"slices"
	"unicode/utf8"

	"skills-ls/skills/vfs"
)

// A whereabouts is a file or directory, whatever a link to it is spelled like.
type whereabouts struct {
	snapshot *Snapshot
	path     string
	real     string
	base     string // of path
}

func (s *Snapshot) newWhereabouts(path string) *whereabouts {
	return &whereabouts{snapshot: s, path: path, real: s.realPath(path), base: filepath.Base(path)}
}

// anyCase is how names are compared that some file system may take for one.
const anyCase = vfs.FoldsCase | vfs.FoldsMarks

// is reports whether a path leads there, be it through symbolic links.
func (w *whereabouts) is(path string) bool {
	return path == w.path || w.snapshot.realPath(path) == w.real
}

// mayBe reports whether a path may lead there, by the name that it ends with.
func (w *whereabouts) mayBe(path string) bool {
	return path == w.path || anyCase.Same(filepath.Base(path), w.base)
}

// hasLinks reports whether a symbolic link is known in the workspace, so that paths which are spelled otherwise may lead to one file.
func (s *Snapshot) hasLinks() bool { return s.disk.index.linked.Load() || s.disk.fs.SawLink() }

// candidates returns the files that may name something, sorted: those whose links may lead to one of the places, those that mention one of
// the names, those of the skills that the places belong to, and all that are open. Each file comes once, by the name under which it is
// open, if it is.
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

// asOpen returns the files, and all others that are open, each once, by the name under which it is open, if it is.
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

// naming returns the files that mention one of the names, and those of which a link is spelled like one of the places, whatever the
// letter case. Where there are symbolic links, aliases are the other targets of links that end with the same name, with the files that
// have them; of a SKILL.md, as there are many, with that of the directory, too.
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

// mayBeSame reports whether two paths may be spellings of one. Most pairs differ near the end, where it begins to look.
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
