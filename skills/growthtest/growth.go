// Package growthtest checks that the cost of a function grows linearly with its input. It compares the costs
// of two inputs with each other and not with a fixed limit, because the machine may be slow or busy. It also
// makes the inputs.
package growthtest

import (
	"math"
	"runtime/debug"
	"testing"
	"time"
)

// Linear reports an error if the cost of four times the lines is at least twelve times the cost of the lines.
// Quadratic growth would be sixteen times. On a busy machine, a large input that no longer fits into the
// caches of the processor can cost more than eight times as much. The function take returns the cost of a
// number of lines, as CPU time from [Take]. A line may be any unit of input.
func Linear(t *testing.T, lines int, take func(lines int) time.Duration) {
	t.Helper()
	const times, limit = 4, 12
	const minimum = 40 * time.Millisecond // shorter times count as this; a garbage collection can take 10 ms
	// The larger input causes more collections, and each of them marks more memory, so that even linear work
	// seems to grow faster. A high percentage keeps the collections few.
	defer debug.SetGCPercent(debug.SetGCPercent(400))
	few, many := time.Duration(math.MaxInt64), time.Duration(math.MaxInt64)
	for range 16 { // use the minimum, because garbage collection and a busy machine only add time
		if many = min(many, take(times*lines)); many < limit*minimum {
			return
		}
		if few = min(few, take(lines)); many < limit*few {
			return
		}
	}
	t.Errorf("not linear: %d lines take %v, and %d lines take %v", lines, few, times*lines, many)
}

// Take calls work and returns the CPU time that the process used meanwhile.
func Take(t *testing.T, work func()) time.Duration {
	t.Helper()
	start := cpuTime(t)
	work()
	return cpuTime(t) - start
}
