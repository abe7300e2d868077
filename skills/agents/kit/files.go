package kit

import (
	"io/fs"
	"sync"

	"skills-ls/skills/vfs"
)

// IsFile reports whether a path is that of a regular file, or of a link to one.
func IsFile(fsys vfs.FS, path string) bool {
	info, err := fsys.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// ModeOf returns the mode of an entry of a directory, or of what it links to. A broken link is neither a
// file nor a directory.
func ModeOf(fsys vfs.FS, path string, e fs.DirEntry) fs.FileMode {
	if e.Type()&fs.ModeSymlink == 0 {
		return e.Type()
	}
	if info, err := fsys.Stat(path); err == nil {
		return info.Mode()
	}
	return e.Type()
}

// ReadFile returns the text of a regular file, and reports whether it can be read.
func ReadFile(fsys vfs.FS, path string) (text string, ok bool) {
	if !IsFile(fsys, path) {
		return "", false
	}
	text, err := fsys.ReadFile(path)
	return text, err == nil
}

// Remember returns a function with the results of f, which it calls once for each string, or seldom more
// often if several goroutines ask at the same time.
func Remember(f func(string) string) func(string) string {
	var known sync.Map
	return func(key string) string {
		if value, ok := known.Load(key); ok {
			return value.(string)
		}
		value := f(key)
		known.Store(key, value)
		return value
	}
}
