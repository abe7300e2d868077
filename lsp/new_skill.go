package lsp

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"go.lsp.dev/protocol"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/refactor"
	"skills-ls/analysis/vantage"
	"skills-ls/lsp/convert"
	"skills-ls/lsp/session"
	"skills-ls/lsp/wire"
	"skills-ls/skills"
	"skills-ls/skills/vfs"
)

type newSkillParams struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	Agent       string `json:"agent"`
	Dir         string `json:"dir"`
	Cwd         string `json:"cwd"`
}

// NewSkillResult is the output of the new command and the result of skills-ls.newSkill.
type NewSkillResult struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	Path        string `json:"path"`
	Dir         string `json:"dir"`
}

// NewNewSkillResult converts a draft.
func NewNewSkillResult(name string, d refactor.Draft) *NewSkillResult {
	return &NewSkillResult{name, d.Description, d.Path, filepath.Dir(d.Path)}
}

// newSkill asks the client to create a skill in the workspace and to show it. The client writes the file, so
// that the user can undo it. newSkill returns an error and creates nothing if the name is in use or the
// client cannot create files.
func newSkill(ctx context.Context, s *server, v *session.View, arguments []protocol.LSPAny) (any, error) {
	var p newSkillParams
	if err := decodeArgument(arguments, &p, nil); err != nil {
		return nil, err
	}
	v = s.latest(v, p.Cwd)
	root, err := newSkillRoot(v, &p)
	if err != nil {
		return nil, err
	}
	if err := refactor.CheckName(ctx, v.Snapshot, root, p.Name); err != nil {
		return nil, customError(err)
	}
	if dir := filepath.Join(root, p.Name); !refactor.MayCreate(v.Snapshot, dir) {
		return nil, &wire.ResponseError{
			Code: wire.CodeInvalidParams, Message: dir + " already exists or cannot be created in the workspace: nothing was changed", Data: errorData{"exists", []string{dir}},
		}
	}
	draft := refactor.DraftSkill(ctx, v.Snapshot, root, p.Name, p.Description)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err := applyFix(ctx, s, v, &diagnostic.Fix{Title: "New skill " + p.Name, Create: &diagnostic.Creation{Path: draft.Path, Text: draft.Text}}, draft.Path); err != nil {
		return nil, err
	}
	if v.Client.ShowsDocuments {
		show(ctx, s, string(v.URI(draft.Path)))
	}
	return NewNewSkillResult(p.Name, draft), nil
}

// newSkillRoot returns the directory in which the skill directory is created.
func newSkillRoot(v *session.View, p *newSkillParams) (string, error) {
	invalid := func(reason, message string, candidates []string) error {
		return &wire.ResponseError{Code: wire.CodeInvalidParams, Message: message, Data: errorData{reason, convert.Present(candidates)}}
	}
	below := refactor.SharedRoot
	if p.Agent != "" {
		known := vantage.Agents()
		i := slices.IndexFunc(known, func(agent *skills.Agent) bool { return agent.ID == p.Agent })
		if i < 0 {
			return "", invalid("unknown_agent", fmt.Sprintf("unknown agent %q", p.Agent), agentIDs(known))
		}
		below = refactor.SkillsRoot(known[i])
	}
	folders := v.Snapshot.Config().Folders
	folder := ""
	switch {
	case p.Cwd != "":
		i := slices.IndexFunc(folders, func(folder string) bool { return vfs.Within(folder, vfs.CleanPath(p.Cwd)) })
		if i < 0 {
			return "", invalid("not_found", p.Cwd+" is outside the workspace folders", folders)
		}
		folder = folders[i]
	case len(folders) != 1:
		return "", invalid("ambiguous", fmt.Sprintf("the workspace has %d folders: set cwd to one of them", len(folders)), folders)
	default:
		folder = folders[0]
	}
	switch {
	case p.Dir == "":
		return filepath.Join(folder, filepath.FromSlash(below)), nil
	case filepath.IsAbs(p.Dir):
		return vfs.CleanPath(p.Dir), nil
	}
	return filepath.Join(folder, filepath.FromSlash(p.Dir)), nil
}

// applyFix asks the client to change or create a file.
func applyFix(ctx context.Context, s *server, v *session.View, fix *diagnostic.Fix, path string) error {
	verb := "change"
	if fix.Create != nil {
		verb = "create"
	}
	edit, ok := convert.WorkspaceEdit(v, fix)
	if !ok || !v.Client.AppliesEdits {
		return &wire.ResponseError{Code: wire.CodeRequestFailed, Message: "the client can " + verb + " no files for a server: nothing was changed"}
	}
	ctx, cancel := context.WithTimeout(ctx, clientPatience)
	defer cancel()
	var answer struct {
		Applied       bool   `json:"applied"`
		FailureReason string `json:"failureReason"`
	}
	if err := s.conn.Call(ctx, protocol.MethodWorkspaceApplyEdit, &protocol.ApplyWorkspaceEditParams{Label: &fix.Title, Edit: *edit}, &answer); err != nil {
		return &wire.ResponseError{Code: wire.CodeRequestFailed, Message: "the client did not " + verb + " " + path + ": " + err.Error()}
	}
	if !answer.Applied {
		return &wire.ResponseError{Code: wire.CodeRequestFailed, Message: "the client did not " + verb + " " + path + ": " + answer.FailureReason}
	}
	return nil
}
