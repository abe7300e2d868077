//go:build !linux

package fix

// renameNew renames a file. If the new name exists, the error wraps fs.ErrExist.
func renameNew(from, to string) error { return RenameChecked(from, to) }
