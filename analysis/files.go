package analysis

import (
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/skills/vfs"
)

// summary returns the summary of the file at a path: that of its buffer if it is open, else that of the
// index. It returns nil for a buffer whose kind is [NotOurs], and for a file that the index does not have.
func (s *Snapshot) summary(path string) *summary {
	if b := s.buffers[path]; b != nil {
		return s.summaryOf(b)
	}
	return s.index().get(path)
}

// summaryOf returns the summary of a buffer's file, or nil if its kind is [NotOurs].
func (s *Snapshot) summaryOf(b *buffer) *summary {
	f := s.fileOf(b.path, b.document())
	if f.Kind == NotOurs {
		return nil
	}
	return b.summary(f)
}

// head returns the name and description of the SKILL.md at a path. It returns false if the file cannot be
// read.
func (s *Snapshot) head(path string) (head, bool) {
	if name, ok := s.OpenAs(path); ok {
		return headOf(s.buffers[name].document()), true
	}
	if sum := s.index().get(path); sum != nil {
		return sum.head, true
	}
	f, err := s.File(path)
	if err != nil {
		return head{}, false
	}
	return headOf(f.Doc), true
}

// index returns the index, updated with all changes on disk up to this snapshot's generation.
func (s *Snapshot) index() *index {
	ix := s.disk.index
	ix.updating.Lock()
	defer ix.updating.Unlock()
	for _, path := range ix.takeOutdated(s.generation) {
		if folder, ok := ix.folderOf(path); ok {
			if s.throughLink(folder, path) {
				ix.keep(path, nil) // scans do not reach files through this link
			} else {
				s.lookBelow(path)
			}
		}
	}
	return ix
}

// throughLink reports whether the way from a folder to the directory of a path in it goes through a symbolic
// link.
func (s *Snapshot) throughLink(folder, path string) bool {
	if path == folder {
		return false
	}
	dir := filepath.Dir(path)
	rest, _ := vfs.CutDir(dir, folder)
	return s.overlay.DiskPath(dir) != filepath.Join(s.overlay.DiskPath(folder), rest)
}

// lookBelow updates the index for a path and everything below it.
func (s *Snapshot) lookBelow(path string) {
	there, isPartlyIgnored := make(map[string]bool), false
	var visit func(path string)
	visit = func(path string) {
		info, err := s.disk.fs.Lstat(path)
		if err == nil && info.Mode()&fs.ModeSymlink != 0 {
			s.disk.index.linked.Store(true)
		}
		switch {
		case err != nil:
		case s.Ignored(path, info.IsDir()):
			isPartlyIgnored = true
		case !info.IsDir():
			if isCandidate(filepath.Base(path)) {
				there[path] = true
				s.look(path, true)
			}
		case !slices.Contains(skippedDirs, filepath.Base(path)):
			entries, _ := s.disk.fs.ReadDir(path) // a directory that cannot be listed counts as empty
			for _, e := range entries {
				visit(filepath.Join(path, e.Name()))
			}
		}
	}
	visit(path)
	if isPartlyIgnored {
		// Known files that are now ignored stay in the index as [NotOurs]. If an open configuration file
		// stops ignoring them, no scan looks here again.
		for file := range s.disk.index.kinds() {
			if vfs.Within(path, file) && !there[file] && s.Ignored(file, false) {
				there[file] = true
				s.disk.index.put(&summary{path: file})
			}
		}
	}
	s.disk.index.keep(path, there)
}

// keep removes the files at a path and below it from the index, except those in files.
func (ix *index) keep(path string, files map[string]bool) {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	if ix.files[path] != nil && !files[path] {
		ix.drop(path)
	}
	if files[path] {
		return // a file has nothing below it
	}
	for file := range ix.files {
		if !files[file] && vfs.Within(path, file) {
			ix.drop(file)
		}
	}
}

// Files returns the sorted paths of the workspace's files whose kind is not [NotOurs], both on disk and open.
// It returns nil before the first scan.
func (s *Snapshot) Files() []string {
	if !s.Scanned() {
		return nil
	}
	var paths []string
	for path, kind := range s.index().kinds() {
		if _, ok := s.inFolder(path); !ok {
			continue // the user removed its folder from the workspace; the next scan drops it
		}
		now := s.KindOf(path)
		if now != kind {
			if kind == NotOurs && s.Ignored(path, false) {
				continue
			}
			s.lookAgain(path) // the files around it have changed
		}
		if now != NotOurs {
			paths = append(paths, path)
		}
	}
	for path := range s.buffers {
		if s.KindOf(path) != NotOurs {
			paths = append(paths, path)
		}
	}
	return sorted(paths)
}

// lookAgain is like look for a file that the index has. It does nothing if the file has left the scanned
// folders.
func (s *Snapshot) lookAgain(path string) {
	ix := s.disk.index
	ix.updating.Lock()
	defer ix.updating.Unlock()
	if _, ok := ix.folderOf(path); ok {
		s.look(path, false)
	}
}

// kinds returns the kind that the index has for each file.
func (ix *index) kinds() map[string]Kind {
	ix.mu.RLock()
	defer ix.mu.RUnlock()
	kinds := make(map[string]Kind, len(ix.files))
	for path, sum := range ix.files {
		kinds[path] = sum.kind
	}
	return kinds
}

// called returns the summaries of the workspace's skills with a name, open or not, sorted by path.
func (s *Snapshot) called(name string) []*summary {
	list := s.withBuffers(s.index().called(name), func(sum *summary) bool { return sum.kind == SkillFile && sum.head.name == name })
	slices.SortFunc(list, func(a, b *summary) int { return strings.Compare(a.path, b.path) })
	return list
}

// withBuffers returns onDisk with every open file replaced by its buffer. If several buffers have the same
// file, only the one that [Snapshot.OpenAs] returns counts. Buffers for which wanted returns false are left
// out.
func (s *Snapshot) withBuffers(onDisk []*summary, wanted func(*summary) bool) []*summary {
	list := slices.DeleteFunc(onDisk, func(sum *summary) bool {
		_, open := s.OpenAs(sum.path)
		return open
	})
	for path, b := range s.buffers {
		if name, ok := s.OpenAs(path); ok && name != path {
			continue
		}
		if sum := s.summaryOf(b); sum != nil && wanted(sum) {
			list = append(list, sum)
		}
	}
	return list
}

// isFile reports whether there is a file at a path, or was when it was last examined.
func (s *Snapshot) isFile(path string) bool {
	return s.buffers[path] != nil || s.disk.mode(path).IsRegular() || s.disk.index.get(path) != nil
}
