package workspace

import (
	"io/fs"
	"path/filepath"
	"slices"

	"skills-ls/analysis/file"
	"skills-ls/skills/vfs"
)

// A DiskState is what the disk returned when the snapshot read it again. It takes effect with [Snapshot.WithDisk].
//
// The two steps are separate for callers that hold a lock while they replace a snapshot: a disk may take
// minutes to answer.
type DiskState struct {
	disk    *Disk             // replaces the snapshot's; nil keeps it
	changed []string          // paths that are outdated in the index
	content []string          // real paths of files of which only the contents changed
	real    map[string]string // real paths of the open buffers, by name; nil if they were not resolved
	// rearranged means that files may have been added, removed or changed their role; bundlesChanged, only files that
	// belong to skills.
	rearranged, bundlesChanged bool
	turns, layouts             uint64 // increments of the snapshot's numbers
}

// Refresh returns a snapshot that has read the paths and everything below them again. They may have been
// changed, added or removed. Without paths, the snapshot forgets everything.
func (s *Snapshot) Refresh(paths ...string) *Snapshot { return s.WithDisk(s.ReadDisk(paths...)) }

// Recheck returns a snapshot that lists directories and checks the times of files again, and reads the files
// again whose time or size differs. It is for clients that do not report changes.
func (s *Snapshot) Recheck() *Snapshot { return s.WithDisk(s.RecheckDisk()) }

// ChangedOnDisk returns the paths whose files differ from what the snapshot has read, for [Snapshot.ReadDisk]. It
// waits for the disk.
func ChangedOnDisk(s *Snapshot) []string { return s.disk.FS.Changed() }

// ReadDisk is the first step of [Snapshot.Refresh]. It waits for the disk.
func (s *Snapshot) ReadDisk(paths ...string) *DiskState {
	if len(paths) > 0 {
		return s.readPaths(paths)
	}
	l := s.RecheckDisk()
	l.disk = newDisk(s.disk.FS)
	return l
}

// RecheckDisk is the first step of [Snapshot.Recheck]. It waits for the disk.
func (s *Snapshot) RecheckDisk() *DiskState {
	s.disk.FS.Forget()
	return &DiskState{rearranged: true, real: s.overlay.RealPaths()}
}

// WithDisk returns the snapshot with the state of the disk. An earlier snapshot of the same disk may have read
// it, unless another state has taken effect since. WithDisk never reads the disk.
func (s *Snapshot) WithDisk(l *DiskState) *Snapshot {
	next := *s
	next.generation++
	next.settings = new(settingsMemo)
	next.turn += l.turns
	next.layout += l.layouts
	if l.disk != nil {
		next.disk = l.disk
	}
	next.disk.Index.Outdate(next.generation, l.changed...)
	if l.bundlesChanged {
		next.memo.forgetFiles()
	}
	switch {
	case l.rearranged:
		if l.disk == nil && l.changed != nil {
			next.disk.FS.DropHistory()
		}
		next.overlayBuffers(l.real)
		next.discardResults()
	case len(l.content) > 0:
		next.contentsChanged(l.content...)
	}
	return &next
}

// readPaths reads the paths again, and forgets as little as possible.
func (s *Snapshot) readPaths(paths []string) *DiskState {
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
	l := &DiskState{changed: slices.Clone(changed)}
	for i, path := range changed {
		l.addEffects(s, path, before[i], s.disk.mode(path))
	}
	if l.rearranged {
		l.real = s.overlay.RealPaths()
	}
	return l
}

// addEffects adds the consequences of a change of path from one mode to another.
func (l *DiskState) addEffects(s *Snapshot, path string, before, after fs.FileMode) {
	switch {
	case file.DecidesSettings(path):
		l.rearranged = true
	case file.IsNative(path):
		l.turns++
		l.layouts++ // the file may configure roots
		if file.AgentMarkers()[filepath.Base(path)] && before != after {
			l.rearranged = true
		}
	case before.IsRegular() && after.IsRegular():
		l.content = append(l.content, vfs.Canonical(s.fs, path))
		if vfs.IsLink(s.disk.FS, path) { // the link may lead to another file now
			l.layouts++
		}
	case arranges(path, before, after) || file.IsMarkdownName(path) && s.memo.takes(path):
		l.rearranged = true
		if slices.Contains(file.ProjectMarkers, filepath.Base(path)) && before != after {
			l.changed = append(l.changed, filepath.Dir(path)) // a skill directory may end elsewhere now
		}
	default:
		l.bundlesChanged = true
		l.layouts++
	}
}

// overlayBuffers puts the buffers over the disk again, given the real paths of their names.
func (s *Snapshot) overlayBuffers(real map[string]string) {
	before := s.overlay
	s.overlay = before.WithRealPaths(real)
	s.fs = s.overlay
	for path := range s.buffers {
		if was, is := before.BufferPath(path), s.overlay.BufferPath(path); was != is {
			s.disk.Index.Outdate(s.generation, path, was, is)
		}
	}
}
