// Package goose describes Goose, Block's agent.
package goose

import (
	_ "embed"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
)

//go:embed page.md
var page string

// Agent is Goose.
var Agent = kit.Described(page, &skills.Agent{
	ID:    "goose",
	Title: "Goose",

	Locations: skills.Locations{
		// In the order of precedence; built-in skills come last.
		Roots: []skills.Root{
			{Base: skills.FromCwd, Dir: ".agents/skills", Scope: skills.ScopeRepo, Word: "project"},
			{Base: skills.FromCwd, Dir: ".goose/skills", Scope: skills.ScopeRepo, Word: "project"},
			{Base: skills.FromCwd, Dir: ".claude/skills", Scope: skills.ScopeRepo, Word: "project"},
			// Each plugin of the project.
			{Base: skills.FromConfig, Dir: ".", Scope: skills.ScopePlugin, Word: "project"},
			{Base: skills.FromHome, Dir: ".agents/skills", Scope: skills.ScopeUser, Word: "global"},
			{Base: skills.FromHome, Dir: ".config/goose/skills", Env: config, Scope: skills.ScopeUser, Word: "global"},
			{Base: skills.FromHome, Dir: ".claude/skills", Scope: skills.ScopeUser, Word: "global"},
			{Base: skills.FromHome, Dir: ".config/agents/skills", Scope: skills.ScopeUser, Word: "global"},
			// Each plugin of the user.
			{Base: skills.FromConfig, Dir: ".", Scope: skills.ScopePlugin, Word: "global"},
		},
		Walk:       skills.Walk{FollowDirs: true, FollowFiles: true, AtRoot: true, Skip: skipped},
		Duplicates: skills.FirstWins,
		Silent:     true,
	},

	Ownership: skills.Ownership{
		Owns:    []string{".goose/skills"},
		Markers: []string{".goose"},
	},

	Limits:        skills.Limits{Unit: text.Bytes},
	ReservedNames: kit.ReservedNames(`only the model can load it, "/NAME" is Goose's own`, commands...),

	Decisions: skills.Decisions{
		Accept:    accept,
		Validator: skills.Validator{Title: "Goose's check of skills that it creates", Check: validate},
	},

	Mentions:     mentions,
	Placeholders: &skills.Placeholders{Arguments: skills.ByCommand, Indexed: true, First: 1, Split: splitUnfinished},
	Inject:       inject,
	ReadResource: readResource,

	Catalog: catalog,
	Compare: compare,
})

// config lists the environment variables for the directory of Goose's configuration, and the skills in it
// (Paths::get_dir in config/paths.rs @0780e228, and Xdg of etcetera).
var config = []skills.EnvDir{
	{Name: "GOOSE_PATH_ROOT", Dir: "config/skills", Absolute: true},
	{Name: "XDG_CONFIG_HOME", Dir: "goose/skills", Absolute: true},
}
