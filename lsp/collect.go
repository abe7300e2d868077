package lsp

import (
	"runtime/debug"
	"sync"
)

// headroom returns 8 MB that nothing writes, so they occupy no memory. The garbage collector counts them as live, and
// by default lets the heap grow by as much before it collects. Without them, a server with 10 skills collects after
// every seventh keystroke (BenchmarkKeystroke/10skills: p99 is a fifth longer).
var headroom = sync.OnceValue(func() []byte { return make([]byte, 8<<20) })

// oftenGCPercent is GOGC while collectOften is in effect.
const oftenGCPercent = 50

// often counts the calls of collectOften that have not ended.
var often struct {
	mu       sync.Mutex
	calls    int
	previous int // GOGC before the first of them
}

// collectOften makes the garbage collector run twice as often until the caller calls end. What reads all skills of a
// workspace then needs a sixth less memory (BenchmarkEditorMemory, BenchmarkAfterList). Keystrokes would need a quarter
// more time (BenchmarkKeystroke).
func collectOften() (end func()) {
	often.mu.Lock()
	defer often.mu.Unlock()
	if often.calls++; often.calls == 1 {
		often.previous = debug.SetGCPercent(oftenGCPercent)
	}
	return func() {
		often.mu.Lock()
		defer often.mu.Unlock()
		if often.calls--; often.calls == 0 {
			debug.SetGCPercent(often.previous)
		}
	}
}
