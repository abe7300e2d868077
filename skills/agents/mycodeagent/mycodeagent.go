// Package mycodeagent describes MyCodeAgent, the Python agent of YYHDBL/MyCodeAgent.
package mycodeagent

import (
	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
)

// Agent is MyCodeAgent.
var Agent = &skills.Agent{
	ID:    "mycodeagent",
	Title: "MyCodeAgent",
	Source: "YYHDBL/MyCodeAgent f1c27103: extensions/skills/loader.py, tools/builtin/skill.py, prompts/tools_prompts/skill_prompt.py, runtime/host.py; " +
		"design document mycodeagent-skill-mvp.md",

	Locations: skills.Locations{
		// The project root is the working directory, as in the recorded runs.
		Roots: []skills.Root{
			{Base: skills.FromCwd, Dir: "skills", Scope: skills.ScopeRepo},
		},
		Walk:       skills.Walk{FollowFiles: true, AtRoot: true, RealRoots: true},
		Duplicates: skills.LastWins,
	},

	Fields: []skills.Field{
		{
			Name: "name", Types: skills.String | skills.Number | skills.Boolean, Required: true,
			Doc: "Name by which the `Skill` tool loads the skill: lowercase letters, digits and single hyphens (`^[a-z0-9]+(?:-[a-z0-9]+)*$`), of any length. " +
				"It need not equal the directory's name; an invalid one drops the skill silently.",
		},
		{
			Name: "description", Types: skills.String | skills.Number | skills.Boolean, Required: true,
			Doc: "Text by which the model chooses the skill; it must not be empty and has to stand on one line. A block scalar, or a second line without a colon, drops the whole skill.",
		},
	},
	Limits: skills.Limits{
		Listing: skills.Budget{Chars: 12_000}, // SKILLS_PROMPT_CHAR_BUDGET
	},

	Guide: skills.Guide{
		MentionSyntax: "`$code-review` is only a rule in the prompt, which the model follows by calling the tool `Skill` with `{name, args}`",
		Arguments: "every `$ARGUMENTS` becomes the stripped arguments, also when they are empty; without one, non-empty arguments are appended as `ARGUMENTS: ...`. " +
			"`$ARGUMENTS[0]` becomes the arguments followed by `[0]`; `$1`, `${...}` and `` !`cmd` `` stay text",
		Notes: []string{
			"Only `skills/**/SKILL.md` of the project is read: no `.agents/skills`, no home directory. Hidden directories are scanned, linked ones are not.",
			"The frontmatter is read line by line, not as YAML: a line that is neither blank nor a comment and has no `:` (folded text, list items) drops the whole skill.",
			"Nested keys are flattened: `name:` or `description:` below `metadata:` replaces the field itself.",
			"Skills with one name are resolved silently: the last in sorted path order wins.",
			"An invalid skill is skipped silently, but a single SKILL.md with invalid UTF-8 ends the whole scan.",
			"The design document leaves `$ARGUMENTS` alone when there are no arguments; the code replaces it with nothing.",
			"The model receives the body after `Base directory for this skill: ...`, without the frontmatter; errors are `INVALID_PARAM`, `NOT_FOUND`, `PERMISSION_DENIED` and `INTERNAL_ERROR`.",
			"The prompt's list stops at `SKILLS_PROMPT_CHAR_BUDGET` (12,000 characters). The tool scans again where files have come, gone or changed, unless `SKILLS_REFRESH_ON_CALL` is off: then it does so for a name that it does not know alone.",
			"Not modelled: a directory of skills that newer versions (fcc0692d) lay over `skills` while they try changes to them.",
			"A linked root is named by its target's path, while links below it keep their own.",
		},
	},

	Settings: skills.Settings{
		Knobs: []skills.Knob{
			{
				Name: "SKILLS_PROMPT_CHAR_BUDGET", Type: skills.CountKnob, Min: 1,
				Doc:   "At how many characters the prompt's list of skills stops. Default: 12000.",
				Apply: func(r *skills.Agent, v skills.KnobValue) { r.Limits.Listing.Chars = v.Count },
			},
			{
				Name: "SKILLS_REFRESH_ON_CALL", Type: skills.SwitchKnob,
				Doc:   "`false` keeps the tool `Skill` from looking at the files anew at each call, so that other errors come of a skill that broke since. Default: `true`.",
				Apply: func(r *skills.Agent, v skills.KnobValue) { r.Inject = injection(v.On) },
			},
		},
	},

	Decisions: skills.Decisions{
		Accept: accept,
	},

	Mentions:     kit.KebabMentions, // a rule in the prompt tells the model to look for mentions; the code does not
	Placeholders: &skills.Placeholders{Arguments: skills.Always},
	Inject:       injection(true),

	Catalog: catalog,
}
