package lsp

import (
	"runtime/debug"
	"sync"
)

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
