package wire

import (
	"context"
	"errors"
	"os"
	"syscall"
	"time"
)

// AwaitExit blocks until the process or the context ends. An error says why the system cannot wait for the
// process, which may still be running. If the context ends first, one thread goes on waiting until the process
// or this program ends.
func AwaitExit(ctx context.Context, pid int) error {
	ended := make(chan error, 1)
	go func() { ended <- awaitExit(pid) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
		return nil
	}
}

// awaitExit, which has an implementation for each system, blocks until the process ends.

// ParentPoll is the interval at which PollExit checks whether the process still exists.
const ParentPoll = time.Second

// PollExit returns when no process has the ID, or when the context ends. A zombie, which has exited and which
// its parent has not waited for, counts as running.
func PollExit(ctx context.Context, pid int) {
	tick := time.NewTicker(ParentPoll)
	defer tick.Stop()
	for Alive(pid) {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// Alive reports whether a process has the ID, even one of another user.
func Alive(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false // on Windows; elsewhere FindProcess never fails and Signal decides
	}
	defer func() { _ = p.Release() }()
	err = p.Signal(syscall.Signal(0))
	return !errors.Is(err, os.ErrProcessDone) && !errors.Is(err, syscall.ESRCH)
}
