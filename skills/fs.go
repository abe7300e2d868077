package skills

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
	"syscall"
)

// FS is the one seam through which files are seen: the disk, or the disk below the open buffers ([Overlay]).
//
// Names are absolute, clean paths of the operating system. Errors wrap those of io/fs, so errors.Is(err, fs.ErrNotExist)
// works, and name the path.
type FS interface {
	// ReadFile returns the whole content of a regular file, following links. A file over [MaxFile] bytes gives a
	// *[TooLargeError]; a directory, pipe or device gives an error wrapping [ErrNotRegular] without being opened.
	ReadFile(name string) (string, error)
	// ReadDir lists a directory in byte order of the names, following a link at the end of name. Entries are not followed. The
	// list belongs to the file system, and whoever wants it otherwise copies it.
	ReadDir(name string) ([]fs.DirEntry, error)
	// Stat and Lstat describe the file, following a link at the end of name or not.
	Stat(name string) (fs.FileInfo, error)
	Lstat(name string) (fs.FileInfo, error)
	// Readlink returns where a symbolic link says that it leads.
	Readlink(name string) (string, error)
	// RealPath resolves every link of a path to something that exists.
	RealPath(name string) (string, error)
	// ReadIn reads the file at the slash-separated path rel inside the directory dir and fails if rel leaves dir, by ".." or
	// by any link.
	ReadIn(dir, rel string) (string, error)
}

// ErrNotRegular says that a path is a directory, a pipe, a device or a socket.
var ErrNotRegular = errors.New("not a regular file")

// A TooLargeError says that a file exceeds a limit and was not read.
type TooLargeError struct {
	Path  string
	Size  int64 // bytes; at least as many, if the file was read until the limit
	Limit int64 // bytes; 0 means [MaxFile]
}

func (e *TooLargeError) Error() string {
	return fmt.Sprintf("%s: %d bytes, and files over %d are not read", e.Path, e.Size, cmp.Or(e.Limit, MaxFile))
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

// openToRead opens a regular file. One that has become a pipe meanwhile is not waited for. Besides, package os need not ask the system
// to make the file one that does not block, and to take that back, which are four calls for every file.
const openToRead = os.O_RDONLY | syscall.O_NONBLOCK

func (Disk) ReadDir(name string) ([]fs.DirEntry, error) { return os.ReadDir(name) }
func (Disk) Stat(name string) (fs.FileInfo, error)      { return os.Stat(name) }
func (Disk) Lstat(name string) (fs.FileInfo, error)     { return os.Lstat(name) }
func (Disk) Readlink(name string) (string, error)       { return os.Readlink(name) }
func (Disk) RealPath(name string) (string, error)       { return filepath.EvalSymlinks(name) }

func (Disk) ReadIn(dir, rel string) (string, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return "", err
	}
	defer root.Close()
	info, err := root.Stat(filepath.FromSlash(rel))
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() {
		return "", &fs.PathError{Op: "read", Path: filepath.Join(dir, rel), Err: ErrNotRegular}
	}
	f, err := root.OpenFile(filepath.FromSlash(rel), openToRead, 0)
	if err != nil {
		return "", err
	}
	return readAll(f, filepath.Join(dir, rel), info.Size())
}

// readAll reads and closes an open regular file, which may have grown or shrunk since it was looked at and had size bytes.
func readAll(f *os.File, name string, size int64) (string, error) {
	defer f.Close()
	if size > MaxFile {
		return "", &TooLargeError{Path: name, Size: size}
	}
	text := readBuffers.Get().(*bytes.Buffer)
	defer readBuffers.Put(text)
	text.Reset()
	text.Grow(int(size) + bytes.MinRead) // room to see the end without growing
	if _, err := text.ReadFrom(io.LimitReader(f, MaxFile+1)); err != nil {
		return "", err
	}
	if text.Len() > MaxFile {
		return "", &TooLargeError{Path: name, Size: int64(text.Len())}
	}
	return text.String(), nil
}

// readBuffers are buffers of type *bytes.Buffer: a scan reads thousands of files, one after the other.
var readBuffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}
