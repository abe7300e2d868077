package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"skills-ls/analysis/outline"
	"skills-ls/lsp/session"
)

var symbolKinds = [...]protocol.SymbolKind{
	// Other Markdown servers use the same kind for headings, for which the protocol has none.
	outline.SectionSymbol:     protocol.SymbolKindString,
	outline.FrontmatterSymbol: protocol.SymbolKindNamespace,
	outline.FieldSymbol:       protocol.SymbolKindProperty,
}

func documentSymbol(ctx context.Context, v *session.View, src session.Source, p *protocol.DocumentSymbolParams) (protocol.DocumentSymbolResult, error) {
	found := outline.Symbols(ctx, v.Snapshot, src.Path)
	if !v.Client.SymbolTrees {
		return flatSymbols(v, src, found, "", protocol.SymbolInformationSlice{}), nil
	}
	return symbols(&src, found), nil
}

func symbols(src *session.Source, found []outline.Symbol) protocol.DocumentSymbolSlice {
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
			symbol.Children = symbols(src, s.Children)
		}
		list = append(list, symbol)
	}
	return list
}

// flatSymbols appends symbols and their children, for a client that does not support trees.
func flatSymbols(v *session.View, src session.Source, found []outline.Symbol, container string, to protocol.SymbolInformationSlice) protocol.SymbolInformationSlice {
	for _, s := range found {
		symbol := protocol.SymbolInformation{Location: protocol.Location{URI: v.URI(src.Path), Range: src.Range(s.Span)}}
		symbol.Name, symbol.Kind = s.Name, symbolKinds[s.Kind]
		if container != "" {
			symbol.ContainerName = &container
		}
		to = flatSymbols(v, src, s.Children, s.Name, append(to, symbol))
	}
	return to
}
