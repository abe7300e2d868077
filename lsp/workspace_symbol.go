package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"skills-ls/analysis/outline"
	"skills-ls/lsp/convert"
	"skills-ls/lsp/session"
	"skills-ls/skills/text"
)

// symbolData is what is needed to find a symbol again: whether it is a section, and its last known byte
// offset.
type symbolData struct {
	Section bool `json:"section"`
	Offset  int  `json:"offset"`
}

// workspaceSymbol leaves out the ranges of symbols if the client requests them for the symbol that the user
// chooses. Otherwise every file would have to be read.
func workspaceSymbol(ctx context.Context, v *session.View, p *protocol.WorkspaceSymbolParams) (protocol.WorkspaceSymbolResult, error) {
	found := outline.WorkspaceSymbols(ctx, v.Snapshot, p.Query)
	list := make(protocol.WorkspaceSymbolSlice, 0, len(found))
	for _, f := range found {
		symbol := protocol.WorkspaceSymbol{Location: &protocol.LocationUriOnly{URI: v.URI(f.Path)}}
		symbol.Name, symbol.Kind = f.Name, protocol.SymbolKindPackage
		if f.Section {
			symbol.Kind = symbolKinds[outline.SectionSymbol]
		}
		if f.Container != "" {
			symbol.ContainerName = &f.Container
		}
		if v.Client.ResolvesSymbols {
			data, err := protocol.Marshal(symbolData{f.Section, f.Span.Start})
			if err != nil {
				return nil, err
			}
			symbol.Data = data
		} else {
			symbol.Location = locate(v, f)
		}
		list = append(list, symbol)
	}
	return list, nil
}

// resolveSymbol adds the range of a symbol. If the symbol is gone, the range is at the start of its file.
func resolveSymbol(_ context.Context, v *session.View, symbol *protocol.WorkspaceSymbol) (*protocol.WorkspaceSymbol, error) {
	var data symbolData
	location, ok := symbol.Location.(*protocol.LocationUriOnly)
	if !ok || protocol.Unmarshal(symbol.Data, &data) != nil {
		return symbol, nil // it has its range, or is not one of ours
	}
	src, ok := v.Source(location.URI)
	if !ok {
		symbol.Location = &protocol.Location{URI: location.URI}
		return symbol, nil
	}
	symbol.Location = locate(v, outline.WorkspaceSymbol{
		Name: symbol.Name, Path: src.Path, Section: data.Section, Span: text.At(data.Offset),
	})
	return symbol, nil
}

// locate returns the current location of a symbol.
func locate(v *session.View, symbol outline.WorkspaceSymbol) *protocol.Location {
	location := &protocol.Location{URI: v.URI(symbol.Path)}
	if span, ok := outline.Locate(v.Snapshot, symbol); ok {
		location.Range = convert.RangeIn(v, symbol.Path, span)
	}
	return location
}
