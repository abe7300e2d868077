//go:build !unix

package growthtest

import (
	"testing"
	"time"
)

var started = time.Now()

// cpuTime returns the time of the clock, where nothing better is at hand.
func cpuTime(*testing.T) time.Duration { return time.Since(started) }
