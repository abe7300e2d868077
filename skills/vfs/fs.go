// Package vfs reads files. The other packages read skills only through an [FS], which is the disk ([Disk]) or
// a layer over another FS: [TimeoutFS] limits the time of every call, [Cached] remembers answers and decides
// which links to follow, and [Overlay] adds the open buffers of an editor. All of them are safe for
// concurrent use.
//
// Paths are absolute and clean. The package does not write files and does not interpret their contents. Of
// skills it knows only that a file SKILL.md makes a directory a skill directory, see [Confinement]. It builds
// for js/wasm.
package vfs

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// MaxFile is the size in bytes of the largest file that is read.
const MaxFile = 4 << 20

// ErrOutside means that a path leaves a directory, by ".." or by a link.
var ErrOutside = errors.New("path leaves the skill's directory")

// An FS reads files.
//
// Names are absolute, clean paths of the operating system. Errors name the path and wrap those of io/fs, so
// that errors.Is(err, fs.ErrNotExist) works.
type FS interface {
	// ReadFile follows links and returns the whole content of a regular file. It returns a *[TooLargeError]
	// for a file over [MaxFile] bytes. It does not open a directory, pipe or device, and returns an error
	// that wraps [ErrNotRegular].
	ReadFile(name string) (string, error)
	// ReadDir lists a directory in byte order of the names. It follows name if that is a link, but does not
	// follow the entries. The caller must not change the list.
	ReadDir(name string) ([]fs.DirEntry, error)
	// Stat describes the file, and follows name if that is a link. Lstat describes the link itself.
	Stat(name string) (fs.FileInfo, error)
	Lstat(name string) (fs.FileInfo, error)
	// Readlink returns the target of a symbolic link as it is stored in the link.
	Readlink(name string) (string, error)
	// RealPath resolves every link of a path. The file must exist.
	RealPath(name string) (string, error)
}

// ErrNotRegular means that a path is a directory, a pipe, a device or a socket.
var ErrNotRegular = errors.New("not a regular file")

// A TooLargeError means that a file exceeds a limit and was not read.
type TooLargeError struct {
	Path  string
	Size  int64 // in bytes, or a lower bound if reading stopped at the limit
	Limit int64 // in bytes; 0 means [MaxFile]
}

func (e *TooLargeError) Error() string {
	limit := cmp.Or(e.Limit, MaxFile)
	return fmt.Sprintf("%s: %d bytes, and files over %d are not read", e.Path, e.Size, limit)
}

// Disk is the file system of the operating system.
type Disk struct{}

func (Disk) ReadFile(name string) (string, error) {
	info, err := os.Stat(name)
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() {
		return "", &fs.PathError{Op: "read", Path: name, Err: ErrNotRegular}
	}
	f, err := os.OpenFile(name, openToRead, 0)
	if err != nil {
		return "", err
	}
	return readAll(f, name, info.Size())
}

func (Disk) ReadDir(name string) ([]fs.DirEntry, error) { return os.ReadDir(name) }
func (Disk) Stat(name string) (fs.FileInfo, error)      { return os.Stat(name) }
func (Disk) Lstat(name string) (fs.FileInfo, error)     { return os.Lstat(name) }
func (Disk) Readlink(name string) (string, error)       { return os.Readlink(name) }
func (Disk) RealPath(name string) (string, error)       { return filepath.EvalSymlinks(name) }

// IsLink reports whether there is a symbolic link at a path.
func IsLink(fsys FS, path string) bool {
	info, err := fsys.Lstat(path)
	return err == nil && info.Mode()&fs.ModeSymlink != 0
}

// readAll reads and closes an open regular file. The size is what the file had before it was opened. It may
// have changed.
func readAll(f *os.File, name string, size int64) (string, error) {
	defer f.Close()
	if size > MaxFile {
		return "", &TooLargeError{Path: name, Size: size}
	}
	buf := readBuffers.Get().(*bytes.Buffer)
	defer readBuffers.Put(buf)
	buf.Reset()
	buf.Grow(int(size) + bytes.MinRead) // ReadFrom needs MinRead free bytes to see EOF
	if _, err := buf.ReadFrom(io.LimitReader(f, MaxFile+1)); err != nil {
		return "", err
	}
	if buf.Len() > MaxFile {
		return "", &TooLargeError{Path: name, Size: int64(buf.Len())}
	}
	return buf.String(), nil
}

// readBuffers holds *bytes.Buffer values. A scan of a workspace reads thousands of files and needs only a few
// of them.
var readBuffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}
