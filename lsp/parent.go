package lsp

import (
	"errors"
	"os"
	"syscall"
	"time"
)

// parentPoll is how often the client's process is looked for.
const parentPoll = 2 * time.Second

// watchParent ends the session when the process that started it is gone: a client that crashes says neither shutdown nor
// exit, and an inherited pipe may keep the input open. A process that cannot be seen to begin with, such as one outside this
// container, is not watched.
func (s *server) watchParent(pid int) {
	if !alive(pid) {
		s.log.Info("the client's process is not visible, so it is not watched", "pid", pid)
		return
	}
	tick := time.NewTicker(parentPoll)
	defer tick.Stop()
	for {
		select {
		case <-s.ctx.Done():
			return
		case <-tick.C:
			if !alive(pid) {
				s.log.Warn("the client's process is gone", "pid", pid)
				s.end(1)
				return
			}
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
