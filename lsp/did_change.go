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
	turn  uint64        // catalog turn of the last notice, or of the start; guarded by mu
	timer *time.Timer   // runs while a notice is due, nil at other times; guarded by mu
	done  chan struct{} // closed when no notice is due any more; guarded by mu
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
	if n.timer != nil {
		n.timer.Reset(diagnose.CrossFileDelay)
		return
	}
	n.done = make(chan struct{})
	n.timer = time.AfterFunc(diagnose.CrossFileDelay, func() {
		n.mu.Lock()
		due, done := n.timer != nil, n.done
		n.timer = nil
		n.mu.Unlock()
		if due { // otherwise the timer was reset just as it fired, and this is the second call
			tell()
			close(done)
		}
	})
}

// wait returns when no notice is due. Tests use it.
func (n *catalogNotice) wait() {
	n.mu.Lock()
	done := n.done
	n.mu.Unlock()
	if done != nil {
		<-done
	}
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
	if !v.Initial.SkillsDidChange {
		return
	}
	s.catalog.changed(v.CatalogTurn(), func() {
		if err := s.conn.Notify(s.ctx, methodSkillsDidChange, struct{}{}); err != nil {
			s.log.Debug("notice of changed catalogues failed", "error", err)
		}
	})
}
