// Package convert converts diagnostics, edits and locations to LSP types.
package convert

import (
	"path/filepath"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/rules"
	"skills-ls/lsp/position"
	"skills-ls/lsp/session"
	"skills-ls/skills/text"
)

// SourceName is what editors show as the source of a diagnostic.
const SourceName = "skills-ls"

// Diagnostics converts the diagnostics of the text at a path to protocol types. Repeated ones are folded if the
// client can show related places.
func Diagnostics(v *session.View, path string, m *position.Mapper, found []diagnostic.Diagnostic) []protocol.Diagnostic {
	if v.Client.RelatedInformation {
		found = rules.Fold(path, found)
	}
	list := make([]protocol.Diagnostic, 0, len(found))
	for _, f := range found {
		list = append(list, Diagnostic(v, m, f))
	}
	return list
}

func Diagnostic(v *session.View, m *position.Mapper, f diagnostic.Diagnostic) protocol.Diagnostic {
	d := protocol.Diagnostic{
		Range:    m.Range(f.Span),
		Severity: severity(f.Severity),
		Code:     protocol.String(f.Rule),
		Source:   protocol.NewOptional(SourceName),
		Message:  protocol.String(message(f)),

		CodeDescription: CodeDescription(v, f.Rule),
	}
	if f.Unnecessary && v.Client.UnnecessaryTag {
		d.Tags = protocol.NewDiagnosticTags(protocol.DiagnosticTagUnnecessary)
	}
	if v.Client.RelatedInformation {
		for _, r := range f.Related {
			d.RelatedInformation = append(d.RelatedInformation, protocol.DiagnosticRelatedInformation{
				Location: Location(v, r.Path, r.Span), Message: r.Message,
			})
		}
	}
	return d
}

