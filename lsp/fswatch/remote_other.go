//go:build !linux

package fswatch

// Remote returns the kind of the file system that contains a directory, if other machines may change its
// files. The system's notifications do not report such changes. On this system the kind is unknown, and
// Remote returns "".
func Remote(string) string { return "" }
