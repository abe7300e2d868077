package lsp

import (
	"cmp"
	"context"

	"go.lsp.dev/protocol"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/refactor"
	"skills-ls/lsp/convert"
	"skills-ls/lsp/session"
)

// renamingFix offers a fix that renames something, as one action or none. If the client can resolve actions, the
// other necessary changes are looked up only then.
func renamingFix(ctx context.Context, v *session.View, src session.Source, rule string, fix *diagnostic.Fix, about []protocol.Diagnostic) []*protocol.CodeAction {
	if fix.Rename != nil && !v.Client.RenameFiles {
		return nil
	}
	action := quickFix(v, fix, about, nil)
	if v.Client.ResolvesEdits {
		id := convert.Versioned(v, src.Path)
		data, err := protocol.Marshal(actionData{id.URI, id.Version, about[0].Range, rule})
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
		return nil, customError(err)
	}
	edit, ok := convert.WorkspaceEdit(v, &whole)
	if !ok {
		return nil, requestFailed("a file that must change can no longer be read")
	}
	return edit, nil
}

// resolveWhole makes the edit of a fix that was offered without one.
func resolveWhole(
	ctx context.Context, s *server, v *session.View, src session.Source, title string, data *actionData,
) (*protocol.WorkspaceEdit, error) {
	for _, d := range s.diagnoser.Diagnostics(ctx, v, src.Path) {
		for _, fix := range d.Fixes {
			if d.Rule == data.ID && src.Range(d.Span) == data.Range && fix.Title == title && refactor.ReachesOut(v.Snapshot, &fix) {
				return wholeEdit(ctx, v, fix)
			}
		}
	}
	return nil, cmp.Or[error](ctx.Err(), errFileChanged)
}
