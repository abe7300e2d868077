package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"skills-ls/analysis/outline"
	"skills-ls/lsp/session"
)

func inlayHint(ctx context.Context, v *session.View, src session.Source, p *protocol.InlayHintParams) ([]protocol.InlayHint, error) {
	hints := []protocol.InlayHint{}
	if !v.Settings.WantsInlayHints() {
		return hints, nil
	}
	in := src.Span(p.Range)
	for _, h := range outline.InlayHints(ctx, v.Snapshot, src.Path) {
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
