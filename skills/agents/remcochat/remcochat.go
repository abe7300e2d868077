// Package remcochat describes RemcoChat, the chat application of kaalabs.
package remcochat

import (
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// Agent is RemcoChat.
var Agent = &skills.Agent{
	ID:    "remcochat",
	Title: "RemcoChat",
	Mark:  "off by default",
	Source: "kaalabs/remcochat 2cbf3814: src/server/skills/{registry,skill-md,explicit-invocation,agent}.ts, src/ai/skills-tools.ts (84076e18 for resources), " +
		"src/ai/system-prompt.ts, src/server/chat/skills-context.ts; the directories from the design document remcochat-skills-spec.md, section 3.1",

	Locations: skills.Locations{
		// RemcoChat has no fixed roots: app.skills.directories of config.toml names them. These are the ones
		// its design proposes; relative ones are resolved against RemcoChat's own base directory.
		Roots: []skills.Root{
			{Base: skills.FromCwd, Dir: ".skills", Scope: skills.ScopeRepo},
			{Base: skills.FromCwd, Dir: ".agents/skills", Scope: skills.ScopeRepo},
			{Base: skills.FromHome, Dir: ".agents/skills", Scope: skills.ScopeUser},
			{Base: skills.FromHome, Dir: ".remcochat/skills", Scope: skills.ScopeUser},
		},
		Walk:       skills.Walk{FollowFiles: true, AtRoot: true, LastFirst: true},
		Duplicates: skills.FirstWins,
		MaxSkills:  maxSkills,
	},

	Ownership: skills.Ownership{
		Owns: []string{".skills"},
	},

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
			Doc: "Tools that the skill uses, as a string or a list, which is joined with commas. It is returned with the frontmatter on activation; RemcoChat does not enforce it.",
		},
	},
	Limits: skills.Limits{
		Unit: text.UTF16, Name: 64, Description: 1024,
		Listing:       skills.Budget{Entries: maxSkills}, // max_skills
		FileBytes:     fileBytes,                         // max_skill_md_bytes
		ResourceBytes: resourceBytes,                     // max_resource_bytes
	},

	Guide: skills.Guide{
		MentionSyntax: "`/name` at the very start of the latest user message, followed by a blank or the end; an unknown name is plain text. " +
			"The model calls `skillsActivate` with `{name}`",
		Arguments: "none: `/name` and the blanks after it are removed and the rest is the message; `$ARGUMENTS`, `$1`, `${...}` and `` !`cmd` `` reach the model as text",
		Notes: []string{
			"The frontmatter begins in the first bytes with `---`, alone on its line but for white space, and ends with the first line of that kind, indented or not; line feeds alone end lines.",
			"It is read by the npm package `yaml` 2.8.2, whose error messages quote the line: an unquoted colon with a blank after it, a repeated key or a tab drops the skill.",
			"Skills are off by default: `app.skills.enabled` in `config.toml` switches them on, and `app.skills.directories` names the roots. They are read at the start and on a rescan.",
			"The first directory wins on equal names; the losers are recorded as collisions.",
			"The design document speaks of a root's immediate children; the code descends without a depth limit, into hidden directories too.",
			"Skills are found depth-first: a directory's own SKILL.md, then its directories, the last by name first. This is the order in which the model is told of them. The scan ends with `max_skills` skills.",
			"Linked directories are not followed, except for a root that is itself a link; a linked SKILL.md is read.",
			"An invalid skill is listed as invalid, with its reason, and not loaded; unknown keys are ignored.",
			"The system prompt holds names and descriptions as JSON; the body comes with `skillsActivate` as `{name, frontmatter, body}`, without the line feeds at its start. `/name` adds a line to the system prompt, and with tools disabled the whole SKILL.md.",
			"The design document calls the tools `skills.activate` and `skills.readResource`; the code calls them `skillsActivate` and `skillsReadResource`.",
			"A SKILL.md of more than `max_skill_md_bytes` (200,000) is cut and ends in `[REMCOCHAT_SKILLS_TRUNCATED: SKILL.md; N bytes removed]`, in the system prompt in `[SKILL.md truncated: N bytes removed]`; resources are cut at `max_resource_bytes` (2,000,000).",
			"A resource's path must be relative, must not lead out of the skill by `..`, and stay inside it after links are resolved. The design document refuses binary files; the code gives them as text.",
		},
	},

	Settings: skills.Settings{
		Knobs: []skills.Knob{
			{
				Name: "enabled", Type: skills.SwitchKnob, Native: "app.skills.enabled",
				Doc:   "`false` switches skills off, as it is in RemcoChat until `app.skills.enabled` is set. Default here: `true`, so that skills can be judged.",
				Apply: kit.DisabledWhen(false, "app.skills.enabled"),
			},
			{
				Name: "directories", Type: skills.PathsKnob, Native: "app.skills.directories",
				Doc: "The directories that are scanned for skills, the first first, as `app.skills.directories` names them. Relative ones are resolved against " +
					"the working directory, and `~/` is the home directory. Default: those that RemcoChat's design proposes.",
				Apply: func(r *skills.Agent, v skills.KnobValue) {
					if len(r.Roots) > 0 && len(v.Paths) > 0 { // otherwise skills are off, or the list counts as not set
						r.Roots = kit.NamedRoots(v.Paths, skills.Root{Scope: skills.ScopeRepo})
					}
				},
			},
			{
				Name: "max_skills", Type: skills.CountKnob, Min: 1, Max: 10_000, Native: "app.skills.max_skills",
				Doc:   "How many skills are loaded at most. Default: 200.",
				Apply: func(r *skills.Agent, v skills.KnobValue) { r.Limits.Listing.Entries, r.MaxSkills = v.Count, v.Count },
			},
			{
				Name: "max_skill_md_bytes", Type: skills.CountKnob, Min: 1_000, Max: 50_000_000, Native: "app.skills.max_skill_md_bytes",
				Doc: "At how many bytes a SKILL.md is cut. Default: 200000.",
				Apply: func(r *skills.Agent, v skills.KnobValue) {
					r.Limits.FileBytes, r.Inject = v.Count, injection(v.Count)
				},
			},
			{
				Name: "max_resource_bytes", Type: skills.CountKnob, Min: 1_000, Max: 200_000_000, Native: "app.skills.max_resource_bytes",
				Doc: "At how many bytes a bundled file is cut. Default: 2000000.",
				Apply: func(r *skills.Agent, v skills.KnobValue) {
					r.Limits.ResourceBytes, r.ReadResource = v.Count, resource(v.Count)
				},
			},
		},
		// The configuration file of a RemcoChat in the working directory. Skills are off unless the file
		// switches them on (src/server/config.ts, config-normalize-access.ts).
		Native: &skills.Native{
			Syntax:   skills.TOML,
			Ends:     []string{"config.toml"},
			Files:    skills.FilesIn("config.toml"),
			Takes:    isConfig,
			Presumes: map[string]skills.KnobValue{"enabled": {On: false}},
		},
	},

	Decisions: skills.Decisions{
		Accept: accept,
	},

	Mentions:     mentions,
	Placeholders: &skills.Placeholders{},
	Inject:       injection(fileBytes),
	ReadResource: resource(resourceBytes),

	Catalog: catalog,
	Compare: func(a, b skills.Skill) int { return 0 }, // the order in which they are found
}

// isConfig reports whether a config.toml is RemcoChat's. Many programs have a file of that name.
func isConfig(text string, root *frontmatter.Value) bool {
	if root == nil {
		return strings.Contains(text, "app.skills") || strings.Contains(text, "default_provider_id")
	}
	return root.Lookup("app.skills") != nil || root.Lookup("app.default_provider_id") != nil
}
