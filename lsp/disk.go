package lsp

import (
	"skills-ls/analysis/workspace"
	"skills-ls/lsp/session"
	"skills-ls/lsp/watch"
)

// readChanges reads again what the watching reports as changed, until the session ends.
func (s *server) readChanges() {
	for {
		select {
		case c := <-s.watching.Changes:
			read := false // stays false after a panic
			s.diskQueue.runTask(func() { s.readChange(c); read = true })
			c.Done(read)
		case <-s.ctx.Done():
			return
		}
	}
}

func (s *server) readChange(c watch.Change) {
	if c.Began {
		if c.Paths = workspace.ChangedOnDisk(s.session.View().Snapshot); len(c.Paths) == 0 {
			return
		}
	}
	s.readAgain(c.Paths...)
}

// readAgain reads changed paths, and everything below them, from the disk again; without paths, all files. It plans
// again what to watch, if that may have changed. It waits for the disk.
func (s *server) readAgain(paths ...string) {
	before := s.session.View().Snapshot.Layout()
	v := s.refresh(paths...)
	s.watching.PlanAfterRead(v.Snapshot.Layout() != before, paths...)
}

// refresh is like readAgain, but plans nothing to watch. It returns the new view.
func (s *server) refresh(paths ...string) *session.View {
	v := s.session.Refresh(paths...)
	s.refreshed(paths...)
	return v
}

// refreshed notifies the scan and the diagnoser that the session has read the paths again; without paths, all files.
func (s *server) refreshed(paths ...string) {
	if workspace.Scanned(s.session.View().Snapshot) {
		s.scans.changed()
	} else {
		s.scans.start() // the change discarded the results of the scan
	}
	s.diagnoser.Changed(paths...)
}

// latest returns a view that has the current state of the disk, for requests that a user waits for. cwd is the
// request's working directory, empty if it has none. If changes on disk are reported, latest returns v itself.
func (s *server) latest(v *session.View, cwd string) *session.View {
	if s.watching.Trusted(cwd) {
		return v
	}
	return s.session.Latest(v)
}
