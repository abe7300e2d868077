package lsp

import (
	"slices"

	"go.lsp.dev/protocol"

	"skills-ls/analysis/workspace"
	"skills-ls/lsp/session"
)

// shownTurn returns a number that changes if the client may have to refresh what it shows, for a reason other
// than an edit of the document.
func shownTurn(v *session.View) uint64 {
	turn := v.CatalogTurn() << 2
	if workspace.Scanned(v.Snapshot) {
		turn |= 1
	}
	if v.Settings.WantsInlayHints() {
		turn |= 2
	}
	return turn
}

// rounds runs a round for each change, until the session ends. When the typing pauses, it first checks the files
// that cannot be watched.
func (s *server) rounds() {
	for {
		c, ok := s.diagnoser.NextChange()
		if !ok {
			return
		}
		if c.Paused && s.watching.Recheck() {
			c.Whole = true
		}
		v := s.session.View()
		s.diagnoser.RunRound(v, c)
		s.rounded(v)
	}
}

// rounded runs after each round of the diagnoser, which is the last effect of a change.
func (s *server) rounded(v *session.View) {
	catalogRounded(s, v)
	s.previewsChanged()
	s.shown.changed(shownTurn(v), func() {
		for _, method := range v.Client.Refreshes {
			go refreshShown(s, method)
		}
	})
}

// tokensLoaded makes the client ask again for what it shows with estimated tokens, since they can now be counted.
func (s *server) tokensLoaded() {
	v := s.session.View()
	notifySkills(s, v)
	if slices.Contains(v.Client.Refreshes, protocol.MethodWorkspaceCodeLensRefresh) {
		go refreshShown(s, protocol.MethodWorkspaceCodeLensRefresh)
	}
}

// refreshShown asks the client to refresh what it shows. The client may never answer.
func refreshShown(s *server, method string) {
	if err := s.conn.Call(s.ctx, method, nil, nil); err != nil {
		s.log.Debug("the client did not refresh its view", "method", method, "error", err)
	}
}
