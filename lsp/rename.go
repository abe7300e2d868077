package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/refactor"
	"skills-ls/lsp/convert"
	"skills-ls/lsp/session"
)

func prepareRename(ctx context.Context, v *session.View, src session.Source, p *protocol.PrepareRenameParams) (protocol.PrepareRenameResult, error) {
	site, ok, err := refactor.PrepareRename(ctx, v.Snapshot, refactor.RenameQuery{Path: src.Path, Offset: src.Offset(p.Position), Files: v.Client.RenameFiles})
	if err != nil || !ok {
		return nil, customError(err)
	}
	return &protocol.PrepareRenamePlaceholder{Range: src.Range(site.Span), Placeholder: site.Placeholder}, nil
}

func rename(ctx context.Context, v *session.View, p *protocol.RenameParams) (*protocol.WorkspaceEdit, error) {
	src, ok := v.Source(p.TextDocument.URI)
	if !ok {
		return nil, nil
	}
	result, err := refactor.Rename(ctx, v.Snapshot, refactor.RenameQuery{Path: src.Path, Offset: src.Offset(p.Position), Name: p.NewName, Files: v.Client.RenameFiles})
	if err != nil || result == nil {
		return nil, customError(err)
	}
	edit, ok := convert.WorkspaceEdit(v, &diagnostic.Fix{Edits: result.Edits, Rename: result.Rename})
	if !ok {
		return nil, requestFailed("a file that must change can no longer be read")
	}
	return edit, nil
}
