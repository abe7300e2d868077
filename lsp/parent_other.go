//go:build !linux && !windows && !darwin && !dragonfly && !freebsd && !netbsd && !openbsd

package lsp

import (
	"context"
	"errors"
)

// awaitExit refuses: this system has no way to wait for somebody else's process.
func awaitExit(context.Context, int) error { return errors.ErrUnsupported }
