package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"skills-ls/analysis/refactor"
	"skills-ls/lsp/session"
)

type switchSkillParams struct {
	Path  string `json:"path"`
	Agent string `json:"agent"`
	Cwd   string `json:"cwd"`
	On    bool   `json:"on"`
}

// A switchSkillResult is the result of skills-ls.switchSkill.
type switchSkillResult struct {
	// File is the settings file that was changed, empty if the skill was already on or off as requested.
	File string `json:"file,omitempty"`
	On   bool   `json:"on"`
}

// switchSkill asks the client to change the agent's setting that enables or disables a skill, and to show the
// settings file. The file is not saved, so that the user can review the change and undo it.
func switchSkill(ctx context.Context, s *server, v *session.View, arguments []protocol.LSPAny) (any, error) {
	var p switchSkillParams
	if err := decodeArgument(arguments, &p, nil); err != nil {
		return nil, err
	}
	v = s.latest(v, p.Cwd)
	fix, err := refactor.SwitchSkill(ctx, v.Snapshot, refactor.SwitchQuery{Path: p.Path, Agent: p.Agent, Cwd: p.Cwd, On: p.On})
	if err != nil {
		return nil, customError(err)
	}
	result := switchSkillResult{On: p.On}
	if fix == nil {
		return result, nil
	}
	result.File = changedBy(fix)
	if err := applyFix(ctx, s, v, fix); err != nil {
		return nil, err
	}
	if v.Client.ShowsDocuments {
		show(ctx, s, string(v.URI(result.File)), nil)
	}
	return result, nil
}
