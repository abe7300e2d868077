package lsp

import (
	"context"
	"slices"

	"go.lsp.dev/protocol"

	"skills-ls/analysis/refs"
)

func (v *view) references(ctx context.Context, p *protocol.ReferenceParams) ([]protocol.Location, error) {
	src, ok := v.source(p.TextDocument.URI)
	if !ok {
		return []protocol.Location{}, nil
	}
	found := refs.References(ctx, v.snapshot, src.path, src.Offset(p.Position))
	if !p.Context.IncludeDeclaration {
		found = slices.DeleteFunc(found, func(r refs.Reference) bool { return r.Definition })
	}
	return v.referenceLocations(found), nil
}

// referenceLocations converts references. It looks up each file only once, because a file may have many of
// them.
func (v *view) referenceLocations(found []refs.Reference) []protocol.Location {
	locations := make([]protocol.Location, 0, len(found))
	texts := make(map[string]source)
	for _, r := range found {
		text, ok := texts[r.Path]
		if !ok {
			text, _ = v.sourceOf(r.Path) // if the file is gone, its references are at its start
			texts[r.Path] = text
		}
		location := protocol.Location{URI: v.uri(r.Path)}
		if text.Mapper != nil {
			location.Range = text.Range(r.Span)
		}
		locations = append(locations, location)
	}
	return locations
}

// documentHighlight returns the references in the document itself. Definitions have the kind Write, uses the
// kind Read.
func (v *view) documentHighlight(ctx context.Context, p *protocol.DocumentHighlightParams) ([]protocol.DocumentHighlight, error) {
	src, ok := v.source(p.TextDocument.URI)
	if !ok {
		return []protocol.DocumentHighlight{}, nil
	}
	highlights := []protocol.DocumentHighlight{}
	for _, r := range refs.Highlights(ctx, v.snapshot, src.path, src.Offset(p.Position)) {
		h := protocol.DocumentHighlight{Range: src.Range(r.Span), Kind: protocol.DocumentHighlightKindRead}
		if r.Definition {
			h.Kind = protocol.DocumentHighlightKindWrite
		}
		highlights = append(highlights, h)
	}
	return highlights, nil
}
