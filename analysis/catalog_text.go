package analysis

import (
	"context"
	"slices"

	"skills-ls/skills"
	"skills-ls/skills/runtimes"
)

// A CatalogText is what a runtime tells the model of all skills at the start.
type CatalogText struct {
	skills.CatalogText
	Runtime  string
	Budget   skills.Budget
	Tokens   skills.Tokens
	Estimate *skills.Tokens     // the runtime's own, nil where it has none
	Unread   []skills.LoadError // what could not be looked into; see [skills.Discovery]
}

// estimate returns how many tokens a text has as a runtime counts them itself, nil where it does not.
func estimate(rt *skills.Runtime, text string) *skills.Tokens {
	if rt.Estimate == nil {
		return nil
	}
	return new(rt.Estimate(text))
}

// CatalogText renders the initial catalogue of a runtime as it is from one directory: the query's, else the first in which a
// request stands. The error is an *[UnknownRuntimeError], or the context's.
func (s *Snapshot) CatalogText(ctx context.Context, q ListQuery) (*CatalogText, error) {
	cwd := s.standing(q.Cwd)
	rt, err := s.catalogRuntime(q.Runtime, cwd)
	if err != nil {
		return nil, err
	}
	if rt.Catalog == nil {
		return nil, &UnknownRuntimeError{ID: rt.ID, Known: withCatalogText(), what: "of which it is known what it tells the model of its skills"}
	}
	text, catalog := s.catalogText(ctx, rt, cwd)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return &CatalogText{
		CatalogText: text, Runtime: rt.ID, Budget: s.configured(rt, cwd).Limits.Listing, Tokens: skills.CountTokens(text.Content), Estimate: estimate(rt, text.Content), Unread: catalog.Unread,
	}, nil
}

// catalogText renders the initial catalogue of a runtime, which must have one, under the settings of a vantage.
func (s *Snapshot) catalogText(ctx context.Context, rt *skills.Runtime, vantage string) (skills.CatalogText, *skills.Catalog) {
	catalog, configured := s.catalog(ctx, rt, vantage), s.configured(rt, vantage)
	return configured.Catalog(slices.Concat(catalog.Offered(), catalog.Surplus()), configured.Limits.Listing), catalog
}

func withCatalogText() []string {
	var ids []string
	for _, rt := range runtimes.All() {
		if canCatalog(rt) && rt.Catalog != nil {
			ids = append(ids, rt.ID)
		}
	}
	return ids
}
