//go:build !linux

package cli

// renameNew renames a file. If something has the name already, the error wraps fs.ErrExist.
func renameNew(from, to string) error { return renameChecked(from, to) }
