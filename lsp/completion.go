package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"skills-ls/analysis"
)

// completionTriggers are the characters after which a client asks by itself: "$" begins a mention, "/" continues a path and
// begins a command, "(" begins a link's destination and "#" its fragment, and " " follows a frontmatter key. Clients ask for
// letters anyway.
var completionTriggers = []string{"$", "/", "(", "#", " "}

func (v *view) completion(ctx context.Context, p *protocol.CompletionParams) (*protocol.CompletionList, error) {
	list := &protocol.CompletionList{Items: []protocol.CompletionItem{}}
	src, ok := v.source(p.TextDocument.URI)
	if !ok {
		return list, nil
	}
	list.IsIncomplete = v.snapshot.Scanning()
	typed := ""
	if p.Context.TriggerCharacter != nil {
		typed = *p.Context.TriggerCharacter
	}
	for _, c := range v.snapshot.Complete(ctx, src.path, src.Offset(p.Position)) {
		if typed == " " && c.Kind != analysis.ValueCompletion {
			continue // every word of prose ends with one
		}
		list.Items = append(list.Items, v.completionItem(src.Mapper, c))
	}
	return list, nil
}

func (v *view) completionItem(m *Mapper, c analysis.Completion) protocol.CompletionItem {
	item := protocol.CompletionItem{
		Label:            c.Label,
		Kind:             completionKinds[c.Kind],
		InsertTextFormat: protocol.InsertTextFormatPlainText,
	}
	text := c.Text
	switch {
	case c.Snippet && v.client.snippets:
		item.InsertTextFormat = protocol.InsertTextFormatSnippet
	case c.Snippet:
		text = withoutPlaceholders(text)
	}
	if v.client.insertReplace {
		item.TextEdit = &protocol.InsertReplaceEdit{NewText: text, Insert: m.Range(c.Insert), Replace: m.Range(c.Replace)}
	} else {
		item.TextEdit = &protocol.TextEdit{NewText: text, Range: m.Range(c.Replace)}
	}
	if c.Detail != "" && v.client.labelDetails {
		item.LabelDetails = &protocol.CompletionItemLabelDetails{Description: &c.Detail}
	} else if c.Detail != "" {
		item.Detail.Set(c.Detail)
	}
	if c.Doc != "" {
		item.Documentation = markup(c.Doc, v.client.completionMarkdown)
	}
	if c.Filter != "" && c.Filter != c.Label { // the label is the default, and Neovim 0.7 ignores the edit's range with any other
		item.FilterText.Set(c.Filter)
	}
	if c.Sort != "" {
		item.SortText.Set(c.Sort)
	}
	if c.Retrigger && v.settings.RetriggerCommand != "" {
		item.Command = protocol.Command{Title: "Suggest", Command: v.settings.RetriggerCommand}
	}
	return item
}

var completionKinds = map[analysis.CompletionKind]protocol.CompletionItemKind{
	analysis.KeyCompletion:       protocol.CompletionItemKindProperty,
	analysis.ValueCompletion:     protocol.CompletionItemKindValue,
	analysis.MentionCompletion:   protocol.CompletionItemKindReference,
	analysis.FileCompletion:      protocol.CompletionItemKindFile,
	analysis.DirectoryCompletion: protocol.CompletionItemKindFolder,
	analysis.AnchorCompletion:    protocol.CompletionItemKindReference,
	analysis.VariableCompletion:  protocol.CompletionItemKindVariable,
}