// message returns the text that an editor shows: the problem on the first line, and below it which agents it
// affects and what to do. The title of a fix is not repeated, because editors show it themselves.
func message(d diagnostic.Diagnostic) string {
	lines := []string{d.Text()}
	if effects := rules.EffectsText(d.Rule, d.Affects); effects != "" {
		lines = append(lines, effects)
	}
	if d.Help != "" {
		lines = append(lines, "Help: "+d.Help)
	}
	return strings.Join(lines, "\n")
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

// Location converts a location in any file. If the file cannot be read, the range is the start of the file.
func Location(v *session.View, path string, span text.Span) protocol.Location {
	return protocol.Location{URI: v.URI(path), Range: RangeIn(v, path, span)}
}

func RangeIn(v *session.View, path string, span text.Span) protocol.Range {
	if d := v.DocumentAt(path); d != nil {
		return d.Range(span)
	}
	f, err := v.Snapshot.File(path)
	if err != nil {
		return protocol.Range{}
	}
	return position.NewFileMapper(f.Doc.Source, v.Client.Encoding).Range(span)
}

// Markup returns Markdown text for the client. If the client does not support Markdown there, the text is
// marked as plain text.
func Markup(text string, markdown bool) *protocol.MarkupContent {
	if markdown {
		return &protocol.MarkupContent{Kind: protocol.MarkupKindMarkdown, Value: text}
	}
	return &protocol.MarkupContent{Kind: protocol.MarkupKindPlainText, Value: text}
}

// WorkspaceEdit converts a fix. It returns false if a file cannot be read or the client cannot apply the
// whole fix.
func WorkspaceEdit(v *session.View, fix *diagnostic.Fix) (*protocol.WorkspaceEdit, bool) {
	if fix.Rename != nil && !v.Client.RenameFiles || fix.Create != nil && !v.Client.CreateFiles {
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
	if !v.Client.DocumentChanges {
		changes := make(map[uri.URI][]protocol.TextEdit)
		for _, path := range order {
			src, ok := v.SourceOf(path)
			if !ok {
				return nil, false
			}
			for _, e := range edits[path] {
				changes[v.URI(path)] = append(changes[v.URI(path)], protocol.TextEdit{Range: src.Range(e.Span), NewText: plainText(fix, e)})
			}
		}
		return &protocol.WorkspaceEdit{Changes: changes}, true
	}
	changes := creation(v, fix.Create)
	for _, path := range order {
		src, ok := v.SourceOf(path)
		if !ok {
			return nil, false
		}
		change := &protocol.TextDocumentEdit{TextDocument: Versioned(v, path)}
		for _, e := range edits[path] {
			change.Edits = append(change.Edits, edit(v, src.Mapper, fix, e))
		}
		changes = append(changes, change)
	}
	if fix.Rename != nil {
		changes = append(changes, &protocol.RenameFile{
			// Kind has no default in the protocol package.
			Kind: "rename", OldURI: v.URI(fix.Rename.From), NewURI: position.PathURI(v.Snapshot.FolderPath(fix.Rename.To)),
		})
	}
	return &protocol.WorkspaceEdit{DocumentChanges: changes}, true
}

// creation converts the creation of a file. It returns nil if c is nil.
func creation(v *session.View, c *diagnostic.Creation) []protocol.DocumentChange {
	if c == nil {
		return nil
	}
	at := position.PathURI(v.Snapshot.FolderPath(c.Path))
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
func edit(v *session.View, m *position.Mapper, fix *diagnostic.Fix, e diagnostic.Edit) protocol.TextDocumentEditElement {
	if isSnippet(fix, e) && v.Client.SnippetEdits {
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
		return WithoutPlaceholders(e.Text)
	}
	return e.Text
}

// Versioned identifies a document and the version that the edits are for, which is null if the file is not
// open.
func Versioned(v *session.View, path string) (id protocol.OptionalVersionedTextDocumentIdentifier) {
	id.URI = v.URI(path)
	if d := v.DocumentAt(path); d != nil {
		id.Version = &d.Version
	}
	return id
}

// WithoutPlaceholders returns the text that a snippet inserts if the user fills in nothing. It handles
// escapes, tab stops, placeholders and choices ("$1", "${1:text}", "${1|a,b|}", also nested). The analysis
// writes no variables.
func WithoutPlaceholders(snippet string) string {
	var b strings.Builder
	depth := 0
	for i := 0; i < len(snippet); i++ {
		c := snippet[i]
		switch {
		case c == '\\' && i+1 < len(snippet) && strings.IndexByte(`$}\`, snippet[i+1]) >= 0:
			i++
			b.WriteByte(snippet[i])
		case c == '$' && i+1 < len(snippet) && IsDigit(snippet[i+1]):
			i = digitsEnd(snippet, i+1) - 1
		case c == '$' && i+2 < len(snippet) && snippet[i+1] == '{' && IsDigit(snippet[i+2]):
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

func IsDigit(c byte) bool { return '0' <= c && c <= '9' }

// digitsEnd returns the offset after the digits that begin at i.
func digitsEnd(s string, i int) int {
	for i < len(s) && IsDigit(s[i]) {
		i++
	}
	return i
}

// CodeDescription returns the link of a rule's code: below the base URL that the user has set, else to the
// published page, else to the page in the cache, else the zero value.
func CodeDescription(v *session.View, rule string) protocol.CodeDescription {
	switch {
	case !v.Client.CodeDescriptions:
	case v.Settings.DocsBaseURL != "":
		return protocol.CodeDescription{Href: uri.URI(strings.TrimSuffix(v.Settings.DocsBaseURL, "/") + "/" + rule)}
	case rules.URL(rule) != "":
		return protocol.CodeDescription{Href: uri.URI(rules.URL(rule))}
	case v.Client.RulePages != "":
		return protocol.CodeDescription{Href: position.PathURI(RulePage(v.Client.RulePages, rule))}
	}
	return protocol.CodeDescription{}
}

// Present returns a list that is not nil, so that an empty one is encoded as [].
func Present[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// FileNameRune replaces characters that some file systems do not allow in names.
func FileNameRune(r rune) rune {
	if strings.ContainsRune(`<>:"/\|?*`, r) || r < ' ' {
		return '_'
	}
	return r
}

func RulePage(dir, rule string) string { return filepath.Join(dir, rules.PageName(rule)) }
