//go:build !linux && !windows && !darwin && !dragonfly && !freebsd && !netbsd && !openbsd

package wire

import "errors"

// awaitExit returns errors.ErrUnsupported: this system cannot wait for a process that is not a child.
func awaitExit(int) error { return errors.ErrUnsupported }
