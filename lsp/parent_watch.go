package lsp

import (
	"skills-ls/lsp/wire"
)

// watchParent ends the session when the process that started the server is gone. A client that crashes sends
// neither shutdown nor exit, and an inherited pipe may keep the input open. A process that is not visible, such as
// one outside this container, is not watched. watchParent decides that before it returns, while the client still
// waits for the answer to initialize: later, a process that has ended would look like one that is not visible.
func watchParent(s *server, pid int) {
	if !wire.Alive(pid) {
		s.log.Info("the client's process is not visible and is not watched", "pid", pid)
		return
	}
	go endAfter(s, pid)
}

// endAfter ends the session when a process has ended.
func endAfter(s *server, pid int) {
	if err := wire.AwaitExit(s.ctx, pid); err != nil {
		s.log.Debug("the system does not report the end of the client's process: polling for it", "pid", pid, "error", err)
		wire.PollExit(s.ctx, pid)
	}
	if s.ctx.Err() == nil {
		s.log.Warn("the client's process has ended", "pid", pid)
		s.end(1)
	}
}
