package lsp

import (
	"context"
	"errors"
	"os"
	"syscall"
	"time"
)

// watchParent ends the session when the process that started the server is gone. A client that crashes sends
// neither shutdown nor exit, and an inherited pipe may keep the input open. A process that is not visible at
// the start, such as one outside this container, is not watched.
func (s *server) watchParent(pid int) {
	if !alive(pid) {
		s.log.Info("the client's process is not visible, so it is not watched", "pid", pid)
		return
	}
	if err := awaitExit(s.ctx, pid); err != nil {
		s.log.Debug("the system does not tell when the client's process ends, so it is looked for", "pid", pid, "error", err)
		pollExit(s.ctx, pid)
	}
	if s.ctx.Err() == nil {
		s.log.Warn("the client's process is gone", "pid", pid)
		s.end(1)
	}
}

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
