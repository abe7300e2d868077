package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"skills-ls/analysis/outline"
	"skills-ls/lsp/session"
)

// foldingRange returns whole lines, because most editors fold nothing else.
func foldingRange(ctx context.Context, v *session.View, src session.Source, p *protocol.FoldingRangeParams) ([]protocol.FoldingRange, error) {
	var ranges []protocol.FoldingRange
	for _, f := range outline.Folds(ctx, v.Snapshot, src.Path) {
		r := src.Range(f.Span)
		if r.Start.Line == r.End.Line {
			continue
		}
		folding := protocol.FoldingRange{StartLine: r.Start.Line, EndLine: r.End.Line}
		if f.Comment {
			folding.Kind = protocol.FoldingRangeKindComment
		}
		ranges = append(ranges, folding)
	}
	return ranges, nil
}
