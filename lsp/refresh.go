package lsp

import "go.lsp.dev/protocol"

// refreshMethods are the requests that ask a client to ask again for what it shows, by the capability that says it answers them. What they
// are about depends on other files than the one that it is shown in: whether a skill that is mentioned exists, and who refers to one.
var refreshMethods = []struct{ capability, method string }{
	{"semanticTokens", protocol.MethodWorkspaceSemanticTokensRefresh},
	{"inlayHint", protocol.MethodWorkspaceInlayHintRefresh},
	{"codeLens", protocol.MethodWorkspaceCodeLensRefresh},
}

// refreshes is a set of refreshMethods that a client answers: a bit for each.
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

// shownTurn returns a number that changes whenever something may have to be shown anew, of which no edit of its own document tells.
func (v *view) shownTurn() uint64 {
	turn := v.catalogTurn() << 2
	if v.snapshot.Scanned() {
		turn |= 1
	}
	if v.settings.inlayHints() {
		turn |= 2
	}
	return turn
}

// rounded acts on a round of the diagnoser, which ends what a change leads to.
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

// refreshShown asks the client to ask again. It may never answer.
func (s *server) refreshShown(method string) {
	if err := s.conn.call(s.ctx, method, nil, nil); err != nil {
		s.log.Debug("the client did not refresh what it shows", "method", method, "error", err)
	}
}
