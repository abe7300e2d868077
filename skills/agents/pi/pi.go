// Package pi describes Pi, a coding agent for the terminal.
package pi

import (
	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
)

// Lengths in UTF-16 units above which Pi warns (core/skills.ts).
const (
	nameLength        = 64
	descriptionLength = 1024
)

// Agent is Pi.
var Agent = &skills.Agent{
	ID:    "pi",
	Title: "Pi",
	Source: "earendil-works/pi, npm @earendil-works/pi-coding-agent 1.5.2 (the package names no commit), " +
		"packages/coding-agent/src: core/skills.ts, core/package-manager.ts, core/system-prompt.ts, " +
		"core/agent-session.ts, core/tools/read.ts, utils/frontmatter.ts",

	Locations: skills.Locations{
		// addAutoDiscoveredResources in core/package-manager.ts. The paths of the setting skills come first;
		// see applySkills.
		Roots: []skills.Root{
			{Base: skills.FromCwd, Dir: ".pi/skills", Scope: skills.ScopeRepo, Word: "project"},
			{
				Base: skills.FromChain, Dir: agentsDir, Scope: skills.ScopeRepo, Word: "project",
				Upward: true, Yields: true, FilesBelow: true,
			},
			{
				Base: skills.FromHome, Dir: ".pi/agent/skills", Scope: skills.ScopeUser, Word: "user",
				Env: []skills.EnvDir{{Name: "PI_CODING_AGENT_DIR", Dir: "skills"}},
			},
			{Base: skills.FromHome, Dir: agentsDir, Scope: skills.ScopeUser, Word: "user", FilesBelow: true},
			// Installed packages, then --skill, then extensions.
			{Base: skills.FromConfig, Dir: ".", Scope: skills.ScopePlugin},
		},
		// collectSkillEntries in core/package-manager.ts.
		Walk: skills.Walk{
			FollowDirs: true, FollowFiles: true, SkipHidden: true, AtRoot: true, Leaves: true,
			RootFiles: ".md", Skip: []string{"node_modules"}, Ignoring: newIgnores,
		},
		Project:    skills.Project{Markers: []string{".git"}, Unbounded: true},
		Duplicates: skills.FirstWins,
	},

	Ownership: skills.Ownership{
		Owns:    []string{".pi"},
		Markers: []string{".pi"},
	},

	Fields: []skills.Field{
		{
			Name: "name", Types: skills.String, Default: "the directory's name",
			Doc: "Name of the skill, and of its command `/skill:name`. Pi warns about more than 64 UTF-16 " +
				"units and about characters other than a-z, 0-9 and single hyphens between them, but keeps " +
				"the name unchanged.",
		},
		{
			Name: "description", Types: skills.String, Required: true,
			Doc: "Text by which the model chooses the skill. Pi warns about more than 1,024 UTF-16 units " +
				"but keeps all of it.",
		},
		{
			Name: "disable-model-invocation", Types: skills.Boolean, Default: "false",
			Doc: "`true` hides the skill from the model, while `/skill:name` still works. A " +
				"string such as `yes` or `\"true\"` has no effect.",
		},
	},
	Limits: skills.Limits{Unit: text.UTF16},

	Guide: skills.Guide{
		MentionSyntax: "`/skill:name` at the start of a message, up to the first space; the model reads " +
			"the file with its tool `read`",
		Arguments: "the text after `/skill:name` follows the skill as plain text; `$ARGUMENTS`, `$1`, " +
			"`${...}` and `` !`cmd` `` reach the model as text",
		Notes: []string{
			"A directory with a `SKILL.md` is not searched further: a broken `SKILL.md` hides every " +
				"skill below it.",
			"Other Markdown files with a description are skills too: `*.md` directly in `.pi/skills` and " +
				"`~/.pi/agent/skills`, and every `*.md` in a directory below `.agents/skills` that has " +
				"no `SKILL.md`, such as a `README.md`. Pi skips those without a description " +
				"without an error.",
			"The project's roots are `.pi/skills` of the working directory, and `.agents/skills` of the " +
				"working directory and its parents up to the directory with `.git`; without `.git`, up " +
				"to the root of the file system.",
			"The project's skills are read only if the project is trusted. Without a terminal interface, " +
				"as in `pi -p`, a project counts as untrusted unless trust was saved or " +
				"`defaultProjectTrust` is `always`.",
			"`.claude/skills`, `.codex/skills`, `~/.pi/skills` and `~/.config/pi` are not read.",
			"On equal names the first wins: paths of the setting `skills`, `.pi/skills`, " +
				"`.agents/skills` from the working directory up, then the same of the user, then " +
				"packages. Pi reports each skill that loses as a collision.",
			"The frontmatter ends at the first line that begins with `---`, even with text after it or " +
				"inside a block scalar. A blank line before the opening `---` means that there is no " +
				"frontmatter.",
			"`.gitignore`, `.ignore` and `.fdignore` inside a root leave skills out, without regard to " +
				"case. `/name` in one of them is not anchored: in the root's file it also means " +
				"directories of that name further down.",
			"A skill with a space in its name cannot be called: the name in `/skill:name` ends at the " +
				"first space.",
			"`/skill:name` inserts all of the body, without the frontmatter and unescaped. The tool " +
				"`read` shows the model the whole file, but no more than 2,000 lines or 50 KB at a time: " +
				"it must ask for the rest.",
			"`allowed-tools`, `license`, `compatibility`, `metadata`, `user-invocable` and " +
				"`argument-hint` are not read.",
		},
	},

	Settings: skills.Settings{
		Knobs: []skills.Knob{
			{
				Name: "skills", Type: skills.TextsKnob, Native: "skills",
				Doc: "Additional directories of skills, relative to `.pi`, and entries that switch skills " +
					"of the project off: `!pattern`, and `-path` for one skill. `+path` keeps one that a " +
					"pattern excludes. Paths of single files are not modeled. Default: none.",
				Apply: applySkills,
			},
			{
				Name: "trusted", Type: skills.SwitchKnob,
				Doc: "`false` means that the project is not trusted, so that its own skills and settings are " +
					"not read. Default: `true`.",
				Apply: kit.When(false, kit.WithoutRoots(func(root skills.Root) bool {
					return root.Scope == skills.ScopeRepo
				})),
			},
		},
		Native: &skills.Native{
			Syntax: skills.JSON,
			Ends:   []string{".pi/settings.json"},
			Files:  skills.FilesIn(".pi/settings.json"),
			Unless: func(own map[string]skills.KnobValue) bool {
				trusted, ok := own["trusted"]
				return ok && !trusted.On
			},
		},
	},

	Decisions: skills.Decisions{
		Accept: accept,
	},

	Mentions:     mentions,
	Placeholders: &skills.Placeholders{},
	Inject:       inject,
	Closing:      []string{"</skill>"},
	ReadResource: readResource,

	Catalog: catalog,
	Compare: kit.CompareFound,
	Warns: func(taken, _ skills.Skill) string { // loadSkills in core/skills.ts
		return `name "` + taken.Name + `" collision`
	},
}

const agentsDir = ".agents/skills"
