// Package otto describes otto, the agent of nitishxyz, formerly called agi.
package otto

import (
	_ "embed"
	"slices"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
)

//go:embed page.md
var page string

// Agent is otto.
var Agent = kit.Described(page, &skills.Agent{
	ID:    "otto",
	Title: "otto",

	Locations: skills.Locations{
		// A later root overrides an earlier one. The plan's roots come first at their level, so that today's
		// override them. If the working directory is the git root, its roots are scanned once, as cwd. If one
		// of the two is the home directory, that directory's roots are scanned again, and count as the later.
		// Of the user's roots only the first follows XDG_CONFIG_HOME (sdk/src/config/src/paths.ts 01cca734).
		Roots:      roots(),
		Walk:       skills.Walk{FollowDirs: true, FollowFiles: true, SkipHidden: true},
		Project:    skills.Project{Markers: []string{".git"}},
		Duplicates: skills.LastWins,
		Silent:     true,
	},

	Ownership: skills.Ownership{
		Owns:    []string{".otto/skills", ".agi/skills"},
		Markers: []string{".otto"},
	},

	Fields: []skills.Field{
		{Name: "allowed-tools", Separators: skills.Blanks | skills.JSONList},
	},
	Limits: skills.Limits{Unit: text.UTF16, Name: 64, Description: 1024, Compatibility: 500, ResourceBytes: 256 << 10},

	Settings: skills.Settings{
		// The section "skills" of the configuration (types/src/config.ts).
		Knobs: []skills.Knob{
			kit.MainSwitch("enabled", "", false, "enabled"),
			{
				Name: "items", Type: skills.ItemsKnob,
				Apply: func(r *skills.Agent, v skills.KnobValue) {
					r.AddRuling(func(s *skills.Skill) (skills.Ruling, bool) {
						return skills.Ruling{Off: true, Effect: "switches this skill off", Setting: "items", From: v.From}, slices.Contains(v.Off, s.Name)
					})
				},
			},
			{
				Name: "permissions", Type: skills.PermissionsKnob, Values: []string{"allow", "deny", "ask"},
				Apply: kit.Permit("permissions", planned),
			},
		},
	},

	Decisions: skills.Decisions{Accept: accept},

	Placeholders: &skills.Placeholders{},
	Inject:       inject,
	ReadResource: readResource,

	Catalog: catalog,
	Compare: kit.CompareCollated,
})

// planned ends the effects of permissions, which only the design plan has (agi-skills-plan.md, Phase 3). The plan
// uses OpenCode's words and does not define patterns, so that they work as in OpenCode.
const planned = " according to the design plan, but the current otto has no permissions"

// roots returns the user's directories, then those of the project.
func roots() []skills.Root {
	shared := []string{".agents/skills", ".agenst/skills", ".claude/skills", ".config/opencode/skills", ".codex/skills"}
	roots := []skills.Root{
		{Base: skills.FromHome, Dir: ".config/agi/skills", Env: []skills.EnvDir{{Name: "XDG_CONFIG_HOME", Dir: "agi/skills"}}, Scope: skills.ScopeUser, Word: "global", Depth: 1, Yields: true},
		{Base: skills.FromHome, Dir: ".config/otto/skills", Env: []skills.EnvDir{{Name: "XDG_CONFIG_HOME", Dir: "otto/skills"}}, Scope: skills.ScopeUser, Word: "user", Depth: 1, Yields: true},
	}
	add := func(like skills.Root, dirs ...string) { roots = append(roots, kit.RootsIn(like, dirs...)...) }
	own := append([]string{".otto/skills"}, shared...)
	add(skills.Root{Base: skills.FromHome, Scope: skills.ScopeUser, Word: "user", Depth: 1, Yields: true}, shared...)
	add(skills.Root{Base: skills.FromChain, Scope: skills.ScopeRepo, Word: "project", Depth: 1}, ".agi/skills")
	add(skills.Root{Base: skills.FromCwd, Scope: skills.ScopeRepo, Word: "cwd", Depth: 1}, own...)
	add(skills.Root{Base: skills.FromProject, Scope: skills.ScopeRepo, Word: "repo", Depth: 1}, own...)
	return roots
}
