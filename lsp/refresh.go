package lsp

import (
	"skills-ls/analysis/workspace"
)

// shownTurn returns a number that changes if the client may have to refresh what it shows, for a reason other
// than an edit of the document.
func (v *view) shownTurn() uint64 {
	turn := v.catalogTurn() << 2
	if workspace.Scanned(v.snapshot) {
		turn |= 1
	}
	if v.settings.inlayHints() {
		turn |= 2
	}
	return turn
}

// rounded runs after each round of the diagnoser, which is the last effect of a change.
func (s *server) rounded(v *view) {
	s.catalogRounded(v)
	s.previewsChanged()
	if v.client.refreshes == 0 {
		return
	}
	s.shown.changed(v.shownTurn(), func() {
		for i, r := range refreshMethods {
			if v.client.refreshes&(1<<i) != 0 {
				go s.refreshShown(r.method)
			}
		}
	})
}

// refreshShown asks the client to refresh what it shows. The client may never answer.
func (s *server) refreshShown(method string) {
	if err := s.conn.call(s.ctx, method, nil, nil); err != nil {
		s.log.Debug("the client did not refresh what it shows", "method", method, "error", err)
	}
}
