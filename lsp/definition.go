package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"skills-ls/analysis/refs"
	"skills-ls/lsp/convert"
	"skills-ls/lsp/session"
)

func definition(ctx context.Context, v *session.View, src session.Source, p *protocol.DefinitionParams) (protocol.DefinitionResult, error) {
	found := refs.Definition(ctx, v.Snapshot, src.Path, src.Offset(p.Position))
	if !v.Client.DefinitionLinks {
		locations := make(protocol.LocationSlice, 0, len(found))
		for _, l := range found {
			locations = append(locations, convert.Location(v, l.Path, l.Selection))
		}
		return locations, nil
	}
	links := make(protocol.DefinitionLinkSlice, 0, len(found))
	for _, l := range found {
		links = append(links, protocol.DefinitionLink{
			OriginSelectionRange: new(src.Range(l.Origin)),
			TargetURI:            v.URI(l.Path),
			TargetRange:          convert.RangeIn(v, l.Path, l.Span),
			TargetSelectionRange: convert.RangeIn(v, l.Path, l.Selection),
		})
	}
	return links, nil
}
