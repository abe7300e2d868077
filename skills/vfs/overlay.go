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
// Overlays are immutable. [Overlay.With] and [Overlay.Without] return new ones, in a time that depends only on the
// number of open buffers.
type Overlay struct {
	base    *spellingFS
	opened  map[string]openBuffer // by the name under which the editor opened the file
	buffers map[string]openBuffer // the last edited buffer of each file, by real path
	paths   []string              // the keys of buffers, sorted
	edits   int                   // the greatest number of an edit
}

// An openBuffer is a buffer under one of the names of its file.
type openBuffer struct {
	Buffer
	name, real string
	edited     int // the number of the last edit
}

// NewOverlay returns an overlay of buffers, by absolute path, over base. If several names lead to one file,
// the overlay uses the buffer of the last name in byte order.
func NewOverlay(base FS, buffers map[string]Buffer) *Overlay {
	o := &Overlay{base: &spellingFS{FS: base}}
	opened := make(map[string]openBuffer, len(buffers))
	for i, name := range slices.Sorted(maps.Keys(buffers)) {
		opened[name] = openBuffer{buffers[name], name, o.DiskPath(name), i}
	}
	return o.withOpened(opened)
}

// withOpened returns an overlay of the buffers, by name, over the same base.
func (o *Overlay) withOpened(opened map[string]openBuffer) *Overlay {
	c := &Overlay{base: o.base, opened: opened, buffers: make(map[string]openBuffer, len(opened))}
	for _, b := range opened {
		if last, ok := c.buffers[b.real]; !ok || b.edited > last.edited {
			c.buffers[b.real] = b
		}
		c.edits = max(c.edits, b.edited)
	}
	c.paths = slices.Sorted(maps.Keys(c.buffers))
	return c
}

// With returns an overlay in which the file at the absolute path has the buffer. It resolves the links of the
// path only for a path that is not open yet. [Overlay.WithRealPaths] takes them as they are resolved again.
func (o *Overlay) With(name string, b Buffer) *Overlay {
	if known, ok := o.opened[name]; ok {
		return o.WithAt(name, known.real, b)
	}
	return o.WithAt(name, o.DiskPath(name), b)
}

// WithAt is [Overlay.With] for a caller that knows the real path, as [Overlay.DiskPath] returns it. It does
// not call the base.
func (o *Overlay) WithAt(name, real string, b Buffer) *Overlay {
	opened := maps.Clone(o.opened)
	opened[name] = openBuffer{b, name, real, o.edits + 1}
	return o.withOpened(opened)
}

// Without returns an overlay without the buffer that was opened under the path. It keeps a buffer of the same
// file that is open under another name.
func (o *Overlay) Without(name string) *Overlay {
	if _, ok := o.opened[name]; !ok {
		return o
	}
	opened := maps.Clone(o.opened)
	delete(opened, name)
	return o.withOpened(opened)
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
	c.base = &spellingFS{FS: base}
	return &c
}

// RealPaths returns the current real paths of the buffers, by name. It calls the base.
func (o *Overlay) RealPaths() map[string]string {
	real := make(map[string]string, len(o.opened))
	for name := range o.opened {
		real[name] = o.DiskPath(name)
	}
	return real
}

// WithRealPaths returns an overlay in which the names of buffers lead to the given real paths. Names that are
// not in the map keep theirs. It does not call the base. It returns the receiver if all real paths are the same.
func (o *Overlay) WithRealPaths(real map[string]string) *Overlay {
	opened := maps.Clone(o.opened)
	for name, b := range opened {
		b.real = cmp.Or(real[name], b.real)
		opened[name] = b
	}
	if maps.Equal(opened, o.opened) {
		return o
	}
	return o.withOpened(opened)
}

// OpenAs returns the name under which the editor has the file open that the given name leads to. If several
// names are open, it returns the one that was edited last.
func (o *Overlay) OpenAs(name string) (string, bool) {
	_, b, ok := o.find(name)
	return b.name, ok
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
	for at := range Up(dir) {
		switch real, err := fsys.RealPath(at); {
		case err == nil && rest == "":
			return real
		case err == nil:
			return filepath.Join(real, rest)
		}
		rest = filepath.Join(filepath.Base(at), rest)
	}
	return name
}

// find returns the buffer and the real path of the file that name leads to.
func (o *Overlay) find(name string) (real string, b openBuffer, ok bool) {
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

// buffersBelow returns the sorted real paths of the buffers below the real directory.
func (o *Overlay) buffersBelow(dir string) []string {
	if len(o.paths) == 0 {
		return nil
	}
	prefix := Child(dir, "")
	i, _ := slices.BinarySearch(o.paths, prefix)
	n := i
	for n < len(o.paths) && strings.HasPrefix(o.paths[n], prefix) {
		n++
	}
	return o.paths[i:n]
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
	if err != nil && len(o.buffersBelow(real)) > 0 {
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
	if err != nil && len(o.buffersBelow(real)) > 0 {
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
