package lsp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"go.lsp.dev/uri"

	"skills-ls/analysis/file"
	"skills-ls/analysis/refactor"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
	"skills-ls/lsp/convert"
	"skills-ls/lsp/position"
	"skills-ls/lsp/session"
	"skills-ls/lsp/wire"
	"skills-ls/skills/agents"
)

// The custom methods. Absent and null parameters mean none. The protocol package's dispatcher would reject
// them.
const (
	methodSkillsList      = "skills/list"
	methodSkillsPreview   = "skills/preview"
	methodSkillsSearch    = "skills/search"
	methodSkillsCatalog   = "skills/catalog"
	methodSkillsCompat    = "skills/compat"
	methodSkillsAgents    = "skills/agents"
	methodSkillsRoots     = "skills/roots"
	methodSkillsLocations = "skills/locations"
)

// A workingDir is the working directory that a request is about; see [fresh].
type workingDir struct {
	Cwd string `json:"cwd"`
}

func (p *workingDir) workingDirectory() string { return p.Cwd }

// checkCwd returns an error if a working directory is a URI, which would be taken for a relative path.
func checkCwd(cwd string) error {
	if file.HasScheme(cwd) {
		return invalidParams("invalid_arguments", fmt.Sprintf("cwd: %q is a URI: expected a path", cwd), nil)
	}
	return nil
}

type skillsListParams struct {
	Cwd              string `json:"cwd"`
	Agent            string `json:"agent"`
	ForceReload      bool   `json:"force_reload"`
	ForceReloadCamel bool   `json:"forceReload"`
}

func skillsList(ctx context.Context, s *server, v *session.View, p *skillsListParams) (*vantage.List, error) {
	if err := checkCwd(p.Cwd); err != nil {
		return nil, err
	}
	if p.ForceReload || p.ForceReloadCamel {
		v = s.refresh()
	} else {
		v = s.latest(v, p.Cwd)
	}
	list, err := vantage.ListSkills(ctx, v.Snapshot, vantage.ListQuery{Cwd: p.Cwd, Agent: orCodelia(p.Agent)})
	if err != nil {
		return nil, customError(err)
	}
	if p.Agent == "" {
		list.Reason = vantage.AgentDefault
	}
	return list, nil
}

// orCodelia returns the ID of the agent that skills/list and skills/search are answered for. They are Codelia's own
// methods, so it is the default in every project.
func orCodelia(id string) string { return cmp.Or(id, agents.Codelia.ID) }

// skillsDocument identifies a document.
type skillsDocument struct {
	URI session.URIText `json:"uri"`
}

type skillsPreviewParams struct {
	workingDir
	TextDocument  *skillsDocument `json:"textDocument"`
	Path          string          `json:"path"`
	Name          string          `json:"name"`
	Agent         string          `json:"agent"`
	Arguments     *string         `json:"arguments"`
	LoadedMtimeMs *int64          `json:"loaded_mtime_ms"`
	Render        string          `json:"render"`
}

func skillsPreview(ctx context.Context, v *session.View, p *skillsPreviewParams) (*PreviewResult, error) {
	preview, err := preview(ctx, v, p)
	if err != nil {
		return nil, err
	}
	result := NewPreviewResult(preview, mapperOf(v, preview.Path, preview.Source))
	if p.Render == "html" {
		result.RenderHTML(preview)
	}
	return result, nil
}

// onceScanned returns the answer to skills/preview. If no agent finds a skill with the name, it waits, without a slot, for
// the first scan, which may find one elsewhere in the workspace.
func onceScanned(s *server, pending <-chan struct{}, v *session.View, handler func(*session.View) wire.Answer) wire.Answer {
	return func(ctx context.Context, params []byte) (any, error) {
		scanned := workspace.Scanned(v.Snapshot)
		result, err := afterDiskQueue(s, pending, v, methodSkillsPreview, handler)(ctx, params)
		var problem *wire.ResponseError
		if scanned || !errors.As(err, &problem) {
			return result, err
		}
		if data, ok := problem.Data.(errorData); !ok || data.Reason != "not_found" {
			return result, err
		}
		s.conn.Free(ctx)
		if err := s.scans.await(ctx); err != nil {
			return nil, err
		}
		return afterDiskQueue(s, pending, v.Over(s.session.View()), methodSkillsPreview, handler)(ctx, params)
	}
}

// mapperOf returns the mapper for a file with the given source.
func mapperOf(v *session.View, path, source string) *position.Mapper {
	if d := v.DocumentAt(path); d != nil { // its text has the byte order mark that the client sent
		return d.Mapper
	}
	return position.NewFileMapper(source, v.Client.Encoding)
}

func preview(ctx context.Context, v *session.View, p *skillsPreviewParams) (*vantage.Preview, error) {
	path := p.Path
	if p.TextDocument != nil {
		path = pathOf(v, uri.URI(p.TextDocument.URI))
	}
	if p.Render != "" && p.Render != "html" {
		return nil, &wire.ResponseError{Code: wire.CodeInvalidParams, Message: fmt.Sprintf("render: unknown format %q: expected html", p.Render)}
	}
	preview, err := vantage.PreviewSkill(ctx, v.Snapshot, vantage.PreviewQuery{
		Path: path, Name: p.Name, Cwd: p.Cwd, Agent: p.Agent,
		Arguments: p.Arguments, LoadedMtimeMs: p.LoadedMtimeMs,
	})
	if err != nil {
		return nil, customError(err)
	}
	return preview, nil
}

