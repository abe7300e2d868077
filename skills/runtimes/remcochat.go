package runtimes

import "skills-ls/skills"

// RemcoChat is kaalabs' chat application.
var RemcoChat = &skills.Runtime{
	ID:    "remcochat",
	Title: "RemcoChat",
	Source: "kaalabs/remcochat 2cbf3814: src/server/skills/{registry,skill-md,explicit-invocation,runtime}.ts, src/ai/skills-tools.ts, " +
		"src/ai/system-prompt.ts, src/server/chat/skills-context.ts; the directories from the design document remcochat-skills-spec.md, section 3.1",

	// RemcoChat has no fixed roots: app.skills.directories of config.toml names them. These are the ones its design proposes;
	// relative ones are resolved against RemcoChat's own base directory.
	Roots: []skills.Root{
		{Base: skills.FromCwd, Dir: ".skills", Scope: skills.ScopeRepo},
		{Base: skills.FromCwd, Dir: ".agents/skills", Scope: skills.ScopeRepo},
		{Base: skills.FromHome, Dir: ".agents/skills", Scope: skills.ScopeUser},
		{Base: skills.FromHome, Dir: ".remcochat/skills", Scope: skills.ScopeUser},
	},
	Walk:       skills.Walk{FollowFiles: true, AtRoot: true},
	Duplicates: skills.FirstWins,

	Owns: []string{".skills"},

	Fields: []skills.Field{
		{
			Name: "name", Types: skills.String | skills.Number | skills.Boolean, Required: true,
			Doc: "Name of the skill and of its `/name`: at most 64 UTF-16 units of lowercase letters, digits and single hyphens, equal to the directory's name. " +
				"The value is turned into text first, so `name: 123` works in a directory `123`.",
		},
		{
			Name: "description", Types: skills.String | skills.Number | skills.Boolean, Required: true,
			Doc: "Text by which the model chooses the skill, of 1 to 1,024 UTF-16 units. The value is turned into text: a mapping becomes `[object Object]`.",
		},
		{
			Name: "license", Types: skills.String | skills.Number | skills.Boolean,
			Doc: "Licence of the skill. It is turned into text and returned with the frontmatter on activation.",
		},
		{
			Name: "compatibility", Types: skills.String | skills.Number | skills.Boolean,
			Doc: "What the skill needs of its surroundings. It is turned into text and returned with the frontmatter on activation; its length is not checked.",
		},
		{
			Name: "metadata", Types: skills.Mapping,
			Doc: "The author's own data. Each value is turned into text; anything but a mapping is ignored.",
		},
		{
			Name: "allowed-tools", Types: skills.String | skills.List,
			Doc: "Tools that the skill uses, as a string or a list, which is joined with commas. RemcoChat stores and logs it but does not enforce it.",
		},
	},
	Limits: skills.Limits{
		Unit: skills.UTF16, Name: 64, Description: 1024,
		Listing:       skills.Budget{Entries: 200}, // max_skills
		FileBytes:     200_000,                     // max_skill_md_bytes
		ResourceBytes: 2_000_000,                   // max_resource_bytes
	},
	MentionSyntax: "`/name` at the very start of the latest user message, followed by a blank or the end; an unknown name is plain text. " +
		"The model calls `skillsActivate` with `{name}`",
	Arguments: "none: `/name` and the blanks after it are removed and the rest is the message; `$ARGUMENTS`, `$1`, `${...}` and `` !`cmd` `` reach the model as text",
	Notes: []string{
		"Skills are off by default: `app.skills.enabled` in `config.toml` switches them on, and `app.skills.directories` names the roots. They are read at the start and on a rescan.",
		"The first directory wins on equal names; the losers are recorded as collisions.",
		"The design document speaks of a root's immediate children; the code descends without a depth limit, into hidden directories too.",
		"Linked directories are not followed; a linked SKILL.md is read.",
		"An invalid skill is listed as invalid, with its reason, and not loaded; unknown keys are ignored.",
		"The system prompt holds names and descriptions as JSON; the body comes with `skillsActivate` as `{name, frontmatter, body}`. With tools disabled `/name` puts the whole SKILL.md into the system prompt.",
		"The design document calls the tools `skills.activate` and `skills.readResource`; the code calls them `skillsActivate` and `skillsReadResource`.",
		"A SKILL.md of more than `max_skill_md_bytes` (200,000) is cut and ends in `[REMCOCHAT_SKILLS_TRUNCATED: SKILL.md; N bytes removed]`; resources are cut at `max_resource_bytes` (2,000,000).",
		"A resource's path must be relative, without `..`, and stay inside the skill after links are resolved; binary files are refused.",
	},

	Knobs: []skills.Knob{
		{
			Name: "enabled", Type: skills.SwitchKnob, Doc: "Switches skills on, as `app.skills.enabled` does. " + remcochatUnmodelled,
			Apply: func(r *skills.Runtime, v skills.KnobValue) {
				if !v.On {
					*r = *r.Disabled()
				}
			},
		},
		{
			Name: "directories", Type: skills.PathsKnob,
			Doc: "The directories that are scanned for skills, the first first, as `app.skills.directories` names them. " + remcochatUnmodelled,
		},
		{
			Name: "max_skills", Type: skills.CountKnob, Min: 1, Max: 10_000, Doc: "How many skills are offered at most. Default: 200. " + remcochatUnmodelled,
			Apply: func(r *skills.Runtime, v skills.KnobValue) { r.Limits.Listing.Entries = v.Count },
		},
		{
			Name: "max_skill_md_bytes", Type: skills.CountKnob, Min: 1_000, Max: 50_000_000, Doc: "At how many bytes a SKILL.md is cut. Default: 200000. " + remcochatUnmodelled,
			Apply: func(r *skills.Runtime, v skills.KnobValue) { r.Limits.FileBytes = v.Count },
		},
		{
			Name: "max_resource_bytes", Type: skills.CountKnob, Min: 1_000, Max: 200_000_000, Doc: "At how many bytes a bundled file is cut. Default: 2000000. " + remcochatUnmodelled,
			Apply: func(r *skills.Runtime, v skills.KnobValue) { r.Limits.ResourceBytes = v.Count },
		},
	},

	Accept: acceptRemcoChat,
}

const remcochatUnmodelled = "It takes effect once RemcoChat's verdicts and texts are modelled here."
