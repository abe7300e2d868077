package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"skills-ls/lsp/session"
)

// A shownPreviewResult is the result of skills-ls.showPreview.
type shownPreviewResult struct {
	// URI is that of the preview as a document. It is empty for a preview that depends on more than such a
	// URI can say.
	URI     string `json:"uri,omitempty"`
	Shown   bool   `json:"shown"` // the client shows it
	Agent   string `json:"agent"`
	Content string `json:"content"`
}

// showPreview returns what an agent would inject, and shows it if the client can. Its argument is that of
// skills/preview, or the URI of the skill.
func showPreview(ctx context.Context, s *server, v *session.View, arguments []protocol.LSPAny) (any, error) {
	var p skillsPreviewParams
	var document string
	if err := decodeArgument(arguments, &p, &document); err != nil {
		return nil, err
	}
	if document != "" {
		p.TextDocument = &skillsDocument{URI: session.URIText(document)}
	}
	v = s.latest(v, p.Cwd)
	preview, err := preview(ctx, v, &p)
	if err != nil {
		return nil, err
	}
	result := shownPreviewResult{Agent: preview.Agent.ID, Content: preview.Content}
	if v.Client.TextDocumentContent && p.LoadedMtimeMs == nil {
		result.URI = previewURI(previewAddress{v.URI(preview.Path), p.Agent, p.Arguments})
		result.Shown = v.Client.ShowsDocuments && show(ctx, s, result.URI, nil)
	}
	return result, nil
}
