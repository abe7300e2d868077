//go:build unix

package growthtest

import (
	"syscall"
	"testing"
	"time"
)

// cpuTime returns the CPU time that this process has used. Other processes do not affect it.
func cpuTime(t *testing.T) time.Duration {
	t.Helper()
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		t.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
