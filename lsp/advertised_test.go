package lsp

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"skills-ls/lsp/session"
)

// providers maps each server capability to the requests that it advertises: under "" those of the capability
// itself, and under the name of an option those that the option adds. A test that meets a capability missing
// here fails.
var providers = map[string]map[string][]string{
	"callHierarchyProvider":            {"": {"textDocument/prepareCallHierarchy", "callHierarchy/incomingCalls", "callHierarchy/outgoingCalls"}},
	"codeActionProvider":               {"": {"textDocument/codeAction"}, "resolveProvider": {"codeAction/resolve"}},
	"codeLensProvider":                 {"": {"textDocument/codeLens"}, "resolveProvider": {"codeLens/resolve"}},
	"colorProvider":                    {"": {"textDocument/documentColor"}},
	"completionProvider":               {"": {"textDocument/completion"}, "resolveProvider": {"completionItem/resolve"}},
	"declarationProvider":              {"": {"textDocument/declaration"}},
	"definitionProvider":               {"": {"textDocument/definition"}},
	"diagnosticProvider":               {"": {"textDocument/diagnostic"}, "workspaceDiagnostics": {"workspace/diagnostic"}},
	"documentFormattingProvider":       {"": {"textDocument/formatting"}},
	"documentHighlightProvider":        {"": {"textDocument/documentHighlight"}},
	"documentLinkProvider":             {"": {"textDocument/documentLink"}, "resolveProvider": {"documentLink/resolve"}},
	"documentOnTypeFormattingProvider": {"": {"textDocument/onTypeFormatting"}},
	"documentRangeFormattingProvider":  {"": {"textDocument/rangeFormatting"}, "rangesSupport": {"textDocument/rangesFormatting"}},
	"documentSymbolProvider":           {"": {"textDocument/documentSymbol"}},
	"executeCommandProvider":           {"": {"workspace/executeCommand"}},
	"foldingRangeProvider":             {"": {"textDocument/foldingRange"}},
	"hoverProvider":                    {"": {"textDocument/hover"}},
	"implementationProvider":           {"": {"textDocument/implementation"}},
	"inlayHintProvider":                {"": {"textDocument/inlayHint"}, "resolveProvider": {"inlayHint/resolve"}},
	"inlineCompletionProvider":         {"": {"textDocument/inlineCompletion"}},
	"linkedEditingRangeProvider":       {"": {"textDocument/linkedEditingRange"}},
	"referencesProvider":               {"": {"textDocument/references"}},
	"renameProvider":                   {"": {"textDocument/rename"}, "prepareProvider": {"textDocument/prepareRename"}},
	"selectionRangeProvider":           {"": {"textDocument/selectionRange"}},
	"semanticTokensProvider":           {"full": {"textDocument/semanticTokens/full"}, "delta": {"textDocument/semanticTokens/full/delta"}, "range": {"textDocument/semanticTokens/range"}},
	"signatureHelpProvider":            {"": {"textDocument/signatureHelp"}},
	"typeDefinitionProvider":           {"": {"textDocument/typeDefinition"}},
	"workspaceSymbolProvider":          {"": {"workspace/symbol"}, "resolveProvider": {"workspaceSymbol/resolve"}},
	// Members of workspace.
	"textDocumentContent": {"": {"workspace/textDocumentContent"}},
	"willCreate":          {"": {"workspace/willCreateFiles"}},
	"willDelete":          {"": {"workspace/willDeleteFiles"}},
	"willRename":          {"": {"workspace/willRenameFiles"}},
}

// advertised returns the methods that a server handles: those of the protocol that the result of initialize
// advertises, and our own.
func advertised(t testing.TB, initialized json.RawMessage) (methods []string) {
	t.Helper()
	var result struct{ Capabilities map[string]any }
	if err := json.Unmarshal(initialized, &result); err != nil {
		t.Fatal(err)
	}
	var walk func(name string, value any)
	walk = func(name string, value any) {
		if value == nil || value == false {
			return
		}
		known, ok := providers[name]
		if !ok && strings.HasSuffix(name, "Provider") && name != "resolveProvider" && name != "prepareProvider" {
			t.Errorf("%s is advertised: say in providers which requests that means", name)
		}
		methods = append(methods, known[""]...)
		members, _ := value.(map[string]any)
		for member, value := range members {
			if value != nil && value != false {
				methods = append(methods, known[member]...)
			}
			if known != nil && member == "full" { // delta is an option of full
				if options, ok := value.(map[string]any); ok && options["delta"] == true {
					methods = append(methods, known["delta"]...)
				}
			}
			if known == nil {
				walk(member, value)
			}
		}
	}
	walk("", result.Capabilities)
	for method := range requests(nil) {
		if strings.HasPrefix(method, "skills/") {
			methods = append(methods, method)
		}
	}
	slices.Sort(methods)
	return slices.Compact(methods)
}

// TestAdvertised checks that the server handles every request that it advertises, and advertises every
// request in its table.
func TestAdvertised(t *testing.T) {
	for name, capabilities := range map[string]string{"least": `{}`, "most": mostCapabilities(t)} {
		t.Run(name, func(t *testing.T) {
			c, s := startMemory(t, session.Options{FS: noFiles})
			methods := advertised(t, c.initialize(capabilities, `"initializationOptions":{"previewCommand":"x","frontmatterFormat":"sorted"}`).Result)
			for _, method := range methods {
				if method == "workspace/diagnostic" {
					continue // answered only when there is something to report
				}
				if m := c.call(method, map[string]any{}); m.Error != nil && m.Error.Code == -32601 {
					t.Errorf("%s is advertised, and is no method: %s", method, m.Error.Message)
				}
			}
			if name == "most" {
				for method := range s.requests {
					if !slices.Contains(methods, method) {
						t.Errorf("%s is answered, and is not advertised", method)
					}
				}
			}
		})
	}
}

// mostCapabilities returns the capabilities of a client that supports everything and pulls diagnostics.
func mostCapabilities(t testing.TB) string {
	t.Helper()
	var capabilities map[string]map[string]any
	if err := json.Unmarshal([]byte(fullCapabilities), &capabilities); err != nil {
		t.Fatal(err)
	}
	capabilities["textDocument"]["diagnostic"] = map[string]any{}
	capabilities["workspace"]["diagnostics"] = map[string]any{"refreshSupport": true}
	encoded, err := json.Marshal(capabilities)
	if err != nil {
		t.Fatal(err)
	}
	return string(encoded)
}
