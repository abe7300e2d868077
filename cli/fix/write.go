package fix

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"skills-ls/skills/vfs"
)

// LeftoverPrefix begins the names of temporary files, by which a later run recognizes those of a killed
// process. The files are hidden and do not have the name of any file to check.
const LeftoverPrefix = ".skills-ls-fix-"

var (
	ErrChanged  = errors.New("not fixed: the file changed during the run: run the command again")
	errNoLonger = errors.New("no longer a regular file")
)

// RewriteFile replaces the text of the file at a path without links, if it still equals before. If the
// process or the machine stops at any moment, the file has either the old or the new text: the new one is
// written to a temporary file beside it, which then replaces it. The permissions are kept, and so are owner
// and group where the system allows it.
func RewriteFile(path, before, after string) error {
	dir, err := os.OpenRoot(filepath.Dir(path))
	if err != nil {
		return err
	}
	defer dir.Close()
	name := filepath.Base(path)
	if err := mayWrite(dir, name); err != nil {
		return err
	}
	temp, err := writeBeside(dir, name, after)
	if err != nil {
		return err
	}
	current, err := readIn(dir, name)
	if err == nil && current != before {
		err = ErrChanged
	}
	if err == nil && !movesOpenFiles {
		err = temp.Close()
	}
	if err == nil {
		err = dir.Rename(temp.name, name)
	}
	if err != nil {
		temp.discard(dir)
		return err
	}
	_ = temp.Close() // the text is on the disk, and the file has its name
	return nil
}

// readIn returns the text of a file in a directory.
func readIn(dir *os.Root, name string) (_ string, err error) {
	file, err := dir.Open(name)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	data, err := vfs.ReadAtMost(file, name, vfs.MaxFile)
	return string(data), err
}

// A tempFile is an open file that will replace another one in its directory.
type tempFile struct {
	*os.File
	name string
}

// discard removes the file. If that fails, the next run removes it.
func (f *tempFile) discard(dir *os.Root) {
	_ = f.Close()
	_ = dir.Remove(f.name)
}

// mayWrite returns an error for a file that the user may not write. Renaming another file over it would
// succeed anyway.
func mayWrite(dir *os.Root, name string) error {
	info, err := dir.Lstat(name)
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return errNoLonger
	}
	f, err := dir.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return f.Close()
}

// writeBeside writes a text to a new file with the permissions of the named one, and waits until the text is
// on the disk. It locks the file where the system has locks, so that another process does not take it for a
// leftover.
func writeBeside(dir *os.Root, name, text string) (*tempFile, error) {
	info, err := dir.Lstat(name)
	if err != nil {
		return nil, err
	}
	tempName := LeftoverPrefix + strings.ToLower(rand.Text())
	f, err := dir.OpenFile(tempName, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, err
	}
	temp := &tempFile{f, tempName}
	for _, step := range []func() error{
		func() error { return Lock(f) },
		func() error { _, err := io.WriteString(f, text); return err },
		func() error { return giveTo(f, info) }, // before Chmod, since it clears the setuid and setgid bits
		func() error {
			return f.Chmod(info.Mode() & (fs.ModePerm | fs.ModeSetuid | fs.ModeSetgid | fs.ModeSticky))
		},
		f.Sync,
	} {
		if err := step(); err != nil {
			temp.discard(dir)
			return nil, err
		}
	}
	return temp, nil
}

// RenameFile gives the file at a path another name in its directory, unless another file has that name.
func RenameFile(from, to string) error {
	here, err := os.Lstat(from)
	if err != nil {
		return err
	}
	if there, err := os.Lstat(to); err == nil && os.SameFile(here, there) {
		return os.Rename(from, to) // the directory is not case-sensitive
	}
	return renameNew(from, to)
}

// RenameChecked renames a file unless the new name exists. It is for systems that cannot do both atomically.
func RenameChecked(from, to string) error {
	if _, err := os.Lstat(to); !errors.Is(err, fs.ErrNotExist) {
		return &os.LinkError{Op: "rename", Old: from, New: to, Err: fs.ErrExist}
	}
	return os.Rename(from, to)
}

// Unwritable returns why a file could not be written, and what to do.
func Unwritable(err error) string {
	cause := err
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		cause = path.Err
	case errors.As(err, &link):
		cause = link.Err
	}
	switch {
	case errors.Is(err, ErrChanged):
		return ErrChanged.Error()
	case errors.Is(err, fs.ErrExist):
		return "not renamed: the new name exists"
	case errors.Is(err, fs.ErrPermission):
		return "not fixed: permission denied: check the permissions of the file and of its directory"
	}
	return fmt.Sprintf("not fixed: cannot write the file: %v", cause)
}
