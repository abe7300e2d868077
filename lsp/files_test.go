package lsp

import (
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"skills-ls/skills/vfs"
)

// noFiles is a file system in which nothing exists.
var noFiles memoryFiles

// memoryFiles is a file system in memory, whose files have the same paths and times on every machine. It has
// no links. Its names are slash-separated paths below the root "/", which on Windows is the root of the
// current volume.
type memoryFiles map[string]string

// memoryMu guards the files in memory: tests put and remove some while a server reads others.
var memoryMu sync.RWMutex

func (m memoryFiles) put(name, text string) {
	memoryMu.Lock()
	defer memoryMu.Unlock()
	m[name] = text
}

func (m memoryFiles) remove(name string) {
	memoryMu.Lock()
	defer memoryMu.Unlock()
	delete(m, name)
}

func (m memoryFiles) text(name string) (text string, ok bool) {
	memoryMu.RLock()
	defer memoryMu.RUnlock()
	text, ok = m[name]
	return text, ok
}

// epoch is the modification time of every file.
var epoch = time.Date(2026, time.January, 2, 3, 4, 5, 0, time.UTC)

func memoryName(name string) string {
	return path.Clean("/" + strings.TrimPrefix(filepath.ToSlash(name), filepath.VolumeName(name)))
}

func (m memoryFiles) ReadFile(name string) (string, error) {
	text, ok := m.text(memoryName(name))
	switch {
	case ok && len(text) > vfs.MaxFile:
		return "", &vfs.TooLargeError{Path: name, Size: int64(len(text))}
	case ok:
		return text, nil
	case m.isDir(memoryName(name)):
		return "", &fs.PathError{Op: "read", Path: name, Err: vfs.ErrNotRegular}
	}
	return "", &fs.PathError{Op: "read", Path: name, Err: fs.ErrNotExist}
}

func (m memoryFiles) isDir(name string) bool {
	memoryMu.RLock()
	defer memoryMu.RUnlock()
	for file := range m {
		if strings.HasPrefix(file, strings.TrimSuffix(name, "/")+"/") {
			return true
		}
	}
	return false
}

func (m memoryFiles) ReadDir(name string) ([]fs.DirEntry, error) {
	dir := strings.TrimSuffix(memoryName(name), "/") + "/"
	children := m.children(dir)
	if len(children) == 0 {
		return nil, &fs.PathError{Op: "readdir", Path: name, Err: fs.ErrNotExist}
	}
	var entries []fs.DirEntry
	for child := range children {
		info, err := m.Stat(dir + child)
		if err != nil {
			return nil, err
		}
		entries = append(entries, fs.FileInfoToDirEntry(info))
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, nil
}

func (m memoryFiles) children(dir string) map[string]bool {
	memoryMu.RLock()
	defer memoryMu.RUnlock()
	children := make(map[string]bool)
	for file := range m {
		if rest, ok := strings.CutPrefix(file, dir); ok {
			child, _, _ := strings.Cut(rest, "/")
			children[child] = true
		}
	}
	return children
}

func (m memoryFiles) Stat(name string) (fs.FileInfo, error) {
	file := memoryName(name)
	if text, ok := m.text(file); ok {
		return memoryInfo{path.Base(file), int64(len(text)), 0o644}, nil
	}
	if m.isDir(file) {
		return memoryInfo{path.Base(file), 0, 0o755 | fs.ModeDir}, nil
	}
	return nil, &fs.PathError{Op: "stat", Path: name, Err: fs.ErrNotExist}
}

func (m memoryFiles) Lstat(name string) (fs.FileInfo, error) { return m.Stat(name) }

func (m memoryFiles) Readlink(name string) (string, error) {
	return "", &fs.PathError{Op: "readlink", Path: name, Err: fs.ErrInvalid}
}

func (m memoryFiles) RealPath(name string) (string, error) {
	_, err := m.Stat(name)
	return filepath.Clean(name), err
}

func (m memoryFiles) ReadIn(dir, rel string) (string, error) {
	if !filepath.IsLocal(filepath.FromSlash(rel)) {
		return "", &fs.PathError{Op: "read", Path: rel, Err: fs.ErrInvalid}
	}
	return m.ReadFile(filepath.Join(dir, filepath.FromSlash(rel)))
}

type memoryInfo struct {
	name string
	size int64
	mode fs.FileMode
}

func (i memoryInfo) Name() string       { return i.name }
func (i memoryInfo) Size() int64        { return i.size }
func (i memoryInfo) Mode() fs.FileMode  { return i.mode }
func (i memoryInfo) ModTime() time.Time { return epoch }
func (i memoryInfo) IsDir() bool        { return i.mode.IsDir() }
func (i memoryInfo) Sys() any           { return nil }

// nativePath converts a slash-separated path to an absolute path of this system.
func nativePath(name string) string {
	abs, err := filepath.Abs(filepath.FromSlash(name))
	if err != nil {
		return name
	}
	return abs
}
