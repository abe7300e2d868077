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
			Doc: "Name for the tool `Skill`: lowercase letters, digits and single hyphens (`^[a-z0-9]+(?:-[a-z0-9]+)*$`), of any length. " +
				"It may differ from the directory name. A skill with an invalid name is ignored without an error.",
		},
		{
			Name: "description", Types: skills.String | skills.Number | skills.Boolean, Required: true,
			Doc: "Text by which the model chooses the skill. It must be on one line and must not be empty. A skill with a block scalar, or with a second line without a colon, is ignored.",
		},
	},
	Limits: skills.Limits{
		Listing: skills.Budget{Chars: 12_000}, // SKILLS_PROMPT_CHAR_BUDGET
	},

	Guide: skills.Guide{
		MentionSyntax: "`$code-review` is only a rule in the prompt: the model follows it and calls the tool `Skill` with `{name, args}`",
		Arguments: "every `$ARGUMENTS` becomes the trimmed arguments, even if they are empty; without one, non-empty arguments are appended as `ARGUMENTS: ...`. " +
			"`$ARGUMENTS[0]` becomes the arguments followed by `[0]`; `$1`, `${...}` and `` !`cmd` `` stay text",
		Notes: []string{
			"Only `skills/**/SKILL.md` in the project is read, not `.agents/skills` or the home directory. Hidden directories are scanned, and links are not followed.",
			"The frontmatter is read line by line, not as YAML. A line without `:` that is neither blank nor a comment (folded text, list items) makes MyCodeAgent ignore the skill.",
			"Nested keys are flattened: `name:` or `description:` in `metadata:` replaces the field.",
			"On equal names, the last in sorted path order wins, without a message.",
			"An invalid skill is ignored without an error, but a single SKILL.md with invalid UTF-8 ends the whole scan.",
			"Without arguments, the code removes `$ARGUMENTS`. According to the design document, it stays unchanged.",
			"The model receives the body after `Base directory for this skill: ...`, without the frontmatter. Errors are `INVALID_PARAM`, `NOT_FOUND`, `PERMISSION_DENIED` and `INTERNAL_ERROR`.",
			"The catalog ends at `SKILLS_PROMPT_CHAR_BUDGET` (12,000 characters). The tool scans again after any change of files or, if `SKILLS_REFRESH_ON_CALL` is off, only for an unknown name.",
			"Not modeled: a directory of skills that newer versions (fcc0692d) merge over `skills` while they try changes.",
			"A linked root has the path of its target, while links in it keep their own paths.",
		},
	},

	Settings: skills.Settings{
		Knobs: []skills.Knob{
			{
				Name: "SKILLS_PROMPT_CHAR_BUDGET", Type: skills.CountKnob, Min: 1,
				Doc:   "Maximum number of characters of the catalog. Default: 12000.",
				Apply: func(r *skills.Agent, v skills.KnobValue) { r.Limits.Listing.Chars = v.Count },
			},
			{
				Name: "SKILLS_REFRESH_ON_CALL", Type: skills.SwitchKnob,
				Doc:   "`false` prevents the tool `Skill` from reading the files again at each call, which changes the errors for a skill that became invalid. Default: `true`.",
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
