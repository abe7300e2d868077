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
			Doc: "Name by which `load_skill` and `/skills` find the skill. On loading it must be a non-empty scalar without `/`, taken as text; only when Goose itself creates a skill must it be " +
				"at most 64 bytes of lowercase letters, digits and hyphens, without a hyphen at either edge.",
		},
		{
			Name: "description", Types: skills.String | skills.Number | skills.Boolean, Default: "an empty text",
			Doc: "Text by which the model chooses the skill, listed as `name - description`, in full length. Any scalar is taken as text, `null` too; a list or mapping makes Goose skip the skill.",
		},
		{
			Name: "metadata", Types: skills.Mapping,
			Doc: "The author's own data; Goose reads `argument-hint` and `arguments` in it. Anything but a mapping or nothing makes it skip the skill, and so does a value with a tag of its own (`!x`).",
		},
		{
			Name: "metadata.argument-hint", Types: skills.String,
			Doc: "Hint for the expected arguments. Goose reads it here, below `metadata`, and not at the top level.",
		},
		{
			Name: "metadata.arguments", Types: skills.List,
			Doc: "Names of the positional arguments, as a list of strings; in the body `$name` stands for the argument in that place. Goose reads it here, below `metadata`, and not at the top level.",
		},
	},
	Limits:        skills.Limits{Unit: text.Bytes},
	ReservedNames: reserved(),

	Guide: skills.Guide{
		MentionSyntax: "a message `/name arguments`, with a blank after the name, is replaced by the loaded skill, whatever the letter case of the name, and `/skills` lists the skills " +
			"(the documentation has it load them: `/skills a b`); the model calls the tool `load_skill` with `{name, args}`",
		Arguments: "`$ARGUMENTS` is the whole text, `$1` the first argument (1-based) but `$ARGUMENTS[0]` also the first (0-based), `$name` one declared in `metadata.arguments`; a missing one is empty. " +
			"With no placeholder, `ARGUMENTS: ...` is appended, even for empty arguments. Quotes of either kind hold words together, and one that is not closed is an error. " +
			"Without arguments, which empty ones are not, placeholders stay; `${...}` and `` !`cmd` `` always do",
		Notes: []string{
			"The first root wins on equal names, and the project's come first; an older page of the documentation says that later directories win.",
			"Only the working directory's roots are read: parents are not searched.",
			"The frontmatter ends at the next `---` anywhere, also inside a value: in `description: a --- b` only `a` remains. A byte order mark, leading blank lines and comments are accepted.",
			"YAML that does not parse is not repaired: the skill is skipped with a warning in the log.",
			"The walk has no depth limit, follows links with a guard against loops, enters hidden directories, and skips `.git`, `.hg` and `.svn`.",
			"The model receives `# Loaded Skill: ...` with the description and the body, without the frontmatter, and a list of all bundled files with their absolute paths.",
			"The order inside one root is that of the operating system.",
			"Invalid UTF-8 anywhere in the file makes Goose skip the skill.",
			"The list of skills has no limit; it also names Goose's built-in skills, which the text shown here does not have.",
			"A skill's directory is named by the path through which it was found; newer versions name its real path.",
			"The configuration's directory is `config` in `GOOSE_PATH_ROOT`, else `goose` in `XDG_CONFIG_HOME`, else `~/.config/goose`; a variable that is no absolute path counts for nothing. " +
				"`~/.config/agents/skills` stays where it is. On Windows it is `Block/goose/config` in the roaming application data, which is not modelled here.",
		},
	},

	Decisions: skills.Decisions{
		Accept:    accept,
		Validator: skills.Validator{Title: "Goose's check of skills that it makes itself", Check: validate},
	},

	Mentions:     mentions,
	Placeholders: &skills.Placeholders{Arguments: skills.ByCommand, Indexed: true, First: 1},
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
