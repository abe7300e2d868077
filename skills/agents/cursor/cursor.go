// Package cursor describes the agent of the editor Cursor. It is closed source. The facts come from its
// documentation.
package cursor

import (
	_ "embed"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
)

//go:embed page.md
var page string

// Agent is Cursor's agent.
var Agent = kit.Described(page, &skills.Agent{
	ID:    "cursor",
	Title: "Cursor",

	Locations: skills.Locations{
		// The vantage is the opened folder. The documentation gives no order for .claude and .codex beyond
		// "compatibility".
		Roots: []skills.Root{
			{Base: skills.FromCwd, Dir: ".agents/skills", Scope: skills.ScopeRepo, Word: "project", Nested: true},
			{Base: skills.FromCwd, Dir: ".cursor/skills", Scope: skills.ScopeRepo, Word: "project", Nested: true},
			{Base: skills.FromHome, Dir: ".agents/skills", Scope: skills.ScopeUser, Word: "user"},
			{Base: skills.FromHome, Dir: ".cursor/skills", Scope: skills.ScopeUser, Word: "user"},
			{Base: skills.FromCwd, Dir: ".claude/skills", Scope: skills.ScopeRepo, Word: "project"},
			{Base: skills.FromCwd, Dir: ".codex/skills", Scope: skills.ScopeRepo, Word: "project"},
			{Base: skills.FromHome, Dir: ".claude/skills", Scope: skills.ScopeUser, Word: "user"},
			{Base: skills.FromHome, Dir: ".codex/skills", Scope: skills.ScopeUser, Word: "user"},
		},
		// Links and a SKILL.md in the root itself are not documented. Accepting them causes no false
		// problems.
		Walk:       skills.Walk{FollowDirs: true, FollowFiles: true, AtRoot: true},
		Duplicates: skills.AnyWins,
	},

	Ownership: skills.Ownership{
		Manifests: manifests,
		Owns:      []string{".cursor/skills"},
		// The skills of a plugin are in its "skills". Whether the name of an installed one begins with that of
		// the plugin is not documented (cursor.com/docs/reference/plugins, Plugin structure).
		OwnsPlugins: ".cursor-plugin/plugin.json",
		Markers:     []string{".cursor"},
	},

	Fields: []skills.Field{
		{Name: "paths", Globs: true},
		{Name: "globs", Globs: true},
		{
			Name:   "color",
			Values: []string{"default", "green", "cyan", "blue", "purple", "magenta", "orange", "yellow", "red", "brand"},
		},
	},

	Decisions: skills.Decisions{Accept: accept},

	Mentions: kit.LeadingSlashMention,
	Inject:   inject,
})
