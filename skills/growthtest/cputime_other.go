//go:build !unix

package growthtest

import (
	"testing"
	"time"
)

var started = time.Now()

// cpuTime returns wall-clock time. CPU time is implemented only for Unix.
func cpuTime(*testing.T) time.Duration { return time.Since(started) }
