package lsp

import (
	"context"
	"errors"
	"os"
	"syscall"
	"time"
)

// awaitExit, which has an implementation for each system, blocks until the process or the context ends. An
// error says why the system cannot wait for the process, which may still be running.

// parentPoll is the interval at which pollExit checks whether the process still exists.
const parentPoll = time.Second

// pollExit returns when no process has the ID, or when the context ends. A zombie, which has exited and which
// its parent has not waited for, counts as running.
func pollExit(ctx context.Context, pid int) {
	tick := time.NewTicker(parentPoll)
	defer tick.Stop()
	for alive(pid) {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// alive reports whether a process has the ID, even one of another user.
func alive(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false // on Windows; elsewhere FindProcess never fails and Signal decides
	}
	defer func() { _ = p.Release() }()
	err = p.Signal(syscall.Signal(0))
	return !errors.Is(err, os.ErrProcessDone) && !errors.Is(err, syscall.ESRCH)
}
