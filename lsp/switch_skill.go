package lsp

import (
	"context"
	"errors"

	"go.lsp.dev/protocol"

	"skills-ls/analysis"
)

type switchSkillParams struct {
	Path  string `json:"path"`
	Agent string `json:"agent"`
	Cwd   string `json:"cwd"`
	On    bool   `json:"on"`
}

// A switchSkillResult is what skills-ls.switchSkill returns.
type switchSkillResult struct {
	// File is that of the settings that were changed, empty where the skill was so already.
	File string `json:"file,omitempty"`
	On   bool   `json:"on"`
}

// switchSkill has the client change the agent's own settings by which a skill is switched on and off, and show them: they are not saved,
// so that the user can look at the change and undo it.
func (s *server) switchSkill(v *view, ctx context.Context, arguments []protocol.LSPAny) (any, error) {
	var p switchSkillParams
	if err := decodeArgument(arguments, &p, nil); err != nil {
		return nil, err
	}
	v = v.latest(p.Cwd)
	fix, err := v.snapshot.Switch(ctx, analysis.SwitchQuery{Path: p.Path, Agent: p.Agent, Cwd: p.Cwd, On: p.On})
	if err != nil {
		return nil, switchFailed(err)
	}
	result := switchSkillResult{On: p.On}
	if fix == nil {
		return result, nil
	}
	if fix.Create != nil {
		result.File = fix.Create.Path
	} else {
		result.File = fix.Edits[0].Path
	}
	if err := s.applyFix(ctx, v, fix, result.File); err != nil {
		return nil, err
	}
	if v.client.showsDocuments {
		s.show(ctx, string(v.uri(result.File)))
	}
	return result, nil
}

// switchFailed converts an error of a switch, which the user is shown.
func switchFailed(err error) error {
	var refused *analysis.SwitchError
	if errors.As(err, &refused) {
		return &responseError{codeRequestFailed, refused.Message, errorData{string(refused.Reason), present(refused.Paths)}}
	}
	return customError(err)
}
