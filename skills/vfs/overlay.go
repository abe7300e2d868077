package vfs

import (
	"cmp"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A Buffer is the content of a file that is open in an editor.
type Buffer struct {
	Text    string
	ModTime time.Time // of the last edit
}

// An Overlay is a file system with open buffers over another one, the base. A buffer replaces the content,
// size and modification time of its file. A file that was never saved exists in the overlay, and so do the
// directories above it.
//
// A buffer belongs to a real path. The overlay returns it for every name that leads to this path. If an
// editor has the file open under several names, the overlay uses the buffer that was edited last. When the
// editor closes that one, it uses the one that was edited before. All links are links of the base.
//
// Overlays are immutable. [Overlay.With] and [Overlay.Without] return new ones, in time linear in the number
// of open buffers.
type Overlay struct {
	base    *spellingFS
	opened  map[string]openBuffer // by the name under which the editor opened the file
	buffers map[string]Buffer     // the last edited buffer of each file, by real path
	paths   []string              // the keys of buffers, sorted
	edits   int                   // counts the calls of With
}

// An openBuffer is a buffer under one of the names of its file.
type openBuffer struct {
	Buffer
	real   string
	edited int // the value of Overlay.edits after the last edit
}

// NewOverlay returns an overlay of buffers, by absolute path, over base. If several names lead to one file,
// the overlay uses the buffer of the last name in byte order.
func NewOverlay(base FS, buffers map[string]Buffer) *Overlay {
	o := &Overlay{base: newSpellingFS(base)}
	for _, name := range slices.Sorted(maps.Keys(buffers)) {
		o = o.With(name, buffers[name])
	}
	return o
}

// With returns an overlay in which the file at the absolute path has the buffer. It resolves the links of the
// path only for a path that is not open yet. [Overlay.Resolve] resolves them again.
func (o *Overlay) With(name string, b Buffer) *Overlay {
	if known, ok := o.opened[name]; ok {
		return o.WithAt(name, known.real, b)
	}
	return o.WithAt(name, o.DiskPath(name), b)
}

// WithAt is [Overlay.With] for a caller that knows the real path, as [Overlay.DiskPath] returns it. It does
// not call the base.
func (o *Overlay) WithAt(name, real string, b Buffer) *Overlay {
	c := &Overlay{
		base: o.base, opened: cloneMap(o.opened), buffers: cloneMap(o.buffers),
		paths: o.paths, edits: o.edits + 1,
	}
	c.opened[name] = openBuffer{b, real, c.edits}
	c.buffers[real] = b
	if i, found := slices.BinarySearch(o.paths, real); !found {
		c.paths = slices.Insert(slices.Clone(o.paths), i, real)
	}
	return c
}

// cloneMap is maps.Clone but returns an empty map for nil.
func cloneMap[V any](m map[string]V) map[string]V {
	if m == nil {
		return make(map[string]V)
	}
	return maps.Clone(m)
}

// Without returns an overlay without the buffer that was opened under the path. It keeps a buffer of the same
// file that is open under another name.
func (o *Overlay) Without(name string) *Overlay {
	closed, ok := o.opened[name]
	if !ok {
		return o
	}
	c := &Overlay{
		base: o.base, opened: maps.Clone(o.opened), buffers: maps.Clone(o.buffers),
		paths: o.paths, edits: o.edits,
	}
	delete(c.opened, name)
	if other, ok := c.lastEdited(closed.real); ok {
		c.buffers[closed.real] = c.opened[other].Buffer
		return c
	}
	delete(c.buffers, closed.real)
	i, _ := slices.BinarySearch(o.paths, closed.real)
	c.paths = slices.Delete(slices.Clone(o.paths), i, i+1)
	return c
}

// BufferPath returns the real path of the buffer that was opened under the name, or "" if none was.
func (o *Overlay) BufferPath(name string) string { return o.opened[name].real }

// HasBuffer reports whether the file at a real path has a buffer. It does not call the base.
func (o *Overlay) HasBuffer(real string) bool {
	_, ok := o.buffers[real]
	return ok
}

// Over returns an overlay of the same buffers over another base. It keeps their real paths.
func (o *Overlay) Over(base FS) *Overlay {
	c := *o
	c.base = newSpellingFS(base)
	return &c
}

// Resolve returns an overlay that has resolved the names of its buffers again, because links on disk change.
// It returns the receiver if all real paths are the same.
func (o *Overlay) Resolve() *Overlay { return o.WithRealPaths(o.RealPaths()) }

// RealPaths returns the current real paths of the buffers, by name. It calls the base.
func (o *Overlay) RealPaths() map[string]string {
	real := make(map[string]string, len(o.opened))
	for name := range o.opened {
		real[name] = o.DiskPath(name)
	}
	return real
}

// WithRealPaths returns an overlay in which the names of buffers lead to the given real paths. Names that are
// not in the map keep theirs. It does not call the base.
func (o *Overlay) WithRealPaths(real map[string]string) *Overlay {
	changed := false
	opened := make(map[string]openBuffer, len(o.opened))
	for name, b := range o.opened {
		if to, ok := real[name]; ok && to != b.real {
			b.real, changed = to, true
		}
		opened[name] = b
	}
	if !changed {
		return o
	}
	c := &Overlay{base: o.base, opened: opened, buffers: make(map[string]Buffer, len(opened)), edits: o.edits}
	for _, b := range opened {
		if _, ok := c.buffers[b.real]; !ok {
			last, _ := c.lastEdited(b.real)
			c.buffers[b.real] = opened[last].Buffer
		}
	}
	c.paths = slices.Sorted(maps.Keys(c.buffers))
	return c
}

// lastEdited returns the name of the buffer for the file at a real path. If several names are open, it
// returns the one that was edited last.
func (o *Overlay) lastEdited(real string) (name string, ok bool) {
	for other, b := range o.opened {
		if b.real == real && (!ok || b.edited > o.opened[name].edited) {
			name, ok = other, true
		}
	}
	return name, ok
}

// OpenAs returns the name under which the editor has the file open that the given name leads to. If several
// names are open, it returns the one that was edited last.
func (o *Overlay) OpenAs(name string) (string, bool) {
	real, _, ok := o.find(name)
	if !ok {
		return "", false
	}
	return o.lastEdited(real)
}

// DiskPath is [Canonical] for the file system below the buffers.
func (o *Overlay) DiskPath(name string) string { return Canonical(o.base, name) }

// Folding is [FoldingAt] for the file system below the buffers.
func (o *Overlay) Folding(path string) Folding { return FoldingAt(o.base, path) }

// Canonical returns the real path of the longest part of name that exists, followed by the rest of name
// unchanged.
func Canonical(fsys FS, name string) string {
	name = filepath.Clean(name)
	if o, ok := fsys.(*Overlay); ok {
		if b, ok := o.opened[name]; ok {
			return b.real
		}
		fsys = o.base // a directory that exists only for buffers has the real path that it would have on disk
	}
	dir := name
	if s, ok := fsys.(*spellingFS); ok {
		if c, ok := s.FS.(*Cached); ok {
			dir = c.aboveMissing(name)
		}
	}
	rest, _ := CutDir(name, dir)
	for {
		if real, err := fsys.RealPath(dir); err == nil {
			return filepath.Join(real, rest)
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return name
		}
		rest = filepath.Join(filepath.Base(dir), rest)
		dir = parent
	}
}

// find returns the buffer and the real path of the file that name leads to.
func (o *Overlay) find(name string) (real string, b Buffer, ok bool) {
	if b, ok = o.buffers[name]; ok || len(o.buffers) == 0 {
		return name, b, ok
	}
	if opened, ok := o.opened[name]; ok {
		real = opened.real
	} else {
		real = Canonical(o.base, name)
	}
	b, ok = o.buffers[real]
	return real, b, ok
}

// hasBuffersBelow reports whether a buffer is below the real directory.
func (o *Overlay) hasBuffersBelow(dir string) bool {
	return len(o.buffersBelow(dir)) > 0
}

// buffersBelow returns the sorted real paths of the buffers below the real directory.
func (o *Overlay) buffersBelow(dir string) []string {
	dir = strings.TrimSuffix(dir, string(filepath.Separator))
	i, _ := slices.BinarySearchFunc(o.paths, dir, compareBelow)
	n := i
	for n < len(o.paths) && compareBelow(o.paths[n], dir) == 0 {
		n++
	}
	return o.paths[i:n]
}

// compareBelow compares a path with those below a directory, in the order of strings. It returns 0 if it is one of them.
// The directory does not end with a separator.
func compareBelow(path, dir string) int {
	n := min(len(path), len(dir))
	if c := strings.Compare(path[:n], dir); c != 0 {
		return c
	}
	if len(path) == n {
		return -1
	}
	return cmp.Compare(path[n], filepath.Separator)
}

func (o *Overlay) ReadFile(name string) (string, error) {
	if _, b, ok := o.find(name); ok {
		return b.read(name)
	}
	return o.base.ReadFile(name)
}

// read returns the content, or an error if it exceeds [MaxFile].
func (b Buffer) read(name string) (string, error) {
	if len(b.Text) > MaxFile {
		return "", &TooLargeError{Path: name, Size: int64(len(b.Text))}
	}
	return b.Text, nil
}

func (o *Overlay) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := o.base.ReadDir(name)
	if len(o.buffers) == 0 {
		return entries, err
	}
	return o.addBuffers(Canonical(o.base, name), entries, err)
}

