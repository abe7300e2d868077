package lsp

import (
	"context"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/refactor"
	"skills-ls/lsp/convert"
	"skills-ls/lsp/session"
	"skills-ls/lsp/wire"
)

// A wholeData identifies a quick fix that renames something and whose edit is not made yet: its diagnostic,
// by rule and range, and the version of the text.
type wholeData struct {
	URI     uri.URI        `json:"uri"`
	Version *int32         `json:"version"` // null for a file that is not open
	Range   protocol.Range `json:"range"`
	Rule    string         `json:"rule"`
}

// renamingFix offers a fix that renames something, as one action or none. If the client can resolve actions, the
// other necessary changes are looked up only then.
func renamingFix(ctx context.Context, v *session.View, src session.Source, rule string, fix *diagnostic.Fix, about []protocol.Diagnostic) []*protocol.CodeAction {
	if fix.Rename != nil && !v.Client.RenameFiles {
		return nil
	}
	action := quickFix(v, fix, about, nil)
	if v.Client.ResolvesEdits {
		id := convert.Versioned(v, src.Path)
		data, err := protocol.Marshal(wholeData{id.URI, id.Version, about[0].Range, rule})
		if err != nil {
			return nil
		}
		action.Data = data
		return []*protocol.CodeAction{action}
	}
	var err error
	if action.Edit, err = wholeEdit(ctx, v, *fix); err != nil {
		return nil
	}
	return []*protocol.CodeAction{action}
}

// wholeEdit returns the edit of a fix that renames something, with the changes of everything that refers to
// it.
func wholeEdit(ctx context.Context, v *session.View, fix diagnostic.Fix) (*protocol.WorkspaceEdit, error) {
	whole, err := refactor.WholeFix(ctx, v.Snapshot, fix)
	if err != nil {
		return nil, renameFailed(err)
	}
	edit, ok := convert.WorkspaceEdit(v, &whole)
	if !ok {
		return nil, &wire.ResponseError{Code: wire.CodeRequestFailed, Message: "a file that must change can no longer be read"}
	}
	return edit, nil
}

// resolveWhole makes the edit of a fix that was offered without one.
func resolveWhole(ctx context.Context, s *server, v *session.View, action *protocol.CodeAction) (*protocol.CodeAction, error) {
	var data wholeData
	if err := protocol.Unmarshal(action.Data, &data); err != nil {
		return nil, &wire.ResponseError{Code: wire.CodeInvalidParams, Message: "data: " + err.Error()}
	}
	v = s.latest(v, "")
	src, ok := v.Source(data.URI)
	if !ok {
		return action, nil // closed or deleted since
	}
	if isOutdated(v, src.Path, data.Version) {
		return nil, &wire.ResponseError{Code: wire.CodeModified, Message: "the text has changed since this action was offered"}
	}
	for _, d := range s.diagnoser.Diagnostics(ctx, v, src.Path) {
		for _, fix := range d.Fixes {
			if d.Rule == data.Rule && src.Range(d.Span) == data.Range && fix.Title == action.Title && refactor.ReachesOut(v.Snapshot, &fix) {
				var err error
				action.Edit, err = wholeEdit(ctx, v, fix)
				return action, err
			}
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return nil, &wire.ResponseError{Code: wire.CodeModified, Message: "the file has changed since this action was offered"}
}
