package lsp

import (
	"context"
	"fmt"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"skills-ls/analysis/complete"
	"skills-ls/analysis/vocabulary"
	"skills-ls/analysis/workspace"
	"skills-ls/lsp/convert"
	"skills-ls/lsp/position"
	"skills-ls/lsp/session"
)

// completionTriggers are the characters after which a client requests completions by itself: "$" begins a
// mention, "/" continues a path and begins a command, "(" begins a link's destination and "#" its fragment,
// " " follows a frontmatter field's colon, and ":" the name of a plugin. Clients request completions after letters
// anyway.
var completionTriggers = []string{"$", "/", "(", "#", " ", ":"}

func completion(ctx context.Context, v *session.View, src session.Source, p *protocol.CompletionParams) (*protocol.CompletionList, error) {
	list := &protocol.CompletionList{Items: []protocol.CompletionItem{}}
	offset := src.Offset(p.Position)
	found := complete.At(ctx, v.Snapshot, src.Path, offset)
	list.IsIncomplete = found.More || workspace.Scanning(v.Snapshot)
	typed := ""
	if p.Context.TriggerCharacter != nil {
		typed = *p.Context.TriggerCharacter
	}
	var about []complete.Subject
	for _, c := range found.List {
		switch {
		case typed == " " && c.Kind != vocabulary.ValueCompletion:
			continue // a space follows every word of prose
		case typed == ":" && (c.Kind != vocabulary.MentionCompletion || c.Replace.Start == offset):
			continue // the colon is not that of a mention, but of a field
		}
		list.Items = append(list.Items, completionItem(v, src.Mapper, c))
		about = append(about, c.About)
	}
	return list, documentItems(ctx, v, list.Items, p.TextDocument.URI, src.Path, about)
}

// completionData identifies the subject of a completion. The client sends it back to request the
// documentation when it shows the item.
type completionData struct {
	URI   uri.URI `json:"uri"`
	Skill string  `json:"skill,omitempty"`
	Path  string  `json:"path,omitempty"`
}

// documentItems adds to completions the data from which their documentation is made later. If the client
// cannot request the documentation, skills get theirs at once. Files get none then, because they would have
// to be read.
func documentItems(ctx context.Context, v *session.View, items []protocol.CompletionItem, document uri.URI, path string, about []complete.Subject) error {
	if !v.Client.ResolvesDocumentation {
		for i := range about {
			if about[i].Skill == "" {
				about[i] = complete.Subject{}
			}
		}
		for i, doc := range complete.Docs(ctx, v.Snapshot, path, about...) {
			if doc != "" {
				items[i].Documentation = convert.Markup(doc, v.Client.CompletionMarkdown)
			}
		}
		return nil
	}
	for i, a := range about {
		if a == (complete.Subject{}) {
			continue
		}
		data, err := protocol.Marshal(completionData{document, a.Skill, a.Path})
		if err != nil {
			return fmt.Errorf("completion %q: %w", items[i].Label, err)
		}
		items[i].Data = data
	}
	return nil
}

// resolveCompletion adds the documentation of a completion, if there still is any.
func resolveCompletion(ctx context.Context, v *session.View, item *protocol.CompletionItem) (*protocol.CompletionItem, error) {
	var data completionData
	if protocol.Unmarshal(item.Data, &data) != nil {
		return item, nil // it has its documentation already, or it is not ours
	}
	src, ok := v.Source(data.URI)
	if !ok {
		return item, nil
	}
	for _, doc := range complete.Docs(ctx, v.Snapshot, src.Path, complete.Subject{Skill: data.Skill, Path: data.Path}) {
		if doc != "" {
			item.Documentation = convert.Markup(doc, v.Client.CompletionMarkdown)
		}
	}
	return item, nil
}

func completionItem(v *session.View, m *position.Mapper, c complete.Completion) protocol.CompletionItem {
	item := protocol.CompletionItem{
		Label:            c.Label,
		Kind:             completionKinds[c.Kind],
		InsertTextFormat: protocol.InsertTextFormatPlainText,
	}
	text := c.Text
	switch {
	case c.Snippet && v.Client.Snippets:
		item.InsertTextFormat = protocol.InsertTextFormatSnippet
	case c.Snippet:
		text = convert.WithoutPlaceholders(text)
	}
	if v.Client.InsertReplace {
		item.TextEdit = &protocol.InsertReplaceEdit{NewText: text, Insert: m.Range(c.Insert), Replace: m.Range(c.Replace)}
	} else {
		item.TextEdit = &protocol.TextEdit{NewText: text, Range: m.Range(c.Replace)}
	}
	if c.Detail != "" && v.Client.LabelDetails {
		item.LabelDetails = &protocol.CompletionItemLabelDetails{Description: &c.Detail}
	} else if c.Detail != "" {
		item.Detail.Set(c.Detail)
	}
	if c.Doc != "" {
		item.Documentation = convert.Markup(c.Doc, v.Client.CompletionMarkdown)
	}
	// The label is the default. Neovim 0.7 ignores the edit's range if a filter text is set.
	if c.Filter != "" && c.Filter != c.Label {
		item.FilterText.Set(c.Filter)
	}
	if c.Sort != "" {
		item.SortText.Set(c.Sort)
	}
	if c.Retrigger && v.Settings.RetriggerCommand != "" {
		item.Command = protocol.Command{Title: "Suggest", Command: v.Settings.RetriggerCommand}
	}
	return item
}

var completionKinds = map[vocabulary.CompletionKind]protocol.CompletionItemKind{
	vocabulary.KeyCompletion:       protocol.CompletionItemKindProperty,
	vocabulary.ValueCompletion:     protocol.CompletionItemKindValue,
	vocabulary.MentionCompletion:   protocol.CompletionItemKindReference,
	vocabulary.FileCompletion:      protocol.CompletionItemKindFile,
	vocabulary.DirectoryCompletion: protocol.CompletionItemKindFolder,
	vocabulary.AnchorCompletion:    protocol.CompletionItemKindReference,
	vocabulary.SnippetCompletion:   protocol.CompletionItemKindSnippet,
	vocabulary.VariableCompletion:  protocol.CompletionItemKindVariable,
}
