package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"skills-ls/analysis/refactor"
	"skills-ls/lsp/convert"
	"skills-ls/lsp/session"
	"skills-ls/skills/text"
)

// A baselineResult is the result of skills-ls.baseline.
type baselineResult struct {
	Problems int `json:"problems"` // in the baselines
	Files    int `json:"files"`
	Added    int `json:"added"` // problems that the baselines did not have before
	// Changed are the paths of the files that the client has changed and that are not saved yet.
	Changed []string `json:"changed"`
}

// baselineProblems asks the client to write the problems of a project to its baseline, and the baseline's name to the
// configuration, in one edit.
func baselineProblems(ctx context.Context, s *server, v *session.View, arguments []protocol.LSPAny) (any, error) {
	var p struct {
		Cwd string `json:"cwd"`
	}
	if len(arguments) > 0 {
		if err := decodeArgument(arguments, &p, nil); err != nil {
			return nil, err
		}
	}
	v = s.latest(v, p.Cwd)
	folder, err := folderOf(v, p.Cwd)
	if err != nil {
		return nil, err
	}
	done, err := refactor.BaselineAll(ctx, v.Snapshot, folder)
	if err != nil {
		return nil, customError(err)
	}
	result := baselineResult{done.Problems, done.Files, done.Added, []string{}}
	if len(done.Fixes) == 0 {
		return result, nil
	}
	edit := new(protocol.WorkspaceEdit)
	for i := range done.Fixes {
		fix := &done.Fixes[i]
		part, ok := convert.WorkspaceEdit(v, fix)
		if !ok {
			return nil, requestFailed("the client can create no files for a server: nothing was changed")
		}
		edit.DocumentChanges = append(edit.DocumentChanges, part.DocumentChanges...)
		result.Changed = append(result.Changed, changedBy(fix))
	}
	return result, applyEdit(ctx, s, v, edit, "Baseline "+text.Count(done.Problems, "problem", "problems"), "write "+result.Changed[0])
}
