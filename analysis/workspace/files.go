package workspace

import (
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/analysis/file"
	"skills-ls/analysis/index"
	"skills-ls/skills/vfs"
)

// Summary returns the summary of the file at a path: that of its buffer if it is open, else that of the
// index. It returns nil for a file whose kind is [file.NotOurs] or that is ignored since the scan, and for one that
// the index does not have.
func (s *Snapshot) Summary(path string) *index.Summary {
	if b := s.buffers[path]; b != nil {
		return s.summaryOf(b)
	}
	if sum := s.Index().Get(path); sum != nil && sum.Kind != file.NotOurs {
		return sum
	}
	return nil
}

// summaryOf returns the summary of a buffer's file, or nil if its kind is [file.NotOurs].
func (s *Snapshot) summaryOf(b *Buffer) *index.Summary {
	f := s.FileOf(b.Path, b.Document())
	if f.Kind == file.NotOurs {
		return nil
	}
	return b.summary(f)
}

// Head returns the name and description of the SKILL.md at a path. It returns false if the file cannot be
// read.
func (s *Snapshot) Head(path string) (index.Head, bool) {
	if name, ok := s.OpenAs(path); ok {
		return index.HeadOf(s.buffers[name].Document()), true
	}
	if sum := s.Summary(path); sum != nil {
		return sum.Head, true
	}
	f, err := s.File(path)
	if err != nil {
		return index.Head{}, false
	}
	return index.HeadOf(f.Doc), true
}

// Index returns the index, updated with all changes on disk up to this snapshot's generation.
func (s *Snapshot) Index() *index.Index {
	ix := s.disk.Index
	ix.Updating.Lock()
	defer ix.Updating.Unlock()
	for _, path := range ix.TakeOutdated(s.generation) {
		if folder, ok := ix.FolderOf(path); ok {
			if throughLink(s, folder, path) {
				keep(ix, path, nil) // scans do not reach files through this link
			} else {
				lookBelow(s, path)
			}
		}
	}
	return ix
}

// throughLink reports whether the way from a folder to the directory of a path in it goes through a symbolic
// link.
func throughLink(s *Snapshot, folder, path string) bool {
	if path == folder {
		return false
	}
	dir := filepath.Dir(path)
	rest, _ := vfs.CutDir(dir, folder)
	return s.overlay.DiskPath(dir) != filepath.Join(s.overlay.DiskPath(folder), rest)
}

// lookBelow updates the index for a path and everything below it.
func lookBelow(s *Snapshot, path string) {
	there, isPartlyIgnored := make(map[string]bool), false
	var visit func(path string)
	visit = func(path string) {
		info, err := s.disk.FS.Lstat(path)
		if err == nil && info.Mode()&fs.ModeSymlink != 0 {
			s.disk.Index.Linked.Store(true)
		}
		switch {
		case err != nil:
		case s.Ignored(path, info.IsDir()):
			isPartlyIgnored = true
		case !info.IsDir():
			if isCandidate(filepath.Base(path)) {
				there[path] = true
				updateSummary(s, path, true)
			}
		case !slices.Contains(file.SkippedDirs, filepath.Base(path)):
			entries, _ := s.disk.FS.ReadDir(path) // a directory that cannot be listed counts as empty
			for _, e := range entries {
				visit(filepath.Join(path, e.Name()))
			}
		}
	}
	visit(path)
	if isPartlyIgnored {
		// Known files that are now ignored stay in the index as [file.NotOurs]. If an open configuration file
		// stops ignoring them, no scan looks here again.
		for file := range kinds(s.disk.Index) {
			if vfs.Within(path, file) && !there[file] && s.Ignored(file, false) {
				there[file] = true
				s.disk.Index.Put(&index.Summary{Path: file})
			}
		}
	}
	keep(s.disk.Index, path, there)
}

// keep removes the files at a path and below it from the index, except those in files.
func keep(ix *index.Index, path string, files map[string]bool) {
	ix.Mu.Lock()
	defer ix.Mu.Unlock()
	if ix.Files[path] != nil && !files[path] {
		ix.Drop(path)
	}
	if files[path] {
		return // a file has nothing below it
	}
	for file := range ix.Files {
		if !files[file] && vfs.Within(path, file) {
			ix.Drop(file)
		}
	}
}

// Files returns the sorted paths of the workspace's files whose kind is not [file.NotOurs], both on disk and open.
// It returns nil before the first scan.
func (s *Snapshot) Files() []string {
	if !Scanned(s) {
		return nil
	}
	var paths []string
	for path, kind := range kinds(s.Index()) {
		if _, ok := s.InFolder(path); !ok {
			continue // the user removed its folder from the workspace; the next scan drops it
		}
		now := s.KindOf(path)
		if now != kind {
			if kind == file.NotOurs && s.Ignored(path, false) {
				continue
			}
			s.updateKnown(path) // the files around it have changed
		}
		if now != file.NotOurs {
			paths = append(paths, path)
		}
	}
	for path := range s.buffers {
		if s.KindOf(path) != file.NotOurs {
			paths = append(paths, path)
		}
	}
	return index.Sorted(paths)
}

// Counts returns how many files the scans have found whose kind is not [file.NotOurs], and how many of them are skills.
// It does not read the disk.
func (s *Snapshot) Counts() (files, skills int) {
	for _, kind := range kinds(s.disk.Index) {
		if kind != file.NotOurs {
			files++
		}
		if kind == file.SkillFile {
			skills++
		}
	}
	return files, skills
}

// updateKnown is like updateSummary for a file that the index has. It does nothing if the file has left the scanned
// folders.
func (s *Snapshot) updateKnown(path string) {
	ix := s.disk.Index
	ix.Updating.Lock()
	defer ix.Updating.Unlock()
	if _, ok := ix.FolderOf(path); ok {
		updateSummary(s, path, false)
	}
}

// kinds returns the kind that the index has for each file.
func kinds(ix *index.Index) map[string]file.Kind {
	ix.Mu.RLock()
	defer ix.Mu.RUnlock()
	kinds := make(map[string]file.Kind, len(ix.Files))
	for path, sum := range ix.Files {
		kinds[path] = sum.Kind
	}
	return kinds
}

// SkillsNamed returns the summaries of the workspace's skills with a name, open or not, sorted by path.
func (s *Snapshot) SkillsNamed(name string) []*index.Summary {
	list := s.WithBuffers(s.Index().Called(name), func(sum *index.Summary) bool { return sum.Kind == file.SkillFile && sum.Head.Name == name })
	slices.SortFunc(list, func(a, b *index.Summary) int { return strings.Compare(a.Path, b.Path) })
	return list
}

// WithBuffers returns onDisk with every open file replaced by its buffer. If several buffers have the same
// file, only the one that [Snapshot.OpenAs] returns counts. Buffers for which wanted returns false are left
// out.
func (s *Snapshot) WithBuffers(onDisk []*index.Summary, wanted func(*index.Summary) bool) []*index.Summary {
	list := slices.DeleteFunc(onDisk, func(sum *index.Summary) bool {
		_, open := s.OpenAs(sum.Path)
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

// IsFile reports whether there is a file at a path, or was when it was last examined.
func (s *Snapshot) IsFile(path string) bool {
	return s.buffers[path] != nil || s.disk.mode(path).IsRegular() || s.disk.Index.Get(path) != nil
}
