package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"skills-ls/analysis/outline"
)

var symbolKinds = [...]protocol.SymbolKind{
	// Other Markdown servers use the same kind for headings, for which the protocol has none.
	outline.SectionSymbol:     protocol.SymbolKindString,
	outline.FrontmatterSymbol: protocol.SymbolKindNamespace,
	outline.FieldSymbol:       protocol.SymbolKindProperty,
}

func (v *view) documentSymbol(ctx context.Context, p *protocol.DocumentSymbolParams) (protocol.DocumentSymbolResult, error) {
	src, ok := v.source(p.TextDocument.URI)
	if !ok {
		return protocol.DocumentSymbolSlice{}, nil
	}
	found := outline.Symbols(ctx, v.snapshot, src.path)
	if !v.client.symbolTrees {
		return v.flatSymbols(src, found, "", protocol.SymbolInformationSlice{}), nil
	}
	return src.symbols(found), nil
}

func (src *source) symbols(found []outline.Symbol) protocol.DocumentSymbolSlice {
	list := make(protocol.DocumentSymbolSlice, 0, len(found))
	for _, s := range found {
		symbol := protocol.DocumentSymbol{
			Name: s.Name, Kind: symbolKinds[s.Kind],
			Range: src.Range(s.Span), SelectionRange: src.Range(s.Selection),
		}
		if s.Detail != "" {
			symbol.Detail = &s.Detail
		}
		if len(s.Children) > 0 {
			symbol.Children = src.symbols(s.Children)
		}
		list = append(list, symbol)
	}
	return list
}

// flatSymbols appends symbols and their children, for a client that does not support trees.
func (v *view) flatSymbols(src source, found []outline.Symbol, container string, to protocol.SymbolInformationSlice) protocol.SymbolInformationSlice {
	for _, s := range found {
		symbol := protocol.SymbolInformation{Location: protocol.Location{URI: v.uri(src.path), Range: src.Range(s.Span)}}
		symbol.Name, symbol.Kind = s.Name, symbolKinds[s.Kind]
		if container != "" {
			symbol.ContainerName = &container
		}
		to = v.flatSymbols(src, s.Children, s.Name, append(to, symbol))
	}
	return to
}
