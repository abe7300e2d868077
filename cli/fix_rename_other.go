//go:build !linux

package cli

// renameNew renames a file. If the new name exists, the error wraps fs.ErrExist.
func renameNew(from, to string) error { return renameChecked(from, to) }
