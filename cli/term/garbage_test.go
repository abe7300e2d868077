package term

import (
	"math"
	"runtime/debug"
	"testing"
)

// TestUserTunesCollector checks that GOGC or GOMEMLIMIT in the environment stays in effect, even if it equals
// Go's default.
func TestUserTunesCollector(t *testing.T) {
	gogc, limit := debug.SetGCPercent(100), debug.SetMemoryLimit(-1)
	t.Cleanup(func() {
		debug.SetGCPercent(gogc)
		debug.SetMemoryLimit(limit)
	})
	for _, test := range []struct {
		name, gogc, limit string
		want              int // of CollectSeldom
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
			debug.SetMemoryLimit(math.MaxInt64)
			CollectSeldom()
			if got := debug.SetGCPercent(100); got != test.want {
				t.Errorf("serve: GC percent %d, want %d", got, test.want)
			}
			if test.want == 200 {
				return
			}
			CollectLate()
			if got := debug.SetGCPercent(100); got != 100 {
				t.Errorf("other commands: GC percent %d, want 100", got)
			}
			if got := debug.SetMemoryLimit(-1); got != math.MaxInt64 {
				t.Errorf("other commands: memory limit %d, want none", got)
			}
		})
	}
}
