package index

import "skills-ls/skills"

// A Shortfall is what an agent's initial catalog leaves out of the skills that the agent finds from a
// vantage. It is immutable.
type Shortfall struct {
	Catalog *skills.Catalog
	Losses  map[string]Loss // by the path of the skill in the catalog
	Budgeting
}

// A Budgeting is the part of a loss that all skills of a catalog share. It does not have the number of
// skills, because then one more skill would change the diagnostics of ten thousand others.
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

// A ShortfallPlace is an agent, by its ID, and a working directory.
type ShortfallPlace struct{ Agent, Vantage string }
