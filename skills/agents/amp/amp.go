// Package amp describes Amp, Sourcegraph's coding agent. It is closed source. The facts come from its
// documentation and from third parties.
package amp

import (
	_ "embed"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
)

//go:embed page.md
var page string

// Agent is Amp.
var Agent = kit.Described(page, &skills.Agent{
	ID:    "amp",
	Title: "Amp",

	Locations: skills.Locations{
		// In the order of precedence: the user's roots come before the project's. Built-in skills come last.
		Roots: []skills.Root{
			{Base: skills.FromHome, Dir: ".config/agents/skills", Scope: skills.ScopeUser, Word: "user"},
			{Base: skills.FromHome, Dir: ".agents/skills", Scope: skills.ScopeUser, Word: "user"},
			{Base: skills.FromHome, Dir: ".config/amp/skills", Scope: skills.ScopeUser, Word: "user"},
			{Base: skills.FromChain, Dir: ".agents/skills", Scope: skills.ScopeRepo, Word: "project", Upward: true},
			{Base: skills.FromCwd, Dir: ".claude/skills", Scope: skills.ScopeRepo, Word: "project"},
			{Base: skills.FromHome, Dir: ".claude/skills", Scope: skills.ScopeUser, Word: "user"},
			{Base: skills.FromHome, Dir: ".claude/plugins/cache", Scope: skills.ScopePlugin},
			// Each directory of amp.skills.path.
			{Base: skills.FromConfig, Dir: ".", Scope: skills.ScopeUser, Word: "user"},
		},
		// Not established: how deep Amp searches, whether it follows links, and whether a root can hold a
		// SKILL.md. Assuming that it does causes no false problems.
		Walk:       skills.Walk{FollowDirs: true, FollowFiles: true, AtRoot: true},
		Project:    skills.Project{Markers: []string{".git"}}, // it is not established how far up Amp searches
		Duplicates: skills.FirstWins,
	},

	Companions: []skills.Companion{companion},

	Settings: skills.Settings{
		Knobs: []skills.Knob{
			kit.Group(
				"skills",
				kit.Directories("path", "", kit.AddRoots(func(dir string) skills.Root {
					return kit.NamedRoot(dir, skills.Root{Scope: skills.ScopeUser, Word: "user"})
				})),
				kit.Switch("disableClaudeCodeSkills", "", true, kit.WithoutRoots(func(root skills.Root) bool {
					return strings.HasPrefix(root.Dir, ".claude/")
				})),
			),
		},
	},

	Decisions: skills.Decisions{Accept: accept},

	Inject:  inject,
	Closing: []string{"</loaded_skill>"},

	Catalog: catalog,
})
