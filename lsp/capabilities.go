package lsp

import (
	"path/filepath"
	"slices"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"skills-ls/skills/vfs"

	"skills-ls/analysis/file"
	"skills-ls/analysis/refactor"
)

// A client is what the other side said at initialize that it can do. It is immutable.
//
// It is read member by member, not through protocol's types, of which one member of another shape than the protocol's fails
// the whole: a client that an editor's scripting language has made sends such things, and must not be left without a server.
type client struct {
	name, version string // empty where it does not say
	encoding      Encoding

	configuration        bool // answers workspace/configuration
	registerConfigChange bool // lets us register for workspace/didChangeConfiguration
	registerFormatting   bool // and for textDocument/formatting
	registerWatchers     bool // and for workspace/didChangeWatchedFiles
	relativePatterns     bool // there, below any directory
	createdFiles         bool // tells of files that its user creates, as of what follows
	renamedFiles         bool
	deletedFiles         bool
	willRename           bool // asks before its user renames files, as of what follows
	willDelete           bool

	showsDocuments      bool // when it is asked to
	appliesEdits        bool // that a server wants to make
	textDocumentContent bool // shows documents that a server makes up

	progress bool // lets us show work under way
	pulls    bool // diagnostics, instead of taking them as they come

	relatedInformation bool // of diagnostics
	unnecessaryTag     bool
	codeDescriptions   bool
	rulePages          string // directory of the pages that codes link to, empty for none

	snippets           bool // of completion items, as is what follows
	insertReplace      bool
	labelDetails       bool
	completionMarkdown bool
	// resolvesDocumentation says that it asks for an item's documentation when it shows that.
	resolvesDocumentation bool

	hoverMarkdown   bool
	definitionLinks bool // LocationLink
	linkTooltips    bool
	symbolTrees     bool // DocumentSymbol
	resolvesSymbols bool // asks where a workspace symbol is when it is taken
	semanticTokens  bool
	inlayHints      bool
	refreshes       refreshes

	codeActions      bool // literals, not only commands
	preferredActions bool
	resolvesEdits    bool // asks for an action's edit when it is taken
	documentChanges  bool
	renameFiles      bool // as a part of document changes, as is what follows
	createFiles      bool
	snippetEdits     bool
	preparesRename   bool // asks what is renamed before it asks for the new name
}

func newClient(capabilities protocol.LSPAny) *client {
	at := func(names ...string) protocol.LSPAny { return member(capabilities, names...) }
	completion := at("textDocument", "completion", "completionItem")
	published, pulled := at("textDocument", "publishDiagnostics"), at("textDocument", "diagnostic")
	action := at("textDocument", "codeAction")
	edit := at("workspace", "workspaceEdit")
	resources := list[protocol.ResourceOperationKind](edit, "resourceOperations")
	// Neovim says of resource operations alone that it knows them, which can only come in document changes.
	documentChanges := isTrue(edit, "documentChanges") || len(resources) > 0
	return &client{
		encoding: chooseEncoding(list[protocol.PositionEncodingKind](capabilities, "general", "positionEncodings")),

		configuration:        isTrue(capabilities, "workspace", "configuration"),
		registerConfigChange: isTrue(capabilities, "workspace", "didChangeConfiguration", "dynamicRegistration"),
		registerFormatting:   isTrue(capabilities, "textDocument", "formatting", "dynamicRegistration"),
		registerWatchers:     isTrue(capabilities, "workspace", "didChangeWatchedFiles", "dynamicRegistration"),
		relativePatterns:     isTrue(capabilities, "workspace", "didChangeWatchedFiles", "relativePatternSupport"),
		createdFiles:         isTrue(capabilities, "workspace", "fileOperations", "didCreate"),
		renamedFiles:         isTrue(capabilities, "workspace", "fileOperations", "didRename"),
		deletedFiles:         isTrue(capabilities, "workspace", "fileOperations", "didDelete"),
		willRename:           isTrue(capabilities, "workspace", "fileOperations", "willRename"),
		willDelete:           isTrue(capabilities, "workspace", "fileOperations", "willDelete"),

		showsDocuments:      isTrue(capabilities, "window", "showDocument", "support"),
		appliesEdits:        isTrue(capabilities, "workspace", "applyEdit"),
		textDocumentContent: member(capabilities, "workspace", "textDocumentContent") != nil,

		progress: isTrue(capabilities, "window", "workDoneProgress"),

		// Without a refresh, a client that pulls would not see what changes elsewhere than where it edits.
		pulls: pulled != nil && isTrue(capabilities, "workspace", "diagnostics", "refreshSupport"),

		relatedInformation: isTrue(published, "relatedInformation") || isTrue(pulled, "relatedInformation"),
		unnecessaryTag:     takesTag(published, protocol.DiagnosticTagUnnecessary) || takesTag(pulled, protocol.DiagnosticTagUnnecessary),
		codeDescriptions:   isTrue(published, "codeDescriptionSupport") || isTrue(pulled, "codeDescriptionSupport"),

		snippets:              isTrue(completion, "snippetSupport"),
		insertReplace:         isTrue(completion, "insertReplaceSupport"),
		labelDetails:          isTrue(completion, "labelDetailsSupport"),
		resolvesDocumentation: slices.Contains(list[string](completion, "resolveSupport", "properties"), "documentation"),

		completionMarkdown: slices.Contains(list[protocol.MarkupKind](completion, "documentationFormat"), protocol.MarkupKindMarkdown),

		hoverMarkdown:   slices.Contains(list[protocol.MarkupKind](at("textDocument", "hover"), "contentFormat"), protocol.MarkupKindMarkdown),
		definitionLinks: isTrue(capabilities, "textDocument", "definition", "linkSupport"),
		linkTooltips:    isTrue(capabilities, "textDocument", "documentLink", "tooltipSupport"),
		symbolTrees:     isTrue(capabilities, "textDocument", "documentSymbol", "hierarchicalDocumentSymbolSupport"),

		resolvesSymbols: slices.Contains(list[string](capabilities, "workspace", "symbol", "resolveSupport", "properties"), "location.range"),

		semanticTokens: slices.Contains(list[string](capabilities, "textDocument", "semanticTokens", "formats"), "relative"),
		refreshes:      refreshesOf(capabilities),
		inlayHints:     member(capabilities, "textDocument", "inlayHint") != nil,

		codeActions:      member(action, "codeActionLiteralSupport") != nil,
		preferredActions: isTrue(action, "isPreferredSupport"),
		resolvesEdits:    isTrue(action, "dataSupport") && slices.Contains(list[string](action, "resolveSupport", "properties"), "edit"),
		documentChanges:  documentChanges,
		renameFiles:      slices.Contains(resources, protocol.ResourceOperationKindRename),
		createFiles:      slices.Contains(resources, protocol.ResourceOperationKindCreate),
		snippetEdits:     documentChanges && isTrue(edit, "snippetEditSupport"),
		preparesRename:   isTrue(capabilities, "textDocument", "rename", "prepareSupport"),
	}
}

