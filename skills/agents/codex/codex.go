// Package codex describes Codex, OpenAI's agent.
package codex

import (
	_ "embed"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
)

//go:embed page.md
var page string

// Agent is Codex.
var Agent = kit.Described(page, &skills.Agent{
	ID:    "codex",
	Title: "OpenAI Codex",

	Locations: skills.Locations{
		// The layers of the configuration from the highest precedence down, then the directories of the
		// project. Roots of plugins and extra roots of the user come before the last. The user's own layer is
		// not a layer of a project.
		Roots: []skills.Root{
			{Base: skills.FromChain, Dir: ".codex/skills", Scope: skills.ScopeRepo, Depth: 6, Upward: true, Yields: true},
			{Base: skills.FromHome, Dir: ".codex/skills", Env: []skills.EnvDir{{Name: "CODEX_HOME", Dir: "skills"}}, Scope: skills.ScopeUser, Depth: 6},
			{Base: skills.FromHome, Dir: ".agents/skills", Scope: skills.ScopeUser, Depth: 6},
			{Base: skills.FromHome, Dir: ".codex/skills/.system", Env: []skills.EnvDir{{Name: "CODEX_HOME", Dir: "skills/.system"}}, Scope: skills.ScopeSystem, NoLinks: true, Silent: true, Depth: 6},
			{Base: skills.FromSystem, Dir: "/etc/codex/skills", Scope: skills.ScopeAdmin, Depth: 6},
			// Each enabled plugin.
			{Base: skills.FromConfig, Dir: "skills", Scope: skills.ScopeUser, Depth: 6},
			{Base: skills.FromChain, Dir: ".agents/skills", Scope: skills.ScopeRepo, Depth: 6},
		},
		// Not modeled: the walk ends when its results exceed 4 MiB (file-system/src/lib.rs, of the same
		// tree).
		Walk: skills.Walk{
			FollowDirs: true,
			Broad:      true,
			SkipHidden: true,
			AtRoot:     true,
			MaxDirs:    2000,
			MaxEntries: 20_000,
			RealPaths:  true,
		},
		Project:    skills.Project{Markers: []string{".git"}},
		Duplicates: skills.KeepAll,
	},

	Ownership: skills.Ownership{
		Owns:            []string{".codex/skills"},
		OwnsPlugins:     ".codex-plugin/plugin.json",
		QualifiesSkills: true,
		Markers:         []string{".codex"},
		Manifests:       manifests,
	},

	Companions: []skills.Companion{companion},
	Limits: skills.Limits{
		Unit:        text.Runes,
		Name:        nameLength,
		Description: descriptionLength,
		Listing:     skills.Budget{Chars: listedChars},
	},
	ReservedNames: kit.ReservedNames(`Codex reads "$NAME" as an environment variable`, kit.EnvironmentNames...),
	HiddenBy:      &skills.HiddenBy{Field: kit.OpenAISwitch, How: `"policy.allow_implicit_invocation" in agents/openai.yaml`},

	Settings: skills.Settings{
		Knobs:  knobs,
		Native: native,
	},

	Decisions: skills.Decisions{
		Accept: accept,
		Adopt:  skills.Adoption{Files: []string{"plugin.json"}, In: adopt},
	},

	Mentions:     kit.SkillMentions,
	Placeholders: &skills.Placeholders{},
	Inject:       inject,
	Closing:      []string{"</skill>"},

	Catalog:   catalog,
	Compare:   kit.CompareScopes,
	ListingOf: budgetOf,
	Estimate:  skills.EstimateTokens, // approx_token_count
})
