// Package codex describes Codex, OpenAI's agent.
package codex

import (
	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
)

// Agent is Codex.
var Agent = &skills.Agent{
	ID:    "codex",
	Title: "OpenAI Codex",
	Source: "openai/codex: codex-rs/core-skills/src/loader.rs, loader/discovery.rs 6162409b, root_loader.rs, injection.rs 0cf14846, " +
		"injection_tests.rs, model.rs 0899b7c4, render.rs, model_visible.rs 428dd6c6, config_rules.rs 9a5113ad, loader/text_prefix.rs e51b9d1d, " +
		"utils/plugins/src/plugin_namespace.rs 10596f25; walk and plugin namespaces run from the tree of July 2026 as published in weiyuhl/codex-rs bb1d375",

	Locations: skills.Locations{
		// The layers of the configuration from the highest precedence down, then the directories of the
		// project. Roots of plugins and extra roots of the user come before the last. The user's own layer is
		// not a layer of a project.
		Roots: []skills.Root{
			{Base: skills.FromChain, Dir: ".codex/skills", Scope: skills.ScopeRepo, Depth: 6, Upward: true, Yields: true},
			{Base: skills.FromHome, Dir: ".codex/skills", Env: []skills.EnvDir{{Name: "CODEX_HOME", Dir: "skills"}}, Scope: skills.ScopeUser, Depth: 6},
			{Base: skills.FromHome, Dir: ".agents/skills", Scope: skills.ScopeUser, Depth: 6},
			{Base: skills.FromHome, Dir: ".codex/skills/.system", Env: []skills.EnvDir{{Name: "CODEX_HOME", Dir: "skills/.system"}}, Scope: skills.ScopeSystem, NoLinks: true, Silent: true, Depth: 6},
			{Base: skills.FromSystem, Dir: "/etc/codex/skills", Scope: skills.ScopeAdmin, Depth: 6},
			// Each enabled plugin.
			{Base: skills.FromConfig, Dir: "skills", Scope: skills.ScopeUser, Depth: 6},
			{Base: skills.FromChain, Dir: ".agents/skills", Scope: skills.ScopeRepo, Depth: 6},
		},
		// Not modeled: the walk ends when its results exceed 4 MiB (file-system/src/lib.rs, of the same
		// tree).
		Walk: skills.Walk{
			FollowDirs: true,
			Broad:      true,
			SkipHidden: true,
			AtRoot:     true,
			MaxDirs:    2000,
			MaxEntries: 20_000,
			RealPaths:  true,
		},
		Project:    skills.Project{Markers: []string{".git"}},
		Duplicates: skills.KeepAll,
	},

	Ownership: skills.Ownership{
		Owns:    []string{".codex/skills"},
		Markers: []string{".codex"},
	},

	Fields: []skills.Field{
		{
			Name: "name", Types: skills.String, Default: "the name of the skill's directory",
			Doc: "Name under which `$name` finds the skill, at most 64 characters after every run of white space became one space; " +
				"no other character is refused, but only ASCII letters, digits, `_`, `-` and `:` can be mentioned. " +
				"A skill below a directory with a plugin's manifest is called `plugin:name`, at most 128 characters.",
		},
		{
			Name: "description", Types: skills.String, Required: true,
			Doc: "Text by which the model chooses the skill from the catalogue, with every run of white space made one space. " +
				"Beyond 1,024 characters the catalogue shows a part that ends in `...`; older versions refuse the skill.",
		},
		{
			Name: "metadata", Types: skills.Mapping,
			Doc: "Only `short-description` in it is read; a list or a text in place of the mapping makes Codex refuse the skill.",
		},
		{
			Name: "metadata.short-description", Types: skills.String,
			Doc: "Short text for lists in the user interface.",
		},
	},
	Companions: []skills.Companion{companion},
	Limits: skills.Limits{
		Unit:        text.Runes,
		Name:        nameLength,
		Description: descriptionLength,
		Listing:     skills.Budget{Chars: listedChars},
	},
	ReservedNames: environment(),
	HiddenBy:      &skills.HiddenBy{Field: kit.OpenAISwitch, How: `"policy.allow_implicit_invocation" in agents/openai.yaml`},

	Guide: skills.Guide{
		MentionSyntax: "`$name` anywhere in a message, as far as ASCII letters, digits, `_`, `-` and `:` go, or `[$name](path)` with the path of the SKILL.md",
		Arguments:     "none: `$ARGUMENTS` and `$1` reach the model as they are written",
		Notes: []string{
			"Where YAML fails, a value on one line that holds a colon and a blank or begins with a bracket, a brace, `@` or a backtick is quoted and the parser tries again.",
			"A plain mention selects a skill only where exactly one enabled skill has the name and no connector's slug equals it; a link selects by path and never falls back to the name.",
			"The mention ends late: `$name:` and `$name-` are taken with the colon or the hyphen and find nothing.",
			"The catalogue may take 2 % of the context window, counted as bytes divided by four, or 8,000 characters where the window is not known. " +
				"Descriptions are shortened first, evenly, then all of them and skills left out: system and admin skills come before those of the repository and of the user. " +
				"Where aliases for the roots leave more room they replace the paths.",
			"A skill is hidden from the model, but not from mentions, by `policy.allow_implicit_invocation: false` in its `agents/openai.yaml`, and left out altogether by `policy.products` without `codex`. " +
				"A value of another type anywhere in that file makes Codex ignore all of it.",
			"The plugin whose name a skill gets is the nearest directory above its real path with `.codex-plugin/plugin.json`, `.claude-plugin/plugin.json` or `.cursor-plugin/plugin.json` that can be read, " +
				"so a manifest in the repository's root names all of its skills.",
			"A SKILL.md that is a symbolic link is ignored, while links to directories are followed and the skill goes by its real path.",
			"`[[skills.config]]` of the user's own `config.toml` switches single skills off, by name or path; in a project's `.codex/config.toml` it counts for nothing. `skills.include_instructions` counts in both, in a project that is trusted.",
			"Errors of skills that ship with Codex are not reported.",
			"Codex also counts as use of a skill, for its statistics, a command that runs a script below its `scripts/` by an interpreter " +
				"(`python`, `python3`, `bash`, `zsh`, `sh`, `node`, `deno`, `ruby`, `perl` or `pwsh` with `.py`, `.sh`, `.js`, `.ts`, `.rb`, `.pl` or `.ps1`), or reads its SKILL.md by `cat`, `sed`, `head`, `tail`, `less`, `more`, `bat` or `awk`.",
			"A skill of an installed agent plugin, and one that an environment or an orchestrator serves, is cut at 8,000 bytes (40,000 characters before), with a warning; all others are brought in whole. " +
				"Of such a plugin's root only the directories right below it are scanned.",
		},
	},

	Settings: skills.Settings{
		Knobs:  knobs,
		Native: native,
	},

	Decisions: skills.Decisions{
		Accept: accept,
		Adopt:  skills.Adoption{Files: []string{"plugin.json"}, In: adopt},
	},

	Mentions:     kit.SkillMentions,
	Placeholders: &skills.Placeholders{},
	Inject:       inject,
	Closing:      []string{"</skill>"},

	Catalog:   catalog,
	Compare:   kit.CompareScopes,
	ListingOf: budgetOf,
	Estimate:  skills.EstimateTokens, // approx_token_count
}
