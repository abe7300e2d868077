//go:build !js

package vfs

import (
	"os"
	"syscall"
)

// openToRead has the flags to open a regular file. With O_NONBLOCK, opening does not wait for a writer if the
// file has become a pipe. The flag also saves four system calls for each file, with which package os would
// set the file's mode and set it back.
const openToRead = os.O_RDONLY | syscall.O_NONBLOCK
