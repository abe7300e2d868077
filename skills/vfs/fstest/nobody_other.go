//go:build !linux

package fstest

import (
	"os"
	"testing"
)

// AsNobody reports whether file permissions apply to the user who runs the test. File permissions do not
// apply to root: for root AsNobody skips the test.
func AsNobody(t *testing.T) bool {
	t.Helper()
	if os.Getuid() == 0 {
		t.Skip("SKIPPED: permissions do not apply to root")
	}
	return true
}
