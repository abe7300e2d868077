package workspace

import (
	"io/fs"
	"path/filepath"
	"slices"

	"skills-ls/analysis/file"
	"skills-ls/skills/vfs"
)

// A Look is what the disk returned when the snapshot read it again. It takes effect with [Snapshot.Take].
//
// The two steps are separate for callers that hold a lock while they replace a snapshot: a disk may take
// minutes to answer.
type Look struct {
	disk    *Disk             // replaces the snapshot's; nil keeps it
	changed []string          // paths that are outdated in the index
	content []string          // real paths of files of which only the contents changed
	real    map[string]string // real paths of the open buffers, by name; nil if they were not resolved
	// arranged means that files may have been added, removed or changed their role; bundled, only files that
	// belong to skills.
	arranged, bundled bool
	turns, layouts    uint64 // increments of the snapshot's numbers
}

// Refresh returns a snapshot that has read the paths and everything below them again. They may have been
// changed, added or removed. Without paths, the snapshot forgets everything.
func (s *Snapshot) Refresh(paths ...string) *Snapshot { return s.Take(s.Look(paths...)) }

// Recheck returns a snapshot that lists directories and checks the times of files again, and reads the files
// again whose time or size differs. It is for clients that do not report changes.
func (s *Snapshot) Recheck() *Snapshot { return s.Take(s.LookAgain()) }

// Look is the first step of [Snapshot.Refresh]. It waits for the disk.
func (s *Snapshot) Look(paths ...string) *Look {
	if len(paths) > 0 {
		return s.lookAt(paths)
	}
	l := s.LookAgain()
	l.disk = newDisk(s.disk.FS)
	return l
}

// LookAgain is the first step of [Snapshot.Recheck]. It waits for the disk.
func (s *Snapshot) LookAgain() *Look {
	s.disk.FS.Forget()
	return &Look{arranged: true, real: s.overlay.RealPaths()}
}

// Take returns the snapshot with the result of a look. The look may be of an earlier snapshot of the same
// disk, unless another look has taken effect since. Take never reads the disk.
func (s *Snapshot) Take(l *Look) *Snapshot {
	next := *s
	next.generation++
	next.settings = newSettingsMemo()
	next.turn += l.turns
	next.layout += l.layouts
	if l.disk != nil {
		next.disk = l.disk
	}
	next.disk.Index.Outdate(next.generation, l.changed...)
	if l.bundled {
		next.memo.forgetFiles()
	}
	switch {
	case l.arranged:
		if l.disk == nil && l.changed != nil {
			next.disk.FS.DropHistory()
		}
		next.layOver(l.real)
		next.rearrange()
	case len(l.content) > 0:
		next.note(l.content...)
	}
	return &next
}

// lookAt reads the paths again, and forgets as little as possible.
func (s *Snapshot) lookAt(paths []string) *Look {
	changed := s.disk.withMissing(paths)
	before := make([]fs.FileMode, len(changed))
	for i, path := range changed {
		before[i] = s.disk.modeBefore(path)
	}
	s.disk.FS.Forget(changed...) // forget first, because the cache would answer every call below
	for i := range before {
		for _, name := range s.namesOf(changed[i])[1:] {
			names := s.disk.withMissing([]string{name})
			changed, before = append(changed, names...), append(before, before[i])
			for range names[1:] {
				before = append(before, gone)
			}
			s.disk.FS.Forget(names...)
		}
	}
	s.disk.Documents.Forget(changed...)
	s.forgetVerdicts(changed)
	l := &Look{changed: slices.Clone(changed)}
	for i, path := range changed {
		l.judge(s, path, before[i], s.disk.mode(path))
	}
	if l.arranged {
		l.real = s.overlay.RealPaths()
	}
	return l
}

// judge adds the consequences of a change of path from one mode to another.
func (l *Look) judge(s *Snapshot, path string, before, after fs.FileMode) {
	switch {
	case file.DecidesSettings(path):
		l.arranged = true
	case file.IsNative(path):
		l.turns++
		l.layouts++ // the file may configure roots
		if file.AgentMarkers()[filepath.Base(path)] && before != after {
			l.arranged = true
		}
	case before.IsRegular() && after.IsRegular():
		l.content = append(l.content, vfs.Canonical(s.fs, path))
		if s.disk.isLink(path) { // the link may lead to another file now
			l.layouts++
		}
	case arranges(path, before, after) || file.IsMarkdownName(path) && s.memo.takes(path):
		l.arranged = true
		if slices.Contains(file.ProjectMarkers, filepath.Base(path)) && before != after {
			l.changed = append(l.changed, filepath.Dir(path)) // a skill directory may end elsewhere now
		}
	default:
		l.bundled = true
		l.layouts++
	}
}

// layOver puts the buffers over the disk again, given the real paths of their names.
func (s *Snapshot) layOver(real map[string]string) {
	before := s.overlay
	s.overlay = before.WithRealPaths(real)
	s.fs = s.overlay
	for path := range s.buffers {
		if was, is := before.BufferPath(path), s.overlay.BufferPath(path); was != is {
			s.disk.Index.Outdate(s.generation, path, was, is)
		}
	}
}
