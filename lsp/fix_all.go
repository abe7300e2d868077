package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/refactor"
	"skills-ls/lsp/convert"
	"skills-ls/lsp/session"
)

// kindFixAll is the kind of the action that makes all preferred fixes of a file. With its last part, a user
// can run the fixes of this server alone on save.
const kindFixAll = protocol.CodeActionKindSourceFixAll + ".skills-ls"

// fixAll offers to make all preferred fixes of a file. Editors request actions with every move of the cursor.
// If the client can resolve actions, the edit is made only then. Otherwise, it is made only if the user
// requests actions or the client names kinds; fixAll returns nil in other cases.
func fixAll(ctx context.Context, v *session.View, src session.Source, p *protocol.CodeActionParams) (action *protocol.CodeAction, err error) {
	action = &protocol.CodeAction{Title: "skills-ls: Fix all auto-fixable problems", Kind: new(kindFixAll)}
	if v.Client.ResolvesEdits {
		action.Data, err = protocol.Marshal(actionData{URI: p.TextDocument.URI})
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
		return nil, requestFailed("the file can no longer be read: " + src.Path)
	}
	return edit, nil
}
