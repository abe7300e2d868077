package lsp

import (
	"path/filepath"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"skills-ls/skills/text"

	"skills-ls/analysis/diagnostic"
)

// sourceName is what editors show as the source of a diagnostic.
const sourceName = "skills-ls"

// diagnostics converts the diagnostics of a text to protocol types.
func (v *view) diagnostics(m *Mapper, found []diagnostic.Diagnostic) []protocol.Diagnostic {
	list := make([]protocol.Diagnostic, 0, len(found))
	for _, f := range found {
		list = append(list, v.diagnostic(m, f))
	}
	return list
}

func (v *view) diagnostic(m *Mapper, f diagnostic.Diagnostic) protocol.Diagnostic {
	d := protocol.Diagnostic{
		Range:    m.Range(f.Span),
		Severity: severity(f.Severity),
		Code:     protocol.String(f.Rule),
		Source:   protocol.NewOptional(sourceName),
		Message:  protocol.String(f.Message),

		CodeDescription: v.codeDescription(f.Rule),
	}
	if f.Unnecessary && v.client.unnecessaryTag {
		d.Tags = protocol.NewDiagnosticTags(protocol.DiagnosticTagUnnecessary)
	}
	if v.client.relatedInformation {
		for _, r := range f.Related {
			d.RelatedInformation = append(d.RelatedInformation, protocol.DiagnosticRelatedInformation{
				Location: v.location(r.Path, r.Span), Message: r.Message,
			})
		}
	}
	return d
}

func severity(s diagnostic.Severity) protocol.DiagnosticSeverity {
	switch s {
	case diagnostic.Error:
		return protocol.DiagnosticSeverityError
	case diagnostic.Warning:
		return protocol.DiagnosticSeverityWarning
	case diagnostic.Information:
		return protocol.DiagnosticSeverityInformation
	default:
		return protocol.DiagnosticSeverityHint
	}
}

// location converts a location in any file. If the file cannot be read, the range is the start of the file.
func (v *view) location(path string, span text.Span) protocol.Location {
	return protocol.Location{URI: v.uri(path), Range: v.rangeIn(path, span)}
}

func (v *view) rangeIn(path string, span text.Span) protocol.Range {
	if d := v.documentAt(path); d != nil {
		return d.Range(span)
	}
	f, err := v.snapshot.File(path)
	if err != nil {
		return protocol.Range{}
	}
	return fileRange(f.Doc.Source, v.client.encoding, span)
}

// markup returns Markdown text for the client. If the client does not support Markdown there, the text is
// marked as plain text.
func markup(text string, markdown bool) *protocol.MarkupContent {
	if markdown {
		return &protocol.MarkupContent{Kind: protocol.MarkupKindMarkdown, Value: text}
	}
	return &protocol.MarkupContent{Kind: protocol.MarkupKindPlainText, Value: text}
}

// workspaceEdit converts a fix. It returns false if a file cannot be read or the client cannot apply the
// whole fix.
func (v *view) workspaceEdit(fix *diagnostic.Fix) (*protocol.WorkspaceEdit, bool) {
	if fix.Rename != nil && !v.client.renameFiles || fix.Create != nil && !v.client.createFiles {
		return nil, false
	}
	var order []string // paths, in the order of their first edit
	edits := make(map[string][]diagnostic.Edit)
	for _, e := range fix.Edits {
		if edits[e.Path] == nil {
			order = append(order, e.Path)
		}
		edits[e.Path] = append(edits[e.Path], e)
	}
	if !v.client.documentChanges {
		changes := make(map[uri.URI][]protocol.TextEdit)
		for _, path := range order {
			src, ok := v.sourceOf(path)
			if !ok {
				return nil, false
			}
			for _, e := range edits[path] {
				changes[v.uri(path)] = append(changes[v.uri(path)], protocol.TextEdit{Range: src.Range(e.Span), NewText: plainText(fix, e)})
			}
		}
		return &protocol.WorkspaceEdit{Changes: changes}, true
	}
	changes := v.creation(fix.Create)
	for _, path := range order {
		src, ok := v.sourceOf(path)
		if !ok {
			return nil, false
		}
		change := &protocol.TextDocumentEdit{TextDocument: v.versioned(path)}
		for _, e := range edits[path] {
			change.Edits = append(change.Edits, v.edit(src.Mapper, fix, e))
		}
		changes = append(changes, change)
	}
	if fix.Rename != nil {
		changes = append(changes, &protocol.RenameFile{
			// Kind has no default in the protocol package.
			Kind: "rename", OldURI: v.uri(fix.Rename.From), NewURI: pathURI(v.snapshot.FolderPath(fix.Rename.To)),
		})
	}
	return &protocol.WorkspaceEdit{DocumentChanges: changes}, true
}

