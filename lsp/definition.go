package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"skills-ls/analysis/refs"
)

func (v *view) definition(ctx context.Context, p *protocol.DefinitionParams) (protocol.DefinitionResult, error) {
	src, ok := v.source(p.TextDocument.URI)
	if !ok {
		return protocol.LocationSlice{}, nil
	}
	found := refs.Definition(ctx, v.snapshot, src.path, src.Offset(p.Position))
	if !v.client.definitionLinks {
		locations := make(protocol.LocationSlice, 0, len(found))
		for _, l := range found {
			locations = append(locations, v.location(l.Path, l.Selection))
		}
		return locations, nil
	}
	links := make(protocol.DefinitionLinkSlice, 0, len(found))
	for _, l := range found {
		links = append(links, protocol.DefinitionLink{
			OriginSelectionRange: new(src.Range(l.Origin)),
			TargetURI:            v.uri(l.Path),
			TargetRange:          v.rangeIn(l.Path, l.Span),
			TargetSelectionRange: v.rangeIn(l.Path, l.Selection),
		})
	}
	return links, nil
}
