// Package growthtest checks in tests how fast a cost grows with the size of the input. It compares
// measurements with each other and not with a fixed limit, because the machine may be slow or busy.
package growthtest

import (
	"math"
	"runtime/debug"
	"testing"
	"time"
)

// Linear reports an error if the cost for four times the lines is at least eight times the cost for the given
// lines. The function take returns the cost, as CPU time from [Take]. A line may be any unit of input.
func Linear(t *testing.T, lines int, take func(lines int) time.Duration) {
	t.Helper()
	const times = 4
	const minimum = 40 * time.Millisecond // shorter times count as this; a garbage collection can take 10 ms
	// The larger input needs more collections, and each marks more. With few of them, what is measured is the work.
	defer debug.SetGCPercent(debug.SetGCPercent(400))
	few, many := time.Duration(math.MaxInt64), time.Duration(math.MaxInt64)
	for range 16 { // take the minimum, because garbage collection and a busy machine only add time
		few, many = min(few, take(lines)), min(many, take(times*lines))
		if many < 2*times*max(few, minimum) {
			return
		}
	}
	t.Errorf("%d lines take %v, and %d lines take %v", lines, few, times*lines, many)
}

// Take returns the CPU time that work takes.
func Take(t *testing.T, work func()) time.Duration {
	t.Helper()
	start := cpuTime(t)
	work()
	return cpuTime(t) - start
}
