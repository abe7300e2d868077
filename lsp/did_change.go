package lsp

import (
	"sync"
	"time"

	"skills-ls/lsp/diagnose"
	"skills-ls/lsp/session"
)

// methodSkillsDidChange notifies a client that skills/list and related requests may have a different answer.
const methodSkillsDidChange = "skills/didChange"

// A catalogNotice notifies the client of changed catalogs, once for many changes in a row.
type catalogNotice struct {
	mu    sync.Mutex
	turn  uint64      // catalog turn of the last notice, or of the start; guarded by mu
	timer *time.Timer // of the last notice; guarded by mu
	due   int         // number of notices to come; guarded by mu
}

// begin records the catalog turn at the start of the session.
func (n *catalogNotice) begin(turn uint64) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.turn = turn
}

// changed calls tell after diagnose.CrossFileDelay without further changes, if the turn is new.
func (n *catalogNotice) changed(turn uint64, tell func()) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.turn == turn {
		return
	}
	n.turn = turn
	if n.timer == nil || !n.timer.Stop() {
		n.due++
	}
	n.timer = time.AfterFunc(diagnose.CrossFileDelay, func() {
		tell()
		n.mu.Lock()
		defer n.mu.Unlock()
		n.due--
	})
}

// stop cancels a notice that is due.
func (n *catalogNotice) stop() {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.timer != nil {
		n.timer.Stop()
	}
}

// catalogRounded notifies the client after a round if catalogs have changed and the client asked for the
// notice.
func catalogRounded(s *server, v *session.View) {
	if v.Initial.SkillsDidChange {
		s.catalog.changed(v.CatalogTurn(), func() { notifySkills(s, v) })
	}
}

// notifySkills notifies a client that asked for the notice that earlier answers about skills may be outdated.
func notifySkills(s *server, v *session.View) {
	if !v.Initial.SkillsDidChange {
		return
	}
	if err := s.conn.Notify(s.ctx, methodSkillsDidChange, struct{}{}); err != nil {
		s.log.Debug("reporting changed skills failed", "error", err)
	}
}
