package lsp

import (
	"context"
	"errors"
	"fmt"

	"go.lsp.dev/uri"

	"skills-ls/analysis/refactor"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
)

// The custom methods. Absent and null parameters mean none. The protocol package's dispatcher would reject
// them.
const (
	methodSkillsList    = "skills/list"
	methodSkillsPreview = "skills/preview"
	methodSkillsSearch  = "skills/search"
	methodSkillsCatalog = "skills/catalog"
	methodSkillsCompat  = "skills/compat"
	methodSkillsAgents  = "skills/agents"
	methodSkillsRoots   = "skills/roots"
)

type skillsListParams struct {
	Cwd              string `json:"cwd"`
	Agent            string `json:"agent"`
	ForceReload      bool   `json:"force_reload"`
	ForceReloadCamel bool   `json:"forceReload"`
}

func (v *view) skillsList(ctx context.Context, p *skillsListParams) (*ListResult, error) {
	if p.ForceReload || p.ForceReloadCamel {
		v = v.session.refresh()
	} else {
		v = v.latest(p.Cwd)
	}
	list, err := vantage.ListSkills(ctx, v.snapshot, vantage.ListQuery{Cwd: p.Cwd, Agent: p.Agent})
	if err != nil {
		return nil, customError(err)
	}
	return NewListResult(list), nil
}

// skillsDocument identifies a document.
type skillsDocument struct {
	URI uriText `json:"uri"`
}

type skillsPreviewParams struct {
	TextDocument  *skillsDocument `json:"textDocument"`
	Path          string          `json:"path"`
	Name          string          `json:"name"`
	Cwd           string          `json:"cwd"`
	Agent         string          `json:"agent"`
	Arguments     *string         `json:"arguments"`
	LoadedMtimeMs *int64          `json:"loaded_mtime_ms"`
	Render        string          `json:"render"`
}

func (v *view) skillsPreview(ctx context.Context, p *skillsPreviewParams) (*PreviewResult, error) {
	v = v.latest(p.Cwd)
	preview, err := v.preview(ctx, p)
	if err != nil {
		return nil, err
	}
	m := NewFileMapper(preview.Source, v.client.encoding)
	if d := v.documentAt(preview.Path); d != nil { // its text has the byte order mark that the client sent
		m = d.Mapper
	}
	result := NewPreviewResult(preview, m)
	if p.Render == "html" {
		result.RenderHTML(preview)
	}
	return result, nil
}

func (v *view) preview(ctx context.Context, p *skillsPreviewParams) (*vantage.Preview, error) {
	path := p.Path
	if p.TextDocument != nil {
		path = v.pathOf(uri.URI(p.TextDocument.URI))
	}
	if p.Render != "" && p.Render != "html" {
		return nil, &responseError{code: codeInvalidParams, message: fmt.Sprintf("render: %q is not known; html is", p.Render)}
	}
	preview, err := vantage.PreviewSkill(ctx, v.snapshot, vantage.PreviewQuery{
		Path: path, Name: p.Name, Cwd: p.Cwd, Agent: p.Agent,
		Arguments: p.Arguments, LoadedMtimeMs: p.LoadedMtimeMs,
	})
	if err != nil {
		return nil, customError(err)
	}
	return preview, nil
}

// pathOf returns the path of a document in the snapshot.
func (v *view) pathOf(u uri.URI) string {
	if d := v.document(u); d != nil {
		return d.path
	}
	return snapshotPath(u)
}

type skillsSearchParams struct {
	Query string `json:"query"`
	Limit int    `json:"limit"`
	Scope string `json:"scope"`
	Cwd   string `json:"cwd"`
	Agent string `json:"agent"`
}

func (v *view) skillsSearch(ctx context.Context, p *skillsSearchParams) (*SearchResult, error) {
	found, err := vantage.SearchSkills(ctx, v.latest(p.Cwd).snapshot, vantage.SearchQuery{
		Query: p.Query, Limit: p.Limit, Scope: p.Scope, Cwd: p.Cwd, Agent: p.Agent,
	})
	if err != nil {
		return nil, customError(err)
	}
	return NewSearchResult(found), nil
}

// customError converts an error that the client has caused to a response with a reason that its code can act
// on.
func customError(err error) error {
	var preview *vantage.PreviewError
	var agent *workspace.UnknownAgentError
	var name *refactor.NameError
	switch {
	case errors.As(err, &preview):
		return &responseError{codeInvalidParams, err.Error(), errorData{preview.Reason, present(preview.Candidates)}}
	case errors.As(err, &agent):
		return &responseError{codeInvalidParams, err.Error(), errorData{"unknown_agent", present(agent.Known)}}
	case errors.As(err, &name):
		near := []string{}
		if name.Near != "" {
			near = append(near, name.Near)
		}
		return &responseError{codeInvalidParams, err.Error(), errorData{"invalid_name", near}}
	}
	return err
}

// errorData is the data of an error response: what was wrong, and what would be valid.
type errorData struct {
	Reason     string   `json:"reason"`
	Candidates []string `json:"candidates"`
}

type skillsCatalogParams struct {
	Cwd   string `json:"cwd"`
	Agent string `json:"agent"`
}

func (v *view) skillsCatalog(ctx context.Context, p *skillsCatalogParams) (*CatalogResult, error) {
	text, err := vantage.CatalogTextFor(ctx, v.latest(p.Cwd).snapshot, vantage.ListQuery{Cwd: p.Cwd, Agent: p.Agent})
	if err != nil {
		return nil, customError(err)
	}
	return NewCatalogResult(text), nil
}

type skillsCompatParams struct {
	TextDocument *skillsDocument `json:"textDocument"`
	Path         string          `json:"path"`
}

func (v *view) skillsCompat(ctx context.Context, p *skillsCompatParams) (*CompatResult, error) {
	v = v.latest("")
	path := p.Path
	if p.TextDocument != nil {
		path = v.pathOf(uri.URI(p.TextDocument.URI))
	}
	if path == "" {
		return nil, &responseError{code: codeInvalidParams, message: "name a skill by its textDocument or its path"}
	}
	list, err := vantage.Compat(ctx, v.snapshot, vantage.PreviewQuery{Path: path})
	if err != nil {
		return nil, customError(err)
	}
	return NewCompatResult(list), nil
}

func (v *view) skillsAgents(_ context.Context, _ *struct{}) (*AgentsResult, error) {
	return NewAgentsResult(vantage.Agents()), nil
}

type skillsRootsParams struct {
	Cwd string `json:"cwd"`
}

func (v *view) skillsRoots(ctx context.Context, p *skillsRootsParams) (*RootsResult, error) {
	places, err := workspace.Places(ctx, v.latest(p.Cwd).snapshot, p.Cwd)
	if err != nil {
		return nil, err
	}
	return NewRootsResult(places), nil
}
