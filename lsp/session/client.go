package session

import (
	"path/filepath"
	"slices"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"skills-ls/lsp/position"
	"skills-ls/skills/vfs"
)

// A Client is the identity and the capabilities that the client sent with initialize. It is immutable.
//
// The capabilities are read member by member, because the protocol package's types fail to decode as a whole
// if a single member has another type than in the protocol. Clients written in an editor's scripting language
// send such members, and they must get a server nevertheless.
type Client struct {
	Name, Version string // empty if the client does not send them
	Encoding      position.Encoding

	Configuration        bool // answers workspace/configuration
	RegisterConfigChange bool // lets us register for workspace/didChangeConfiguration
	RegisterFormatting   bool // and for textDocument/formatting
	RegisterWatchers     bool // and for workspace/didChangeWatchedFiles
	RelativePatterns     bool // in these, patterns that are relative to any directory
	CreatedFiles         bool // reports files that the user creates, like the next two for other changes
	RenamedFiles         bool
	DeletedFiles         bool
	WillRename           bool // asks before the user renames files, like willDelete before deletions
	WillDelete           bool

	ShowsDocuments      bool // when the server asks for it
	AppliesEdits        bool // that the server asks for
	TextDocumentContent bool // shows documents whose content the server provides

	Progress bool // shows the progress of work
	Pulls    bool // requests diagnostics instead of receiving them when they change

	RelatedInformation bool // of diagnostics
	UnnecessaryTag     bool
	CodeDescriptions   bool
	RulePages          string // directory of the pages that codes link to, empty without pages

	Snippets           bool // of completion items, like the members below
	InsertReplace      bool
	LabelDetails       bool
	CompletionMarkdown bool
	// ResolvesDocumentation says that the client requests the documentation of an item when it shows it.
	ResolvesDocumentation bool

	HoverMarkdown   bool
	DefinitionLinks bool // LocationLink
	LinkTooltips    bool
	SymbolTrees     bool // DocumentSymbol
	ResolvesSymbols bool // requests the location of a workspace symbol when the user chooses it
	SemanticTokens  bool
	InlayHints      bool
	CallHierarchy   bool
	SignatureHelp   bool
	LabelOffsets    bool     // accepts a parameter's place in the label of a signature
	Refreshes       []string // requests that make the client refresh what it shows

	CodeActions      bool // accepts action literals, not only commands
	PreferredActions bool
	ResolvesEdits    bool // requests the edit of an action when the user chooses it
	DocumentChanges  bool
	RenameFiles      bool // in document changes, like createFiles
	CreateFiles      bool
	SnippetEdits     bool
	PreparesRename   bool // asks what a rename would change before it asks for the rename
}

