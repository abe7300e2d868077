package lsp

import (
	"context"
	"slices"

	"go.lsp.dev/protocol"

	"skills-ls/analysis/refs"
	"skills-ls/lsp/session"
)

func references(ctx context.Context, v *session.View, src session.Source, p *protocol.ReferenceParams) ([]protocol.Location, error) {
	found := refs.References(ctx, v.Snapshot, src.Path, src.Offset(p.Position))
	if !p.Context.IncludeDeclaration {
		found = slices.DeleteFunc(found, func(r refs.Reference) bool { return r.Definition })
	}
	return referenceLocations(v, found), nil
}

// referenceLocations converts references. It looks up each file only once, because a file may have many of
// them.
func referenceLocations(v *session.View, found []refs.Reference) []protocol.Location {
	locations := make([]protocol.Location, 0, len(found))
	texts := make(map[string]session.Source)
	for _, r := range found {
		text, ok := texts[r.Path]
		if !ok {
			text, _ = v.SourceOf(r.Path) // if the file is gone, its references are at its start
			texts[r.Path] = text
		}
		location := protocol.Location{URI: v.URI(r.Path)}
		if text.Mapper != nil {
			location.Range = text.Range(r.Span)
		}
		locations = append(locations, location)
	}
	return locations
}

// documentHighlight returns the references in the document itself. Definitions have the kind Write, uses the
// kind Read.
func documentHighlight(ctx context.Context, v *session.View, src session.Source, p *protocol.DocumentHighlightParams) ([]protocol.DocumentHighlight, error) {
	highlights := []protocol.DocumentHighlight{}
	for _, r := range refs.Highlights(ctx, v.Snapshot, src.Path, src.Offset(p.Position)) {
		h := protocol.DocumentHighlight{Range: src.Range(r.Span), Kind: protocol.DocumentHighlightKindRead}
		if r.Definition {
			h.Kind = protocol.DocumentHighlightKindWrite
		}
		highlights = append(highlights, h)
	}
	return highlights, nil
}
