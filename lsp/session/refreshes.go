package session

import "go.lsp.dev/protocol"

// refreshMethods are the requests that ask the client to refresh what it shows, by the capability that the
// client needs for it. What is refreshed depends on files other than the document: whether a mentioned
// skill exists, and which files refer to a skill.
var refreshMethods = map[string]string{
	"semanticTokens": protocol.MethodWorkspaceSemanticTokensRefresh,
	"inlayHint":      protocol.MethodWorkspaceInlayHintRefresh,
	"codeLens":       protocol.MethodWorkspaceCodeLensRefresh,
}

// refreshesOf returns the refreshMethods that a client supports.
func refreshesOf(capabilities protocol.LSPAny) (methods []string) {
	for capability, method := range refreshMethods {
		if isTrue(capabilities, "workspace", capability, "refreshSupport") {
			methods = append(methods, method)
		}
	}
	return methods
}
