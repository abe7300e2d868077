package session

import "go.lsp.dev/protocol"

// RefreshMethods are the requests that ask the client to refresh what it shows, each with the capability that
// the client needs for it. What is refreshed depends on files other than the document: whether a mentioned
// skill exists, and which files refer to a skill.
var RefreshMethods = []struct{ capability, Method string }{
	{"semanticTokens", protocol.MethodWorkspaceSemanticTokensRefresh},
	{"inlayHint", protocol.MethodWorkspaceInlayHintRefresh},
	{"codeLens", protocol.MethodWorkspaceCodeLensRefresh},
}

// refreshes is a set of RefreshMethods that a client supports, with a bit for each.
type refreshes uint8

func refreshesOf(capabilities protocol.LSPAny) refreshes {
	var set refreshes
	for i, r := range RefreshMethods {
		if isTrue(capabilities, "workspace", r.capability, "refreshSupport") {
			set |= 1 << i
		}
	}
	return set
}
