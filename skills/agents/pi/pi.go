// Package pi describes Pi, a coding agent for the terminal.
package pi

import (
	_ "embed"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
)

//go:embed page.md
var page string

// Agent is Pi.
var Agent = kit.Described(page, &skills.Agent{
	ID:    "pi",
	Title: "Pi",

	Locations: skills.Locations{
		// addAutoDiscoveredResources in core/package-manager.ts. The paths of the setting skills come first;
		// see applySkills.
		Roots: []skills.Root{
			{Base: skills.FromCwd, Dir: ".pi/skills", Scope: skills.ScopeRepo, Word: "project"},
			{
				Base: skills.FromChain, Dir: ".agents/skills", Scope: skills.ScopeRepo, Word: "project",
				Upward: true, Yields: true, FilesBelow: true,
			},
			{
				Base: skills.FromHome, Dir: ".pi/agent/skills", Scope: skills.ScopeUser, Word: "user",
				Env: []skills.EnvDir{{Name: "PI_CODING_AGENT_DIR", Dir: "skills"}},
			},
			{Base: skills.FromHome, Dir: ".agents/skills", Scope: skills.ScopeUser, Word: "user", FilesBelow: true},
			// Installed packages, then --skill, then extensions.
			{Base: skills.FromConfig, Dir: ".", Scope: skills.ScopePlugin},
		},
		// collectSkillEntries in core/package-manager.ts.
		Walk: skills.Walk{
			FollowDirs: true, FollowFiles: true, SkipHidden: true, AtRoot: true, Leaves: true,
			RootFiles: ".md", Skip: []string{"node_modules"}, Ignore: ignore,
		},
		Project:    skills.Project{Markers: []string{".git"}, Unbounded: true},
		Duplicates: skills.FirstWins,
	},

	Ownership: skills.Ownership{
		Owns:    []string{".pi"},
		Markers: []string{".pi"},
	},

	Limits: skills.Limits{Unit: text.UTF16},

	Settings: skills.Settings{
		Knobs: []skills.Knob{
			{Name: "skills", Type: skills.TextsKnob, Native: "skills", Apply: applySkills},
			kit.Trusted,
		},
		Native: &skills.Native{
			Syntax: skills.JSON,
			Ends:   []string{".pi/settings.json"},
			Unless: kit.Untrusted,
		},
	},

	Decisions: skills.Decisions{Accept: accept},

	Mentions:     mentions,
	Placeholders: &skills.Placeholders{},
	Inject:       inject,
	Closing:      []string{"</skill>"},

	Catalog: catalog,
	Compare: kit.CompareFound,
	Warns: func(taken, _ skills.Skill) string { // loadSkills in core/skills.ts
		return `name "` + taken.Name + `" collision`
	},
})
