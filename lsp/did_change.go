package lsp

import (
	"sync"
	"time"
)

// methodSkillsDidChange tells a client that skills/list and its kin may have another answer.
const methodSkillsDidChange = "skills/didChange"

// A catalogNotice tells of changed catalogues, once for many changes in a row.
type catalogNotice struct {
	mu    sync.Mutex
	turn  uint64        // as of the last notice, or the start; guarded by mu
	timer *time.Timer   // runs while a notice is due, nil at other times; guarded by mu
	told  chan struct{} // closed when no notice is due any more; guarded by mu
}

// begin takes the turn of the session's start.
func (n *catalogNotice) begin(turn uint64) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.turn = turn
}

// changed calls the function after a while without further changes, if the turn is a new one.
func (n *catalogNotice) changed(turn uint64, tell func()) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.turn == turn {
		return
	}
	n.turn = turn
	if n.timer != nil {
		n.timer.Reset(othersDelay)
		return
	}
	n.told = make(chan struct{})
	n.timer = time.AfterFunc(othersDelay, func() {
		n.mu.Lock()
		due, told := n.timer != nil, n.told
		n.timer = nil
		n.mu.Unlock()
		if due { // the timer was not put off at the moment that it ran out
			tell()
			close(told)
		}
	})
}

// wait returns when no notice is due. It serves tests.
func (n *catalogNotice) wait() {
	n.mu.Lock()
	told := n.told
	n.mu.Unlock()
	if told != nil {
		<-told
	}
}

// stop ends what is due.
func (n *catalogNotice) stop() {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.timer != nil {
		n.timer.Stop()
	}
}

// catalogRounded tells a client that asked for it if a round was about changed catalogues.
func (s *server) catalogRounded(v *view) {
	if !v.initial.SkillsDidChange {
		return
	}
	s.catalog.changed(v.catalogTurn(), func() {
		if err := s.conn.notify(s.ctx, methodSkillsDidChange, struct{}{}); err != nil {
			s.log.Debug("notice of changed catalogues failed", "error", err)
		}
	})
}
