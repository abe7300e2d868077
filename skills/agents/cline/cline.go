// Package cline describes Cline, the coding agent for VS Code and the command line.
package cline

import (
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
)

// Agent is Cline. Since commit 94f5a47a (June 2026) its extension and its command line read skills with the
// same code.
var Agent = &skills.Agent{
	ID:    "cline",
	Title: "Cline",
	Source: "cline/cline 21cb8d25 (extension 4.1.13, SDK 0.0.78), sdk/packages/core/src/extensions: " +
		"config/{user-instruction-config-loader,unified-config-file-watcher}.ts, " +
		"config/{user-instruction-plugin,runtime-commands}.ts, " +
		"plugin/plugin-config-loader.ts, tools/definitions.ts; sdk/packages/shared/src/storage/paths.ts; " +
		"apps/cli/src/{runtime/prompt,utils/helpers}.ts; run with yaml 2.9.0",

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
		Silent:     true,
	},

	Ownership: skills.Ownership{
		Owns:    []string{".cline/skills", ".clinerules/skills"},
		Markers: []string{".cline", ".clinerules"},
	},

	Fields: []skills.Field{
		{
			Name: "name", Types: skills.String, Default: "the directory's name",
			Doc: "Name of the skill, and the only text in the catalog. It can have " +
				"any characters and any length. Names that differ only in case are equal.",
		},
		{
			Name: "description", Types: skills.String,
			Doc: "Text that the model reads after it loads the skill, not when it chooses the skill. The user's " +
				"command list shows it, or only its first sentence if it exceeds 100 characters.",
		},
		{
			Name: "disabled", Types: skills.Boolean, Default: "false",
			Doc: "`true` switches the skill off: the model cannot load it, and there is no `/name`. The " +
				"switch in Cline's sidebar writes this field.",
		},
		{
			Name: "enabled", Types: skills.Boolean, Default: "true",
			Doc: "`false` switches the skill off. It is not read if `disabled` has a value.",
		},
	},
	Limits: skills.Limits{Unit: text.UTF16},

	Guide: skills.Guide{
		MentionSyntax: "`/name` at the start of a message, in any case and with hyphens for spaces " +
			"and symbols; the message is unchanged, and the model calls the tool `skills` with " +
			"`{skill, args}`",
		Arguments: "the model passes the text after `/name` as `args`, and reads it again in " +
			"`<command-args>`; `$ARGUMENTS`, `$1`, `${...}` and `` !`cmd` `` reach the model as text",
		Notes: []string{
			"The model chooses a skill only by its name: the description of the tool `skills` has only " +
				"names. Choose a name that says what the skill does.",
			"`.claude/skills` is no longer read, although Cline's documentation lists it. Versions 3.x " +
				"read it.",
			"On equal names the later root wins without a warning: `.clinerules/skills`, `.cline/skills`, " +
				"`.agents/skills`, `~/.cline/skills`, `~/.agents/skills`, plugins, remote configuration. " +
				"The user's skill replaces the project's.",
			"Names that differ only in case are equal.",
			"A disabled skill replaces earlier ones with its name, so that Cline has none of them. A rejected skill " +
				"replaces none.",
			"Cline rejects files without a message. In `description: Use when: x` the second colon makes " +
				"the YAML invalid, and the skill is missing.",
			"`disabled: yes`, `disabled: \"true\"` and `disabled: 1` reject the skill, because the value is not a " +
				"boolean.",
			"A file without frontmatter is a skill with the name of its directory. A SKILL.md in a root " +
				"itself is a skill too. If it has no name, its name is `skills`.",
			"A file with frontmatter and no body is rejected.",
			"The frontmatter begins in the first bytes, or after a byte order mark, with `---` alone on " +
				"its line. Otherwise the whole file is the body. A line that begins with three hyphens ends it, " +
				"even with text after them.",
			"The model does not get the path of a skill or the names of its files. Write paths from the " +
				"project's root.",
			"The project is the first folder of the workspace in VS Code. On the command line it is the " +
				"top directory of the git repository, else the working directory. Directories above it are " +
				"not read.",
			"A root has skills in its own directories, not below them. Hidden directories, `node_modules` " +
				"and links are included. A SKILL.md in a root itself must not be a link.",
			"A Cline plugin has skills in `skills` next to a `package.json` that names its entry file under " +
				"`cline.plugins`. Plugins are in `.cline/plugins`, `~/.cline/plugins` and " +
				"`~/Documents/Cline/Plugins`.",
			"The remote configuration has skills in `.cline/<directory>/skills`, next to a `managed.json`.",
			"`CLINE_DIR` replaces `~/.cline`.",
			"The tool `skills` also finds a name by the part after its last colon: `other:search` loads " +
				"`slack:search`.",
			"On the command line in yolo mode, the body replaces `/name`, without the description.",
		},
	},

	Settings: skills.Settings{
		Knobs: []skills.Knob{
			{
				Name: "disabledTools", Type: skills.TextsKnob,
				Doc: "Tools that are switched off, as `disabledTools` in Cline's global settings. `skills` " +
					"among them hides all skills from the model. Default: none.",
				Apply: hide("disabledTools", func(tools []string, _ string) bool {
					return slices.Contains(tools, "skills")
				}),
			},
			{
				Name: "skills", Type: skills.TextsKnob,
				Doc: "The skills that the model has in a session or a subagent, as `skills` in its " +
					"configuration: names, or their parts after a colon. Default: all.",
				Apply: hide("skills", isLeftOut),
			},
			{
				Name: "commandLine", Type: skills.SwitchKnob,
				Doc: "`true` makes the top directory of the Git repository the project, as on Cline's " +
					"command line. Default: `false`, as in the editor.",
				Apply: kit.When(true, func(r *skills.Agent) { r.Project = skills.Project{Markers: []string{".git"}} }),
			},
		},
	},

	Decisions: skills.Decisions{
		Accept: accept,
	},

	Mentions:     mentions,
	Placeholders: &skills.Placeholders{},
	Inject:       inject,
	Closing:      []string{"</command-instructions>"},

	Catalog: catalog,
	Compare: kit.CompareFound, // but a skill that replaces another one takes its position
}

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
	name = normal(name)
	bare := name[strings.LastIndexByte(name, ':')+1:]
	empty := true
	for _, allowed := range list {
		allowed = normal(allowed)
		if allowed != "" && (allowed == name || allowed == bare) {
			return false
		}
		empty = empty && allowed == ""
	}
	return !empty
}
