package lsp

import (
	"go.lsp.dev/protocol"

	"skills-ls/analysis/file"
	"skills-ls/analysis/refactor"
	"skills-ls/lsp/convert"
	"skills-ls/lsp/diagnose"
	"skills-ls/lsp/session"
	"skills-ls/lsp/watch"
)

// capabilities returns the capabilities of the server, without those that the client could not use.
func capabilities(c *session.Client, set session.Settings) protocol.ServerCapabilities {
	caps := protocol.ServerCapabilities{
		PositionEncoding: protocol.PositionEncodingKind(c.Encoding.String()),
		TextDocumentSync: &protocol.TextDocumentSyncOptions{
			OpenClose: new(true),
			Change:    new(protocol.TextDocumentSyncKindIncremental),
			Save:      protocol.Boolean(true),
		},
		CompletionProvider: &protocol.CompletionOptions{
			TriggerCharacters: completionTriggers,
			ResolveProvider:   &c.ResolvesDocumentation,
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
		WorkspaceSymbolProvider:   &protocol.WorkspaceSymbolOptions{ResolveProvider: &c.ResolvesSymbols},
		Workspace: &protocol.WorkspaceOptions{
			WorkspaceFolders: &protocol.WorkspaceFoldersServerCapabilities{
				Supported:           new(true),
				ChangeNotifications: protocol.Boolean(true),
			},
			FileOperations: watch.FileOperations(c),
		},
	}
	// Either command implies that the client shows lenses: Neovim before 0.12 does and does not announce it.
	if set.PreviewCommand != "" || set.ReferencesCommand != "" {
		caps.CodeLensProvider = &protocol.CodeLensOptions{ResolveProvider: new(true)}
	}
	if c.CallHierarchy {
		caps.CallHierarchyProvider = protocol.Boolean(true)
	}
	if c.SignatureHelp {
		caps.SignatureHelpProvider = &protocol.SignatureHelpOptions{TriggerCharacters: []string{" "}}
	}
	if c.InlayHints {
		caps.InlayHintProvider = protocol.Boolean(true)
	}
	if c.TextDocumentContent {
		caps.Workspace.TextDocumentContent = &protocol.TextDocumentContentOptions{Schemes: []string{file.PreviewScheme}}
	}
	if c.SemanticTokens {
		caps.SemanticTokensProvider = &protocol.SemanticTokensOptions{
			Legend: tokenLegend, Full: protocol.Boolean(true), Range: protocol.Boolean(true),
		}
	}
	if c.PreparesRename {
		caps.RenameProvider = &protocol.RenameOptions{PrepareProvider: new(true)}
	}
	// A client that supports dynamic registration gets one when the settings enable formatting: see
	// [offerFormatting].
	if set.FormatChosen() != refactor.AsWritten && !c.RegisterFormatting {
		caps.DocumentFormattingProvider = protocol.Boolean(true)
	}
	if c.CodeActions {
		caps.CodeActionProvider = &protocol.CodeActionOptions{CodeActionKinds: append([]protocol.CodeActionKind{protocol.CodeActionKindQuickFix, kindFixAll}, refactorKinds[:]...)}
		if c.ResolvesEdits {
			caps.CodeActionProvider.(*protocol.CodeActionOptions).ResolveProvider = new(true)
		}
	}
	if c.Pulls {
		caps.DiagnosticProvider = &protocol.DiagnosticOptions{
			Identifier: new(convert.SourceName), InterFileDependencies: true, WorkspaceDiagnostics: diagnose.PullsWorkspace(c),
		}
	}
	return caps
}
