//go:build !unix

package growthtest

import (
	"testing"
	"time"
)

var started = time.Now()

// cpuTime returns the wall-clock time since the start of the process. CPU time is implemented only for Unix.
func cpuTime(*testing.T) time.Duration { return time.Since(started) }
