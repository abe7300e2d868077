//go:build !linux

package fstest

import (
	"os"
	"testing"
)

// AsNobody reports whether permissions keep the test's user out of files, as they do everybody but root, and skips the test if not.
func AsNobody(t *testing.T) bool {
	t.Helper()
	if os.Getuid() == 0 {
		t.Skip("SKIPPED: permissions keep nobody out who is root")
	}
	return true
}
