package lsp

import (
	"context"
	"errors"
	"os"
	"syscall"
	"time"
)

// watchParent ends the session when the process that started it is gone: a client that crashes says neither shutdown nor
// exit, and an inherited pipe may keep the input open. A process that cannot be seen to begin with, such as one outside this
// container, is not watched.
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

// awaitExit, which every system has its own of, returns when the process has ended or the context has, whichever comes first.
// It sleeps until then. The error says why this cannot be done here; the process may then be running or not.

// parentPoll is how often a process is looked for whose end the system does not tell.
const parentPoll = time.Second

// pollExit returns when there is no process of that ID, or when the context ends. A process that has ended and that nobody has
// waited for counts as there.
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

// alive reports whether there is a process of that ID, whoever owns it.
func alive(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false // on Windows; elsewhere the signal tells
	}
	defer func() { _ = p.Release() }()
	err = p.Signal(syscall.Signal(0))
	return !errors.Is(err, os.ErrProcessDone) && !errors.Is(err, syscall.ESRCH)
}
