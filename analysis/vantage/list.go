package vantage

import (
	"context"
	"slices"
	"strings"

	"skills-ls/analysis/workspace"
	"skills-ls/skills"
)

// A ListQuery is a request for the catalog.
type ListQuery struct {
	Cwd   string // absolute; empty means every workspace folder, else the process's directory
	Agent string // ID; empty means that of [WhichAgent]
}

// A List is the result of skills/list.
type List struct {
	Agent     *skills.Agent      `json:"agent"`
	Reason    AgentReason        `json:"agentReason"`
	Skills    []skills.Skill     `json:"skills"` // not nil
	Errors    []skills.LoadError `json:"errors"` // not nil
	Truncated bool               `json:"truncated"`
	Unread    []skills.LoadError `json:"-"` // what could not be read; see [skills.Discovery]
	// Disabled is a sentence that says what disables skills, or empty if nothing does. Off are single
	// disabled skills. Their messages say what disables them, as the end of a sentence.
	Disabled string             `json:"-"`
	Off      []skills.LoadError `json:"-"`
}

// ListSkills returns the skills that an agent offers.
func ListSkills(ctx context.Context, s *workspace.Snapshot, q ListQuery) (*List, error) {
	agent, reason, err := WhichAgent(ctx, s, AgentQuery{ID: q.Agent, Cwd: q.Cwd})
	if err != nil {
		return nil, err
	}
	c := workspace.Union(ctx, s, agent, workspace.Vantages(s, q.Cwd))
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	errs := slices.Concat(c.Errors, workspace.NativeErrors(s, agent, workspace.Vantages(s, q.Cwd)))
	list := &List{
		Agent: agent, Reason: reason,
		Skills:    append([]skills.Skill{}, c.Offered()...),
		Errors:    append([]skills.LoadError{}, errs...),
		Truncated: c.Truncated || len(c.Surplus()) > 0,
		Unread:    c.Unread,
	}
	for _, o := range c.Off {
		var clauses []string
		for _, r := range o.By {
			clauses = append(clauses, rulingClause(s, r))
		}
		list.Off = append(list.Off, skills.LoadError{Path: o.Path, Message: strings.Join(clauses, ", and ")})
	}
	if vantages := workspace.Vantages(s, q.Cwd); len(vantages) > 0 {
		if by := workspace.Configured(s, agent, vantages[0]).DisabledBy; by.Off {
			list.Disabled = rulingNote(s, by)
		}
	}
	return list, nil
}

// Ignored returns the files that an agent, started in a directory, finds and rejects without an error, and why.
func Ignored(ctx context.Context, s *workspace.Snapshot, agent *skills.Agent, cwd string) (list []skills.LoadError) {
	c := workspace.Catalog(ctx, s, agent, cwd)
	known := make(map[string]bool)
	for _, skill := range c.Skills {
		known[skill.Path] = true
	}
	for _, off := range c.Off {
		known[off.Path] = true
	}
	for _, e := range slices.Concat(c.Errors, c.Unread) {
		known[e.Path] = true
	}
	for _, found := range c.Files() {
		f, err := s.File(found.Path)
		if known[found.Path] || err != nil {
			continue
		}
		var causes []string
		_, _, why := Loaded(s, agent, f, found.Path, workspace.VerdictAt(s, agent, f, found.Path))
		for _, r := range why {
			causes = append(causes, r.Message)
		}
		list = append(list, skills.LoadError{Path: found.Path, Message: strings.Join(causes, "; ")})
	}
	return list
}

// A SearchQuery is a request for skills that match words.
type SearchQuery struct {
	Query string
	Limit int    // maximum number of results; 0 means the agent's default, which is 8 unless configured
	Scope string // repo or user; empty means both
	Cwd   string
	Agent string
}

// A SearchResult is the result of skills/search: the skills of an agent that match words.
type SearchResult struct {
	Agent  *skills.Agent `json:"agent"`
	Reason AgentReason   `json:"agentReason"`
	skills.SearchResult
}

// SearchSkills ranks the catalog as Codelia's skill_search does.
func SearchSkills(ctx context.Context, s *workspace.Snapshot, q SearchQuery) (*SearchResult, error) {
	cwd := workspace.Standing(s, q.Cwd)
	agent, reason, err := WhichAgent(ctx, s, AgentQuery{ID: q.Agent, Cwd: q.Cwd})
	if err != nil {
		return nil, err
	}
	vantages := workspace.Vantages(s, q.Cwd)
	c := workspace.Union(ctx, s, agent, vantages)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	found := c.Search(skills.Query{Text: q.Query, Limit: q.Limit, Scope: skills.Scope(q.Scope), Cwd: cwd}, workspace.Configured(s, agent, cwd).Search)
	return &SearchResult{agent, reason, found}, nil
}
