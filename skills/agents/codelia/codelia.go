// Package codelia describes Codelia, the agent of kousw/codelia. The code decides. If the design document
// codelia-skills-spec.md goes further, the notes of the agent say so.
package codelia

import (
	_ "embed"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
)

//go:embed page.md
var page string

// Agent is Codelia.
var Agent = kit.Described(page, &skills.Agent{
	ID:    "codelia",
	Title: "Codelia",

	Locations: skills.Locations{
		Roots: []skills.Root{
			{Base: skills.FromChain, Dir: ".agents/skills", Scope: skills.ScopeRepo},
			{Base: skills.FromHome, Dir: ".agents/skills", Scope: skills.ScopeUser},
		},
		Walk: skills.Walk{AtRoot: true, RealPaths: true},
		Project: skills.Project{
			Markers: []string{".codelia", ".git", ".jj"},
			RootEnv: "CODELIA_AGENTS_ROOT",
			MarkEnv: "CODELIA_AGENTS_MARKERS",
		},
		Duplicates: skills.KeepAll,
	},

	Ownership: skills.Ownership{Markers: []string{".codelia"}},

	Limits: skills.Limits{
		Unit:        text.UTF16,
		Name:        64,
		Description: 1024,
		Listing:     skills.Budget{Entries: 200, Bytes: 32 * 1024},
		ListedFiles: listedFiles,
		ListedBytes: listedBytes,
	},

	Settings: skills.Settings{
		Knobs: []skills.Knob{
			kit.MainSwitch("enabled", "skills.enabled", false, "skills.enabled"),
			kit.Group(
				"initial",
				kit.Count("maxEntries", "skills.initial.maxEntries", func(r *skills.Agent, n int) {
					r.Limits.Listing.Entries = n
				}),
				kit.Count("maxBytes", "skills.initial.maxBytes", func(r *skills.Agent, n int) {
					r.Limits.Listing.Bytes = n
				}),
			),
			kit.Group(
				"search",
				kit.Count("defaultLimit", "skills.search.defaultLimit", func(r *skills.Agent, n int) {
					r.Search.Default = n
				}),
				kit.Count("maxLimit", "skills.search.maxLimit", func(r *skills.Agent, n int) { r.Search.Max = n }),
			),
			kit.Group(
				"permissions",
				skills.Knob{Name: "deny", Type: skills.ToolsKnob, Native: "permissions.deny", Apply: deny},
				skills.Knob{Name: "allow", Type: skills.ToolsKnob, Native: "permissions.allow"},
			),
		},
		// Codelia does not start a session if this file has an error (packages/runtime/src/config.ts).
		Native: &skills.Native{
			Syntax: skills.JSON,
			Ends:   []string{".codelia/config.json"},
		},
		Search: skills.SearchLimits{Default: 8, Max: 50},
	},

	Decisions: skills.Decisions{Accept: accept},

	Mentions:     kit.KebabMentions,
	Placeholders: &skills.Placeholders{},
	Inject:       inject,
	Closing:      []string{"</skill_context>"},

	Catalog: catalog,
	Compare: kit.CompareCollated,
})

// deny applies permissions.deny, which the tool skill_load obeys for every caller
// (packages/runtime/src/permissions/service.ts; skill_name by packages/config/src/index.ts). A denied skill
// stays in the catalog.
var deny = kit.RuleBy("permissions.deny", func(s *skills.Skill, c skills.KnobChoice) (ruling skills.Ruling) {
	if c.Name == "skill_load" && (c.Pattern == "" || c.Pattern == s.Name) {
		ruling.Effect = "denies this skill to the model: the tool `skill_load` rejects it"
	}
	return ruling
})
