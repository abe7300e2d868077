package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"skills-ls/analysis/outline"
)

// selectionRange returns the selection ranges for each position. Editors send one position for each cursor.
func (v *view) selectionRange(ctx context.Context, p *protocol.SelectionRangeParams) ([]protocol.SelectionRange, error) {
	src, ok := v.source(p.TextDocument.URI)
	if !ok {
		return nil, nil
	}
	ranges := make([]protocol.SelectionRange, 0, len(p.Positions))
	for _, position := range p.Positions {
		var widest *protocol.SelectionRange
		spans := outline.Selections(ctx, v.snapshot, src.path, src.Offset(position))
		for i := len(spans) - 1; i >= 0; i-- {
			widest = &protocol.SelectionRange{Range: src.Range(spans[i]), Parent: widest}
		}
		if widest == nil {
			widest = &protocol.SelectionRange{Range: protocol.Range{Start: position, End: position}}
		}
		ranges = append(ranges, *widest)
	}
	return ranges, nil
}
