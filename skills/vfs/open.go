//go:build !js

package vfs

import (
	"os"
	"syscall"
)

// openToRead opens a regular file. If it has become a pipe in the meantime, opening does not wait for a
// writer. It also saves four system calls for each file, which package os makes to set the file's mode and to
// set it back.
const openToRead = os.O_RDONLY | syscall.O_NONBLOCK
