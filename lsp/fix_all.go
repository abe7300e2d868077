package lsp

import (
	"context"
	"slices"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/refactor"
	"skills-ls/lsp/convert"
	"skills-ls/lsp/session"
	"skills-ls/lsp/wire"
)

// kindFixAll is the kind of the action that makes all preferred fixes of a file. With its last part, a user
// can run the fixes of this server alone on save.
const kindFixAll = protocol.CodeActionKindSourceFixAll + ".skills-ls"

// An actionData identifies an action whose edit is made when the client resolves it.
type actionData struct {
	URI uri.URI `json:"uri"`
}

// fixAll offers to make all preferred fixes of a file. Editors request actions with every move of the cursor.
// If the client can resolve actions, the edit is made only then. Otherwise, it is made only if the user
// requests actions or the client names kinds; fixAll returns nil in other cases.
func fixAll(ctx context.Context, v *session.View, src session.Source, p *protocol.CodeActionParams) (action *protocol.CodeAction, err error) {
	action = &protocol.CodeAction{Title: "skills-ls: Fix all auto-fixable problems", Kind: new(kindFixAll)}
	if v.Client.ResolvesEdits {
		action.Data, err = protocol.Marshal(actionData{p.TextDocument.URI})
		return action, err
	}
	if p.Context.TriggerKind == protocol.CodeActionTriggerKindAutomatic && len(p.Context.Only) == 0 {
		return nil, nil
	}
	action.Edit, err = fixAllEdit(ctx, v, src)
	return action, err
}

// fixAllEdit returns the edit that makes all preferred fixes of a file's text. It does not rename the file:
// an action that runs on every save must not move the file away from its editor.
func fixAllEdit(ctx context.Context, v *session.View, src session.Source) (*protocol.WorkspaceEdit, error) {
	fixed, err := refactor.FixAll(ctx, v.Snapshot, src.Path)
	if err != nil {
		return nil, err
	}
	edit, ok := convert.WorkspaceEdit(v, &diagnostic.Fix{Edits: fixed.Edits(src.Path, src.Text())})
	if !ok {
		return nil, &wire.ResponseError{Code: wire.CodeRequestFailed, Message: "the file can no longer be read: " + src.Path}
	}
	return edit, nil
}

// resolveCodeAction makes the edit of an action that was offered without one. It returns other actions
// unchanged.
func resolveCodeAction(ctx context.Context, s *server, v *session.View, action *protocol.CodeAction) (*protocol.CodeAction, error) {
	switch {
	case action.Kind == nil || action.Data == nil:
		return action, nil
	case slices.Contains(refactorKinds[:], *action.Kind):
		return resolveRefactoring(ctx, v, action)
	case *action.Kind == protocol.CodeActionKindQuickFix:
		return resolveWhole(ctx, s, v, action)
	case *action.Kind != kindFixAll:
		return action, nil
	}
	var data actionData
	if err := protocol.Unmarshal(action.Data, &data); err != nil {
		return nil, &wire.ResponseError{Code: wire.CodeInvalidParams, Message: "data: " + err.Error()}
	}
	src, ok := v.Source(data.URI)
	if !ok {
		return action, nil // closed or deleted since
	}
	var err error
	action.Edit, err = fixAllEdit(ctx, v, src)
	return action, err
}