// member returns a member of nested objects, nil where there is none or null.
func member(raw protocol.LSPAny, names ...string) protocol.LSPAny {
	for _, name := range names {
		var object map[string]protocol.LSPAny
		if raw.Kind() != '{' || protocol.Unmarshal(raw, &object) != nil {
			return nil
		}
		raw = object[name]
	}
	if raw.Kind() == 'n' {
		return nil
	}
	return raw
}

func isTrue(raw protocol.LSPAny, names ...string) bool { return member(raw, names...).Kind() == 't' }

// list returns a list within nested objects, nil where there is something else.
func list[T any](raw protocol.LSPAny, names ...string) (values []T) {
	if raw = member(raw, names...); raw.Kind() != '[' || protocol.Unmarshal(raw, &values) != nil {
		return nil
	}
	return values
}

// stringAt returns a string within nested objects, empty where there is something else.
func stringAt(raw protocol.LSPAny, names ...string) (value string) {
	if raw = member(raw, names...); raw.Kind() != '"' || protocol.Unmarshal(raw, &value) != nil {
		return ""
	}
	return value
}

// takesTag reports whether a client that takes such diagnostics knows the tag.
func takesTag(diagnostics protocol.LSPAny, tag protocol.DiagnosticTag) bool {
	return slices.Contains(list[protocol.DiagnosticTag](diagnostics, "tagSupport", "valueSet"), tag)
}

// chooseEncoding prefers bytes, which cost nothing, to the protocol's default, which every client knows.
func chooseEncoding(offered []protocol.PositionEncodingKind) Encoding {
	switch {
	case slices.Contains(offered, protocol.PositionEncodingKindUTF8):
		return UTF8
	case len(offered) > 0 && offered[0] == protocol.PositionEncodingKindUTF32:
		return UTF32
	}
	return UTF16
}

// foldersOf returns the paths of the workspace's folders. Older clients name one root instead, some none.
func foldersOf(params protocol.LSPAny) []string {
	var folders []protocol.WorkspaceFolder
	for _, folder := range list[protocol.LSPAny](params, "workspaceFolders") {
		folders = append(folders, protocol.WorkspaceFolder{URI: uri.URI(stringAt(folder, "uri"))})
	}
	paths := folderPaths(folders)
	if len(paths) == 0 {
		paths = folderPaths([]protocol.WorkspaceFolder{{URI: uri.URI(stringAt(params, "rootUri"))}})
	}
	if path := stringAt(params, "rootPath"); len(paths) == 0 && filepath.IsAbs(path) {
		paths = []string{vfs.CleanPath(path)}
	}
	return paths
}

// folderPaths returns the paths of folders that have one, each once.
func folderPaths(list []protocol.WorkspaceFolder) []string {
	var paths []string
	for _, folder := range list {
		if path, ok := filePath(folder.URI); ok && !slices.Contains(paths, path) {
			paths = append(paths, path)
		}
	}
	return paths
}

// capabilities says what this server does for the client: nothing that the client could not use.
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
	// The command says that there are lenses, too: Neovim before 0.12 shows them and does not announce it.
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
	// A client that takes registrations gets one when the settings ask for it: see [server.offerFormatting].
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