// creation converts the creation of a file. It returns nil if c is nil.
func (v *view) creation(c *diagnostic.Creation) []protocol.DocumentChange {
	if c == nil {
		return nil
	}
	at := pathURI(v.snapshot.FolderPath(c.Path))
	// Kind has no default in the protocol package.
	changes := []protocol.DocumentChange{&protocol.CreateFile{Kind: "create", URI: at}}
	if c.Text != "" {
		fill := &protocol.TextDocumentEdit{Edits: []protocol.TextDocumentEditElement{&protocol.TextEdit{NewText: c.Text}}}
		fill.TextDocument.URI = at
		changes = append(changes, fill)
	}
	return changes
}

// edit converts one edit of a fix to the richest form that the client supports.
func (v *view) edit(m *Mapper, fix *diagnostic.Fix, e diagnostic.Edit) protocol.TextDocumentEditElement {
	if isSnippet(fix, e) && v.client.snippetEdits {
		return &protocol.SnippetTextEdit{Range: m.Range(e.Span), Snippet: protocol.StringValue{Kind: "snippet", Value: e.Text}}
	}
	return &protocol.TextEdit{Range: m.Range(e.Span), NewText: plainText(fix, e)}
}

// isSnippet reports whether e is the edit of the fix that contains a placeholder.
func isSnippet(fix *diagnostic.Fix, e diagnostic.Edit) bool {
	return fix.Snippet && e == fix.Edits[len(fix.Edits)-1]
}

func plainText(fix *diagnostic.Fix, e diagnostic.Edit) string {
	if isSnippet(fix, e) {
		return withoutPlaceholders(e.Text)
	}
	return e.Text
}

// versioned identifies a document and the version that the edits are for, which is null if the file is not
// open.
func (v *view) versioned(path string) (id protocol.OptionalVersionedTextDocumentIdentifier) {
	id.URI = v.uri(path)
	if d := v.documentAt(path); d != nil {
		id.Version = &d.version
	}
	return id
}

// withoutPlaceholders returns the text that a snippet inserts if the user fills in nothing. It handles
// escapes, tab stops, placeholders and choices ("$1", "${1:text}", "${1|a,b|}", also nested). The analysis
// writes no variables.
func withoutPlaceholders(snippet string) string {
	var b strings.Builder
	depth := 0
	for i := 0; i < len(snippet); i++ {
		c := snippet[i]
		switch {
		case c == '\\' && i+1 < len(snippet) && strings.IndexByte(`$}\`, snippet[i+1]) >= 0:
			i++
			b.WriteByte(snippet[i])
		case c == '$' && i+1 < len(snippet) && isDigit(snippet[i+1]):
			i = digitsEnd(snippet, i+1) - 1
		case c == '$' && i+2 < len(snippet) && snippet[i+1] == '{' && isDigit(snippet[i+2]):
			i = digitsEnd(snippet, i+2)
			switch {
			case i < len(snippet) && snippet[i] == ':':
				depth++
			case i < len(snippet) && snippet[i] == '|':
				choices, rest, _ := strings.Cut(snippet[i+1:], "|}")
				first, _, _ := strings.Cut(choices, ",")
				b.WriteString(first)
				i = len(snippet) - len(rest) - 1
			}
		case c == '}' && depth > 0:
			depth--
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// digitsEnd returns the offset after the digits that begin at i.
func digitsEnd(s string, i int) int {
	for i < len(s) && isDigit(s[i]) {
		i++
	}
	return i
}

// codeDescription returns the link of a rule's code: below the base URL that the user has set, else to the
// rule's page, else the zero value.
func (v *view) codeDescription(rule string) protocol.CodeDescription {
	switch {
	case !v.client.codeDescriptions:
	case v.settings.DocsBaseURL != "":
		return protocol.CodeDescription{Href: uri.URI(strings.TrimSuffix(v.settings.DocsBaseURL, "/") + "/" + rule)}
	case v.client.rulePages != "":
		return protocol.CodeDescription{Href: pathURI(rulePage(v.client.rulePages, rule))}
	}
	return protocol.CodeDescription{}
}

// present returns a list that is not nil, so that an empty one is encoded as [].
func present[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// fileNameRune replaces characters that some file systems do not allow in names.
func fileNameRune(r rune) rune {
	if strings.ContainsRune(`<>:"/\|?*`, r) || r < ' ' {
		return '_'
	}
	return r
}

func rulePage(dir, rule string) string { return filepath.Join(dir, filepath.FromSlash(rule)+".md") }