func NewClient(capabilities protocol.LSPAny) *Client {
	at := func(names ...string) protocol.LSPAny { return Member(capabilities, names...) }
	completion := at("textDocument", "completion", "completionItem")
	published, pulled := at("textDocument", "publishDiagnostics"), at("textDocument", "diagnostic")
	action := at("textDocument", "codeAction")
	edit := at("workspace", "workspaceEdit")
	resources := list[protocol.ResourceOperationKind](edit, "resourceOperations")
	// Neovim declares resource operations but not document changes, which are the only place for them.
	documentChanges := isTrue(edit, "documentChanges") || len(resources) > 0
	return &Client{
		Encoding: chooseEncoding(list[protocol.PositionEncodingKind](capabilities, "general", "positionEncodings")),

		Configuration:        isTrue(capabilities, "workspace", "configuration"),
		RegisterConfigChange: isTrue(capabilities, "workspace", "didChangeConfiguration", "dynamicRegistration"),
		RegisterFormatting:   isTrue(capabilities, "textDocument", "formatting", "dynamicRegistration"),
		RegisterWatchers:     isTrue(capabilities, "workspace", "didChangeWatchedFiles", "dynamicRegistration"),
		RelativePatterns:     isTrue(capabilities, "workspace", "didChangeWatchedFiles", "relativePatternSupport"),
		CreatedFiles:         isTrue(capabilities, "workspace", "fileOperations", "didCreate"),
		RenamedFiles:         isTrue(capabilities, "workspace", "fileOperations", "didRename"),
		DeletedFiles:         isTrue(capabilities, "workspace", "fileOperations", "didDelete"),
		WillRename:           isTrue(capabilities, "workspace", "fileOperations", "willRename"),
		WillDelete:           isTrue(capabilities, "workspace", "fileOperations", "willDelete"),

		ShowsDocuments:      isTrue(capabilities, "window", "showDocument", "support"),
		AppliesEdits:        isTrue(capabilities, "workspace", "applyEdit"),
		TextDocumentContent: Member(capabilities, "workspace", "textDocumentContent") != nil,

		Progress: isTrue(capabilities, "window", "workDoneProgress"),

		// Without refreshes, a client that pulls would miss changes that do not come from its own edits.
		Pulls: pulled != nil && isTrue(capabilities, "workspace", "diagnostics", "refreshSupport"),

		RelatedInformation: isTrue(published, "relatedInformation") || isTrue(pulled, "relatedInformation"),
		UnnecessaryTag:     takesTag(published, protocol.DiagnosticTagUnnecessary) || takesTag(pulled, protocol.DiagnosticTagUnnecessary),
		CodeDescriptions:   isTrue(published, "codeDescriptionSupport") || isTrue(pulled, "codeDescriptionSupport"),

		Snippets:              isTrue(completion, "snippetSupport"),
		InsertReplace:         isTrue(completion, "insertReplaceSupport"),
		LabelDetails:          isTrue(completion, "labelDetailsSupport"),
		ResolvesDocumentation: slices.Contains(list[string](completion, "resolveSupport", "properties"), "documentation"),

		CompletionMarkdown: slices.Contains(list[protocol.MarkupKind](completion, "documentationFormat"), protocol.MarkupKindMarkdown),

		HoverMarkdown:   slices.Contains(list[protocol.MarkupKind](at("textDocument", "hover"), "contentFormat"), protocol.MarkupKindMarkdown),
		DefinitionLinks: isTrue(capabilities, "textDocument", "definition", "linkSupport"),
		LinkTooltips:    isTrue(capabilities, "textDocument", "documentLink", "tooltipSupport"),
		SymbolTrees:     isTrue(capabilities, "textDocument", "documentSymbol", "hierarchicalDocumentSymbolSupport"),

		ResolvesSymbols: slices.Contains(list[string](capabilities, "workspace", "symbol", "resolveSupport", "properties"), "location.range"),

		SemanticTokens: slices.Contains(list[string](capabilities, "textDocument", "semanticTokens", "formats"), "relative"),
		Refreshes:      refreshesOf(capabilities),
		InlayHints:     Member(capabilities, "textDocument", "inlayHint") != nil,
		SignatureHelp:  Member(capabilities, "textDocument", "signatureHelp") != nil,
		LabelOffsets:   isTrue(capabilities, "textDocument", "signatureHelp", "signatureInformation", "parameterInformation", "labelOffsetSupport"),
		CallHierarchy:  Member(capabilities, "textDocument", "callHierarchy") != nil,

		CodeActions:      Member(action, "codeActionLiteralSupport") != nil,
		PreferredActions: isTrue(action, "isPreferredSupport"),
		ResolvesEdits:    isTrue(action, "dataSupport") && slices.Contains(list[string](action, "resolveSupport", "properties"), "edit"),
		DocumentChanges:  documentChanges,
		RenameFiles:      slices.Contains(resources, protocol.ResourceOperationKindRename),
		CreateFiles:      slices.Contains(resources, protocol.ResourceOperationKindCreate),
		SnippetEdits:     documentChanges && isTrue(edit, "snippetEditSupport"),
		PreparesRename:   isTrue(capabilities, "textDocument", "rename", "prepareSupport"),
	}
}

// Member returns a member of nested objects, or nil if it is missing or null.
func Member(raw protocol.LSPAny, names ...string) protocol.LSPAny {
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

func isTrue(raw protocol.LSPAny, names ...string) bool { return Member(raw, names...).Kind() == 't' }

// list returns a list in nested objects, or nil if the value is not a list of that type.
func list[T any](raw protocol.LSPAny, names ...string) (values []T) {
	if raw = Member(raw, names...); raw.Kind() != '[' || protocol.Unmarshal(raw, &values) != nil {
		return nil
	}
	return values
}

// StringAt returns a string in nested objects, or "" if the value is not a string.
func StringAt(raw protocol.LSPAny, names ...string) (value string) {
	if raw = Member(raw, names...); raw.Kind() != '"' || protocol.Unmarshal(raw, &value) != nil {
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
func chooseEncoding(offered []protocol.PositionEncodingKind) position.Encoding {
	switch {
	case slices.Contains(offered, protocol.PositionEncodingKindUTF8):
		return position.UTF8
	case len(offered) > 0 && offered[0] == protocol.PositionEncodingKindUTF32:
		return position.UTF32
	}
	return position.UTF16
}

// FoldersOf returns the paths of the workspace folders. Older clients send a single root instead, and some
// clients send none.
func FoldersOf(params protocol.LSPAny) []string {
	var folders []protocol.WorkspaceFolder
	for _, folder := range list[protocol.LSPAny](params, "workspaceFolders") {
		folders = append(folders, protocol.WorkspaceFolder{URI: uri.URI(StringAt(folder, "uri"))})
	}
	paths := FolderPaths(folders)
	if len(paths) == 0 {
		paths = FolderPaths([]protocol.WorkspaceFolder{{URI: uri.URI(StringAt(params, "rootUri"))}})
	}
	if path := StringAt(params, "rootPath"); len(paths) == 0 && filepath.IsAbs(path) {
		paths = []string{vfs.CleanPath(path)}
	}
	return paths
}

// FolderPaths returns the paths of the folders that have one, without duplicates.
func FolderPaths(list []protocol.WorkspaceFolder) []string {
	var paths []string
	for _, folder := range list {
		if path, ok := position.FilePath(folder.URI); ok && !slices.Contains(paths, path) {
			paths = append(paths, path)
		}
	}
	return paths
}
