package vantage

import (
	"context"
	"slices"

	"skills-ls/analysis/workspace"
	"skills-ls/skills"
)

// A Shortfall is what an agent's initial catalog leaves out of the skills that the agent finds from a
// vantage. It is immutable.
type Shortfall struct {
	Catalog *skills.Catalog
	Losses  map[string]Loss // by the path of the skill in the catalog
	Budgeting
}

// A Budgeting is the part of a loss that all skills of a catalog share.
type Budgeting struct {
	Budget skills.Budget
	ByUse  bool // see [skills.CatalogText]
	// Presumed says that the budget is a share of a context window whose size is not configured.
	Presumed bool
}

// A Loss is what the catalog's text lacks of one skill.
type Loss struct {
	Dropped bool // the skill is not listed
	Kept    int  // number of code points that are listed
	Alone   bool // see [skills.Shortened]
}

// A shortfallKey is the key of a shortfall.
type shortfallKey workspace.CatalogKey

// ShortfallOf returns what an agent's initial catalog leaves out, from the memo if possible. It returns nil for
// an agent whose catalog has no budget.
func ShortfallOf(ctx context.Context, s *workspace.Snapshot, agent *skills.Agent, vantage string) *Shortfall {
	configured := workspace.Configured(s, agent, vantage)
	if agent.Catalog == nil || configured.Limits.Listing == (skills.Budget{}) {
		return nil
	}
	build := func() *Shortfall {
		text, catalog := catalogTextFor(ctx, s, agent, vantage)
		l := &Shortfall{Catalog: catalog, Losses: make(map[string]Loss), Budgeting: Budgeting{
			Budget: configured.Limits.Listing, ByUse: text.ByUse, Presumed: configured.ListingOf != nil,
		}}
		for _, skill := range text.Dropped {
			l.Losses[skill.Path] = Loss{Dropped: true}
		}
		for _, short := range text.Shortened {
			l.Losses[short.Skill.Path] = Loss{Kept: short.Kept, Alone: short.Alone}
		}
		return l
	}
	renew := func(known *Shortfall, _ []string) *Shortfall {
		catalog := workspace.Catalog(ctx, s, agent, vantage)
		switch {
		case catalog == known.Catalog:
			return known
		case !sameSkills(catalog.Skills, known.Catalog.Skills):
			return build()
		}
		same := *known
		same.Catalog = catalog
		return &same
	}
	key, _ := workspace.Discovery(s, agent, vantage)
	return workspace.Recall(s, shortfallKey(key), build, renew)
}

// sameSkills reports whether two catalogs say the same of the same skills, ignoring modification times.
func sameSkills(a, b []skills.Skill) bool {
	return slices.EqualFunc(a, b, func(a, b skills.Skill) bool {
		a.MtimeMs = b.MtimeMs
		return a == b
	})
}

// Place returns the path that a skill has in the catalog, given the real path of its file. It returns false
// if the catalog does not have the skill.
func Place(l *Shortfall, real string) (path string, ok bool) {
	if i, ok := l.Catalog.Place(real); ok {
		return l.Catalog.Files()[i].Path, true
	}
	return "", false
}
