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
		Owns:    []string{".cursor/skills"},
		Markers: []string{".cursor"},
	},

	Fields: []skills.Field{
		{
			Name: "name", Types: skills.String, Required: true,
			Doc: "Name of the skill and of its `/name`: lowercase letters, digits and hyphens, equal to the directory's name.",
		},
		{
			Name: "description", Types: skills.String, Required: true,
			Doc: "What the skill does and when to use it; the agent chooses the skill by it.",
		},
		{
			Name: "paths", Types: skills.String | skills.List, Globs: true,
			Doc: "Globs of the files that the skill is about, separated by commas or as a list.",
		},
		{
			Name: "globs", Types: skills.String | skills.List, Globs: true,
			Doc: "Older spelling of `paths`, still read; write `paths` in new skills.",
		},
		{
			Name: "disable-model-invocation", Types: skills.Boolean, Default: "false",
			Doc: "`true` keeps the agent from choosing the skill by itself; it is started with `/name` only.",
		},
		{
			Name: "metadata", Types: skills.Mapping,
			Doc: "The author's own data.",
		},
		{
			Name: "icon", Types: skills.String,
			Doc: "Icon with which Cursor shows the skill.",
		},
		{
			Name: "color", Types: skills.String,
			Values: []string{"default", "green", "cyan", "blue", "purple", "magenta", "orange", "yellow", "red", "brand"},
			Doc:    "Colour with which Cursor shows the skill.",
		},
	},

	Guide: skills.Guide{
		MentionSyntax: "`/name`; that it stands at the beginning of a message is not documented",
		Arguments:     "not documented",
		Notes: []string{
			"Cursor's behaviour is known from its documentation alone.",
			"Roots are searched recursively. A skill in the root of a nested project directory applies to that directory only.",
			"`.claude/skills` and `.codex/skills` are read for compatibility, in the project and in the home directory.",
			"Which of two skills with one name wins is not documented.",
			"Not established: whether a skill that breaks a documented rule is left out or used all the same; it is taken for left out.",
			"Not established: how the frontmatter is parsed, and whether `.claude/skills` and `.codex/skills` of nested directories count; they are taken not to.",
			"Not established: what the model is told of the skills, and what stands around the instructions of one that is loaded.",
		},
	},

	Decisions: skills.Decisions{
		Accept: accept,
	},

	Mentions: kit.LeadingSlashMention,
	Inject:   inject,
}
