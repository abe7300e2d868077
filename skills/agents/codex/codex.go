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
		Owns:            []string{".codex/skills"},
		OwnsPlugins:     ".codex-plugin/plugin.json",
		QualifiesSkills: true,
		Markers:         []string{".codex"},
		Manifests:       manifests,
	},

	Fields: []skills.Field{
		{
			Name: "name", Types: skills.String, Default: "the name of the skill's directory",
			Doc: "Name for `$name`, at most 64 characters after each run of white space is replaced with one space. " +
				"It can have any characters, but only ASCII letters, digits, `_`, `-` and `:` work in a mention. " +
				"In a plugin, the name is `plugin:name`, at most 128 characters.",
		},
		{
			Name: "description", Types: skills.String, Required: true,
			Doc: "Text by which the model chooses the skill from the catalog. Each run of white space becomes one space. " +
				"The catalog shortens one of more than 1,024 characters and ends it with `...`. Older versions reject it.",
		},
		{
			Name: "metadata", Types: skills.Mapping,
			Doc: "Only `short-description` in it is read. Codex rejects the skill if the value is not a mapping.",
		},
		{
			Name: "metadata.short-description", Types: skills.String,
			Doc: "Short description for lists in the user interface.",
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
		MentionSyntax: "`$name` anywhere in a message, with ASCII letters, digits, `_`, `-` and `:`, or `[$name](path)` with the path of the SKILL.md",
		Arguments:     "none: `$ARGUMENTS` and `$1` reach the model unchanged",
		Notes: []string{
			"If the YAML is invalid, Codex quotes each value on one line that contains a colon and a space or begins with a bracket, a brace, `@` or a backtick, and parses again.",
			"A plain mention loads a skill only if exactly one enabled skill has the name and no connector has that slug. A link loads the skill at its path, never by name.",
			"`$name:` and `$name-` include the colon or the hyphen in the name, so they load nothing.",
			"The catalog has 2% of the context window, counted as bytes divided by four, or 8,000 characters if the window is unknown. " +
				"Codex first shortens all descriptions evenly, then drops them and leaves skills out. System and admin skills come before those of the repository and of the user. " +
				"Aliases for the roots replace the paths if they leave more room.",
			"`policy.allow_implicit_invocation: false` in `agents/openai.yaml` hides a skill from the model, but not from mentions. `policy.products` without `codex` removes it completely. " +
				"A value with the wrong type anywhere in that file makes Codex ignore the whole file.",
			"A skill gets the name of the plugin in the nearest directory above its real path with a readable `.codex-plugin/plugin.json`, `.claude-plugin/plugin.json` or `.cursor-plugin/plugin.json`, " +
				"so a manifest in the repository's root applies to all of its skills.",
			"A SKILL.md that is a symbolic link is ignored. Links to directories are followed, and the skill has its real path.",
			"`[[skills.config]]` in the user's `config.toml` switches single skills off, by name or path. It has no effect in a project's `.codex/config.toml`. `skills.include_instructions` works in both files, if the project is trusted.",
			"Errors of skills that ship with Codex are not reported.",
			"For its statistics, Codex also counts a skill as used if a command runs a script in its `scripts/` with an interpreter " +
				"(`python`, `python3`, `bash`, `zsh`, `sh`, `node`, `deno`, `ruby`, `perl` or `pwsh` with `.py`, `.sh`, `.js`, `.ts`, `.rb`, `.pl` or `.ps1`), or reads its SKILL.md with `cat`, `sed`, `head`, `tail`, `less`, `more`, `bat` or `awk`.",
			"A skill of an installed agent plugin, and one that an environment or an orchestrator serves, is cut at 8,000 bytes (40,000 characters in earlier versions), with a warning. Other skills are inserted in full. " +
				"In such a plugin's root, only the directories directly in it are scanned.",
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
