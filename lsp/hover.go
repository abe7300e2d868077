package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"skills-ls/analysis/hover"
)

func (v *view) hover(ctx context.Context, p *protocol.HoverParams) (*protocol.Hover, error) {
	src, ok := v.source(p.TextDocument.URI)
	if !ok {
		return nil, nil
	}
	h, ok := hover.At(ctx, v.snapshot, src.path, src.Offset(p.Position))
	if !ok {
		return nil, nil
	}
	return &protocol.Hover{
		Contents: markup(h.Markdown, v.client.hoverMarkdown),
		Range:    new(src.Range(h.Span)),
	}, nil
}
