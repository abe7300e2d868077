package lsp

import (
	"path/filepath"
	"slices"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"skills-ls/skills/vfs"
)

// A client is the identity and the capabilities that the client sent with initialize. It is immutable.
//
// The capabilities are read member by member, because the protocol package's types fail to decode as a whole
// if a single member has another type than in the protocol. Clients written in an editor's scripting language
// send such members, and they must get a server nevertheless.
type client struct {
	name, version string // empty if the client does not send them
	encoding      Encoding

	configuration        bool // answers workspace/configuration
	registerConfigChange bool // lets us register for workspace/didChangeConfiguration
	registerFormatting   bool // and for textDocument/formatting
	registerWatchers     bool // and for workspace/didChangeWatchedFiles
	relativePatterns     bool // in these, patterns that are relative to any directory
	createdFiles         bool // reports files that the user creates, like the next two for other changes
	renamedFiles         bool
	deletedFiles         bool
	willRename           bool // asks before the user renames files, like willDelete before deletions
	willDelete           bool

	showsDocuments      bool // when the server asks for it
	appliesEdits        bool // that the server asks for
	textDocumentContent bool // shows documents whose content the server provides

	progress bool // shows the progress of work
	pulls    bool // requests diagnostics instead of receiving them when they change

	relatedInformation bool // of diagnostics
	unnecessaryTag     bool
	codeDescriptions   bool
	rulePages          string // directory of the pages that codes link to, empty without pages

	snippets           bool // of completion items, like the members below
	insertReplace      bool
	labelDetails       bool
	completionMarkdown bool
	// resolvesDocumentation says that the client requests the documentation of an item when it shows it.
	resolvesDocumentation bool

	hoverMarkdown   bool
	definitionLinks bool // LocationLink
	linkTooltips    bool
	symbolTrees     bool // DocumentSymbol
	resolvesSymbols bool // requests the location of a workspace symbol when the user chooses it
	semanticTokens  bool
	inlayHints      bool
	refreshes       refreshes

	codeActions      bool // accepts action literals, not only commands
	preferredActions bool
	resolvesEdits    bool // requests the edit of an action when the user chooses it
	documentChanges  bool
	renameFiles      bool // in document changes, like createFiles
	createFiles      bool
	snippetEdits     bool
	preparesRename   bool // asks what a rename would change before it asks for the rename
}

func newClient(capabilities protocol.LSPAny) *client {
	at := func(names ...string) protocol.LSPAny { return member(capabilities, names...) }
	completion := at("textDocument", "completion", "completionItem")
	published, pulled := at("textDocument", "publishDiagnostics"), at("textDocument", "diagnostic")
	action := at("textDocument", "codeAction")
	edit := at("workspace", "workspaceEdit")
	resources := list[protocol.ResourceOperationKind](edit, "resourceOperations")
	// Neovim declares resource operations but not document changes, which are the only place for them.
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

		// Without refreshes, a client that pulls would miss changes that do not come from its own edits.
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

// member returns a member of nested objects, or nil if it is missing or null.
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

// list returns a list in nested objects, or nil if the value is not a list of that type.
func list[T any](raw protocol.LSPAny, names ...string) (values []T) {
	if raw = member(raw, names...); raw.Kind() != '[' || protocol.Unmarshal(raw, &values) != nil {
		return nil
	}
	return values
}

// stringAt returns a string in nested objects, or "" if the value is not a string.
func stringAt(raw protocol.LSPAny, names ...string) (value string) {
	if raw = member(raw, names...); raw.Kind() != '"' || protocol.Unmarshal(raw, &value) != nil {
		return ""
	}
	return value
}

// takesTag reports whether a client with this diagnostics capability supports the tag.
func takesTag(diagnostics protocol.LSPAny, tag protocol.DiagnosticTag) bool {
	return slices.Contains(list[protocol.DiagnosticTag](diagnostics, "tagSupport", "valueSet"), tag)
}

// chooseEncoding prefers UTF-8, which needs no conversion of byte offsets, to UTF-16, the protocol's default,
// which every client supports. It chooses UTF-32 only if that is the client's first choice and UTF-8 is not
// offered.
func chooseEncoding(offered []protocol.PositionEncodingKind) Encoding {
	switch {
	case slices.Contains(offered, protocol.PositionEncodingKindUTF8):
		return UTF8
	case len(offered) > 0 && offered[0] == protocol.PositionEncodingKindUTF32:
		return UTF32
	}
	return UTF16
}

// foldersOf returns the paths of the workspace folders. Older clients send a single root instead, and some
// clients send none.
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

// folderPaths returns the paths of the folders that have one, without duplicates.
func folderPaths(list []protocol.WorkspaceFolder) []string {
	var paths []string
	for _, folder := range list {
		if path, ok := filePath(folder.URI); ok && !slices.Contains(paths, path) {
			paths = append(paths, path)
		}
	}
	return paths
}
