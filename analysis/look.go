package analysis

import (
	"io/fs"
	"path/filepath"
	"slices"

	"skills-ls/skills/vfs"
)

// A Look is what the disk said when it was asked again. It takes effect with [Snapshot.Take].
//
// The two steps are separate for callers that hold a lock while they replace a snapshot: a disk may take minutes to answer.
type Look struct {
	disk    *disk             // replaces the snapshot's; nil keeps it
	changed []string          // paths of which the index is outdated
	content []string          // real paths of files of which only the contents have changed
	real    map[string]string // where the names of the open buffers lead; nil if it was not asked
	// arranged says that files may have come or gone, or may count for something else, and bundled that files of skills may.
	arranged, bundled bool
	turns, layouts    uint64 // by how much the snapshot's numbers grow
}

// Refresh returns a snapshot that has asked the disk again about the paths and everything below them, which may have changed, come
// or gone. Without paths everything is forgotten.
func (s *Snapshot) Refresh(paths ...string) *Snapshot { return s.Take(s.Look(paths...)) }

// Recheck returns a snapshot that lists directories and asks for the times of files again, and reads those files again that have
// another time or size. It is for where nobody tells of changes.
func (s *Snapshot) Recheck() *Snapshot { return s.Take(s.LookAgain()) }

// Look is the first step of [Snapshot.Refresh]. It waits for the disk.
func (s *Snapshot) Look(paths ...string) *Look {
	if len(paths) > 0 {
		return s.lookAt(paths)
	}
	l := s.LookAgain()
	l.disk = newDisk(s.disk.fs)
	return l
}

// LookAgain is the first step of [Snapshot.Recheck]. It waits for the disk.
func (s *Snapshot) LookAgain() *Look {
	s.disk.fs.Forget()
	return &Look{arranged: true, real: s.overlay.RealPaths()}
}

// Take returns the snapshot with what a look found. The look may have been made on an earlier snapshot of the same disk, but not on one
// from before another look that has taken effect. Take never touches the disk.
func (s *Snapshot) Take(l *Look) *Snapshot {
	next := *s
	next.generation++
	next.settings = newSettingsMemo()
	next.turn += l.turns
	next.layout += l.layouts
	if l.disk != nil {
		next.disk = l.disk
	}
	next.disk.index.outdate(next.generation, l.changed...)
	if l.bundled {
		next.memo.forgetFiles()
	}
	switch {
	case l.arranged:
		if l.disk == nil && l.changed != nil {
			next.disk.fs.DropHistory()
		}
		next.layOver(l.real)
		next.rearrange()
	case len(l.content) > 0:
		next.note(l.content...)
	}
	return &next
}

// lookAt asks the disk about the paths, and forgets as little as it can.
func (s *Snapshot) lookAt(paths []string) *Look {
	changed := s.disk.withMissing(paths)
	before := make([]fs.FileMode, len(changed))
	for i, path := range changed {
		before[i] = s.disk.modeBefore(path)
	}
	s.disk.fs.Forget(changed...) // first, because every question would be answered from here on
	for i := range before {
		for _, name := range s.namesOf(changed[i])[1:] {
			names := s.disk.withMissing([]string{name})
			changed, before = append(changed, names...), append(before, before[i])
			for range names[1:] {
				before = append(before, gone)
			}
			s.disk.fs.Forget(names...)
		}
	}
	s.disk.documents.forget(changed...)
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

// judge adds what follows from what has become of a path.
func (l *Look) judge(s *Snapshot, path string, before, after fs.FileMode) {
	switch {
	case DecidesSettings(path):
		l.arranged = true
	case IsNative(path):
		l.turns++
		l.layouts++ // it may name roots
		if agentMarkers()[filepath.Base(path)] && before != after {
			l.arranged = true
		}
	case before.IsRegular() && after.IsRegular():
		l.content = append(l.content, vfs.Canonical(s.fs, path))
		if s.disk.isLink(path) { // to another file, perhaps
			l.layouts++
		}
	case arranges(path, before, after) || isMarkdownName(path) && s.memo.takes(path):
		l.arranged = true
		if slices.Contains(projectMarkers, filepath.Base(path)) && before != after {
			l.changed = append(l.changed, filepath.Dir(path)) // where a skill's directory ends may have moved
		}
	default:
		l.bundled = true
		l.layouts++
	}
}

// layOver lays the buffers over the disk again, given where their paths lead now.
func (s *Snapshot) layOver(real map[string]string) {
	before := s.overlay
	s.overlay = before.WithRealPaths(real)
	s.fs = s.overlay
	for path := range s.buffers {
		if was, is := before.BufferPath(path), s.overlay.BufferPath(path); was != is {
			s.disk.index.outdate(s.generation, path, was, is)
		}
	}
}
