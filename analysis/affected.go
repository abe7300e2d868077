package analysis

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
)

// summary returns what is known of a file: of its buffer, or of the disk. It is nil for files that are not ours, and for those
// outside of what was scanned.
func (s *Snapshot) summary(path string) *summary {
	if b := s.buffers[path]; b != nil {
		return s.summaryOf(b)
	}
	return s.index().get(path)
}

// summaryOf returns the summary of a buffer, nil where it is not ours.
func (s *Snapshot) summaryOf(b *buffer) *summary {
	f := s.fileOf(b.path, b.document())
	if f.Kind == NotOurs {
		return nil
	}
	return b.summary(f)
}

// head returns what the SKILL.md at a path says of itself.
func (s *Snapshot) head(path string) (head, bool) {
	if b := s.buffers[path]; b != nil {
		return headOf(b.document()), true
	}
	if sum := s.index().get(path); sum != nil && s.buffers[s.realPath(path)] == nil {
		return sum.head, true
	}
	f, err := s.File(path)
	if err != nil {
		return head{}, false
	}
	return headOf(f.Doc), true
}

// index returns the index, brought up to date with the changes on disk that this snapshot was told of.
func (s *Snapshot) index() *index {
	ix := s.disk.index
	ix.updating.Lock()
	defer ix.updating.Unlock()
	for _, path := range ix.takeOutdated() {
		if ix.holds(path) {
			s.lookBelow(path)
		}
	}
	return ix
}

// lookBelow brings what is known of a path, and of everything below it, up to date.
func (s *Snapshot) lookBelow(path string) {
	there := make(map[string]bool)
	var visit func(path string)
	visit = func(path string) {
		info, err := s.disk.fs.Lstat(path)
		switch {
		case err != nil:
		case !info.IsDir():
			if s.KindOf(path) != NotOurs {
				there[path] = true
				s.look(path)
			}
		case !slices.Contains(skippedDirs, filepath.Base(path)):
			entries, _ := s.disk.fs.ReadDir(path) // one that cannot be listed holds nothing
			for _, e := range entries {
				visit(filepath.Join(path, e.Name()))
			}
		}
	}
	visit(path)
	s.disk.index.keep(path, there)
}

// keep removes the files at a path and below it that are not among the given ones.
func (ix *index) keep(path string, files map[string]bool) {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	if ix.files[path] != nil && !files[path] {
		ix.drop(path)
	}
	if files[path] {
		return // a file, and nothing below it
	}
	for file := range ix.files {
		if !files[file] && within(path, file) {
			ix.drop(file)
		}
	}
}

// Files returns the paths of the workspace's files that are ours, sorted: those on disk and those that are open. It is nil
// before the first scan.
func (s *Snapshot) Files() []string {
	if !s.Scanned() {
		return nil
	}
	paths := s.index().paths()
	for path := range s.buffers {
		if s.KindOf(path) != NotOurs {
			paths = append(paths, path)
		}
	}
	return sorted(paths)
}

func (ix *index) paths() []string {
	ix.mu.RLock()
	defer ix.mu.RUnlock()
	return slices.Collect(maps.Keys(ix.files))
}

// called returns the summaries of the workspace's skills of a name, open or not, sorted by path.
func (s *Snapshot) called(name string) []*summary {
	list := slices.DeleteFunc(s.index().called(name), func(sum *summary) bool { return s.buffers[sum.path] != nil })
	for _, b := range s.buffers {
		if sum := s.summaryOf(b); sum != nil && sum.kind == SkillFile && sum.head.name == name {
			list = append(list, sum)
		}
	}
	slices.SortFunc(list, func(a, b *summary) int { return strings.Compare(a.path, b.path) })
	return list
}

// Affected returns the files, open or not, whose findings may have changed because the given ones have: changed their contents,
// come or gone, on disk or in a buffer. The given ones are among them where they are ours. Paths are sorted.
//
// Each change of a skill's name or description is told once, to whoever asks first.
func (s *Snapshot) Affected(paths ...string) []string {
	ix := s.index()
	found := make(map[string]bool)
	for _, path := range paths {
		path = cleanPath(path)
		ix.affectedBy(path, s.skillDir(filepath.Dir(path)), found)
		if isSkillFileName(filepath.Base(path)) {
			now, _ := s.head(path)
			ix.renamed(path, now, found)
		}
	}
	for path := range s.buffers {
		if s.KindOf(path) != NotOurs {
			found[path] = true // there are few, and they are what somebody looks at
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// affectedBy adds the files that have to do with a path: itself and what lies below it, those that link to it, and those of the
// same skill.
func (ix *index) affectedBy(path, skill string, found map[string]bool) {
	ix.mu.RLock()
	defer ix.mu.RUnlock()
	add := func(list []string) {
		for _, p := range list {
			found[p] = true
		}
	}
	if ix.files[path] != nil {
		found[path] = true
	} else { // it may be or have been a directory
		for file := range ix.files {
			if within(path, file) {
				found[file] = true
			}
		}
		for target, list := range ix.sources {
			if within(path, target) {
				add(list)
			}
		}
	}
	add(ix.sources[path])
	if skill != "" {
		add(ix.skill[skill])
	}
}

// renamed adds the files that speak of a skill under the name it had or has, or under one that may be a slip for either, and the
// skills of those names.
func (ix *index) renamed(path string, now head, found map[string]bool) {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	before, known := ix.told[path]
	if known && before.name == now.name && before.description == now.description {
		return
	}
	ix.told[path] = now
	for _, name := range []string{before.name, now.name} {
		if name == "" {
			continue
		}
		for _, p := range ix.names[name] {
			found[p] = true
		}
		for mentioned, list := range ix.mention {
			if mentioned == name || nearest(mentioned, []string{name}) != "" {
				for _, p := range list {
					found[p] = true
				}
			}
		}
	}
}
