//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package cli

import (
	"io/fs"
	"os"
)

// movesOpenFiles says that a file can be renamed while it is open: not on Windows.
const movesOpenFiles = false

// names returns how many names a file has: these systems do not tell, or not in this way.
func names(fs.FileInfo) uint64 { return 1 }

// giveTo does nothing: a new file has the rights of its directory.
func giveTo(*os.File, fs.FileInfo) error { return nil }

// lock does nothing: an open file cannot be removed.
func lock(*os.File) error { return nil }

// removeUnlocked removes a file that no process has in use.
func removeUnlocked(path string) { _ = os.Remove(path) } // what stays is hidden, and found again
