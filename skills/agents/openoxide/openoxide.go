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
			Doc: "Text by which the model chooses the skill. It is always in the catalog, within the budget for all descriptions.",
		},
		{
			Name: "disable_model_invocation", Types: skills.Boolean, Default: "false",
			Doc: "`true` lets only the user invoke the skill, and hides its metadata from the model. The name has underscores, unlike `disable-model-invocation` in other agents.",
		},
		{
			Name: "user_invocable", Types: skills.Boolean, Default: "true",
			Doc: "`false` hides the skill from the `/` menu, while the model can still choose it. The name has underscores, unlike `user-invocable` in other agents.",
		},
		{
			Name: "context", Types: skills.String, Values: []string{"fork"}, Default: "the body joins the current conversation",
			Doc: "`fork` runs the body as the task of a subagent with its own context, and returns a summary.",
		},
		{
			Name: "agent", Types: skills.String, Needs: skills.Setting{Field: "context", Value: "fork"},
			Doc: "Type of the subagent that runs a skill with `context: fork`.",
		},
		{
			Name: "hooks", Types: skills.Mapping,
			Doc: "Hooks by event that are registered when the skill is activated and removed when it ends. A handler with `once: true` runs once per session.",
		},
	},
	Companions: companions(),
	Limits: skills.Limits{
		Listing: skills.Budget{Chars: listedChars}, // if the size of the context window is not known
	},

	Guide: skills.Guide{
		MentionSyntax: "`$name`, or `[$name](path)` if the name is not unique; the plain form requires exactly one enabled skill with the name and no connector with that name; `plugin:skill` for plugins",
		Arguments:     "the output of the command replaces `` !`command` `` before the body reaches the model; the blueprint has no placeholders for arguments",
		Notes: []string{
			"OpenOxide exists only as a design: everything here follows its document.",
			"Skills are deduplicated by path and sorted by scope (repo, user, system, admin), name and path. All skills with equal names are kept, and a plain mention of one is ambiguous.",
			"`agents/openoxide.yaml` contains the interface, dependencies (`env_var`, `mcp`), `policy.allow_implicit_invocation` and permissions. `agents/openai.yaml` is read for compatibility. " +
				"Not established: the values of the fields (here as in Codex), and whether the second is read only if the first does not exist (here it is).",
			"The skills of plugins will be named `plugin:skill` when a plugin system exists. The roots here belong to no plugin, so their skills keep their plain names, even in the repository of a plugin.",
			"A skill's permissions are never applied automatically: the user opts in after reading the effective change. A strict mode ignores them, and a trusted-source mode applies only those of the system and admin scopes.",
			"Descriptions have 2% of the context window, or 16,000 characters if its size is unknown. Skills beyond that are left out with a warning.",
			"A loaded skill reaches the model as `<skill>` with its name, path and body indented by a space, which differs from Codex. The frontmatter is not included.",
			"Not established: the white space of that envelope, which is lost in the document, how the frontmatter is found and values are joined to one line (here as in Codex), " +
				"and whether the name must match the directory (here it need not).",
			"Not established: the text of the catalog, the words of errors, and whether `~/.claude/skills` is a root by default (here it is).",
			"The study's account of Claude Code is outdated: its budget is now 1%, and it has more fields.",
			"Aider and OpenTUI, which the study also covers, have no skills.",
		},
	},

	Settings: skills.Settings{
		Knobs: []skills.Knob{
			{
				Name: "budget", Type: skills.KnobGroup, Doc: "Budget of the catalog, as in the design's `SkillBudget`.",
				Knobs: []skills.Knob{
					{
						Name: "max_pct", Type: skills.CountKnob, Min: 1, Max: 100,
						Doc:   "Share of the context window in whole percent. Default: 2, which is 0.02 in the design.",
						Apply: func(r *skills.Agent, v skills.KnobValue) { r.ListingOf = budget(v.Count) },
					},
					{
						Name: "fallback_chars", Type: skills.CountKnob, Min: 1, Doc: "Maximum number of characters if the size of the context window is unknown. Default: 16000.",
						Apply: func(r *skills.Agent, v skills.KnobValue) { r.Limits.Listing.Chars = v.Count },
					},
				},
			},
			{
				Name: "connectors", Type: skills.TextsKnob,
				Doc: "Names of connectors and apps. A plain mention of one loads no skill with that name. Default: none.",
				Apply: func(r *skills.Agent, v skills.KnobValue) {
					r.Connectors = nil
					for _, name := range v.Texts() {
						r.Connectors = append(r.Connectors, strings.ToLower(name))
					}
				},
			},
			{
				Name: "skills", Type: skills.EntriesKnob,
				Doc:   "Single skills, by the `name` or the `path` of the SKILL.md, which `enabled: false` switches off. Default: none.",
				Apply: kit.SwitchOff("skills"),
			},
			{
				Name: "permissions", Type: skills.KnobGroup, Doc: "Sources whose permission manifests apply. By default, OpenOxide asks the user for skills of any scope.",
				Knobs: []skills.Knob{
					{
						Name: "trusted_sources", Type: skills.SwitchKnob, Doc: "`true` applies only manifests of the scopes system and admin. Default: `false`.",
						Apply: kit.When(true, func(r *skills.Agent) { r.Inject = injection(trustOwners) }),
					},
					{
						Name: "strict", Type: skills.SwitchKnob, Doc: "`true` ignores permission manifests and overrides `trusted_sources`. Default: `false`.",
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
