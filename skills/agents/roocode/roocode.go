// Package roocode describes Roo Code, an agent in Visual Studio Code.
package roocode

import (
	"cmp"
	_ "embed"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
)

//go:embed page.md
var page string

// Agent is Roo Code.
var Agent = kit.Described(page, inModes(&skills.Agent{
	ID:    "roo-code",
	Title: "Roo Code",

	Locations: skills.Locations{
		Roots:      roots(),
		Walk:       skills.Walk{FollowDirs: true, FollowFiles: true, RealRoots: true},
		Duplicates: skills.LastWins,
		Silent:     true, // messages reach only the console of the extension host
	},

	Ownership: skills.Ownership{
		Owns:    []string{".roo"},
		Markers: []string{".roo"},
	},

	Fields: []skills.Field{
		{Name: "modeSlugs", Values: builtin, Open: true},
		{Name: "mode", Values: builtin, Open: true},
	},
	Limits:        skills.Limits{Unit: text.UTF16, Name: maxName, Description: maxDescription},
	ReservedNames: kit.ReservedNames(`only the model can load it, "/NAME" is Roo Code's own`, command),

	Settings: skills.Settings{
		Knobs: []skills.Knob{
			kit.Texts("customModes", "", func(r *skills.Agent, modes []string) {
				r.Roots = roots(modes...)
				inModes(r)
			}),
			kit.Texts("modes", "", func(r *skills.Agent, modes []string) { inModes(r, modes...) }),
		},
	},

	Decisions: skills.Decisions{Accept: accept, Adopt: skills.Adoption{Namesakes: true}},

	Mentions:     mentions,
	Placeholders: &skills.Placeholders{},
	Inject:       inject,

	// Roo Code finds the user's .agents, the project's .agents, the user's .roo and the project's .roo. A skill
	// that replaces others of its name takes the position of the first of them, which is not known here.
	Compare: func(a, b skills.Skill) int {
		return cmp.Or(strings.Compare(holder(a), holder(b)), kit.CompareFound(a, b))
	},
}))

// roots returns the directories that Roo Code searches (getSkillsDirectories in SkillsManager.ts): skills,
// and skills-<mode> for each of its modes and each custom mode. A later root takes precedence. Therefore the
// user's roots come first here, although Roo Code searches .agents of both before .roo of both.
func roots(custom ...string) []skills.Root {
	var dirs []string
	for _, holder := range []string{".agents", ".roo"} {
		dirs = append(dirs, holder+"/skills")
		for _, mode := range slices.Concat(builtin, custom) {
			if dir := holder + "/skills-" + mode; !slices.Contains(dirs, dir) {
				dirs = append(dirs, dir)
			}
		}
	}
	user := skills.Root{Base: skills.FromHome, Scope: skills.ScopeUser, Word: "global", Depth: 1, Yields: true}
	project := skills.Root{Base: skills.FromCwd, Scope: skills.ScopeRepo, Word: "project", Depth: 1}
	return slices.Concat(kit.RootsIn(user, dirs...), kit.RootsIn(project, dirs...))
}

// holder returns the name of the directory that has the root of a skill: ".agents" or ".roo".
func holder(s skills.Skill) string { return filepath.Base(filepath.Dir(filepath.Dir(s.Dir))) }
