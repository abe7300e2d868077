package vfs

import "os"

// openToRead opens a regular file. A browser has no pipes to wait for.
const openToRead = os.O_RDONLY
