// Package opencode describes OpenCode, the agent of anomalyco/opencode.
package opencode

import (
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
)

// Agent is version 1 of OpenCode. The knob version turns it into version 2.
var Agent = &skills.Agent{
	ID:    "opencode",
	Title: "OpenCode",
	Source: "anomalyco/opencode: packages/opencode/src/skill/index.ts a2cc772e, skill/discovery.ts 09f4e8e1, tool/skill.ts 097ed81e, " +
		"command/index.ts 01793dfe, session/prompt.ts, config/{config,permission}.ts, config/paths.ts 0bda2717, config/markdown.ts 0a8a0ed8, effect/runtime-flags.ts 0918a1d5, " +
		"packages/core/src/util/glob.ts d96ed6b5, fs-util.ts 00a9a98a; gray-matter 4.0.3 with js-yaml 3.14.2; " +
		"version 2: packages/core/src/config/plugin/skill-file.ts 0f00c7b4 and c35f3a60, config/plugin/skill.ts 2f4b560c, config/discovery.ts 02f41ddf, config/markdown.ts 05988800, " +
		"skill/instructions.ts 679e56d3, tool/skill.ts 47e47282, packages/util/src/global.ts 63458107; " +
		"documentation packages/web/src/content/docs/skills.mdx 02bae89d",

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
		{
			Name: "name", Types: skills.String, Required: true,
			Doc: "Name for the tool `skill` and for `/name`, a string that may be empty. A skill without one is ignored without an error. " +
				"The documentation requires 1 to 64 lowercase letters, digits and single hyphens that match the directory name, but the code does not check this. " +
				"Version 2 falls back to the name of the directory or file.",
		},
		{
			Name: "description", Types: skills.String,
			Default: "the skill loads, but is not in the catalog",
			Doc: "Text by which the model chooses the skill from the catalog, without escapes. " +
				"OpenCode skips the skill if the value is not a string, such as the date `2024-01-02` or an empty value. It does not enforce the documented limit of 1,024 characters.",
		},
		{
			Name: "slash", Types: skills.Boolean,
			Doc: "Whether the skill is a slash command, read only by builds of version 2 up to skill-file.ts c35f3a60. Version 1 offers every skill as `/name` unless a command has that name.",
		},
		{
			Name: "metadata", Types: skills.Mapping,
			Doc: "Version 1 ignores it. Version 2 reads `opencode/autoinvoke` in it, and builds up to skill-file.ts c35f3a60 also read `opencode/slash`.",
		},
		{
			Name: "metadata.opencode/slash", Types: skills.Boolean | skills.String, Values: []string{"true", "false"},
			Doc: "Whether the skill is a slash command, as a boolean or as the string `\"true\"` or `\"false\"`. Read only by builds of version 2 up to skill-file.ts c35f3a60.",
		},
		{
			Name: "metadata.opencode/autoinvoke", Types: skills.Boolean | skills.String, Values: []string{"true", "false"},
			Doc: "`false` prevents the model from choosing the skill by itself, like `disable-model-invocation: true` in other agents. Read only by version 2. " +
				"The value is a boolean or the string `\"true\"` or `\"false\"`. Newer builds (skill-file.ts 0f00c7b4) also allow `yes`, `no`, `on`, `off`, 1 and 0, and read `disable-model-invocation` if this key is missing.",
		},
	},
	Limits: skills.Limits{Unit: text.UTF16, ListedFiles: listed},
	HiddenBy: &skills.HiddenBy{
		Key: autoinvoke, How: `"metadata.opencode/autoinvoke"`, Partly: true,
	},

	Guide: skills.Guide{
		MentionSyntax: "`/name` at the very start of a message, up to a space or the end of the line, unless a command has that name, as `init`, `review` and `loop` do; " +
			"the model calls the tool `skill` with `{name}`",
		Arguments: "only for `/name`, never through the tool `skill`: `$ARGUMENTS` is the raw text, `$1`, `$2`, ... are 1-based words, of which the one with the highest number " +
			"includes the rest and a missing one is empty; without either, the arguments are appended after a blank line. `` !`cmd` `` is run anywhere in the text, " +
			"including the arguments, and the file of `@file` is attached",
		Notes: []string{
			"OpenCode runs a frontmatter that begins with `---js` as JavaScript, with all of its permissions, when it finds the file. skills-ls does not run it, so the result is unknown. `---json` and `--- yaml` also work.",
			"The frontmatter begins at the first byte of the file or after a byte order mark. It ends at a line that begins with `---`, even with text after it, or at the end of the file, which then has no body. " +
				"`...` and an indented `---` do not end it.",
			"gray-matter 4.0.3 with js-yaml 3 reads it: tabs may indent, `017` is 15 and `1:30` is 90, and a repeated key is an error.",
			"Files are parsed concurrently and the last to finish wins, so which of two skills with one name is loaded is unpredictable, even between the home directory and the project.",
			"A skill with missing fields or fields of the wrong type is ignored without an error.",
			"If the YAML is invalid, OpenCode rewrites a line `key: a: b` as a block scalar and parses again. It does not repair keys with a hyphen. If the repair changes nothing, the skill is ignored without an error, " +
				"and only a failed repair gives a message.",
			"A process repairs a text only once: the second of two files with the same invalid text is ignored without an error, and so is each of them when the skills are read again.",
			"Links to directories are followed without a guard: one link to its own directory yields 41 copies of the skill, and two such links can exhaust the memory. skills-ls enters each directory once.",
			"The search has no depth limit and enters `node_modules`. It enters hidden directories, such as `.git`, in `.claude/skills` and `.agents/skills`, but not in `.opencode` and other configuration directories.",
			"Without a `.git` above the working directory, OpenCode searches all directories up to the root of the file system.",
			"The model gets a list of at most ten bundled files, in the order in which ripgrep finds them, so link the important ones in the body. The list excludes ignored files, links, `.git` and paths that contain `SKILL.md`.",
			"The model does not get the frontmatter. The body in `<skill_content>` and the names and descriptions in the catalog are not escaped.",
			"A skill named `opencode` replaces OpenCode's own skill with that name.",
			"`permission.skill` allows, denies or asks by wildcard patterns for skill names. Not modeled: an agent's own `permission`, and `tools`.",
			"`skills.paths` adds directories, and `skills.urls` adds remote indexes. Environment variables switch off `.claude` and other external roots.",
			"skills-ls models version 1, or version 2 if the setting `version` is 2. Version 2 loads every `*.md` file directly in a root as a skill, even a README.md, and identifies a skill by the name of its directory or " +
				"file. The name in the frontmatter is only a label. Its catalog lists each skill with an `<id>` after two sentences about skills, and is empty without skills. `.trash` is skipped. " +
				"On equal names, the last wins, in the order of its roots, which extend up to the root of the file system. A SKILL.md needs no frontmatter.",
			"A `*.md` file that version 2 loads as a skill is listed, previewed and compared like any other. It is not checked, because it is a plain document for all other agents.",
			"skills-ls models the newest known build of version 2. Builds up to skill-file.ts c35f3a60 read `slash` and `opencode/slash`, reject a `slash` that is not a boolean, and name a SKILL.md in a root `SKILL`. " +
				"Not established: the message of `/name` and the handling of placeholders. Not read: its own form of settings (`skills` as a list, `permissions`).",
		},
	},

	Settings: skills.Settings{
		Knobs: []skills.Knob{
			version, // first, because the others change the agent that it makes
			{
				Name: "skills", Type: skills.KnobGroup, Doc: "OpenCode's own setting `skills`.",
				Knobs: []skills.Knob{
					{
						Name: "paths", Type: skills.PathsKnob, Native: "skills.paths",
						Doc: "Additional directories of skills. Relative ones are resolved against the working directory, and `~/` is the home directory. Default: none.",
						Apply: func(r *skills.Agent, v skills.KnobValue) {
							r.Roots = slices.DeleteFunc(slices.Clone(r.Roots), func(root skills.Root) bool { return root.Base == skills.FromConfig && len(root.Env) == 0 })
							for _, path := range v.Paths {
								root := config(kit.NamedRoot(path, skills.Root{}))
								root.NoHidden = r.Variant == "" // version 2 enters hidden directories too
								r.Roots = append(r.Roots, root)
							}
						},
					},
				},
			},
			rootSwitch("OPENCODE_DISABLE_EXTERNAL_SKILLS", "`.claude` and `.agents` are not searched for skills", func(root skills.Root) bool {
				return strings.HasPrefix(root.Dir, ".claude/") || strings.HasPrefix(root.Dir, ".agents/")
			}),
			rootSwitch("OPENCODE_DISABLE_CLAUDE_CODE_SKILLS", "`.claude` is not searched for skills", func(root skills.Root) bool {
				return strings.HasPrefix(root.Dir, ".claude/")
			}),
			rootSwitch("OPENCODE_DISABLE_PROJECT_CONFIG", "`.opencode` is not searched for skills, except in the home directory", func(root skills.Root) bool {
				return root.Base == skills.FromChain && strings.HasPrefix(root.Dir, ".opencode/")
			}),
			{
				Name: "permission", Type: skills.PermissionsKnob, Values: actions, Native: "permission",
				Doc: "Permissions for tools. `skill` allows, denies or asks by patterns for skill names, of which the last match counts. A denied skill is hidden from the model, but not from `/name`. " +
					"Default: `allow`.",
				Apply: permit,
			},
		},
		Native: native,
	},

	Decisions: skills.Decisions{
		Accept: accept,
	},

	Mentions:     mentions,
	Placeholders: &skills.Placeholders{Arguments: skills.ByCommand, First: 1, Split: split, Commands: skills.ByCommand},
	Inject:       inject,
	Closing:      []string{"</skill_content>"},

	Catalog: renderCatalog,
	// If several skills have one name, OpenCode has only one of them, and it is not known which.
	Compare: kit.CompareCollated,
}

// config completes a root that comes from OpenCode's configuration (config/paths.ts).
func config(root skills.Root) skills.Root {
	root.Scope, root.Word, root.NoHidden = skills.ScopeRepo, "config", true
	return root
}

// rootSwitch returns a knob for an environment variable that removes roots (effect/runtime-flags.ts
// @0918a1d5, config/paths.ts).
func rootSwitch(name, what string, out func(skills.Root) bool) skills.Knob {
	return skills.Knob{
		Name: name, Type: skills.SwitchKnob, Doc: "`true` means that " + what + ", as this environment variable does. Default: `false`.",
		Apply: kit.When(true, kit.WithoutRoots(out)),
	}
}
