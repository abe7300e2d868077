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
	"skills-ls/analysis/workspace"
	"skills-ls/lsp/convert"
	"skills-ls/lsp/position"
	"skills-ls/lsp/session"
	"skills-ls/skills"
	"skills-ls/skills/vfs"
)

type newSkillParams struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	Agent       string `json:"agent"`
	Dir         string `json:"dir"`
	Cwd         string `json:"cwd"`
	Check       bool   `json:"check"` // create nothing
}

// NewSkillResult is the output of the new command and the result of skills-ls.newSkill.
type NewSkillResult struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	Path        string `json:"path"`
	Dir         string `json:"dir"`
	// Agent is the agent whose directory was chosen, empty if it was given, or is the project's own.
	Agent       string              `json:"agent,omitempty"`
	AgentReason vantage.AgentReason `json:"agentReason,omitempty"`
}

// NewNewSkillResult converts a draft. The agent is the one whose directory was chosen; nil for none.
func NewNewSkillResult(name string, d refactor.Draft, agent *skills.Agent, reason vantage.AgentReason) *NewSkillResult {
	r := &NewSkillResult{Name: name, Description: d.Description, Path: d.Path, Dir: filepath.Dir(d.Path)}
	if agent != nil {
		r.Agent, r.AgentReason = agent.ID, reason
	}
	return r
}

// newSkill asks the client to create a skill in the workspace and to show its description. The client writes the file,
// so that the user can undo it. newSkill returns an error and creates nothing if the name is in use or the client cannot
// create files.
func newSkill(ctx context.Context, s *server, v *session.View, arguments []protocol.LSPAny) (any, error) {
	var p newSkillParams
	if err := decodeArgument(arguments, &p, nil); err != nil {
		return nil, err
	}
	v = s.latest(v, p.Cwd)
	root, agent, reason, err := newSkillRoot(ctx, v, &p)
	if err != nil {
		return nil, err
	}
	if err := refactor.CheckName(ctx, v.Snapshot, root, p.Name); err != nil {
		return nil, customError(err)
	}
	dir := filepath.Join(root, p.Name)
	switch reason := refactor.Obstacle(v.Snapshot, dir); reason {
	case "":
	case refactor.Outside:
		return nil, invalidParams(string(reason), dir+" is outside the workspace folders, or a symbolic link leads out of them: nothing was changed", []string{dir})
	default:
		return nil, invalidParams(string(reason), dir+" already exists or cannot be created: nothing was changed", []string{dir})
	}
	draft := refactor.NewDraft(root, p.Name, p.Description) // the client asks for its problems when it opens the file
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	result := NewNewSkillResult(p.Name, draft, agent, reason)
	if p.Check {
		return result, nil
	}
	if err := applyFix(ctx, s, v, &diagnostic.Fix{Title: "New skill " + p.Name, Create: &diagnostic.Creation{Path: draft.Path, Text: draft.Text}}); err != nil {
		return nil, err
	}
	if v.Client.ShowsDocuments {
		selection := draft.Value
		if p.Description != "" {
			selection.End = selection.Start // what the user wrote is not overwritten by the next key
		}
		at := position.NewFileMapper(draft.Text, v.Client.Encoding).Range(selection)
		show(ctx, s, string(v.URI(draft.Path)), &at)
	}
	return result, nil
}

// newSkillRoot returns the directory in which the skill directory is created, and the agent whose directory it is and
// why it was chosen. The agent is nil if the directory is given, or is the project's own.
func newSkillRoot(ctx context.Context, v *session.View, p *newSkillParams) (root string, agent *skills.Agent, reason vantage.AgentReason, err error) {
	if p.Agent != "" {
		known := vantage.Agents(v.Snapshot, p.Cwd)
		i := slices.IndexFunc(known, func(agent *skills.Agent) bool { return agent.ID == p.Agent })
		if i < 0 {
			return "", nil, "", customError(&workspace.UnknownAgentError{ID: p.Agent, Known: agentIDs(known)})
		}
		agent, reason = known[i], vantage.AgentNamed
	}
	folder, err := folderOf(v, p.Cwd)
	switch {
	case err != nil:
		return "", nil, "", err
	case filepath.IsAbs(p.Dir):
		return vfs.CleanPath(p.Dir), agent, reason, nil
	case p.Dir != "":
		return filepath.Join(folder, filepath.FromSlash(p.Dir)), agent, reason, nil
	case agent != nil:
		return refactor.SkillsDir(folder, agent), agent, reason, nil
	}
	found, err := refactor.LocationsIn(ctx, v.Snapshot, folder, vfs.CleanPath(p.Cwd))
	if err != nil {
		return "", nil, "", err
	}
	return found.List[0].Dir, found.Agent, found.Reason, nil
}

// folderOf returns the innermost workspace folder that contains a directory, or the only folder if it is empty.
func folderOf(v *session.View, cwd string) (string, error) {
	folders := v.Snapshot.Config().Folders
	switch {
	case cwd != "":
		folder, ok := vantage.FolderOf(v.Snapshot, vfs.CleanPath(cwd))
		if !ok {
			return "", invalidParams("not_found", cwd+" is outside the workspace folders", folders)
		}
		return folder, nil
	case len(folders) != 1:
		return "", invalidParams("ambiguous", fmt.Sprintf("the workspace has %d folders: set cwd to one of them", len(folders)), folders)
	}
	return folders[0], nil
}

// changedBy returns the path of the file that a fix creates, or else of the one that it changes.
func changedBy(fix *diagnostic.Fix) string {
	if fix.Create != nil {
		return fix.Create.Path
	}
	return fix.Edits[0].Path
}

// applyFix asks the client to change or create a file.
func applyFix(ctx context.Context, s *server, v *session.View, fix *diagnostic.Fix) error {
	verb := "change"
	if fix.Create != nil {
		verb = "create"
	}
	edit, ok := convert.WorkspaceEdit(v, fix)
	if !ok {
		return requestFailed("the client can " + verb + " no files for a server: nothing was changed")
	}
	return applyEdit(ctx, s, v, edit, fix.Title, verb+" "+changedBy(fix))
}

// applyEdit asks the client to apply an edit with a label. what says for an error what the edit does.
func applyEdit(ctx context.Context, s *server, v *session.View, edit *protocol.WorkspaceEdit, label, what string) error {
	if !v.Client.AppliesEdits {
		return requestFailed("the client cannot " + what + ", because it applies no edits: nothing was changed")
	}
	ctx, cancel := context.WithTimeout(ctx, clientPatience)
	defer cancel()
	var answer struct {
		Applied       bool   `json:"applied"`
		FailureReason string `json:"failureReason"`
	}
	if err := s.conn.Call(ctx, protocol.MethodWorkspaceApplyEdit, &protocol.ApplyWorkspaceEditParams{Label: &label, Edit: *edit}, &answer); err != nil {
		return requestFailed("the client did not " + what + ": " + err.Error())
	}
	if !answer.Applied {
		return requestFailed("the client did not " + what + ": " + answer.FailureReason)
	}
	return nil
}
