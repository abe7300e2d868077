package vfs

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// ErrEndless means that reading a path may never end. It wraps [ErrNotRegular].
var ErrEndless = fmt.Errorf("%w but a device or a named pipe, and reading it may never end", ErrNotRegular)

// Open opens a file that the user named. The path must be absolute and clean. Besides regular files Open
// accepts the null device, and pipes that the process inherited, such as standard input or the shell's
// <(command). For other pipes and devices it returns an error that wraps [ErrEndless]. For other files in
// /proc, /sys and /dev it returns an error that wraps [ErrConfined]. Open accepts a directory too, but
// reading it fails.
func Open(name string) (*os.File, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	mode := info.Mode()
	isFinite := mode.IsRegular() || mode.IsDir() || name == os.DevNull
	hasWriter := isDescriptor(name) && mode&fs.ModeNamedPipe != 0 || isTerminal(name, mode)
	if !isFinite && !hasWriter {
		return nil, &fs.PathError{Op: "open", Path: name, Err: ErrEndless}
	}
	if real, err := filepath.EvalSymlinks(name); err == nil && mode.IsRegular() && isSystem(real) {
		return nil, &ConfinedError{Target: name, reason: inSystem}
	}
	return os.Open(name)
}

// isTerminal reports whether a path is standard input and may be a terminal.
func isTerminal(name string, mode fs.FileMode) bool {
	return name == "/dev/stdin" && mode&(fs.ModeCharDevice|fs.ModeSocket) != 0
}

// isDescriptor reports whether a clean path names an open file of the process. Reading such a pipe ends when
// the process at the other end closes it.
func isDescriptor(name string) bool {
	if name == "/dev/stdin" {
		return true
	}
	dir := filepath.Dir(name)
	return dir == "/dev/fd" || strings.HasPrefix(dir, "/proc/") && filepath.Base(dir) == "fd"
}

// ReadAtMost reads in to the end. If it has more than limit bytes, ReadAtMost returns a *[TooLargeError] with
// the name. It reads at most one byte more than the limit.
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
