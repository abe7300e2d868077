//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package fix

import (
	"io/fs"
	"os"
)

// movesOpenFiles reports whether an open file can be renamed. On Windows it cannot.
const movesOpenFiles = false

// names returns 1: these systems do not report the number of hard links, or not in this way.
func names(fs.FileInfo) uint64 { return 1 }

// giveTo does nothing: a new file has the permissions of its directory.
func giveTo(*os.File, fs.FileInfo) error { return nil }

// Lock does nothing: an open file cannot be removed.
func Lock(*os.File) error { return nil }

// RemoveUnlocked removes a file unless a process uses it.
func RemoveUnlocked(path string) { _ = os.Remove(path) } // a file that remains is hidden, and the next run finds it
