package lsp

import (
	"context"

	"go.lsp.dev/protocol"
)

// codeLens answers clients whose own plugin has named the command that opens a preview; see [capabilities].
func (v *view) codeLens(ctx context.Context, p *protocol.CodeLensParams) ([]protocol.CodeLens, error) {
	src, ok := v.source(p.TextDocument.URI)
	if !ok {
		return nil, nil
	}
	document, err := protocol.Marshal(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	lenses := []protocol.CodeLens{}
	for _, l := range v.snapshot.Lenses(ctx, src.path) {
		lenses = append(lenses, protocol.CodeLens{
			Range:   src.Range(l.Span),
			Command: protocol.Command{Title: l.Title, Command: v.settings.PreviewCommand, Arguments: []protocol.LSPAny{document}},
		})
	}
	return lenses, nil
}
