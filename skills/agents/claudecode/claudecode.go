// Package claudecode describes Claude Code, Anthropic's command-line agent. It is closed source. The facts
// come from its documentation and changelog.
package claudecode

import (
	"path"
	"slices"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
)

// booleans are the spellings that Claude Code reads as a boolean since 2.1.218, in any case; earlier versions
// read only the first two. True and false alternate.
var booleans = []string{"true", "false", "yes", "no", "on", "off", "1", "0"}

// models are the model names that `/model`, and so the frontmatter, accepts besides full names and the names
// of providers (code.claude.com/docs/en/model-config, Model aliases, in a copy of 2.1.246 or later, and
// skills, Frontmatter reference, for the last).
var models = []string{"default", "best", "fable", "opus", "sonnet", "haiku", "opus[1m]", "sonnet[1m]", "opusplan", "inherit"}

// Agent is Claude Code.
var Agent = &skills.Agent{
	ID:    "claude-code",
	Title: "Claude Code",
	Source: "documentation code.claude.com/docs/en/skills (2.1.281, September 2026, copies of about 2.1.221 and of 8 October 2026); anthropics/claude-code CHANGELOG.md 5cfc0a19 (2.1.240); " +
		"a third-party audit (about 2.1.251) for the undocumented fields, published transcripts of sessions for the envelope and the listing; " +
		"anthropics/skills skills/skill-creator/scripts/quick_validate.py 9d2f1ae1",

	Locations: skills.Locations{
		// In the order of precedence.
		Roots: []skills.Root{
			// The directories of the managed configuration on Linux, macOS and Windows. Each system has only
			// its own.
			{Base: skills.FromSystem, Dir: "/etc/claude-code/.claude/skills", Scope: skills.ScopeAdmin, Word: "enterprise", Depth: 1},
			{Base: skills.FromSystem, Dir: "/Library/Application Support/ClaudeCode/.claude/skills", Scope: skills.ScopeAdmin, Word: "enterprise", Depth: 1},
			{Base: skills.FromConfig, Dir: ".claude/skills", Env: []skills.EnvDir{{Name: "ProgramFiles", Dir: "ClaudeCode/.claude/skills"}}, Scope: skills.ScopeAdmin, Word: "enterprise", Depth: 1},
			{Base: skills.FromHome, Dir: ".claude/skills", Env: []skills.EnvDir{{Name: "CLAUDE_CONFIG_DIR", Dir: "skills"}}, Scope: skills.ScopeUser, Word: "personal", Depth: 1},
			{Base: skills.FromChain, Dir: ".claude/skills", Scope: skills.ScopeRepo, Word: "project", Depth: 1},
			// Each directory of --add-dir.
			{Base: skills.FromConfig, Dir: ".claude/skills", Scope: skills.ScopeRepo, Word: "additional directory", Depth: 1},
			// Each installed plugin.
			{Base: skills.FromConfig, Dir: "skills", Scope: skills.ScopePlugin, Word: "plugin", Depth: 1},
		},
		// Links to directories are documented, links to files are not. Following both causes no false
		// problems.
		Walk:       skills.Walk{FollowDirs: true, FollowFiles: true},
		Project:    skills.Project{Markers: []string{".git"}},
		Duplicates: skills.FirstWins,
	},

	Ownership: skills.Ownership{
		Owns:            []string{".claude/skills"},
		OwnsPlugins:     ".claude-plugin/plugin.json",
		TakesPluginRoot: true,
		QualifiesSkills: true,
		Manifests:       manifests,
		Markers:         []string{"CLAUDE.md", ".claude"},
	},

	Fields: []skills.Field{
		{
			Name: "name", Types: skills.String | skills.Number,
			Default: "the directory's name",
			Doc: "Name in the `/` menu. The *directory's* name always starts a personal or project skill. Newer versions (documentation of 2.1.281) also accept this name, " +
				"unless another has it. In a plugin it is the last segment of `plugin:name`. " +
				"Claude Code does not check its spelling, but Anthropic's validator and uploads require at most 64 lowercase letters, digits and single hyphens.",
		},
		{
			Name: "description", Types: skills.String | skills.Number,
			Default: "the first line of text in the body",
			Doc: "What the skill does and when to use it, by which Claude chooses the skill. " +
				"The catalog cuts it, together with `when_to_use`, at 1,536 characters (`skillListingMaxDescChars`), so put the trigger first.",
		},
		{
			Name: "when_to_use", Types: skills.String,
			Doc: "More about when to use the skill, such as trigger phrases. The catalog appends it to `description`, within the same 1,536 characters.",
		},
		{
			Name: "argument-hint", Types: skills.String | skills.List,
			Doc: "Hint for the expected arguments, such as `[issue-number]`, shown during completion of `/name`. Quote it, because unquoted brackets are a YAML list, which Claude Code converts to a string since 2.1.47.",
		},
		{
			Name: "arguments", Types: skills.String | skills.List,
			Doc: "Names of the positional arguments, separated by spaces or as a list. In the body, `$name` becomes the argument at that position, or nothing if it is missing.",
		},
		{
			Name: "disable-model-invocation", Types: skills.Boolean | skills.String | skills.Number, Values: booleans, AnyCase: true, Default: "false",
			Doc: "`true` hides the skill from Claude, so that only the user can start it with `/name`. Since 2.1.196 it also excludes the skill from scheduled tasks and from the skills preloaded into subagents. " +
				"Since 2.1.218, `yes`, `no`, `on`, `off`, `1` and `0` are also booleans.",
		},
		{
			Name: "user-invocable", Types: skills.Boolean | skills.String | skills.Number, Values: booleans, AnyCase: true, Default: "true",
			Doc: "`false` removes the skill from the `/` menu and disables `/name`, so that only Claude can use it, as for background knowledge. " +
				"Since 2.1.218, `yes`, `no`, `on`, `off`, `1` and `0` are also booleans.",
		},
		{
			Name: "allowed-tools", Types: skills.String | skills.List, Separators: skills.AnySeparators, Tools: allowed,
			Doc: "Tools that need no permission prompt during the turn that uses the skill, such as `Read Bash(git status *)`, separated by spaces or commas or as a list. " +
				"It does not restrict other tools. `${CLAUDE_SKILL_DIR}` and `${CLAUDE_PROJECT_DIR}` expand in `Bash(...)` rules.",
		},
		{
			Name: "disallowed-tools", Types: skills.String | skills.List, Separators: skills.AnySeparators, Tools: disallowed,
			Doc: "Tools that Claude may not use with the skill, written as in `allowed-tools`. Read since 2.1.152.",
		},
		{
			Name: "model", Types: skills.String, Values: models, Open: true,
			Doc: "Model to use while the skill is active: a value that `/model` accepts, or `inherit` to keep the session's model.",
		},
		{
			Name: "effort", Types: skills.String, Values: []string{"low", "medium", "high", "xhigh", "max"},
			Doc: "Reasoning effort while the skill is active. The body can read the level as `${CLAUDE_EFFORT}` since 2.1.120.",
		},
		{
			Name: "context", Types: skills.String, Values: []string{"fork"},
			Doc: "`fork` runs the skill in a subagent with its own context: the body is the subagent's task, so it must contain one.",
		},
		{
			Name: "agent", Types: skills.String, Subagent: true, Default: "general-purpose", Needs: skills.Setting{Field: "context", Value: "fork"},
			Doc: "Type of the subagent that runs the skill. It is read only with `context: fork`.",
		},
		{
			Name: "background", Types: skills.Boolean | skills.String | skills.Number, Values: booleans, AnyCase: true, Default: "true", Needs: skills.Setting{Field: "context", Value: "fork"},
			Doc: "Whether a forked skill runs in the background. It is read only with `context: fork`, since 2.1.218.",
		},
		{
			Name: "hooks", Types: skills.Mapping, Hooks: hooks,
			Doc: "Hooks that are registered when the skill starts and run for the rest of the session, in the form of Claude Code's settings: event, matchers, handlers. " +
				"A handler with `once: true` runs once per session. This works only in skills.",
		},
		{
			Name: "paths", Types: skills.String | skills.List, Globs: true,
			Doc: "Globs of the files that the skill applies to, separated by commas or as a list.",
		},
		{
			Name: "shell", Types: skills.String, Values: []string{"bash", "powershell"},
			Doc: "Shell that runs the `` !`command` `` expressions and ```` ```! ```` blocks of the body.",
		},
		{
			Name: "metadata", Types: skills.Mapping,
			Doc: "Custom data, as a mapping. Other values are ignored.",
		},
		{
			Name: "license", Types: skills.String,
			Doc: "License of the skill, a field of the standard that Claude Code allows.",
		},
		{
			Name: "compatibility", Types: skills.String,
			Doc: "Environment requirements of the skill, at most 500 characters, a field of the standard that Claude Code allows.",
		},
		{
			Name: "display-name", Types: skills.String,
			Doc: "Allowed since 2.1.186, but undocumented: do not rely on it.",
		},
		{
			Name: "default-enabled", Types: skills.Boolean | skills.String | skills.Number, Values: booleans, AnyCase: true,
			Doc: "Allowed since 2.1.186, but undocumented: do not rely on it.",
		},
		{
			Name: "fallback", Types: skills.String | skills.Boolean | skills.Number | skills.List | skills.Mapping,
			Doc: "Allowed since 2.1.186, but undocumented: its form and its effect are not established.",
		},
	},
	Limits: skills.Limits{
		Listing:      budget(listed)(context),
		ListingEntry: listingEntry,
		KeptTokens:   kept,
	},
	ReservedNames: []skills.ReservedName{
		{Word: namespace, Why: "Claude Code keeps it for synchronized skills"},
		{Word: "anthropic", Anywhere: true, Why: "the Claude API rejects the skill"},
		{Word: "claude", Anywhere: true, Why: "the Claude API rejects the skill"},
		{Word: synced, Why: "Claude Code keeps the directory of that name"},
	},
	Subagents: subagents,

	Guide: skills.Guide{
		MentionSyntax: "`/name` at the start of a message with the name of the directory, up to six in a row since 2.1.199; " +
			"the model calls the tool `Skill`; `plugin:skill` for plugins; no `$name`",
		Arguments: "`$ARGUMENTS` is the whole text; `$ARGUMENTS[0]` and `$0` are the first argument (0-based, shell-style quoting), `$name` one declared in `arguments`; " +
			"`${CLAUDE_SESSION_ID}` (2.1.9), `${CLAUDE_SKILL_DIR}` (2.1.69), `${CLAUDE_EFFORT}` (2.1.120), `${CLAUDE_PROJECT_DIR}` (2.1.196), " +
			"in plugin skills `${CLAUDE_PLUGIN_ROOT}` and `${CLAUDE_PLUGIN_DATA}`; `` !`cmd` `` at the start of a line or after a space and ```` ```! ```` blocks run first; " +
			"unused arguments are appended as `ARGUMENTS: ...`",
		Notes: []string{
			"`.agents/skills` is not read: Claude Code does not find a skill there.",
			"The directory of the managed settings is `/etc/claude-code`, on macOS `/Library/Application Support/ClaudeCode` and on Windows `C:\\Program Files\\ClaudeCode`.",
			"Only `<root>/<directory>/SKILL.md` is a skill; deeper directories are not scanned. A plugin may also have a SKILL.md in its root.",
			"`CLAUDE_CONFIG_DIR` replaces `~/.claude`, including the personal skills. Not modeled: since 2.1.277, a worktree without `.claude/skills` loads the skills of the main checkout.",
			"On equal names, enterprise skills win over personal ones, personal over project, and project over bundled. A skill wins over a command in `.claude/commands`, and a local skill over one synchronized from claude.ai.",
			"A `.claude/skills` below the working directory is loaded when a file near it is read or edited (ignored directories are skipped since 2.1.69). If names clash, its skill gets a name such as `apps/web:deploy`.",
			"The opening `---` must be on line 1, otherwise the whole file is the body. A byte order mark is allowed since 2.1.239.",
			"Invalid YAML loads the body without fields (since 2.1.186). An unquoted `: ` in the description is allowed since 2.1.69.",
			"A directory named `synced`, in any case, and a directory or `name` that is `anthropic-skills` or begins with `anthropic-skills:` are not loaded outside plugins. skills-ls treats them as rejected in plugins too.",
			"A skill that is the target of several links is loaded once. A directory with `.claude-plugin/plugin.json` is a plugin, and its skills are named `plugin:skill`.",
			"`@` references in a local skill attach files, which is not shown here.",
			"The model does not get the frontmatter. The body follows `Base directory for this skill: ...`.",
			"All descriptions share 1% of the context window (8,000 characters at 200,000 tokens; `skillListingBudgetFraction`, `SLASH_COMMAND_TOOL_CHAR_BUDGET`). The least used are dropped first.",
			"After compaction, at most 5,000 tokens of each skill and 25,000 of all skills remain.",
			"Since 2.1.210, `$N` without an argument is left unchanged. Since 2.1.163, `\\$` before a digit, `ARGUMENTS` or a declared name escapes it.",
			"A `` !`cmd` `` that fails, that permissions deny or that runs over two minutes aborts the invocation. Its output is not scanned again.",
			"A field that is not spelled exactly as documented, including hyphens, is ignored without an error. A third party reports a few that also work in snake_case or camelCase.",
			"Anthropic's quick_validate allows only `name`, `description`, `license`, `allowed-tools`, `metadata` and `compatibility`, rejects angle brackets in the description, and reports only the first error.",
			"`skillOverrides` shows a skill fully, by name only, to the user only, or not at all. `permissions.deny` prevents Claude from starting it (`Skill(name)`). Both are read from `.claude/settings.json` and `.claude/settings.local.json` of the project.",
			"The bundled skills and commands, which are not shown here, share the catalog and its budget.",
			"Not established: which of several skills with one name wins between the working directory and the repository's root (here the one nearest to the root), how far up Claude Code looks outside a repository " +
				"(here not at all), whether a linked skill has the link's name (here it does), and the order of the catalog (here by name).",
			"Not established: whether a heading counts as the first line that replaces a description (here it does, with `#`), how Claude Code treats a description that is a boolean or a date (here as a string), a list or a mapping (here as missing), " +
				"or repeated keys (here the last counts), and which invalid YAML it repairs besides an unquoted colon (here none).",
			"Not established: how Claude Code treats `$ARGUMENTS` without arguments (here it becomes empty), unclosed quotes and backslashes in arguments, which characters may follow a placeholder, " +
				"and whether a command of a skill may span lines or contain arguments (here they are inserted, and it ends on its line). In 2.1.278, a third party found that an argument that is only `$NAME` becomes empty in place of `$0` or `$1`, contrary to the documentation, which skills-ls follows.",
		},
	},

	Settings: skills.Settings{
		Knobs: []skills.Knob{
			{
				Name: "add-dir", Type: skills.PathsKnob,
				Doc: "Additional directories whose `.claude/skills` are scanned, as with the option of this name and the command `/add-dir`. The setting `permissions.additionalDirectories` does not load skills. Default: none.",
				Apply: func(r *skills.Agent, v skills.KnobValue) {
					r.Roots = roots(r.Roots, v.Paths, ".claude/skills", skills.ScopeRepo, "additional directory")
				},
			},
			{
				Name: "plugin-dir", Type: skills.PathsKnob,
				Doc: "Directories of plugins whose `skills` are scanned and named `plugin:skill`, as with the option of this name. Default: none.",
				Apply: func(r *skills.Agent, v skills.KnobValue) {
					r.Roots = roots(r.Roots, v.Paths, "skills", skills.ScopePlugin, "plugin")
				},
			},
			{
				Name: "disableSkillShellExecution", Type: skills.SwitchKnob, Native: "disableSkillShellExecution",
				Doc: "`true` replaces commands in skills with a notice instead of running them. Default: `false`.",
				Apply: func(r *skills.Agent, v skills.KnobValue) {
					r.Inject, r.Commands = injection(v.On), run
					if v.On {
						r.Commands = nil
					}
				},
			},
			{
				Name: "skillListingMaxDescChars", Type: skills.CountKnob, Min: 1, Native: "skillListingMaxDescChars",
				Doc: "Maximum number of characters of one skill in the catalog. Default: 1536.",
				Apply: func(r *skills.Agent, v skills.KnobValue) {
					r.Limits.ListingEntry, r.Catalog = v.Count, catalog(v.Count)
				},
			},
			{
				Name: "skillListingBudgetFraction", Type: skills.ShareKnob, Native: "skillListingBudgetFraction",
				Doc: "Share of the context window for all entries of the catalog. The window has 200,000 tokens unless `context_window` is set. Default: 0.01.",
				Apply: func(r *skills.Agent, v skills.KnobValue) {
					r.ListingOf = budget(v.Share)
					r.Limits.Listing = r.ListingOf(context)
				},
			},
			{
				Name: "SLASH_COMMAND_TOOL_CHAR_BUDGET", Type: skills.CountKnob, Min: 1, Native: "env.SLASH_COMMAND_TOOL_CHAR_BUDGET",
				Doc:   "Maximum number of characters of all entries of the catalog. Default: 1% of the context window, 8000 at 200,000 tokens.",
				Apply: func(r *skills.Agent, v skills.KnobValue) { r.Limits.Listing.Chars, r.ListingOf = v.Count, nil },
			},
			{
				Name: "skillOverrides", Type: skills.ChoicesKnob, Values: overrides, Native: "skillOverrides",
				Doc: "Single skills by name, except those of plugins: `off` hides a skill completely, `user-invocable-only` hides it from the model, and `name-only` hides its description in the catalog. " +
					"Default: `on`. Read since 2.1.129.",
				Apply: override,
			},
			{
				Name: "permissions", Type: skills.KnobGroup, Doc: "What Claude may do without asking, and what it may not do at all.",
				Knobs: []skills.Knob{
					{
						Name: "deny", Type: skills.TextsKnob, Native: "permissions.deny",
						Doc: "Rules for what is denied. Only those for skills have an effect here: `Skill` for all skills, `Skill(name)` or `Skill(name *)` for one.", Apply: deny,
					},
					{
						Name: "allow", Type: skills.TextsKnob, Native: "permissions.allow",
						Doc: "Rules for what needs no permission. Only those for commands in the text of skills have an effect here, such as `Bash(npm test *)`: " +
							"such commands need no entry in `allowed-tools`.",
						Apply: func(r *skills.Agent, v skills.KnobValue) { r.Permits = permit(v.Texts()) },
					},
				},
			},
		},
		Native: native,
	},

	Decisions: skills.Decisions{
		Accept:    accept,
		Adopt:     skills.Adoption{Files: []string{"plugin.json"}, In: adopt},
		Permits:   permit(nil),
		Validator: skills.Validator{Title: "Anthropic's validator", Check: validate},
	},

	Mentions: mentions,
	Placeholders: &skills.Placeholders{
		Arguments: skills.Always, Indexed: true, First: 2, Split: split, Commands: skills.Always, Variables: everywhere, PluginVariables: inPlugins,
		Meanings: meanings, SkillDir: "${CLAUDE_SKILL_DIR}", Environment: environment,
	},
	Commands: run,
	Inject:   injection(false),

	Catalog:   catalog(listingEntry),
	ListingOf: budget(listed),
	Estimate:  skills.TokensByCharacter, // its budget of 1 % of 200,000 tokens is 8,000 characters
}

// roots returns the roots with one root for each path in place of the FromConfig root that has the word.
func roots(roots []skills.Root, paths []string, below string, scope skills.Scope, word string) []skills.Root {
	i := slices.IndexFunc(roots, func(root skills.Root) bool { return root.Base == skills.FromConfig && root.Word == word })
	if i < 0 { // already replaced
		return roots
	}
	named := kit.NamedRoots(paths, skills.Root{Word: word, Depth: 1})
	for j := range named {
		named[j].Dir, named[j].Scope = path.Join(named[j].Dir, below), scope
	}
	return slices.Concat(roots[:i], named, roots[i+1:])
}
