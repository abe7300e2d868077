// Package openoxide describes OpenOxide, which exists only as the design document openoxide-skills-study.md.
package openoxide

import (
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
)

// Agent is OpenOxide as its design document describes it.
var Agent = &skills.Agent{
	ID:     "openoxide",
	Title:  "OpenOxide",
	Mark:   "design only",
	Source: "design document openoxide-skills-study.md, sections OpenOxide Blueprint and after; no implementation was found",

	Locations: skills.Locations{
		Roots: []skills.Root{
			{Base: skills.FromChain, Dir: ".openoxide/skills", Scope: skills.ScopeRepo},
			{Base: skills.FromChain, Dir: ".agents/skills", Scope: skills.ScopeRepo},
			// The design gives no default for the variable.
			{Base: skills.FromConfig, Dir: "skills", Env: []skills.EnvDir{{Name: "OPENOXIDE_HOME", Dir: "skills"}}, Scope: skills.ScopeUser},
			{Base: skills.FromHome, Dir: ".agents/skills", Scope: skills.ScopeUser},
			// Optional in the design, for compatibility.
			{Base: skills.FromHome, Dir: ".claude/skills", Scope: skills.ScopeUser},
			// The cache of embedded skills and the system's configuration. The design does not locate either.
			{Base: skills.FromConfig, Dir: ".", Scope: skills.ScopeSystem},
			{Base: skills.FromConfig, Dir: ".", Scope: skills.ScopeAdmin},
		},
		// The design requires bounded traversal and a link policy by scope, but gives neither numbers nor the
		// policy. Following links and descending causes no false problems.
		Walk: skills.Walk{FollowDirs: true, FollowFiles: true, AtRoot: true},
		// The design names no marker. This is the default of Codex, whose discovery the design adopts.
		Project: skills.Project{Markers: []string{".git"}},
	},

	Ownership: skills.Ownership{
		Owns: []string{".openoxide/skills"},
	},

	Fields: []skills.Field{
		{
			Name: "name", Types: skills.String, Required: true,
			Doc: "Name of the skill, mentioned as `$name`. The design requires it and states no spelling rules or length.",
		},
		{
			Name: "description", Types: skills.String, Required: true,
			Doc: "Text by which the model chooses the skill; it is always in the context, within the budget for all descriptions.",
		},
		{
			Name: "disable_model_invocation", Types: skills.Boolean, Default: "false",
			Doc: "`true` lets only the user invoke the skill: its metadata is not sent to the model at all. Written with underscores, unlike the `disable-model-invocation` of other agents.",
		},
		{
			Name: "user_invocable", Types: skills.Boolean, Default: "true",
			Doc: "`false` hides the skill from the `/` menu, while the model can still choose it by its description. Written with underscores, unlike the `user-invocable` of other agents.",
		},
		{
			Name: "context", Types: skills.String, Values: []string{"fork"}, Default: "the body joins the current conversation",
			Doc: "`fork` runs the body as the task of a subagent with a context of its own and returns a summary.",
		},
		{
			Name: "agent", Types: skills.String, Needs: skills.Setting{Field: "context", Value: "fork"},
			Doc: "Type of the subagent that runs a skill with `context: fork`.",
		},
		{
			Name: "hooks", Types: skills.Mapping,
			Doc: "Hooks by event that are registered when the skill is activated and removed when it ends; a handler with `once: true` fires once per session.",
		},
	},
	Companions: companions(),
	Limits: skills.Limits{
		Listing: skills.Budget{Chars: listedChars}, // if the size of the context window is not known
	},

	Guide: skills.Guide{
		MentionSyntax: "`$name`, or `[$name](path)` where the name is not unique; the plain form needs exactly one enabled skill of the name and no connector called so. `plugin:skill` for plugins",
		Arguments:     "`` !`command` `` is replaced by the command's output before the body reaches the model; the blueprint names no placeholders for arguments",
		Notes: []string{
			"OpenOxide exists as a design only: everything here is what its document asks for.",
			"Skills are deduplicated by path and sorted by scope (repo, user, system, admin), name and path; equal names are kept, and a plain mention of one is ambiguous.",
			"`agents/openoxide.yaml` holds the interface, dependencies (`env_var`, `mcp`), `policy.allow_implicit_invocation` and permissions; `agents/openai.yaml` is read for compatibility. " +
				"Not established: what the fields may hold, where Codex is followed, and that the second is read only where the first is not there.",
			"The skills of plugins will be called `plugin:skill` once there is a system of plugins. The roots here are no plugin's, so their skills keep their bare names, in the repository of a plugin too.",
			"A skill's permissions are never applied by themselves: the user opts in and sees the effective change first. A strict mode ignores them, a trusted-source mode takes them from the system and admin scopes alone.",
			"Descriptions get 2 % of the context window, or 16,000 characters where its size is unknown; skills beyond that are left out with a warning.",
			"A loaded skill reaches the model as `<skill>` with its name, path and body indented by a blank, which differs from the bytes of Codex. The frontmatter does not come along.",
			"Not established: the white space of that envelope, which the document lost; how the frontmatter is found and values are made one line, where Codex is followed; " +
				"and whether the name must be the directory's, which is not asked for.",
			"Not established: the text of the list of skills, the words of errors, and whether `~/.claude/skills` counts by itself, which it does here.",
			"The study's own account of Claude Code is dated: its budget is 1 % today, and it has more fields.",
			"Aider and OpenTUI, which the study also covers, have no skills.",
		},
	},

	Settings: skills.Settings{
		Knobs: []skills.Knob{
			{
				Name: "budget", Type: skills.KnobGroup, Doc: "What the list of skills may take, as in the design's `SkillBudget`.",
				Knobs: []skills.Knob{
					{
						Name: "max_pct", Type: skills.CountKnob, Min: 1, Max: 100,
						Doc:   "The share of the context window, in whole per cent. Default: 2, which the design writes as 0.02.",
						Apply: func(r *skills.Agent, v skills.KnobValue) { r.ListingOf = budget(v.Count) },
					},
					{
						Name: "fallback_chars", Type: skills.CountKnob, Min: 1, Doc: "The characters that it may take where the size of the context window is not known. Default: 16000.",
						Apply: func(r *skills.Agent, v skills.KnobValue) { r.Limits.Listing.Chars = v.Count },
					},
				},
			},
			{
				Name: "connectors", Type: skills.TextsKnob,
				Doc: "Names of connectors and apps: a plain mention of one selects no skill of that name. Default: none.",
				Apply: func(r *skills.Agent, v skills.KnobValue) {
					r.Connectors = nil
					for _, name := range v.Texts() {
						r.Connectors = append(r.Connectors, strings.ToLower(name))
					}
				},
			},
			{
				Name: "skills", Type: skills.EntriesKnob,
				Doc:   "Single skills, by the `name` or the `path` of the SKILL.md, which `enabled: false` switches off: OpenOxide then has no such skill. Default: none.",
				Apply: kit.SwitchOff("skills"),
			},
			{
				Name: "permissions", Type: skills.KnobGroup, Doc: "Whose permission manifests count. Without it the user is asked, whatever the scope of the skill.",
				Knobs: []skills.Knob{
					{
						Name: "trusted_sources", Type: skills.SwitchKnob, Doc: "`true` takes manifests of the scopes system and admin alone. Default: `false`.",
						Apply: kit.When(true, func(r *skills.Agent) { r.Inject = injection(trustOwners) }),
					},
					{
						Name: "strict", Type: skills.SwitchKnob, Doc: "`true` ignores permission manifests, and wins over `trusted_sources`. Default: `false`.",
						Apply: kit.When(true, func(r *skills.Agent) { r.Inject = injection(trustNone) }),
					},
				},
			},
		},
	},

	Decisions: skills.Decisions{
		Accept: accept,
		Adopt:  skills.Adoption{In: adopt},
	},

	Mentions:     kit.SkillMentions,
	Placeholders: &skills.Placeholders{Commands: skills.Always},
	Inject:       injection(trustAsked),
	Closing:      []string{"</skill>"},

	Catalog:   catalog,
	Compare:   kit.CompareScopes, // Discovery and Scope Order
	ListingOf: budget(listedPercent),
	Estimate:  skills.EstimateTokens, // as in Codex; the design does not say
}
