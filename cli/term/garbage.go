package term

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// userTunesCollector reports whether the user set GOGC or GOMEMLIMIT. The program then leaves the garbage
// collector alone. The current values are not enough: the user may set Go's defaults.
func userTunesCollector() bool { return os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" }

// CollectSeldom makes the garbage collector run half as often as Go's default, unless the user tunes it.
// While the collector marks the heap of a large workspace, a keystroke waits for a processor.
func CollectSeldom() {
	if !userTunesCollector() {
		debug.SetGCPercent(200)
	}
}

// roomyHeap is the heap size in bytes up to which a short-lived command does not collect garbage.
const roomyHeap = 96 << 20

// CollectLate makes the garbage collector wait until the heap has roomyHeap bytes, and use Go's defaults once
// half of that is in use. It does nothing if the user tunes the collector.
func CollectLate() {
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

// afterCollection calls f after every garbage collection, until it returns false.
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

// inUse returns the number of bytes that the last garbage collection found in use.
func inUse() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
