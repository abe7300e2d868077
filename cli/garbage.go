package cli

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// collectSeldom makes the garbage collector run half as often as it does by default: while it marks a large workspace's heap, whoever
// types waits for a processor. What the user says by GOGC stays.
func collectSeldom() {
	const usual, seldom = 100, 200
	if before := debug.SetGCPercent(seldom); before != usual {
		debug.SetGCPercent(before)
	}
}

// roomyHeap is how many bytes a command that soon ends takes before it pays for the collection of garbage.
const roomyHeap = 96 << 20

// collectLate makes the garbage collector wait until the heap has roomyHeap bytes, and run as usual from when half of that is in use.
// What the user says by GOGC or GOMEMLIMIT stays.
func collectLate() {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(roomyHeap)
	afterCollection(func() (again bool) {
		if inUse() < roomyHeap/2 {
			return true
		}
		debug.SetGCPercent(100)
		debug.SetMemoryLimit(math.MaxInt64) // below which a large heap would be collected without end
		return false
	})
}

// afterCollection calls f after every collection of garbage, until it returns false.
func afterCollection(f func() bool) {
	var arm func()
	arm = func() {
		runtime.AddCleanup(new(*byte), func(struct{}) {
			if f() {
				arm()
			}
		}, struct{}{})
	}
	arm()
}

// inUse returns how many bytes the last collection of garbage found in use.
func inUse() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
