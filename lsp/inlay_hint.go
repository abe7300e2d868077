package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"skills-ls/analysis/outline"
)

func (v *view) inlayHint(ctx context.Context, p *protocol.InlayHintParams) ([]protocol.InlayHint, error) {
	hints := []protocol.InlayHint{}
	src, ok := v.source(p.TextDocument.URI)
	if !ok || !v.settings.inlayHints() {
		return hints, nil
	}
	in := src.Span(p.Range)
	for _, h := range outline.InlayHints(ctx, v.snapshot, src.path) {
		if !in.Contains(h.Offset) {
			continue
		}
		hint := protocol.InlayHint{Position: src.Position(h.Offset), Label: protocol.String(h.Label), PaddingLeft: new(true)}
		if h.Argument {
			hint.Kind = protocol.InlayHintKindParameter
		}
		hints = append(hints, hint)
	}
	return hints, nil
}
