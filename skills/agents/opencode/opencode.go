// Package opencode describes OpenCode, the agent of anomalyco/opencode.
package opencode

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

// Agent is version 1 of OpenCode. The knob version turns it into version 2.
var Agent = kit.Described(page, &skills.Agent{
	ID:    "opencode",
	Title: "OpenCode",

	Locations: skills.Locations{
		// OpenCode's scope "config" counts as repo even if the directory is elsewhere. In directories from
		// its configuration OpenCode skips names that begin with a dot. In `.claude` and `.agents` it
		// includes them.
		Roots: []skills.Root{
			{Base: skills.FromHome, Dir: ".claude/skills", Scope: skills.ScopeUser, Word: "global"},
			{Base: skills.FromHome, Dir: ".agents/skills", Scope: skills.ScopeUser, Word: "global"},
			{Base: skills.FromChain, Dir: ".claude/skills", Scope: skills.ScopeRepo, Word: "project", Upward: true},
			{Base: skills.FromChain, Dir: ".agents/skills", Scope: skills.ScopeRepo, Word: "project", Upward: true},
			config(skills.Root{Base: skills.FromHome, Dir: ".config/opencode/skill", Env: []skills.EnvDir{{Name: "XDG_CONFIG_HOME", Dir: "opencode/skill"}}}),
			config(skills.Root{Base: skills.FromHome, Dir: ".config/opencode/skills", Env: []skills.EnvDir{{Name: "XDG_CONFIG_HOME", Dir: "opencode/skills"}}}),
			config(skills.Root{Base: skills.FromChain, Dir: ".opencode/skill", Upward: true}),
			config(skills.Root{Base: skills.FromChain, Dir: ".opencode/skills", Upward: true}),
			config(skills.Root{Base: skills.FromHome, Dir: ".opencode/skill"}),
			config(skills.Root{Base: skills.FromHome, Dir: ".opencode/skills"}),
			config(skills.Root{Base: skills.FromConfig, Dir: "skill", Env: []skills.EnvDir{{Name: "OPENCODE_CONFIG_DIR", Dir: "skill"}}}),
			config(skills.Root{Base: skills.FromConfig, Dir: "skills", Env: []skills.EnvDir{{Name: "OPENCODE_CONFIG_DIR", Dir: "skills"}}}),
			// Each entry of skills.paths.
			config(skills.Root{Base: skills.FromConfig, Dir: "."}),
		},
		Walk: skills.Walk{FollowDirs: true, FollowFiles: true, Unguarded: true, AtRoot: true},
		// Without .git the worktree is the file system's root.
		Project:    skills.Project{Markers: []string{".git"}, Unbounded: true},
		Duplicates: skills.AnyWins,
	},

	Ownership: skills.Ownership{
		Owns:    []string{".opencode"},
		Markers: []string{"opencode.json", "opencode.jsonc", ".opencode"},
	},

	Fields: []skills.Field{
		{Name: "metadata.opencode/slash", Values: []string{"true", "false"}},
		{Name: "metadata.opencode/autoinvoke", Values: []string{"true", "false"}},
	},
	Limits: skills.Limits{Unit: text.UTF16, ListedFiles: listed},
	HiddenBy: &skills.HiddenBy{
		Key: autoinvoke, How: `"metadata.opencode/autoinvoke"`, Partly: true,
	},

	Settings: skills.Settings{
		Knobs: []skills.Knob{
			version, // first, because the others change the agent that it makes
			kit.Group("skills", skills.Knob{
				Name: "paths", Type: skills.PathsKnob, Native: "skills.paths",
				Apply: func(r *skills.Agent, v skills.KnobValue) {
					r.Roots = slices.DeleteFunc(slices.Clone(r.Roots), func(root skills.Root) bool { return root.Base == skills.FromConfig && len(root.Env) == 0 })
					for _, path := range v.Paths {
						root := config(kit.NamedRoot(path, skills.Root{}))
						root.NoHidden = r.Variant == "" // version 2 enters hidden directories too
						r.Roots = append(r.Roots, root)
					}
				},
			}),
			rootSwitch("OPENCODE_DISABLE_EXTERNAL_SKILLS", func(root skills.Root) bool {
				return strings.HasPrefix(root.Dir, ".claude/") || strings.HasPrefix(root.Dir, ".agents/")
			}),
			rootSwitch("OPENCODE_DISABLE_CLAUDE_CODE_SKILLS", func(root skills.Root) bool {
				return strings.HasPrefix(root.Dir, ".claude/")
			}),
			rootSwitch("OPENCODE_DISABLE_PROJECT_CONFIG", func(root skills.Root) bool {
				return root.Base == skills.FromChain && strings.HasPrefix(root.Dir, ".opencode/")
			}),
			{
				Name: "permission", Type: skills.PermissionsKnob, Values: actions, Native: "permission",
				// permission/index.ts evaluate, skill/index.ts available. `/name` still loads a denied skill.
				Apply: kit.Permit("permission", ""),
			},
		},
		Native: native,
	},

	Decisions: skills.Decisions{Accept: accept},

	Mentions:     mentions,
	Placeholders: &skills.Placeholders{Arguments: skills.ByCommand, First: 1, Split: split, Commands: skills.ByCommand},
	Inject:       inject,
	Closing:      []string{"</skill_content>"},

	Catalog: renderCatalog,
	// If several skills have one name, OpenCode has only one of them, and it is not known which.
	Compare: kit.CompareCollated,
})

// config completes a root that comes from OpenCode's configuration (config/paths.ts).
func config(root skills.Root) skills.Root {
	root.Scope, root.Word, root.NoHidden = skills.ScopeRepo, "config", true
	return root
}

// rootSwitch returns a knob for an environment variable that removes roots (effect/runtime-flags.ts
// @0918a1d5, config/paths.ts).
func rootSwitch(name string, out func(skills.Root) bool) skills.Knob {
	return kit.Switch(name, "", true, kit.WithoutRoots(out))
}
