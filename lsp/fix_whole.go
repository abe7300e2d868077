package lsp

import (
	"context"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/refactor"
)

// A wholeData identifies a quick fix that renames something and whose edit is not made yet: its diagnostic,
// by rule and range, and the version of the text.
type wholeData struct {
	URI     uri.URI        `json:"uri"`
	Version *int32         `json:"version"` // null for a file that is not open
	Range   protocol.Range `json:"range"`
	Rule    string         `json:"rule"`
}

// reaching offers a fix that renames something, as one action or none. If the client can resolve actions, the
// other necessary changes are looked up only then.
func (v *view) reaching(ctx context.Context, src source, rule string, fix *diagnostic.Fix, about []protocol.Diagnostic) []*protocol.CodeAction {
	if fix.Rename != nil && !v.client.renameFiles {
		return nil
	}
	action := v.quickFix(fix, about, nil)
	if v.client.resolvesEdits {
		id := v.versioned(src.path)
		data, err := protocol.Marshal(wholeData{id.URI, id.Version, about[0].Range, rule})
		if err != nil {
			return nil
		}
		action.Data = data
		return []*protocol.CodeAction{action}
	}
	var err error
	if action.Edit, err = v.wholeEdit(ctx, *fix); err != nil {
		return nil
	}
	return []*protocol.CodeAction{action}
}

// wholeEdit returns the edit of a fix that renames something, with the changes of everything that refers to
// it.
func (v *view) wholeEdit(ctx context.Context, fix diagnostic.Fix) (*protocol.WorkspaceEdit, error) {
	whole, err := refactor.WholeFix(ctx, v.snapshot, fix)
	if err != nil {
		return nil, renameFailed(err)
	}
	edit, ok := v.workspaceEdit(&whole)
	if !ok {
		return nil, &responseError{code: codeRequestFailed, message: "a file that would have to change cannot be read any more"}
	}
	return edit, nil
}

// resolveWhole makes the edit of a fix that was offered without one.
func (v *view) resolveWhole(ctx context.Context, action *protocol.CodeAction) (*protocol.CodeAction, error) {
	var data wholeData
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
	for _, d := range v.findings(ctx, src.path) {
		for _, fix := range d.Fixes {
			if d.Rule == data.Rule && src.Range(d.Span) == data.Range && fix.Title == action.Title && refactor.ReachesOut(v.snapshot, &fix) {
				var err error
				action.Edit, err = v.wholeEdit(ctx, fix)
				return action, err
			}
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return nil, &responseError{code: codeModified, message: "what this was offered for has changed since"}
}