// addBuffers adds to the base's listing of a real directory the buffers in it, and the directories that exist
// only for buffers.
func (o *Overlay) addBuffers(dir string, entries []fs.DirEntry, err error) ([]fs.DirEntry, error) {
	below := o.buffersBelow(dir)
	if len(below) == 0 {
		return entries, err
	}
	entries = slices.Clone(entries)
	for _, path := range below {
		rel, _ := CutDir(path, dir)
		name, _, deeper := strings.Cut(rel, string(filepath.Separator))
		i, found := searchEntry(entries, name)
		switch {
		case found && !deeper:
			entries[i] = fs.FileInfoToDirEntry(o.buffers[path].info(path))
		case !found && !deeper:
			entries = slices.Insert(entries, i, fs.FileInfoToDirEntry(o.buffers[path].info(path)))
		case !found:
			entries = slices.Insert(entries, i, fs.FileInfoToDirEntry(dirInfo(name)))
		}
	}
	return entries, nil
}

func (o *Overlay) Stat(name string) (fs.FileInfo, error) {
	real, b, ok := o.find(name)
	if ok {
		return b.info(name), nil
	}
	return o.statOrDir(real, name, o.base.Stat)
}

func (o *Overlay) Lstat(name string) (fs.FileInfo, error) {
	if len(o.buffers) == 0 {
		return o.base.Lstat(name)
	}
	real := name
	if _, ok := o.buffers[name]; !ok {
		real = o.base.spell(filepath.Join(Canonical(o.base, filepath.Dir(name)), filepath.Base(name)))
	}
	if b, ok := o.buffers[real]; ok {
		return b.info(name), nil
	}
	return o.statOrDir(real, name, o.base.Lstat)
}

