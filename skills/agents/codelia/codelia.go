// Package codelia describes Codelia, the agent of kousw/codelia. The code decides. If the design document
// codelia-skills-spec.md goes further, the notes of the agent say so.
package codelia

import (
	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
)

// Agent is Codelia.
var Agent = &skills.Agent{
	ID:    "codelia",
	Title: "Codelia",
	Source: "kousw/codelia 48e27ff0 (0.1.80): packages/runtime/src/skills/resolver.ts, rpc/skill-mentions.ts, tools/skill-load.ts, " +
		"tools/skill-search.ts; packages/shared-types/src/skills/schema.ts",

	Locations: skills.Locations{
		Roots: []skills.Root{
			{Base: skills.FromChain, Dir: ".agents/skills", Scope: skills.ScopeRepo},
			{Base: skills.FromHome, Dir: ".agents/skills", Scope: skills.ScopeUser},
		},
		Walk: skills.Walk{AtRoot: true, RealPaths: true},
		Project: skills.Project{
			Markers: []string{".codelia", ".git", ".jj"},
			RootEnv: "CODELIA_AGENTS_ROOT",
			MarkEnv: "CODELIA_AGENTS_MARKERS",
		},
		Duplicates: skills.KeepAll,
	},

	Ownership: skills.Ownership{
		Markers: []string{".codelia"},
	},

	Fields: []skills.Field{
		{
			Name: "name", Types: skills.String | skills.Number | skills.Boolean, Required: true,
			Doc: "Name under which `$name` and the tool `skill_load` find the skill: 1 to 64 lowercase letters and digits in groups " +
				"joined by single hyphens, equal to the name of the skill's directory. " +
				"Codelia takes the rest of the line as it stands, without the quotes around all of it; a later line that begins with `name:`, however indented, replaces it.",
		},
		{
			Name: "description", Types: skills.String | skills.Number | skills.Boolean, Required: true,
			Doc: "Text by which the model chooses the skill from the catalogue, 1 to 1,024 UTF-16 units. " +
				"Codelia takes the rest of the line and no more: of a block scalar it sees the bare `>` or `|`, of a quoted text its escapes, and a comment counts as text.",
		},
	},
	Limits: skills.Limits{
		Unit:        text.UTF16,
		Name:        64,
		Description: 1024,
		Listing:     skills.Budget{Entries: 200, Bytes: 32 * 1024},
		ListedFiles: listedFiles,
		ListedBytes: listedBytes,
	},

	Guide: skills.Guide{
		MentionSyntax: "`$name` anywhere in a message, whatever stands around it; the model is then told to call the tool `skill_load`",
		Arguments:     "none: `$ARGUMENTS` and `$1` reach the model as they are written",
		Notes: []string{
			"No other field is read, neither `version`, `license` nor `metadata`, which its specification recommends.",
			"The frontmatter is not parsed as YAML: it must begin with `---` and end with `---`, each alone on its line without blanks and without a byte order mark before it, and every line is split at its first colon, nested ones too.",
			"Symbolic links to directories and to SKILL.md are not followed, except for a root that is itself a link.",
			"Skills of one name are all kept, and `skill_load` by that name fails with `ambiguous skill name`; by path it works.",
			"A mention is passed on whether or not a skill of that name exists, so `$home` or the `$1` of a shell snippet counts.",
		},
	},

	Settings: skills.Settings{
		Knobs: []skills.Knob{
			{
				Name: "enabled", Type: skills.SwitchKnob, Native: "skills.enabled", Doc: "`false` switches skills off: Codelia then finds none. Default: `true`.",
				Apply: kit.DisabledWhen(false, "skills.enabled"),
			},
			{
				Name: "initial", Type: skills.KnobGroup, Doc: "The catalogue that the model is given at the start.",
				Knobs: []skills.Knob{
					{
						Name: "maxEntries", Type: skills.CountKnob, Min: 1, Native: "skills.initial.maxEntries", Doc: "How many skills it lists at most. Default: 200.",
						Apply: func(r *skills.Agent, v skills.KnobValue) { r.Limits.Listing.Entries = v.Count },
					},
					{
						Name: "maxBytes", Type: skills.CountKnob, Min: 1, Native: "skills.initial.maxBytes", Doc: "How many bytes it takes at most. Default: 32768.",
						Apply: func(r *skills.Agent, v skills.KnobValue) { r.Limits.Listing.Bytes = v.Count },
					},
				},
			},
			{
				Name: "search", Type: skills.KnobGroup, Doc: "The tool `skill_search`.",
				Knobs: []skills.Knob{
					{
						Name: "defaultLimit", Type: skills.CountKnob, Min: 1, Native: "skills.search.defaultLimit", Doc: "How many skills it returns where the call does not say. Default: 8.",
						Apply: func(r *skills.Agent, v skills.KnobValue) { r.Search.Default = v.Count },
					},
					{
						Name: "maxLimit", Type: skills.CountKnob, Min: 1, Native: "skills.search.maxLimit", Doc: "How many skills it returns at most, whatever the call says. Default: 50.",
						Apply: func(r *skills.Agent, v skills.KnobValue) { r.Search.Max = v.Count },
					},
				},
			},
			{
				Name: "permissions", Type: skills.KnobGroup, Doc: "Which tools the model may use, as in Codelia's own configuration: `deny` comes before `allow`, and for the rest the user is asked.",
				Knobs: []skills.Knob{
					{
						Name: "deny", Type: skills.ToolsKnob, Native: "permissions.deny",
						Doc:   "Rules of what is denied, as in `{tool: skill_load, skill_name: demo}`. Here those have an effect that are about `skill_load`: with a `skill_name` for that skill, without one for all.",
						Apply: deny,
					},
					{
						Name: "allow", Type: skills.ToolsKnob, Native: "permissions.allow",
						Doc: "Rules of what the user is not asked about. It has no effect here, where nobody is asked.",
					},
				},
			},
		},
		// Codelia does not start a session if this file has an error (packages/runtime/src/config.ts).
		Native: &skills.Native{
			Syntax: skills.JSON,
			Ends:   []string{".codelia/config.json"},
			Files:  skills.FilesIn(".codelia/config.json"),
		},
		Search: skills.SearchLimits{Default: 8, Max: 50},
	},

	Decisions: skills.Decisions{
		Accept: accept,
	},

	Mentions:     kit.KebabMentions,
	Placeholders: &skills.Placeholders{},
	Inject:       inject,
	Closing:      []string{"</skill_context>"},

	Catalog: catalog,
	Compare: kit.CompareCollated,
}

// deny applies permissions.deny, which the tool skill_load obeys for every caller
// (packages/runtime/src/permissions/service.ts; skill_name by packages/config/src/index.ts). A denied skill
// stays in the catalog.
func deny(r *skills.Agent, v skills.KnobValue) {
	r.AddRuling(func(s *skills.Skill) (skills.Ruling, bool) {
		for _, rule := range v.Choices {
			if rule.Name == "skill_load" && (rule.Pattern == "" || rule.Pattern == s.Name) {
				return skills.Ruling{Effect: "denies the model this skill: the tool `skill_load` refuses it", Setting: "permissions.deny", From: rule.From}, true
			}
		}
		return skills.Ruling{}, false
	})
}
