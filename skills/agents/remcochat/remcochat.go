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
				"The value is converted to a string first, so `name: 123` works in a directory `123`.",
		},
		{
			Name: "description", Types: skills.String | skills.Number | skills.Boolean, Required: true,
			Doc: "Text by which the model chooses the skill, 1 to 1,024 UTF-16 units. The value is converted to a string: a mapping becomes `[object Object]`.",
		},
		{
			Name: "license", Types: skills.String | skills.Number | skills.Boolean,
			Doc: "License of the skill, converted to a string and returned with the frontmatter on activation.",
		},
		{
			Name: "compatibility", Types: skills.String | skills.Number | skills.Boolean,
			Doc: "Environment requirements of the skill, converted to a string and returned with the frontmatter on activation. Its length is not checked.",
		},
		{
			Name: "metadata", Types: skills.Mapping,
			Doc: "Custom data. Each value is converted to a string, and a value other than a mapping is ignored.",
		},
		{
			Name: "allowed-tools", Types: skills.String | skills.List,
			Doc: "Tools that the skill uses, as a string or a list, which is joined with commas. RemcoChat returns it with the frontmatter on activation, but does not enforce it.",
		},
	},
	Limits: skills.Limits{
		Unit: text.UTF16, Name: 64, Description: 1024,
		Listing:       skills.Budget{Entries: maxSkills}, // max_skills
		FileBytes:     fileBytes,                         // max_skill_md_bytes
		ResourceBytes: resourceBytes,                     // max_resource_bytes
	},

	Guide: skills.Guide{
		MentionSyntax: "`/name` at the very start of the latest user message, before a space or the end; an unknown name is plain text. " +
			"The model calls `skillsActivate` with `{name}`",
		Arguments: "none: `/name` and the spaces after it are removed and the rest is the message; `$ARGUMENTS`, `$1`, `${...}` and `` !`cmd` `` reach the model as text",
		Notes: []string{
			"The frontmatter begins in the first bytes with `---`, alone on its line except for white space, and ends at the next such line, with any indentation. Only line feeds end lines.",
			"The npm package `yaml` 2.8.2 reads it, and its error messages quote the line. An unquoted colon before a space, a repeated key or a tab makes RemcoChat reject the skill.",
			"Skills are off by default: `app.skills.enabled` in `config.toml` switches them on, and `app.skills.directories` lists the roots. They are read at the start and on a rescan.",
			"On equal names, the first directory wins. The others are recorded as collisions.",
			"The code searches a root without a depth limit, including hidden directories. The design document mentions only direct children.",
			"The search is depth-first: a directory's own SKILL.md, then its directories, the last by name first. The catalog has the same order. The scan ends after `max_skills` skills.",
			"Links to directories are not followed, except if a root itself is a link. A linked SKILL.md is read.",
			"An invalid skill is listed as invalid, with its reason, and not loaded. Unknown keys are ignored.",
			"The catalog in the system prompt has names and descriptions as JSON. `skillsActivate` returns the body as `{name, frontmatter, body}`, without the line feeds at its start. `/name` adds a line to the system prompt, and with tools disabled the whole SKILL.md.",
			"The tools are named `skillsActivate` and `skillsReadResource` in the code, and `skills.activate` and `skills.readResource` in the design document.",
			"A SKILL.md of more than `max_skill_md_bytes` (200,000) is cut and ends with `[REMCOCHAT_SKILLS_TRUNCATED: SKILL.md; N bytes removed]`, in the system prompt with `[SKILL.md truncated: N bytes removed]`. Resources are cut at `max_resource_bytes` (2,000,000).",
			"The path of a resource must be relative, must not leave the skill with `..`, and must stay inside it after links are resolved. The code returns binary files as text, although the design document rejects them.",
		},
	},

	Settings: skills.Settings{
		Knobs: []skills.Knob{
			{
				Name: "enabled", Type: skills.SwitchKnob, Native: "app.skills.enabled",
				Doc:   "`false` switches all skills off, as in RemcoChat without `app.skills.enabled`. Default here: `true`, so that skills can be checked.",
				Apply: kit.DisabledWhen(false, "app.skills.enabled"),
			},
			{
				Name: "directories", Type: skills.PathsKnob, Native: "app.skills.directories",
				Doc: "Directories of skills in order, as in `app.skills.directories`. Relative ones are resolved against " +
					"the working directory, and `~/` is the home directory. Default: those in RemcoChat's design.",
				Apply: func(r *skills.Agent, v skills.KnobValue) {
					if len(r.Roots) > 0 && len(v.Paths) > 0 { // otherwise skills are off, or the list counts as not set
						r.Roots = kit.NamedRoots(v.Paths, skills.Root{Scope: skills.ScopeRepo})
					}
				},
			},
			{
				Name: "max_skills", Type: skills.CountKnob, Min: 1, Max: 10_000, Native: "app.skills.max_skills",
				Doc:   "Maximum number of skills. Default: 200.",
				Apply: func(r *skills.Agent, v skills.KnobValue) { r.Limits.Listing.Entries, r.MaxSkills = v.Count, v.Count },
			},
			{
				Name: "max_skill_md_bytes", Type: skills.CountKnob, Min: 1_000, Max: 50_000_000, Native: "app.skills.max_skill_md_bytes",
				Doc: "Number of bytes at which a SKILL.md is cut. Default: 200000.",
				Apply: func(r *skills.Agent, v skills.KnobValue) {
					r.Limits.FileBytes, r.Inject = v.Count, injection(v.Count)
				},
			},
			{
				Name: "max_resource_bytes", Type: skills.CountKnob, Min: 1_000, Max: 200_000_000, Native: "app.skills.max_resource_bytes",
				Doc: "Number of bytes at which a bundled file is cut. Default: 2000000.",
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
