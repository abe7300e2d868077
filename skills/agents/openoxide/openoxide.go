// Package openoxide describes OpenOxide, which exists only as the design document openoxide-skills-study.md.
package openoxide

import (
	_ "embed"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
)

//go:embed page.md
var page string

// Agent is OpenOxide as its design document describes it.
var Agent = kit.Described(page, &skills.Agent{
	ID:    "openoxide",
	Title: "OpenOxide",
	Mark:  "design only",

	Locations: skills.Locations{
		Roots: []skills.Root{
			{Base: skills.FromChain, Dir: ".openoxide/skills", Scope: skills.ScopeRepo},
			{Base: skills.FromChain, Dir: ".agents/skills", Scope: skills.ScopeRepo},
			// The design gives no default for the variable.
			{Base: skills.FromConfig, Dir: "skills", Env: []skills.EnvDir{{Name: "OPENOXIDE_HOME", Dir: "skills"}}, Scope: skills.ScopeUser},
			{Base: skills.FromHome, Dir: ".agents/skills", Scope: skills.ScopeUser},
			// Optional in the design, for compatibility.
			{Base: skills.FromHome, Dir: ".claude/skills", Scope: skills.ScopeUser},
			// The cache of embedded skills and the system's configuration. The design does not locate either.
			{Base: skills.FromConfig, Dir: ".", Scope: skills.ScopeSystem},
			{Base: skills.FromConfig, Dir: ".", Scope: skills.ScopeAdmin},
		},
		// The design requires bounded traversal and a link policy by scope, but gives neither numbers nor the
		// policy. Following links and descending causes no false problems.
		Walk: skills.Walk{FollowDirs: true, FollowFiles: true, AtRoot: true},
		// The design names no marker. This is the default of Codex, whose discovery the design adopts.
		Project: skills.Project{Markers: []string{".git"}},
	},

	Ownership: skills.Ownership{Owns: []string{".openoxide/skills"}},

	Fields: []skills.Field{
		{Name: "context", Values: []string{"fork"}},
		{Name: "agent", Needs: skills.Setting{Field: "context", Value: "fork"}},
	},
	Companions: companions(),
	Limits: skills.Limits{
		Listing: skills.Budget{Chars: listedChars}, // if the size of the context window is not known
	},

	Settings: skills.Settings{
		Knobs: []skills.Knob{
			kit.Group(
				"budget",
				skills.Knob{
					Name: "max_pct", Type: skills.CountKnob, Min: 1, Max: 100,
					Apply: func(r *skills.Agent, v skills.KnobValue) { r.ListingOf = budget(v.Count) },
				},
				kit.Count("fallback_chars", "", func(r *skills.Agent, n int) { r.Limits.Listing.Chars = n }),
			),
			kit.Texts("connectors", "", func(r *skills.Agent, names []string) {
				for _, name := range names {
					r.Connectors = append(r.Connectors, strings.ToLower(name))
				}
			}),
			{Name: "skills", Type: skills.EntriesKnob, Apply: kit.SwitchOff("skills")},
			kit.Group(
				"permissions",
				kit.Switch("trusted_sources", "", true, func(r *skills.Agent) { r.Inject = injection(trustOwners) }),
				kit.Switch("strict", "", true, func(r *skills.Agent) { r.Inject = injection(trustNone) }),
			),
		},
	},

	Decisions: skills.Decisions{
		Accept: accept,
		Adopt:  skills.Adoption{In: adopt},
	},

	Mentions:     kit.SkillMentions,
	Placeholders: &skills.Placeholders{Commands: skills.Always},
	Inject:       injection(trustAsked),
	Closing:      []string{"</skill>"},

	Catalog:   catalog,
	Compare:   kit.CompareScopes, // Discovery and Scope Order
	ListingOf: budget(listedPercent),
	Estimate:  skills.EstimateTokens, // as in Codex; the design does not say
})
