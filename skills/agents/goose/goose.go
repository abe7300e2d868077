// Package goose describes Goose, Block's agent.
package goose

import (
	"skills-ls/skills"
	"skills-ls/skills/text"
)

// Agent is Goose.
var Agent = &skills.Agent{
	ID:    "goose",
	Title: "Goose",
	Source: "block/goose, since moved to aaif-goose/goose: crates/goose/src/skills/mod.rs, client.rs 57f1b3f2, arguments.rs 4b8f1a81, " +
		"crates/goose/src/sources.rs 2533f355, utils.rs 8b81c363, slash_commands/skill_slash_command.rs 230b27a9, config/paths.rs 0780e228 with lunacookies/etcetera base_strategy/xdg.rs c22a15e8, agents/execute_commands.rs 0a4362e3; run at cdea9200 (July 2026) " +
		"with serde_yaml 0.9.34; `/skills a b` from the documentation",

	Locations: skills.Locations{
		// In the order of precedence; built-in skills come last.
		Roots: []skills.Root{
			{Base: skills.FromCwd, Dir: ".agents/skills", Scope: skills.ScopeRepo, Word: "project"},
			{Base: skills.FromCwd, Dir: ".goose/skills", Scope: skills.ScopeRepo, Word: "project"},
			{Base: skills.FromCwd, Dir: ".claude/skills", Scope: skills.ScopeRepo, Word: "project"},
			// Each plugin of the project.
			{Base: skills.FromConfig, Dir: ".", Scope: skills.ScopePlugin, Word: "project"},
			{Base: skills.FromHome, Dir: ".agents/skills", Scope: skills.ScopeUser, Word: "global"},
			{Base: skills.FromHome, Dir: ".config/goose/skills", Env: config, Scope: skills.ScopeUser, Word: "global"},
			{Base: skills.FromHome, Dir: ".claude/skills", Scope: skills.ScopeUser, Word: "global"},
			{Base: skills.FromHome, Dir: ".config/agents/skills", Scope: skills.ScopeUser, Word: "global"},
			// Each plugin of the user.
			{Base: skills.FromConfig, Dir: ".", Scope: skills.ScopePlugin, Word: "global"},
		},
		Walk:       skills.Walk{FollowDirs: true, FollowFiles: true, AtRoot: true, Skip: skipped},
		Duplicates: skills.FirstWins,
		Silent:     true,
	},

	Ownership: skills.Ownership{
		Owns:    []string{".goose/skills"},
		Markers: []string{".goose"},
	},

	Fields: []skills.Field{
		{
			Name: "name", Types: skills.String | skills.Number | skills.Boolean, Required: true,
			Doc: "Name for `load_skill` and `/skills`. It must be a non-empty scalar without `/`, which Goose reads as a string. If Goose itself creates the skill, it must be " +
				"at most 64 bytes of lowercase letters, digits and hyphens, without a hyphen at either end.",
		},
		{
			Name: "description", Types: skills.String | skills.Number | skills.Boolean, Default: "empty",
			Doc: "Text by which the model chooses the skill, in full length in the catalog as `name - description`. Goose reads any scalar as a string, even `null`, and skips the skill if the value is a list or a mapping.",
		},
		{
			Name: "metadata", Types: skills.Mapping,
			Doc: "Custom data, in which Goose reads `argument-hint` and `arguments`. Goose skips the skill if the value is neither empty nor a mapping, or if a value in it has a custom tag (`!x`).",
		},
		{
			Name: "metadata.argument-hint", Types: skills.String,
			Doc: "Hint for the expected arguments. Goose reads it only in `metadata`, not at the top level.",
		},
		{
			Name: "metadata.arguments", Types: skills.List,
			Doc: "Names of the positional arguments, as a list of strings. In the body, `$name` becomes the argument at that position. Goose reads it only in `metadata`, not at the top level.",
		},
	},
	Limits:        skills.Limits{Unit: text.Bytes},
	ReservedNames: reserved(),

	Guide: skills.Guide{
		MentionSyntax: "the loaded skill replaces a message `/name arguments`, with a space after the name and the name in any case, and `/skills` lists the skills " +
			"(according to the documentation, `/skills a b` loads them); the model calls the tool `load_skill` with `{name, args}`",
		Arguments: "`$ARGUMENTS` is the whole text, `$1` the first argument (1-based), `$ARGUMENTS[0]` also the first (0-based), `$name` one declared in `metadata.arguments`; a missing one is empty. " +
			"Without a placeholder, `ARGUMENTS: ...` is appended, even for empty arguments. Quotes of both kinds group words, and an unclosed one is an error. " +
			"Without arguments (empty ones count as arguments), placeholders are left unchanged, and `${...}` and `` !`cmd` `` always are",
		Notes: []string{
			"On equal names, the first root wins, and the project's roots come first. According to an older page of the documentation, the last wins.",
			"Only the roots of the working directory are searched, not those of its parents.",
			"The frontmatter ends at the next `---` anywhere, even inside a value: in `description: a --- b`, only `a` remains. A byte order mark, leading blank lines and comments are allowed.",
			"Goose does not repair invalid YAML, and skips the skill with a warning in the log.",
			"The search has no depth limit, follows links with a guard against loops, enters hidden directories, and skips `.git`, `.hg` and `.svn`.",
			"The model receives `# Loaded Skill: ...` with the description and the body, without the frontmatter, and a list of all bundled files with their absolute paths.",
			"The order inside one root is that of the operating system.",
			"Invalid UTF-8 anywhere in the file makes Goose skip the skill.",
			"The catalog has no limit. It also lists Goose's built-in skills, which are not shown here.",
			"The model gets the path at which Goose found the skill's directory. Newer versions give its real path.",
			"The configuration directory is `config` in `GOOSE_PATH_ROOT`, else `goose` in `XDG_CONFIG_HOME`, else `~/.config/goose`. A variable without an absolute path is ignored. " +
				"None of them moves `~/.config/agents/skills`. Not modeled: on Windows, it is `Block/goose/config` in the roaming application data.",
		},
	},

	Decisions: skills.Decisions{
		Accept:    accept,
		Validator: skills.Validator{Title: "Goose's check of skills that it creates", Check: validate},
	},

	Mentions:     mentions,
	Placeholders: &skills.Placeholders{Arguments: skills.ByCommand, Indexed: true, First: 1, Split: splitUnfinished},
	Inject:       inject,
	ReadResource: readResource,

	Catalog: catalog,
	Compare: compare,
}

// config lists the environment variables for the directory of Goose's configuration, and the skills in it
// (Paths::get_dir in config/paths.rs @0780e228, and Xdg of etcetera).
var config = []skills.EnvDir{
	{Name: "GOOSE_PATH_ROOT", Dir: "config/skills", Absolute: true},
	{Name: "XDG_CONFIG_HOME", Dir: "goose/skills", Absolute: true},
}
