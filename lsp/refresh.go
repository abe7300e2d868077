package lsp

import (
	"go.lsp.dev/protocol"

	"skills-ls/analysis/workspace"
)

// refreshMethods are the requests that ask the client to refresh what it shows, each with the capability that
// the client needs for it. What is refreshed depends on files other than the document: whether a mentioned
// skill exists, and which files refer to a skill.
var refreshMethods = []struct{ capability, method string }{
	{"semanticTokens", protocol.MethodWorkspaceSemanticTokensRefresh},
	{"inlayHint", protocol.MethodWorkspaceInlayHintRefresh},
	{"codeLens", protocol.MethodWorkspaceCodeLensRefresh},
}

// refreshes is a set of refreshMethods that a client supports, with a bit for each.
type refreshes uint8

func refreshesOf(capabilities protocol.LSPAny) refreshes {
	var set refreshes
	for i, r := range refreshMethods {
		if isTrue(capabilities, "workspace", r.capability, "refreshSupport") {
			set |= 1 << i
		}
	}
	return set
}

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
