package runtimes

import "skills-ls/skills"

// Goose is Block's agent.
var Goose = &skills.Runtime{
	ID:    "goose",
	Title: "Goose",
	Source: "block/goose: crates/goose/src/skills/mod.rs, client.rs 57f1b3f2, arguments.rs; run at cdea9200 (July 2026); " +
		"the command `/skills` from the documentation",

	// In the order of precedence; built-in skills come last.
	Roots: []skills.Root{
		{Base: skills.FromCwd, Dir: ".agents/skills", Scope: skills.ScopeRepo, Word: "project"},
		{Base: skills.FromCwd, Dir: ".goose/skills", Scope: skills.ScopeRepo, Word: "project"},
		{Base: skills.FromCwd, Dir: ".claude/skills", Scope: skills.ScopeRepo, Word: "project"},
		// Each plugin of the project.
		{Base: skills.FromConfig, Dir: ".", Scope: skills.ScopePlugin, Word: "project"},
		{Base: skills.FromHome, Dir: ".agents/skills", Scope: skills.ScopeUser, Word: "global"},
		{Base: skills.FromHome, Dir: ".config/goose/skills", Scope: skills.ScopeUser, Word: "global"},
		{Base: skills.FromHome, Dir: ".claude/skills", Scope: skills.ScopeUser, Word: "global"},
		{Base: skills.FromHome, Dir: ".config/agents/skills", Scope: skills.ScopeUser, Word: "global"},
		// Each plugin of the user.
		{Base: skills.FromConfig, Dir: ".", Scope: skills.ScopePlugin, Word: "global"},
	},
	Walk:       skills.Walk{FollowDirs: true, FollowFiles: true, AtRoot: true, Skip: []string{".git", ".hg", ".svn"}},
	Duplicates: skills.FirstWins,

	Owns:    []string{".goose/skills"},
	Markers: []string{".goose"},

	Fields: []skills.Field{
		{
			Name: "name", Types: skills.String | skills.Number | skills.Boolean, Required: true,
			Doc: "Name by which `load_skill` and `/skills` find the skill. On loading it must be a non-empty scalar without `/`, taken as text; only when Goose itself creates a skill must it be " +
				"at most 64 bytes of lowercase letters, digits and hyphens, without a hyphen at either edge.",
		},
		{
			Name: "description", Types: skills.String | skills.Number | skills.Boolean, Default: "an empty text",
			Doc: "Text by which the model chooses the skill, listed as `name - description`, in full length. Any scalar is taken as text; a list or mapping makes Goose skip the skill.",
		},
		{
			Name: "metadata", Types: skills.Mapping,
			Doc: "The author's own data; Goose reads `argument-hint` and `arguments` in it. Anything but a mapping makes it skip the skill.",
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
	Limits:        skills.Limits{Unit: skills.Bytes},
	MentionSyntax: "`/skills a b` loads skills by name; the model calls the tool `load_skill` with `{name}`",
	Arguments: "`$ARGUMENTS` is the whole text, `$1` the first argument (1-based) but `$ARGUMENTS[0]` also the first (0-based), `$name` one declared in `metadata.arguments`; a missing one is empty. " +
		"With no placeholder, `ARGUMENTS: ...` is appended, even for empty arguments; `${...}` and `` !`cmd` `` stay text",
	Notes: []string{
		"The first root wins on equal names, and the project's come first; an older page of the documentation says that later directories win.",
		"Only the working directory's roots are read: parents are not searched.",
		"The frontmatter ends at the next `---` anywhere, also inside a value: in `description: a --- b` only `a` remains. A byte order mark, leading blank lines and comments are accepted.",
		"YAML that does not parse is not repaired: the skill is skipped with a warning in the log.",
		"The walk has no depth limit, follows links with a guard against loops, enters hidden directories, and skips `.git`, `.hg` and `.svn`.",
		"The model receives `# Loaded Skill: ...` with the description and the body, without the frontmatter, and a list of all bundled files with their absolute paths.",
		"The order inside one root is that of the operating system.",
	},
}
