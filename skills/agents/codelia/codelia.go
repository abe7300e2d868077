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
			Doc: "Name for `$name` and the tool `skill_load`: 1 to 64 lowercase letters and digits in groups " +
				"joined by single hyphens, equal to the directory name. " +
				"Codelia reads the rest of the line without surrounding quotes. A later line that begins with `name:`, with any indentation, replaces it.",
		},
		{
			Name: "description", Types: skills.String | skills.Number | skills.Boolean, Required: true,
			Doc: "Text by which the model chooses the skill from the catalog, 1 to 1,024 UTF-16 units. " +
				"Codelia reads only the rest of the line: a block scalar becomes `>` or `|`, and escapes and comments stay in the text.",
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
		MentionSyntax: "`$name` anywhere in a message, with any characters around it; the prompt then asks the model to call the tool `skill_load`",
		Arguments:     "none: `$ARGUMENTS` and `$1` reach the model unchanged",
		Notes: []string{
			"No other field is read, not even `version`, `license` and `metadata`, which its specification recommends.",
			"The frontmatter is not parsed as YAML. It must begin and end with `---`, each alone on its line without spaces, and no byte order mark may precede it. Every line, including nested ones, is split at its first colon.",
			"Symbolic links to directories and to SKILL.md are not followed, except for a root that is itself a link.",
			"All skills with one name are kept. `skill_load` with that name fails with `ambiguous skill name`, and works with a path.",
			"A mention counts even if no skill has that name, so `$home` and the `$1` of a shell snippet are mentions.",
		},
	},

	Settings: skills.Settings{
		Knobs: []skills.Knob{
			{
				Name: "enabled", Type: skills.SwitchKnob, Native: "skills.enabled", Doc: "`false` switches all skills off. Default: `true`.",
				Apply: kit.DisabledWhen(false, "skills.enabled"),
			},
			{
				Name: "initial", Type: skills.KnobGroup, Doc: "The initial catalog in the prompt.",
				Knobs: []skills.Knob{
					{
						Name: "maxEntries", Type: skills.CountKnob, Min: 1, Native: "skills.initial.maxEntries", Doc: "Maximum number of skills in the catalog. Default: 200.",
						Apply: func(r *skills.Agent, v skills.KnobValue) { r.Limits.Listing.Entries = v.Count },
					},
					{
						Name: "maxBytes", Type: skills.CountKnob, Min: 1, Native: "skills.initial.maxBytes", Doc: "Maximum size of the catalog in bytes. Default: 32768.",
						Apply: func(r *skills.Agent, v skills.KnobValue) { r.Limits.Listing.Bytes = v.Count },
					},
				},
			},
			{
				Name: "search", Type: skills.KnobGroup, Doc: "The tool `skill_search`.",
				Knobs: []skills.Knob{
					{
						Name: "defaultLimit", Type: skills.CountKnob, Min: 1, Native: "skills.search.defaultLimit", Doc: "Number of skills that `skill_search` returns if the call has no limit. Default: 8.",
						Apply: func(r *skills.Agent, v skills.KnobValue) { r.Search.Default = v.Count },
					},
					{
						Name: "maxLimit", Type: skills.CountKnob, Min: 1, Native: "skills.search.maxLimit", Doc: "Maximum number of skills that `skill_search` returns for any call. Default: 50.",
						Apply: func(r *skills.Agent, v skills.KnobValue) { r.Search.Max = v.Count },
					},
				},
			},
			{
				Name: "permissions", Type: skills.KnobGroup, Doc: "Tools that the model may use, as in Codelia's own configuration. `deny` comes before `allow`, and Codelia asks the user about the rest.",
				Knobs: []skills.Knob{
					{
						Name: "deny", Type: skills.ToolsKnob, Native: "permissions.deny",
						Doc:   "Rules for what is denied, as in `{tool: skill_load, skill_name: demo}`. Only those for `skill_load` have an effect here: with a `skill_name` for that skill, without one for all skills.",
						Apply: deny,
					},
					{
						Name: "allow", Type: skills.ToolsKnob, Native: "permissions.allow",
						Doc: "Rules for what Codelia does without asking the user. They have no effect here.",
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
				return skills.Ruling{Effect: "denies this skill to the model: the tool `skill_load` rejects it", Setting: "permissions.deny", From: rule.From}, true
			}
		}
		return skills.Ruling{}, false
	})
}