// pathOf returns the path of a document in the snapshot.
func pathOf(v *session.View, u uri.URI) string {
	if d := v.Document(u); d != nil {
		return d.Path
	}
	return session.SnapshotPath(u)
}

type skillsSearchParams struct {
	workingDir
	Query string `json:"query"`
	Limit int    `json:"limit"`
	Scope string `json:"scope"`
	Agent string `json:"agent"`
}

func skillsSearch(ctx context.Context, v *session.View, p *skillsSearchParams) (*vantage.SearchResult, error) {
	scopes := []string{"repo", "user", "system", "admin", "plugin"}
	switch {
	case p.Limit < 0:
		return nil, invalidParams("invalid_arguments", "limit must be at least 1", nil)
	case p.Scope != "" && !slices.Contains(scopes, p.Scope):
		return nil, invalidParams("invalid_arguments", fmt.Sprintf("invalid scope %q: expected one of %q", p.Scope, scopes), scopes)
	}
	found, err := vantage.SearchSkills(ctx, v.Snapshot, vantage.SearchQuery{
		Query: p.Query, Limit: p.Limit, Scope: p.Scope, Cwd: p.Cwd, Agent: orCodelia(p.Agent),
	})
	if err != nil {
		return nil, customError(err)
	}
	if p.Agent == "" {
		found.Reason = vantage.AgentDefault
	}
	return found, nil
}

// customError converts an error that the client has caused to a response with a reason that its code can act
// on.
func customError(err error) error {
	var preview *vantage.PreviewError
	var agent *workspace.UnknownAgentError
	var name *refactor.NameError
	var refused *refactor.RefusedError
	switch {
	case errors.As(err, &refused):
		return &wire.ResponseError{
			Code: wire.CodeRequestFailed, Message: refused.Message,
			Data: errorData{string(refused.Reason), convert.Present(refused.Paths)},
		}
	case errors.As(err, &preview):
		return invalidParams(preview.Reason, err.Error(), preview.Candidates)
	case errors.As(err, &agent):
		return invalidParams("unknown_agent", err.Error(), agent.Known)
	case errors.As(err, &name) && name.Near != "":
		return invalidParams("invalid_name", err.Error(), []string{name.Near})
	case errors.As(err, &name):
		return invalidParams("invalid_name", err.Error(), nil)
	}
	return err
}

// invalidParams returns the error of a request that cannot be answered as it is written.
func invalidParams(reason, message string, candidates []string) error {
	data := errorData{reason, convert.Present(candidates)}
	return &wire.ResponseError{Code: wire.CodeInvalidParams, Message: message, Data: data}
}

// requestFailed returns the error of a valid request that cannot be carried out.
func requestFailed(message string) error {
	return &wire.ResponseError{Code: wire.CodeRequestFailed, Message: message}
}

// errorData is the data of an error response: what was wrong, and what would be valid.
type errorData struct {
	Reason     string   `json:"reason"`
	Candidates []string `json:"candidates"`
}

type skillsCatalogParams struct {
	workingDir
	Agent string `json:"agent"`
}

func skillsCatalog(ctx context.Context, v *session.View, p *skillsCatalogParams) (*CatalogResult, error) {
	text, err := vantage.CatalogTextFor(ctx, v.Snapshot, vantage.ListQuery{Cwd: p.Cwd, Agent: p.Agent})
	if err != nil {
		return nil, customError(err)
	}
	return NewCatalogResult(text), nil
}

type skillsCompatParams struct {
	TextDocument *skillsDocument `json:"textDocument"`
	Path         string          `json:"path"`
}

func skillsCompat(ctx context.Context, v *session.View, p *skillsCompatParams) (*CompatResult, error) {
	path := p.Path
	if p.TextDocument != nil {
		path = pathOf(v, uri.URI(p.TextDocument.URI))
	}
	if path == "" {
		return nil, &wire.ResponseError{Code: wire.CodeInvalidParams, Message: "missing textDocument or path of a skill"}
	}
	defer collectOften()() // the first request builds the catalogs of all agents
	all, err := vantage.Compat(ctx, v.Snapshot, vantage.PreviewQuery{Path: path})
	if err != nil {
		return nil, customError(err)
	}
	return NewCompatResult(all, mapperOf(v, all.Path, all.Source)), nil
}

func skillsAgents(_ context.Context, v *session.View, _ *struct{}) (*AgentsResult, error) {
	return NewAgentsResult(vantage.Agents(v.Snapshot, "")), nil
}

// RootsResult is the result of skills/roots.
type RootsResult struct {
	Places []workspace.Place `json:"places"`
}

func skillsRoots(ctx context.Context, v *session.View, p *workingDir) (*RootsResult, error) {
	places, err := workspace.Places(ctx, v.Snapshot, p.Cwd)
	if err != nil {
		return nil, err
	}
	return &RootsResult{places}, nil
}
