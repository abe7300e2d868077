package lsp

import (
	"context"
	"errors"

	"go.lsp.dev/protocol"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/refactor"
	"skills-ls/lsp/convert"
	"skills-ls/lsp/session"
	"skills-ls/lsp/wire"
)

func prepareRename(ctx context.Context, v *session.View, src session.Source, p *protocol.PrepareRenameParams) (protocol.PrepareRenameResult, error) {
	site, ok, err := refactor.PrepareRename(ctx, v.Snapshot, refactor.RenameQuery{Path: src.Path, Offset: src.Offset(p.Position), Files: v.Client.RenameFiles})
	if err != nil || !ok {
		return nil, renameFailed(err)
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
		return nil, renameFailed(err)
	}
	edit, ok := convert.WorkspaceEdit(v, &diagnostic.Fix{Edits: result.Edits, Rename: result.Rename})
	if !ok {
		return nil, &wire.ResponseError{Code: wire.CodeRequestFailed, Message: "a file that must change can no longer be read"}
	}
	return edit, nil
}

// renameFailed converts the error of a rename, which the client shows to the user.
func renameFailed(err error) error {
	var refused *refactor.RenameError
	if errors.As(err, &refused) {
		return &wire.ResponseError{Code: wire.CodeRequestFailed, Message: refused.Message, Data: errorData{string(refused.Reason), convert.Present(refused.Paths)}}
	}
	return err
}
