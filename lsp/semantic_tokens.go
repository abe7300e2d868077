package lsp

import (
	"context"
	"strings"

	"go.lsp.dev/protocol"

	"skills-ls/analysis/outline"
	"skills-ls/lsp/session"
	"skills-ls/skills/text"
)

// tokenLegend names the values of [outline.TokenKind] and the bits of [outline.TokenModifiers]. The types
// are the protocol's, for which every theme has colors. The modifiers are for users who want to distinguish
// more.
var tokenLegend = protocol.SemanticTokensLegend{
	TokenTypes: []string{
		outline.KeyToken:      "property",
		outline.MentionToken:  "function",
		outline.ArgumentToken: "parameter",
		outline.VariableToken: "variable",
		outline.CommandToken:  "macro",
	},
	TokenModifiers: []string{"unknown", "unresolved", "ambiguous", "unreplaced"},
}

func semanticTokens(ctx context.Context, v *session.View, src session.Source, p *protocol.SemanticTokensParams) (*protocol.SemanticTokens, error) {
	return &protocol.SemanticTokens{Data: tokens(&src, outline.Tokens(ctx, v.Snapshot, src.Path))}, nil
}

// semanticTokensRange returns the tokens in a range. It takes as long as semanticTokens.
func semanticTokensRange(ctx context.Context, v *session.View, src session.Source, p *protocol.SemanticTokensRangeParams) (*protocol.SemanticTokens, error) {
	in := src.Span(p.Range)
	var found []outline.Token
	for _, t := range outline.Tokens(ctx, v.Snapshot, src.Path) {
		if t.Span.Start < in.End && in.Start < t.Span.End {
			found = append(found, t)
		}
	}
	return &protocol.SemanticTokens{Data: tokens(&src, found)}, nil
}

// tokens encodes tokens in source order, as five numbers each. The line and character are relative to the
// previous token. Some clients do not support multiline tokens, so each line of one becomes a token.
func tokens(src *session.Source, found []outline.Token) []uint32 {
	data := make([]uint32, 0, 5*len(found))
	var line, character uint32
	for _, t := range found {
		for piece := range lines(src.Text(), t.Span) {
			r := src.Range(piece)
			if r.Start.Line != line {
				character = 0
			}
			data = append(data, r.Start.Line-line, r.Start.Character-character, r.End.Character-r.Start.Character, uint32(t.Kind), uint32(t.Modifiers))
			line, character = r.Start.Line, r.Start.Character
		}
	}
	return data
}

// lines yields the non-empty parts of a span that are on one line each, without line endings.
func lines(src string, span text.Span) func(yield func(text.Span) bool) {
	return func(yield func(text.Span) bool) {
		for span.Start < span.End {
			length := strings.IndexAny(span.Of(src), "\r\n")
			if length < 0 {
				length = span.Len()
			}
			if length > 0 && !yield(text.Span{Start: span.Start, End: span.Start + length}) {
				return
			}
			span.Start += length + 1
		}
	}
}
