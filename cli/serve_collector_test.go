package cli

import (
	"runtime/debug"
	"testing"
)

// TestUserTunesCollector checks that GOGC or GOMEMLIMIT in the environment stays in effect, even if it equals
// Go's default.
func TestUserTunesCollector(t *testing.T) {
	before := debug.SetGCPercent(100)
	t.Cleanup(func() { debug.SetGCPercent(before) })
	for _, test := range []struct {
		name, gogc, limit string
		want              int
	}{
		{"nothing", "", "", 200},
		{"the default", "100", "", 100},
		{"a limit", "", "1GiB", 100},
		{"both", "100", "1GiB", 100},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Setenv("GOGC", test.gogc)
			t.Setenv("GOMEMLIMIT", test.limit)
			debug.SetGCPercent(100) // as the Go runtime does at its start
			collectSeldom()
			if got := debug.SetGCPercent(100); got != test.want {
				t.Errorf("GC percent %d, want %d", got, test.want)
			}
		})
	}
}
