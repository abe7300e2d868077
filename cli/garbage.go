package cli

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// userTunesCollector reports whether the user set GOGC or GOMEMLIMIT. The program then leaves the garbage collector alone. The
// current values do not tell: a user may set what is Go's default.
func userTunesCollector() bool { return os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" }

// collectSeldom makes the garbage collector run half as often as Go's default, unless the user tunes it. While the collector marks
// the heap of a large workspace, a keystroke waits for a processor.
func collectSeldom() {
	if !userTunesCollector() {
		debug.SetGCPercent(200)
	}
}

// roomyHeap is how many bytes a command that soon ends takes before it pays for the collection of garbage.
const roomyHeap = 96 << 20

// collectLate makes the garbage collector wait until the heap has roomyHeap bytes, and run as usual from when half of that is in use.
// It does nothing if the user tunes the collector.
func collectLate() {
	if userTunesCollector() {
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
