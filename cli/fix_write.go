package cli

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

// leftoverPrefix begins the names of temporary files, so that those of a process that was killed are known again. They are hidden, and
// nothing takes them for a text.
const leftoverPrefix = ".skills-ls-fix-"

var (
	errChanged  = errors.New("it is not fixed: it has changed since it was read; run the command again")
	errNoLonger = errors.New("it is no regular file any more")
)

// rewriteFile gives the file at a path without links another text, if it still has the one from before. Whatever happens meanwhile, to
// the process or to the machine, the file has the one text or the other: the new one is written to a temporary file beside it,
// which then takes its place. Permissions are kept, and owner and group where the system lets us.
func rewriteFile(path, before, after string) error {
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
		err = errChanged
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
	_ = temp.Close() // what was written is on the disk, and the file has its name
	return nil
}

// readIn reads a regular file of a directory.
func readIn(dir *os.Root, name string) (_ string, err error) {
	file, err := dir.Open(name)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	data, err := vfs.ReadAtMost(file, name, vfs.MaxFile)
	return string(data), err
}

// A tempFile is an open file that is to take the place of another one in its directory.
type tempFile struct {
	*os.File
	name string
}

// discard removes the file. Where that fails the next run finds it.
func (f *tempFile) discard(dir *os.Root) {
	_ = f.Close()
	_ = dir.Remove(f.name)
}

// mayWrite returns an error for a file that is not ours to write: another could be put in its place all the same.
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

// writeBeside writes a text to a new file, with the rights of the file of the name, and waits until it is on the disk. The file is
// locked where the system has locks, so that nobody takes it for left over.
func writeBeside(dir *os.Root, name, text string) (*tempFile, error) {
	info, err := dir.Lstat(name)
	if err != nil {
		return nil, err
	}
	tempName := leftoverPrefix + strings.ToLower(rand.Text())
	f, err := dir.OpenFile(tempName, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, err
	}
	temp := &tempFile{f, tempName}
	for _, step := range []func() error{
		func() error { return lock(f) },
		func() error { _, err := io.WriteString(f, text); return err },
		func() error { return giveTo(f, info) }, // first, since it takes away the rights to act for an owner
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

// renameFile gives the file at a path another name in its directory, unless something else has that.
func renameFile(from, to string) error {
	here, err := os.Lstat(from)
	if err != nil {
		return err
	}
	if there, err := os.Lstat(to); err == nil && os.SameFile(here, there) {
		return os.Rename(from, to) // letter case does not count here
	}
	return renameNew(from, to)
}

// renameChecked renames a file unless something has the name: for where the system cannot do both at once.
func renameChecked(from, to string) error {
	if _, err := os.Lstat(to); !errors.Is(err, fs.ErrNotExist) {
		return &os.LinkError{Op: "rename", Old: from, New: to, Err: fs.ErrExist}
	}
	return os.Rename(from, to)
}

// unwritable says why a file could not be written, and what helps.
func unwritable(err error) string {
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
	case errors.Is(err, errChanged):
		return errChanged.Error()
	case errors.Is(err, fs.ErrExist):
		return "it is not renamed: something has that name by now"
	case errors.Is(err, fs.ErrPermission):
		return "it cannot be written: permission denied; check its permissions and those of its directory"
	}
	return fmt.Sprintf("it cannot be written: %v", cause)
}

// removeLeftovers removes what fixes left beside the files that were found when their process was killed.
func (c *checker) removeLeftovers(found []string) {
	looked := make(map[string]bool)
	for _, path := range found {
		real, err := c.fsys.RealPath(path)
		if err != nil || c.isLink(path) || looked[filepath.Dir(real)] {
			continue
		}
		dir := filepath.Dir(real)
		looked[dir] = true
		entries, err := c.fsys.ReadDir(dir)
		if err != nil {
			continue // it went, or is not ours to look into; the check says what matters
		}
		for _, e := range entries {
			if strings.HasPrefix(e.Name(), leftoverPrefix) && e.Type().IsRegular() {
				removeUnlocked(filepath.Join(dir, e.Name()))
			}
		}
	}
}
