// Package cursor describes the agent of the editor Cursor. It is closed source. The facts come from its
// documentation.
package cursor

import (
	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
)

// Agent is Cursor's agent.
var Agent = &skills.Agent{
	ID:     "cursor",
	Title:  "Cursor",
	Source: "Cursor's documentation of Agent Skills; closed source, not run",

	Locations: skills.Locations{
		// The vantage is the opened folder. The documentation gives no order for .claude and .codex beyond
		// "compatibility".
		Roots: []skills.Root{
			{Base: skills.FromCwd, Dir: ".agents/skills", Scope: skills.ScopeRepo, Word: "project", Nested: true},
			{Base: skills.FromCwd, Dir: ".cursor/skills", Scope: skills.ScopeRepo, Word: "project", Nested: true},
			{Base: skills.FromHome, Dir: ".agents/skills", Scope: skills.ScopeUser, Word: "user"},
			{Base: skills.FromHome, Dir: ".cursor/skills", Scope: skills.ScopeUser, Word: "user"},
			{Base: skills.FromCwd, Dir: ".claude/skills", Scope: skills.ScopeRepo, Word: "project"},
			{Base: skills.FromCwd, Dir: ".codex/skills", Scope: skills.ScopeRepo, Word: "project"},
			{Base: skills.FromHome, Dir: ".claude/skills", Scope: skills.ScopeUser, Word: "user"},
			{Base: skills.FromHome, Dir: ".codex/skills", Scope: skills.ScopeUser, Word: "user"},
		},
		// Links and a SKILL.md in the root itself are not documented. Accepting them causes no false
		// problems.
		Walk:       skills.Walk{FollowDirs: true, FollowFiles: true, AtRoot: true},
		Duplicates: skills.AnyWins,
	},

	Ownership: skills.Ownership{
		Manifests: manifests,
		Owns:      []string{".cursor/skills"},
		// The skills of a plugin are in its "skills". Whether the name of an installed one begins with that of
		// the plugin is not documented (cursor.com/docs/reference/plugins, Plugin structure).
		OwnsPlugins: ".cursor-plugin/plugin.json",
		Markers:     []string{".cursor"},
	},

	Fields: []skills.Field{
		{
			Name: "name", Types: skills.String, Required: true,
			Doc: "Name of the skill and of its `/name`: lowercase letters, digits and hyphens, equal to the directory's name.",
		},
		{
			Name: "description", Types: skills.String, Required: true,
			Doc: "What the skill does and when to use it, by which the agent chooses the skill.",
		},
		{
			Name: "paths", Types: skills.String | skills.List, Globs: true,
			Doc: "Globs of the files that the skill applies to, separated by commas or as a list.",
		},
		{
			Name: "globs", Types: skills.String | skills.List, Globs: true,
			Doc: "Older name of `paths`, which is still read. Use `paths` in new skills.",
		},
		{
			Name: "disable-model-invocation", Types: skills.Boolean, Default: "false",
			Doc: "`true` prevents the agent from choosing the skill by itself, so that only `/name` starts it.",
		},
		{
			Name: "metadata", Types: skills.Mapping,
			Doc: "Custom data.",
		},
		{
			Name: "icon", Types: skills.String,
			Doc: "Icon of the skill in Cursor.",
		},
		{
			Name: "color", Types: skills.String,
			Values: []string{"default", "green", "cyan", "blue", "purple", "magenta", "orange", "yellow", "red", "brand"},
			Doc:    "Color of the skill in Cursor.",
		},
	},

	Guide: skills.Guide{
		MentionSyntax: "`/name` (not documented: whether it must be at the start of a message)",
		Arguments:     "not documented",
		Notes: []string{
			"Cursor's behavior is known only from its documentation.",
			"Roots are searched recursively. A skill in the root of a nested project directory applies to that directory only.",
			"`.claude/skills` and `.codex/skills` are read for compatibility, in the project and in the home directory.",
			"Not documented: which of two skills with one name wins.",
			"Not established: whether a skill that breaks a documented rule is rejected (here it is).",
			"Not established: how the frontmatter is parsed, and whether `.claude/skills` and `.codex/skills` of nested directories are searched (here they are not).",
			"Not established: the catalog, and the text around the instructions of a loaded skill.",
		},
	},

	Decisions: skills.Decisions{
		Accept: accept,
	},

	Mentions: kit.LeadingSlashMention,
	Inject:   inject,
}
