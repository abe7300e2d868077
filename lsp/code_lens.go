package lsp

import (
	"context"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"skills-ls/analysis/outline"
	"skills-ls/lsp/session"
	"skills-ls/skills/text"
)

// lensData is what a lens about references is resolved from.
type lensData struct {
	URI uri.URI `json:"uri"`
}

// codeLens returns the lenses for a client whose own plugin has named a command that a lens can run; see
// [capabilities]. The references to a skill are counted when the lens is about to be shown, because many
// files may have to be read for that.
func codeLens(
	ctx context.Context, v *session.View, src session.Source, p *protocol.CodeLensParams,
) ([]protocol.CodeLens, error) {
	document, err := protocol.Marshal(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	data, err := protocol.Marshal(lensData{p.TextDocument.URI})
	if err != nil {
		return nil, err
	}
	lenses := []protocol.CodeLens{}
	for _, l := range outline.Lenses(ctx, v.Snapshot, src.Path) {
		lens := protocol.CodeLens{Range: src.Range(l.Span)}
		if l.Title == "" {
			lens.Data = data
		} else {
			lens.Command = protocol.Command{Title: l.Title, Command: v.Settings.PreviewCommand, Arguments: []protocol.LSPAny{document}}
		}
		lenses = append(lenses, lens)
	}
	return lenses, nil
}

// resolveCodeLens counts references. The command is the client's, and its arguments are the document's URI,
// the position of the skill's name and the locations. Without a command or references, the lens only shows
// the count.
func resolveCodeLens(ctx context.Context, v *session.View, lens *protocol.CodeLens) (*protocol.CodeLens, error) {
	var data lensData
	if lens.Data == nil || protocol.Unmarshal(lens.Data, &data) != nil {
		return lens, nil // it has its command already, or it is not ours
	}
	src, ok := v.Source(data.URI)
	if !ok {
		lens.Command.Title = referenceCount(0)
		return lens, nil
	}
	found, name := outline.SkillReferences(ctx, v.Snapshot, src.Path)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	lens.Command.Title = referenceCount(len(found))
	if v.Settings.ReferencesCommand == "" || len(found) == 0 {
		return lens, nil
	}
	for _, argument := range []any{data.URI, src.Position(name.Start), referenceLocations(v, found)} {
		encoded, err := protocol.Marshal(argument)
		if err != nil {
			return nil, err
		}
		lens.Command.Arguments = append(lens.Command.Arguments, encoded)
	}
	lens.Command.Command = v.Settings.ReferencesCommand
	return lens, nil
}

func referenceCount(n int) string {
	if n == 0 {
		return "no references"
	}
	return text.Count(n, "reference", "references")
}
