//go:build !linux

package fswatch

// Remote returns the kind of file system that a directory lies on if its files may be changed by other machines, of which the
// system's notifications do not tell; empty where that is not known, as here.
func Remote(string) string { return "" }
