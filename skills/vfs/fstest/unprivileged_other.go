//go:build !linux

package fstest

import (
	"os"
	"testing"
)

// Unprivileged reports whether file permissions apply to the user who runs the test. They do not apply to
// root: then Unprivileged skips the test.
func Unprivileged(t *testing.T) bool {
	t.Helper()
	if os.Getuid() == 0 {
		t.Skip("SKIPPED: permissions do not apply to root")
	}
	return true
}
