package vfs

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// ErrEndless means that reading a path might never end. It wraps [ErrNotRegular].
var ErrEndless = fmt.Errorf("%w but a device or a named pipe, and reading it may never end", ErrNotRegular)

// Open opens a file that the user has named. Besides regular files it opens the null device and pipes that
// the process was given, such as standard input or the shell's <(command). A pipe or device by its name gives
// an error that wraps [ErrEndless]. Other files of /proc, /sys and /dev give one that wraps [ErrConfined].
// The path must be absolute and clean. Open also opens a directory, which then fails to be read.
func Open(name string) (*os.File, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if mode := info.Mode(); !mode.IsRegular() && !mode.IsDir() && name != os.DevNull && !(isDescriptor(name) && mode&fs.ModeNamedPipe != 0 || isTerminal(name, mode)) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: ErrEndless}
	}
	if real, err := filepath.EvalSymlinks(name); err == nil && info.Mode().IsRegular() && isSystem(real) {
		return nil, &ConfinedError{Target: name, reason: inSystem}
	}
	return os.Open(name)
}

// isTerminal reports whether a path is standard input and may be a terminal.
func isTerminal(name string, mode fs.FileMode) bool {
	return name == "/dev/stdin" && mode&(fs.ModeCharDevice|fs.ModeSocket) != 0
}

// isDescriptor reports whether a clean path names an open file of the process. The process at the other end
// of a pipe closes it.
func isDescriptor(name string) bool {
	if name == "/dev/stdin" {
		return true
	}
	dir := filepath.Dir(name)
	return dir == "/dev/fd" || strings.HasPrefix(dir, "/proc/") && filepath.Base(dir) == "fd"
}

// ReadAtMost reads to the end. It returns a *[TooLargeError] with the name if there are more bytes than the
// limit.
func ReadAtMost(in io.Reader, name string, limit int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(in, limit+1))
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", name, err)
	}
	if int64(len(data)) > limit {
		return nil, &TooLargeError{Path: name, Size: int64(len(data)), Limit: limit}
	}
	return data, nil
}
