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
			Doc: "Name under which the `skill` tool and `/name` find the skill; it must be a string, which may be empty, and a skill without one is skipped silently. " +
				"The documentation asks for 1 to 64 lowercase letters, digits and single hyphens that equal the directory's name, but the code checks none of that; " +
				"version 2 falls back to the name of the directory or file.",
		},
		{
			Name: "description", Types: skills.String,
			Default: "the skill stays loadable but is left out of the catalogue",
			Doc: "Text by which the model chooses the skill from the catalogue; it is not escaped there. " +
				"A value that is no string, such as the date `2024-01-02` or nothing after the colon, makes OpenCode skip the skill; the documented limit of 1,024 characters is not enforced.",
		},
		{
			Name: "slash", Types: skills.Boolean,
			Doc: "Read by builds of version 2 up to skill-file.ts c35f3a60 alone: whether the skill is offered as a slash command. Version 1 offers every skill as `/name` unless a command has that name.",
		},
		{
			Name: "metadata", Types: skills.Mapping,
			Doc: "Version 1 ignores it. Version 2 reads the key `opencode/autoinvoke` in it, and `opencode/slash` in builds up to skill-file.ts c35f3a60.",
		},
		{
			Name: "metadata.opencode/slash", Types: skills.Boolean | skills.String, Values: []string{"true", "false"},
			Doc: "Read by builds of version 2 up to skill-file.ts c35f3a60 alone: whether the skill is offered as a slash command, as a boolean or as the string `\"true\"` or `\"false\"`.",
		},
		{
			Name: "metadata.opencode/autoinvoke", Types: skills.Boolean | skills.String, Values: []string{"true", "false"},
			Doc: "Read by version 2 only: `false` keeps the model from choosing the skill by itself, which is what `disable-model-invocation: true` does in other agents. " +
				"A boolean or the string `\"true\"` or `\"false\"`; newer builds (skill-file.ts 0f00c7b4) also take `yes`, `no`, `on`, `off`, 1 and 0, and `disable-model-invocation` where this key is missing.",
		},
	},
	Limits: skills.Limits{Unit: text.UTF16, ListedFiles: listed},
	HiddenBy: &skills.HiddenBy{
		Key: autoinvoke, How: `"metadata.opencode/autoinvoke"`, Partly: true,
	},

	Guide: skills.Guide{
		MentionSyntax: "`/name` at the very start of a message, up to a space or the end of the line, unless a command has that name, as `init`, `review` and `loop` do; " +
			"the model calls the tool `skill` with `{name}`",
		Arguments: "only for `/name`, never through the `skill` tool: `$ARGUMENTS` is the raw text, `$1`, `$2`, ... are 1-based words of which the highest-numbered " +
			"takes the rest and a missing one is empty; with neither, the arguments are appended after a blank line. There `` !`cmd` `` is run anywhere in the text, " +
			"in the arguments too, and the file of `@file` is attached",
		Notes: []string{
			"An opening fence `---js` is executed as JavaScript, with all of OpenCode's rights, as soon as the file is found; it is not executed here, so that what comes of it is unknown. `---json` and `--- yaml` are understood as well.",
			"The frontmatter begins at the file's first byte, after a byte order mark if there is one, and ends where `---` begins a line, whatever follows it, or with the file, which then has no body. " +
				"`...` and an indented `---` end nothing.",
			"It is read by gray-matter 4.0.3 with js-yaml 3: tabs may indent, `017` is 15 and `1:30` is 90, and a repeated key fails.",
			"Files are parsed concurrently and the last to finish wins, so which of two skills with one name is loaded is unpredictable, even between the home directory and the project.",
			"A skill with missing or mistyped fields is rejected silently.",
			"When the YAML does not parse, a line `key: a: b` is rewritten as a block scalar and parsed again; keys with a hyphen are not repaired. Where the repair changes nothing the skill is dropped silently, " +
				"and only where it is in vain is there a message.",
			"A text is repaired once in a process: of two files with the same broken text the second is dropped silently, and so is each of them when its skills are read anew.",
			"Directory links are followed without a guard: one link to its own directory yields 41 copies of the skill, and two such links can exhaust memory. Here each directory is entered once.",
			"The walk has no depth limit and enters `node_modules`. Below `.claude/skills` and `.agents/skills` it enters hidden directories, such as `.git`, but not below `.opencode` and other directories of its configuration.",
			"Without a `.git` above the working directory, everything up to the root of the file system is searched.",
			"On loading, the model sees at most ten bundled files, in the order in which ripgrep finds them: link the important ones from the body. What ignore files leave out, links, `.git` and paths with `SKILL.md` in them are not listed.",
			"The frontmatter is not shown to the model, and neither the body inside `<skill_content>` nor names and descriptions in the catalogue are escaped.",
			"A skill called `opencode` takes the place of OpenCode's own of that name.",
			"`permission.skill` allows, denies or asks by wildcard patterns over skill names; an agent's own `permission`, and `tools`, are not modelled here.",
			"`skills.paths` adds directories and `skills.urls` remote indexes; environment variables switch off the `.claude` and other external roots.",
			"Version 1 is shown, and version 2 where the setting `version` is 2: it takes a `*.md` file directly in a root as a skill, a README.md too, and knows a skill by its directory's or " +
				"file's name, of which the name in the frontmatter is the label. It lists each with an `<id>`, after two sentences about skills, says nothing where there is none, and passes over `.trash`. " +
				"Of equal names the last counts, in the order of its roots, which go up to the root of the file system; a SKILL.md needs no frontmatter.",
			"A `*.md` file that is a skill to version 2 is listed, previewed and compared like any other; no findings are shown in it, since all other agents take it for a text.",
			"Of version 2 the newest known build is shown. Builds up to skill-file.ts c35f3a60 read `slash` and `opencode/slash`, refuse a `slash` that is no boolean, and call a SKILL.md in a root itself `SKILL`. " +
				"What a person's `/name` sends to it, and what becomes of placeholders, is not established, and its own form of settings (`skills` as a list, `permissions`) is not read.",
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
						Doc: "Further directories that are scanned for skills. Relative ones are resolved against the working directory, and `~/` is the home directory. Default: none.",
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
				Doc: "Which tools may be used; its part `skill` allows, denies or asks by patterns of skill names, of which the last that matches counts. What is denied is kept from the model, but not from `/name`. " +
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
	Placeholders: &skills.Placeholders{Arguments: skills.ByCommand, First: 1, Commands: skills.ByCommand},
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
