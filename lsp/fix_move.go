package lsp

import (
	"context"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"skills-ls/analysis"
)

// A moveData is what a quick fix brings back that renames a file or directory, and whose edit is not made yet: of which finding it is, by
// its rule and its place, and of which text.
type moveData struct {
	URI     uri.URI        `json:"uri"`
	Version *int32         `json:"version"` // null for a file that is not open
	Range   protocol.Range `json:"range"`
	Rule    string         `json:"rule"`
}

// moving offers a fix that renames a file or directory, which is one action or none. What else has to change is looked up when the client
// takes it, if it can ask then.
func (v *view) moving(ctx context.Context, src source, rule string, fix *analysis.Fix, about []protocol.Diagnostic) []*protocol.CodeAction {
	if !v.client.renameFiles {
		return nil
	}
	action := v.quickFix(fix, about, nil)
	if v.client.resolvesEdits {
		id := v.versioned(src.path)
		data, err := protocol.Marshal(moveData{id.URI, id.Version, about[0].Range, rule})
		if err != nil {
			return nil
		}
		action.Data = data
		return []*protocol.CodeAction{action}
	}
	var err error
	if action.Edit, err = v.moveEdit(ctx, *fix); err != nil {
		return nil
	}
	return []*protocol.CodeAction{action}
}

// moveEdit returns the edit of a fix that renames a file or directory, with everything that leads there.
func (v *view) moveEdit(ctx context.Context, fix analysis.Fix) (*protocol.WorkspaceEdit, error) {
	whole, err := v.snapshot.WholeMove(ctx, fix)
	if err != nil {
		return nil, renameFailed(err)
	}
	edit, ok := v.workspaceEdit(&whole)
	if !ok {
		return nil, &responseError{code: codeRequestFailed, message: "a file that would have to change cannot be read any more"}
	}
	return edit, nil
}

// resolveMove makes the edit of a fix that was offered without.
func (v *view) resolveMove(ctx context.Context, action *protocol.CodeAction) (*protocol.CodeAction, error) {
	var data moveData
	if err := protocol.Unmarshal(action.Data, &data); err != nil {
		return nil, &responseError{code: codeInvalidParams, message: "data: " + err.Error()}
	}
	v = v.latest("")
	src, ok := v.source(data.URI)
	if !ok {
		return action, nil // closed or deleted since
	}
	if v.isOutdated(src.path, data.Version) {
		return nil, &responseError{code: codeModified, message: "the text has changed since this was offered"}
	}
	for _, d := range v.snapshot.Diagnose(ctx, src.path) {
		for _, fix := range d.Fixes {
			if d.Rule == data.Rule && src.Range(d.Span) == data.Range && fix.Title == action.Title && fix.Rename != nil {
				var err error
				action.Edit, err = v.moveEdit(ctx, fix)
				return action, err
			}
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return nil, &responseError{code: codeModified, message: "what this was offered for has changed since"}
}
