//go:build !linux && !windows && !darwin && !dragonfly && !freebsd && !netbsd && !openbsd

package lsp

import (
	"context"
	"errors"
)

// awaitExit returns errors.ErrUnsupported: this system cannot wait for a process that is not a child.
func awaitExit(context.Context, int) error { return errors.ErrUnsupported }
