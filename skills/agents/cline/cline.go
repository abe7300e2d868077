// Package cline describes Cline, the coding agent for VS Code and the command line.
package cline

import (
	_ "embed"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
)

//go:embed page.md
var page string

// Agent is Cline. Since commit 94f5a47a (June 2026) its extension and its command line read skills with the
// same code.
var Agent = kit.Described(page, &skills.Agent{
	ID:    "cline",
	Title: "Cline",

	Locations: skills.Locations{
		// A later root wins (resolveSkillsConfigSearchPaths in storage/paths.ts, createSkillsConfigDefinition
		// in user-instruction-config-loader.ts).
		Roots: []skills.Root{
			{Base: skills.FromProject, Dir: ".clinerules/skills", Scope: skills.ScopeRepo, Depth: 1},
			{Base: skills.FromProject, Dir: ".cline/skills", Scope: skills.ScopeRepo, Depth: 1},
			{Base: skills.FromProject, Dir: ".agents/skills", Scope: skills.ScopeRepo, Depth: 1},
			{
				Base: skills.FromHome, Dir: ".cline/skills", Env: clineDir("skills"),
				Scope: skills.ScopeUser, Depth: 1,
			},
			{Base: skills.FromHome, Dir: ".agents/skills", Scope: skills.ScopeUser, Depth: 1},
			plugins(skills.Root{Base: skills.FromProject, Dir: ".cline/plugins"}),
			plugins(skills.Root{Base: skills.FromHome, Dir: ".cline/plugins", Env: clineDir("plugins")}),
			plugins(skills.Root{Base: skills.FromHome, Dir: "Documents/Cline/Plugins"}),
			{
				Base: skills.FromProject, Dir: ".cline", Find: managedSkills,
				Scope: skills.ScopeAdmin, Depth: 1,
			},
		},
		Walk:       skills.Walk{FollowDirs: true, FollowFiles: true, AtRoot: true, PlainAtRoot: true},
		Duplicates: skills.LastWins,
		NameKey:    nameKey,
		Replaces:   true,
		Silent:     true,
	},

	Ownership: skills.Ownership{
		Owns:    []string{".cline/skills", ".clinerules/skills"},
		Markers: []string{".cline", ".clinerules"},
	},

	Limits: skills.Limits{Unit: text.UTF16},

	Settings: skills.Settings{
		Knobs: []skills.Knob{
			{
				Name: "disabledTools", Type: skills.TextsKnob,
				Apply: hide("disabledTools", func(tools []string, _ string) bool {
					return slices.Contains(tools, "skills")
				}),
			},
			{Name: "skills", Type: skills.TextsKnob, Apply: hide("skills", isLeftOut)},
			kit.Switch("commandLine", "", true, func(r *skills.Agent) {
				r.Project = skills.Project{Markers: []string{".git"}}
			}),
		},
	},

	Decisions: skills.Decisions{Accept: accept},

	Mentions:     mentions,
	Placeholders: &skills.Placeholders{},
	Inject:       inject,
	Closing:      []string{"</command-instructions>"},

	Catalog: catalog,
	Compare: kit.CompareFound,
})

// clineDir returns the environment variable that replaces ~/.cline (resolveClineDir in storage/paths.ts).
func clineDir(dir string) []skills.EnvDir { return []skills.EnvDir{{Name: "CLINE_DIR", Dir: dir}} }

// plugins returns a root that finds the skills of the plugins in a directory.
func plugins(root skills.Root) skills.Root {
	root.Find, root.Scope, root.Depth = pluginSkills, skills.ScopePlugin, 1
	return root
}

// hide returns a function that hides skills from the model according to a configured list.
func hide(setting string, hides func(list []string, name string) bool) func(*skills.Agent, skills.KnobValue) {
	return func(r *skills.Agent, v skills.KnobValue) {
		r.AddRuling(func(s *skills.Skill) (skills.Ruling, bool) {
			hidden := hides(v.Texts(), s.Name)
			s.Hidden = s.Hidden || hidden
			ruling := skills.Ruling{Effect: "hides this skill from the model", Setting: setting, From: v.From}
			return ruling, hidden
		})
	}
}

// isLeftOut reports whether a list that is not empty contains neither a name nor the part after its last
// colon (isSkillAllowed in user-instruction-plugin.ts).
func isLeftOut(list []string, name string) bool {
	normal := func(name string) string { return strings.ToLower(strings.TrimLeft(text.TrimJS(name), "/")) }
	for i := range list {
		list[i] = normal(list[i])
	}
	list = slices.DeleteFunc(list, func(allowed string) bool { return allowed == "" })
	name = normal(name)
	bare := name[strings.LastIndexByte(name, ':')+1:]
	return len(list) > 0 && !slices.Contains(list, name) && !slices.Contains(list, bare)
}