// statOrDir returns the base's info for name. If the base has none, and a buffer is below the real path, it
// returns the info of a directory.
func (o *Overlay) statOrDir(real, name string, stat func(string) (fs.FileInfo, error)) (fs.FileInfo, error) {
	info, err := stat(name)
	if err != nil && o.hasBuffersBelow(real) {
		return dirInfo(filepath.Base(name)), nil
	}
	return info, err
}

func (o *Overlay) RealPath(name string) (string, error) {
	real, _, ok := o.find(name)
	if ok {
		return real, nil
	}
	found, err := o.base.RealPath(name)
	if err != nil && o.hasBuffersBelow(real) {
		return real, nil
	}
	return found, err
}

func (o *Overlay) Readlink(name string) (string, error) { return o.base.Readlink(name) }

// ByRealPath returns a view of the file system for callers that pass only real paths, as a scan does. With it
// an overlay does not resolve links.
func ByRealPath(fsys FS) FS {
	if o, ok := fsys.(*Overlay); ok {
		return realOverlay{o}
	}
	return fsys
}

// A realOverlay is an overlay whose callers pass only real paths.
type realOverlay struct{ *Overlay }

func (o realOverlay) ReadFile(name string) (string, error) {
	if b, ok := o.buffers[name]; ok {
		return b.read(name)
	}
	return o.base.ReadFile(name)
}

func (o realOverlay) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := o.base.ReadDir(name)
	return o.addBuffers(name, entries, err)
}

func (o realOverlay) Stat(name string) (fs.FileInfo, error) {
	if b, ok := o.buffers[name]; ok {
		return b.info(name), nil
	}
	return o.statOrDir(name, name, o.base.Stat)
}

func (b Buffer) info(name string) fs.FileInfo {
	return overlayInfo{name: filepath.Base(name), size: int64(len(b.Text)), mode: 0o644, modTime: b.ModTime}
}

func dirInfo(name string) fs.FileInfo { return overlayInfo{name: name, mode: fs.ModeDir | 0o755} }

// overlayInfo describes a buffer, or a directory that exists only for buffers.
type overlayInfo struct {
	name    string
	size    int64
	mode    fs.FileMode
	modTime time.Time
}

func (i overlayInfo) Name() string       { return i.name }
func (i overlayInfo) Size() int64        { return i.size }
func (i overlayInfo) Mode() fs.FileMode  { return i.mode }
func (i overlayInfo) ModTime() time.Time { return i.modTime }
func (i overlayInfo) IsDir() bool        { return i.mode.IsDir() }
func (i overlayInfo) Sys() any           { return nil }
