package lsp

import (
	"context"
	"slices"

	"go.lsp.dev/protocol"

	"skills-ls/analysis/refactor"
	"skills-ls/lsp/convert"
	"skills-ls/lsp/session"
)

var refactorKinds = [...]protocol.CodeActionKind{
	refactor.Rewrite: protocol.CodeActionKindRefactorRewrite,
	refactor.Extract: protocol.CodeActionKindRefactorExtract,
}

// refactorings offers what can be rewritten or moved at the cursor. If the client can resolve actions, the
// edit is made when the user chooses one. If the refactoring turns out to be impossible then, the request
// fails with the reason.
func refactorings(ctx context.Context, v *session.View, src session.Source, p *protocol.CodeActionParams) ([]*protocol.CodeAction, error) {
	if !slices.ContainsFunc(refactorKinds[:], func(kind protocol.CodeActionKind) bool { return admits(p.Context.Only, kind) }) {
		return nil, nil
	}
	var actions []*protocol.CodeAction
	for _, r := range refactor.Refactors(ctx, v.Snapshot, src.Path, src.Span(p.Range)) {
		if !admits(p.Context.Only, refactorKinds[r.Kind]) || r.Creates && !v.Client.CreateFiles {
			continue
		}
		action := &protocol.CodeAction{Title: r.Title, Kind: new(refactorKinds[r.Kind])}
		if v.Client.ResolvesEdits {
			data, err := protocol.Marshal(actionData{p.TextDocument.URI, convert.Versioned(v, src.Path).Version, p.Range, r.ID})
			if err != nil {
				return nil, err
			}
			action.Data = data
			actions = append(actions, action)
			continue
		}
		if fix, ok := r.Fix(); ok {
			if action.Edit, ok = convert.WorkspaceEdit(v, &fix); ok {
				actions = append(actions, action)
			}
		}
	}
	return actions, nil
}

// resolveRefactoring makes the edit of a refactoring that was offered without one.
func resolveRefactoring(
	ctx context.Context, v *session.View, src session.Source, title string, data *actionData,
) (*protocol.WorkspaceEdit, error) {
	list := refactor.Refactors(ctx, v.Snapshot, src.Path, src.Span(data.Range))
	i := slices.IndexFunc(list, func(r refactor.Refactor) bool { return r.ID == data.ID })
	if i < 0 {
		return nil, errFileChanged
	}
	fix, ok := list[i].Fix()
	if !ok {
		return nil, requestFailed("the change would alter the meaning of the text: " + list[i].Title)
	}
	edit, ok := convert.WorkspaceEdit(v, &fix)
	if !ok {
		return nil, requestFailed("the client cannot make this change: " + list[i].Title)
	}
	return edit, nil
}

// isOutdated reports whether the version of a document differs from the one that an action was offered for. A
// nil version means that the file was not open.
func isOutdated(v *session.View, path string, version *int32) bool {
	now := convert.Versioned(v, path).Version
	return (now == nil) != (version == nil) || now != nil && *now != *version
}
