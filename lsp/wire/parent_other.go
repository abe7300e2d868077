//go:build !linux && !windows && !darwin && !dragonfly && !freebsd && !netbsd && !openbsd

package wire

import (
	"context"
	"errors"
)

// AwaitExit returns errors.ErrUnsupported: this system cannot wait for a process that is not a child.
func AwaitExit(context.Context, int) error { return errors.ErrUnsupported }
