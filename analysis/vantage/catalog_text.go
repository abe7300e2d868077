// Package vantage answers what an agent finds and loads from a working directory: lists, catalogs, previews, comparisons and
// the inventory.
package vantage

import (
	"context"
	"slices"

	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/agents"
)

// A CatalogText is the text about all skills that an agent inserts in the prompt at the start of a session.
type CatalogText struct {
	skills.CatalogText
	Agent    *skills.Agent
	Reason   AgentReason
	Budget   skills.Budget
	Tokens   skills.Tokens
	Estimate *skills.Tokens     // by the agent's own count; nil if it has none
	Unread   []skills.LoadError // what could not be read; see [skills.Discovery]
}

// estimate returns the number of tokens of a text as an agent itself counts them, or nil if it does not count
// them.
func estimate(agent *skills.Agent, text string) *skills.Tokens {
	if agent.Estimate == nil {
		return nil
	}
	return new(agent.Estimate(text))
}

// CatalogTextFor renders the initial catalog of an agent for one directory: that of the query, else the first
// working directory of a request without one. An agent without a known catalog is skipped, unless the query names
// it, and a note says so. The error is an *[workspace.UnknownAgentError] or the context's.
func CatalogTextFor(ctx context.Context, s *workspace.Snapshot, q ListQuery) (*CatalogText, error) {
	cwd := workspace.Standing(s, q.Cwd)
	agent, reason, err := WhichAgent(ctx, s, AgentQuery{ID: q.Agent, Cwd: q.Cwd, Can: hasCatalogText})
	if err != nil {
		return nil, err
	}
	if agent.Catalog == nil {
		return nil, &workspace.UnknownAgentError{ID: q.Agent, Agent: agent, Known: withCatalogText(), Lacks: "has no known catalog"}
	}
	text, catalog := catalogTextFor(ctx, s, agent, cwd)
	if reason != AgentNamed {
		skipped, why, err := WhichAgent(ctx, s, AgentQuery{Cwd: q.Cwd})
		if err == nil && skipped.Catalog == nil {
			note := skipped.Title + " (" + why.Explain() + ") has no known catalog."
			text.Notes = append([]string{note}, text.Notes...)
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return &CatalogText{
		CatalogText: text, Agent: agent, Reason: reason, Budget: workspace.Configured(s, agent, cwd).Limits.Listing,
		Tokens: s.Disk().Tokens.Exact(text.Content), Estimate: estimate(agent, text.Content), Unread: catalog.Unread,
	}, nil
}

// CatalogTexts returns the initial catalogs of those of the agents that have a known one, for the directory as in
// [CatalogTextFor]. Their tokens are estimated until a preview loads the vocabulary. Reason and Unread are not set. The
// error is the context's.
func CatalogTexts(ctx context.Context, s *workspace.Snapshot, cwd string, list []*skills.Agent) ([]CatalogText, error) {
	cwd = workspace.Standing(s, cwd)
	var texts []CatalogText
	for _, agent := range list {
		if !hasCatalogText(agent) {
			continue
		}
		text, _ := catalogTextFor(ctx, s, agent, cwd)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		texts = append(texts, CatalogText{
			CatalogText: text, Agent: agent, Budget: workspace.Configured(s, agent, cwd).Limits.Listing,
			Tokens: s.Disk().Tokens.Count(text.Content),
		})
	}
	return texts, nil
}

// catalogTextFor renders the initial catalog of an agent as configured for a vantage. The agent must have
// Catalog.
func catalogTextFor(ctx context.Context, s *workspace.Snapshot, agent *skills.Agent, vantage string) (skills.CatalogText, *skills.Catalog) {
	catalog, configured := workspace.Catalog(ctx, s, agent, vantage), workspace.Configured(s, agent, vantage)
	return configured.Catalog(slices.Concat(catalog.Offered(), catalog.Surplus()), configured.Limits.Listing), catalog
}

func hasCatalogText(agent *skills.Agent) bool {
	return workspace.CanCatalog(agent) && agent.Catalog != nil
}

func withCatalogText() []string {
	var ids []string
	for _, agent := range agents.All() {
		if hasCatalogText(agent) {
			ids = append(ids, agent.ID)
		}
	}
	return ids
}
