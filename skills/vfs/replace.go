package vfs

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// ReplaceFile replaces the contents of a file, or leaves the file unchanged if it fails. It renames a complete file
// into place, writes through a symbolic link and keeps the permissions.
func ReplaceFile(path string, data []byte) (err error) {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	mode := fs.FileMode(0o644)
	if info, err := os.Stat(path); err == nil {
		mode = info.Mode().Perm()
	}
	temp, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(temp.Name()))
		}
	}()
	_, err = temp.Write(data)
	if err = errors.Join(err, temp.Chmod(mode), temp.Close()); err != nil {
		return err
	}
	return os.Rename(temp.Name(), path)
}
