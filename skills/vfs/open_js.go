package vfs

import "os"

// openToRead has the flags to open a regular file. O_NONBLOCK is not needed, because a browser has no pipes.
const openToRead = os.O_RDONLY
