// Package vfs is the one way to files: the disk, a limit on how long it may take to answer, a cache, and the
// open buffers over them. It knows paths and nothing about what is in a file.
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

// MaxFile is how many bytes a file may have. Larger files are not read.
const MaxFile = 4 << 20

// ErrOutside means that a path in a directory leaves it, by ".." or by a link.
var ErrOutside = errors.New("path leaves the skill's directory")

// An FS reads files: the disk, or the disk with open buffers over it ([Overlay]).
//
// Names are absolute, clean paths of the operating system. Errors wrap those of io/fs, so that errors.Is(err,
// fs.ErrNotExist) works, and they name the path.
type FS interface {
	// ReadFile returns the whole content of a regular file, following links. A file over [MaxFile] bytes
	// gives a *[TooLargeError]; a directory, pipe or device gives an error wrapping [ErrNotRegular] without
	// being opened.
	ReadFile(name string) (string, error)
	// ReadDir lists a directory in byte order of the names. It follows a link at the end of name, but does
	// not follow the entries. The caller must not change the list.
	ReadDir(name string) ([]fs.DirEntry, error)
	// Stat describes the file and follows a link at the end of name. Lstat does not follow it.
	Stat(name string) (fs.FileInfo, error)
	Lstat(name string) (fs.FileInfo, error)
	// Readlink returns the target of a symbolic link as the link has it.
	Readlink(name string) (string, error)
	// RealPath resolves every link of a path to something that exists.
	RealPath(name string) (string, error)
	// ReadIn reads the file at the slash-separated path rel in the directory dir. It fails if rel leaves dir,
	// by ".." or by a link.
	ReadIn(dir, rel string) (string, error)
}

// ErrNotRegular means that a path is a directory, a pipe, a device or a socket.
var ErrNotRegular = errors.New("not a regular file")

// A TooLargeError means that a file exceeds a limit and was not read.
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

// readAll reads and closes an open regular file that had size bytes when it was opened. It may have grown or
// shrunk since.
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

// readBuffers holds *bytes.Buffer. A scan reads thousands of files, one after the other.
var readBuffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}
