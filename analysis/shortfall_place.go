package analysis

import "skills-ls/skills"

// A shortfall is what an agent's initial catalog leaves out of the skills that the agent finds from a
// vantage. It is immutable.
type shortfall struct {
	catalog *skills.Catalog
	losses  map[string]loss // by the path of the skill in the catalog
	budgeting
}

// A budgeting is the part of a loss that all skills of a catalog share. It does not have the number of
// skills, because then one more skill would change the diagnostics of ten thousand others.
type budgeting struct {
	budget skills.Budget
	byUse  bool // see [skills.CatalogText]
	// presumed says that the budget is a share of a context window whose size is not configured.
	presumed bool
}

// A loss is what the catalog's text lacks of one skill.
type loss struct {
	dropped bool // the skill is not listed
	kept    int  // number of code points that are listed
	alone   bool // see [skills.Shortened]
}

// A shortfallPlace is an agent, by its ID, and a working directory.
type shortfallPlace struct{ agent, vantage string }
