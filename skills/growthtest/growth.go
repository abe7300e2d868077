// Package growthtest measures in tests how the work that something takes grows with its size. It compares measurements with one another,
// and none with a limit: the machine may be slow, or busy.
package growthtest

import (
	"math"
	"testing"
	"time"
)

// Linear fails the test if what takes a time for so many lines, or whatever is counted, takes more than eight times as long for four times as
// many. The time is that of processors, as [Take] returns it.
func Linear(t *testing.T, lines int, take func(lines int) time.Duration) {
	t.Helper()
	const times = 4
	const least = 20 * time.Millisecond // a garbage collection alone takes half of it
	few, many := time.Duration(math.MaxInt64), time.Duration(math.MaxInt64)
	for range 16 { // the least counts: a garbage collection and a busy machine only add time
		few, many = min(few, take(lines)), min(many, take(times*lines))
		if many < 2*times*max(few, least) {
			return
		}
	}
	t.Errorf("%d lines take %v, %d times as many %v", lines, few, times, many)
}

// Take returns how long processors work for what a function does.
func Take(t *testing.T, work func()) time.Duration {
	t.Helper()
	start := cpuTime(t)
	work()
	return cpuTime(t) - start
}
