package lsp

import (
	"context"
	"errors"

	"go.lsp.dev/protocol"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/refactor"
)

func (v *view) prepareRename(ctx context.Context, p *protocol.PrepareRenameParams) (protocol.PrepareRenameResult, error) {
	src, ok := v.source(p.TextDocument.URI)
	if !ok {
		return nil, nil
	}
	site, ok, err := refactor.PrepareRename(ctx, v.snapshot, refactor.RenameQuery{Path: src.path, Offset: src.Offset(p.Position), Files: v.client.renameFiles})
	if err != nil || !ok {
		return nil, renameFailed(err)
	}
	return &protocol.PrepareRenamePlaceholder{Range: src.Range(site.Span), Placeholder: site.Placeholder}, nil
}

func (v *view) rename(ctx context.Context, p *protocol.RenameParams) (*protocol.WorkspaceEdit, error) {
	src, ok := v.source(p.TextDocument.URI)
	if !ok {
		return nil, nil
	}
	v = v.latest("")
	result, err := refactor.Rename(ctx, v.snapshot, refactor.RenameQuery{Path: src.path, Offset: src.Offset(p.Position), Name: p.NewName, Files: v.client.renameFiles})
	if err != nil || result == nil {
		return nil, renameFailed(err)
	}
	edit, ok := v.workspaceEdit(&diagnostic.Fix{Edits: result.Edits, Rename: result.Rename})
	if !ok {
		return nil, &responseError{code: codeRequestFailed, message: "a file that would have to change cannot be read any more"}
	}
	return edit, nil
}

// renameFailed converts the error of a rename, which the client shows to the user.
func renameFailed(err error) error {
	var refused *refactor.RenameError
	if errors.As(err, &refused) {
		return &responseError{codeRequestFailed, refused.Message, errorData{string(refused.Reason), present(refused.Paths)}}
	}
	return err
}
