package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"skills-ls/analysis/file"
	"skills-ls/analysis/outline"
	"skills-ls/lsp/session"
)

// selectionRange returns the selection ranges for each position. Editors send one position for each cursor. For a
// closed file that is [file.NotOurs] it returns none, as for one that does not exist: the server does not watch such
// a file, so it may not know whether the file exists.
func selectionRange(ctx context.Context, v *session.View, src session.Source, p *protocol.SelectionRangeParams) ([]protocol.SelectionRange, error) {
	ranges := make([]protocol.SelectionRange, 0, len(p.Positions))
	if v.DocumentAt(src.Path) == nil && v.Snapshot.KindOf(src.Path) == file.NotOurs {
		return ranges, nil
	}
	for _, position := range p.Positions {
		var widest *protocol.SelectionRange
		spans := outline.Selections(ctx, v.Snapshot, src.Path, src.Offset(position))
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
