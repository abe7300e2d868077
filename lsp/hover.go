package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"skills-ls/analysis/hover"
	"skills-ls/lsp/convert"
	"skills-ls/lsp/session"
)

func showHover(
	ctx context.Context, v *session.View, src session.Source, p *protocol.HoverParams,
) (*protocol.Hover, error) {
	h, ok := hover.At(ctx, v.Snapshot, src.Path, src.Offset(p.Position))
	if !ok {
		return nil, nil
	}
	return &protocol.Hover{
		Contents: convert.Markup(h.Markdown, v.Client.HoverMarkdown),
		Range:    new(src.Range(h.Span)),
	}, nil
}
