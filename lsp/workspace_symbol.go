package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"skills-ls/analysis"
	"skills-ls/skills/text"
)

// symbolData is what a symbol needs to be found again: whether it is a section, and where in bytes it was.
type symbolData struct {
	Section bool `json:"section"`
	Offset  int  `json:"offset"`
}

// workspaceSymbol leaves out where in their files the symbols are for clients that ask for it when one is taken: every file would have
// to be read.
func (v *view) workspaceSymbol(ctx context.Context, p *protocol.WorkspaceSymbolParams) (protocol.WorkspaceSymbolResult, error) {
	found := v.snapshot.WorkspaceSymbols(ctx, p.Query)
	list := make(protocol.WorkspaceSymbolSlice, 0, len(found))
	for _, f := range found {
		symbol := protocol.WorkspaceSymbol{Location: &protocol.LocationUriOnly{URI: v.uri(f.Path)}}
		symbol.Name, symbol.Kind = f.Name, protocol.SymbolKindPackage
		if f.Section {
			symbol.Kind = symbolKinds[analysis.SectionSymbol]
		}
		if f.Container != "" {
			symbol.ContainerName = &f.Container
		}
		if v.client.resolvesSymbols {
			data, err := protocol.Marshal(symbolData{f.Section, f.Span.Start})
			if err != nil {
				return nil, err
			}
			symbol.Data = data
		} else {
			symbol.Location = v.locate(f)
		}
		list = append(list, symbol)
	}
	return list, nil
}

// resolveSymbol adds where a symbol is. One that is gone by now is at the beginning of its file.
func (v *view) resolveSymbol(_ context.Context, symbol *protocol.WorkspaceSymbol) (*protocol.WorkspaceSymbol, error) {
	var data symbolData
	location, ok := symbol.Location.(*protocol.LocationUriOnly)
	if !ok || protocol.Unmarshal(symbol.Data, &data) != nil {
		return symbol, nil // it has its range, or is none of ours
	}
	src, ok := v.source(location.URI)
	if !ok {
		symbol.Location = &protocol.Location{URI: location.URI}
		return symbol, nil
	}
	symbol.Location = v.locate(analysis.WorkspaceSymbol{
		Name: symbol.Name, Path: src.path, Section: data.Section, Span: text.At(data.Offset),
	})
	return symbol, nil
}

// locate returns where a symbol is now.
func (v *view) locate(symbol analysis.WorkspaceSymbol) *protocol.Location {
	location := &protocol.Location{URI: v.uri(symbol.Path)}
	if span, ok := v.snapshot.Locate(symbol); ok {
		location.Range = v.rangeIn(symbol.Path, span)
	}
	return location
}
