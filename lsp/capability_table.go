package lsp

import (
	"go.lsp.dev/protocol"

	"skills-ls/analysis/file"
	"skills-ls/analysis/refactor"
)

// capabilities returns the capabilities of the server, without those that the client could not use.
func capabilities(c *client, set settings) protocol.ServerCapabilities {
	caps := protocol.ServerCapabilities{
		PositionEncoding: protocol.PositionEncodingKind(c.encoding.String()),
		TextDocumentSync: &protocol.TextDocumentSyncOptions{
			OpenClose: new(true),
			Change:    new(protocol.TextDocumentSyncKindIncremental),
			Save:      protocol.Boolean(true),
		},
		CompletionProvider: &protocol.CompletionOptions{
			TriggerCharacters: completionTriggers,
			ResolveProvider:   &c.resolvesDocumentation,
			CompletionItem:    &protocol.ServerCompletionItemOptions{LabelDetailsSupport: new(true)},
		},
		HoverProvider:             protocol.Boolean(true),
		DefinitionProvider:        protocol.Boolean(true),
		ReferencesProvider:        protocol.Boolean(true),
		RenameProvider:            protocol.Boolean(true),
		DocumentHighlightProvider: protocol.Boolean(true),
		DocumentLinkProvider:      &protocol.DocumentLinkOptions{ResolveProvider: new(true)},
		DocumentSymbolProvider:    protocol.Boolean(true),
		FoldingRangeProvider:      protocol.Boolean(true),
		SelectionRangeProvider:    protocol.Boolean(true),
		ExecuteCommandProvider:    protocol.ExecuteCommandOptions{Commands: commandsFor(c)},
		WorkspaceSymbolProvider:   &protocol.WorkspaceSymbolOptions{ResolveProvider: &c.resolvesSymbols},
		Workspace: &protocol.WorkspaceOptions{
			WorkspaceFolders: &protocol.WorkspaceFoldersServerCapabilities{
				Supported:           new(true),
				ChangeNotifications: protocol.Boolean(true),
			},
			FileOperations: fileOperations(c),
		},
	}
	// Either command implies that the client shows lenses: Neovim before 0.12 does and does not announce it.
	if set.PreviewCommand != "" || set.ReferencesCommand != "" {
		caps.CodeLensProvider = &protocol.CodeLensOptions{ResolveProvider: new(true)}
	}
	if c.inlayHints {
		caps.InlayHintProvider = protocol.Boolean(true)
	}
	if c.textDocumentContent {
		caps.Workspace.TextDocumentContent = &protocol.TextDocumentContentOptions{Schemes: []string{file.PreviewScheme}}
	}
	if c.semanticTokens {
		caps.SemanticTokensProvider = &protocol.SemanticTokensOptions{
			Legend: tokenLegend, Full: protocol.Boolean(true), Range: protocol.Boolean(true),
		}
	}
	if c.preparesRename {
		caps.RenameProvider = &protocol.RenameOptions{PrepareProvider: new(true)}
	}
	// A client that supports dynamic registration gets one when the settings enable formatting: see
	// [server.offerFormatting].
	if set.format() != refactor.AsWritten && !c.registerFormatting {
		caps.DocumentFormattingProvider = protocol.Boolean(true)
	}
	if c.codeActions {
		caps.CodeActionProvider = &protocol.CodeActionOptions{CodeActionKinds: append([]protocol.CodeActionKind{protocol.CodeActionKindQuickFix, kindFixAll}, refactorKinds[:]...)}
		if c.resolvesEdits {
			caps.CodeActionProvider.(*protocol.CodeActionOptions).ResolveProvider = new(true)
		}
	}
	if c.pulls {
		caps.DiagnosticProvider = &protocol.DiagnosticOptions{
			Identifier: new(sourceName), InterFileDependencies: true, WorkspaceDiagnostics: c.pullsWorkspace(),
		}
	}
	return caps
}
