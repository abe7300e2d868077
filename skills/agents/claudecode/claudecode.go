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
		Owns:        []string{".claude/skills"},
		OwnsPlugins: ".claude-plugin/plugin.json",
		Markers:     []string{"CLAUDE.md", ".claude"},
	},

	Fields: []skills.Field{
		{
			Name: "name", Types: skills.String | skills.Number,
			Default: "the directory's name",
			Doc: "Name in the `/` menu. A personal or project skill can always be started by its *directory's* name; newer versions (documentation of 2.1.281) take this one as a command too, " +
				"unless another has it. In a plugin it is the last segment of `plugin:name`. " +
				"Claude Code does not check its spelling, but Anthropic's validator and uploads want at most 64 lowercase letters, digits and single hyphens.",
		},
		{
			Name: "description", Types: skills.String | skills.Number,
			Default: "the body's first line with text",
			Doc: "What the skill does and when to use it; Claude chooses the skill by it. " +
				"Together with `when_to_use` it is cut at 1,536 characters in the listing (`skillListingMaxDescChars`), so put the trigger first.",
		},
		{
			Name: "when_to_use", Types: skills.String,
			Doc: "More about when to use the skill, such as trigger phrases. It is appended to `description` in the listing and counts towards the same 1,536 characters.",
		},
		{
			Name: "argument-hint", Types: skills.String | skills.List,
			Doc: "Hint for the expected arguments, such as `[issue-number]`, shown while completing `/name`. Quote it: unquoted brackets are a YAML list, which Claude Code turns into text since 2.1.47.",
		},
		{
			Name: "arguments", Types: skills.String | skills.List,
			Doc: "Names of the positional arguments, separated by spaces or as a list; in the body `$name` stands for the argument in that place, and for nothing where it was not given.",
		},
		{
			Name: "disable-model-invocation", Types: skills.Boolean | skills.String | skills.Number, Values: booleans, AnyCase: true, Default: "false",
			Doc: "`true` hides the skill from Claude, so that only a person can start it with `/name`; since 2.1.196 it also keeps it out of scheduled tasks and out of the skills preloaded into subagents. " +
				"Since 2.1.218 `yes`, `no`, `on`, `off`, `1` and `0` are booleans too.",
		},
		{
			Name: "user-invocable", Types: skills.Boolean | skills.String | skills.Number, Values: booleans, AnyCase: true, Default: "true",
			Doc: "`false` removes the skill from the `/` menu, and `/name` does not start it, so that only Claude can use it: right for background knowledge. " +
				"Since 2.1.218 `yes`, `no`, `on`, `off`, `1` and `0` are booleans too.",
		},
		{
			Name: "allowed-tools", Types: skills.String | skills.List, Separators: skills.AnySeparators, Tools: allowed,
			Doc: "Tools that need no permission prompt during the turn that uses the skill, such as `Read Bash(git status *)`, separated by spaces or commas or as a list. " +
				"It grants and does not restrict: other tools stay available. `${CLAUDE_SKILL_DIR}` and `${CLAUDE_PROJECT_DIR}` expand in `Bash(...)` rules.",
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
			Doc: "`fork` runs the skill in a subagent with a context of its own: the body becomes the subagent's task, so it has to contain one.",
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
			Doc: "Hooks that are registered when the skill starts and run for the rest of the session, in the shape that settings use: event, matchers, handlers. " +
				"`once: true` on a handler fires it once per session, and is understood in skills only.",
		},
		{
			Name: "paths", Types: skills.String | skills.List, Globs: true,
			Doc: "Globs of the files that the skill is about, separated by commas or as a list.",
		},
		{
			Name: "shell", Types: skills.String, Values: []string{"bash", "powershell"},
			Doc: "Shell that runs the `` !`command` `` expressions and ```` ```! ```` blocks of the body.",
		},
		{
			Name: "metadata", Types: skills.Mapping,
			Doc: "The author's own data, as a mapping; anything else is dropped.",
		},
		{
			Name: "license", Types: skills.String,
			Doc: "Licence of the skill: a field of the standard that Claude Code accepts.",
		},
		{
			Name: "compatibility", Types: skills.String,
			Doc: "What the skill needs of its surroundings, in at most 500 characters: a field of the standard that Claude Code accepts.",
		},
		{
			Name: "display-name", Types: skills.String,
			Doc: "Accepted since 2.1.186, but absent from the documentation: do not rely on it.",
		},
		{
			Name: "default-enabled", Types: skills.Boolean | skills.String | skills.Number, Values: booleans, AnyCase: true,
			Doc: "Accepted since 2.1.186, but absent from the documentation: do not rely on it.",
		},
		{
			Name: "fallback", Types: skills.String | skills.Boolean | skills.Number | skills.List | skills.Mapping,
			Doc: "Accepted since 2.1.186, but absent from the documentation: neither its shape nor its effect is established.",
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
		MentionSyntax: "`/name` at the start of a message, where the name is the directory's, up to six in a row since 2.1.199; " +
			"the model calls the tool `Skill`; `plugin:skill` for plugins; no `$name`",
		Arguments: "`$ARGUMENTS` is the whole text; `$ARGUMENTS[0]` and `$0` are the first argument (0-based, shell-style quoting), `$name` one declared in `arguments`; " +
			"`${CLAUDE_SESSION_ID}` (2.1.9), `${CLAUDE_SKILL_DIR}` (2.1.69), `${CLAUDE_EFFORT}` (2.1.120), `${CLAUDE_PROJECT_DIR}` (2.1.196), " +
			"in plugin skills `${CLAUDE_PLUGIN_ROOT}` and `${CLAUDE_PLUGIN_DATA}`; `` !`cmd` `` at a line's start or after a blank and ```` ```! ```` blocks run first; " +
			"arguments that nothing consumed are appended as `ARGUMENTS: ...`",
		Notes: []string{
			"`.agents/skills` is not read: a skill that lies only there is invisible to Claude Code.",
			"The managed settings' directory is `/etc/claude-code`, on macOS `/Library/Application Support/ClaudeCode` and on Windows `C:\\Program Files\\ClaudeCode`.",
			"Only `<root>/<directory>/SKILL.md` is a skill; deeper nesting is not scanned. A plugin may also have a SKILL.md in its own root.",
			"`CLAUDE_CONFIG_DIR` names the directory that stands for `~/.claude`, and with it for the personal skills. In a worktree without `.claude/skills` the main checkout's are loaded since 2.1.277, which is not modelled here.",
			"On equal names enterprise beats personal, personal beats project, project beats bundled; a skill beats a command in `.claude/commands`, and a local skill one synchronised from claude.ai.",
			"A `.claude/skills` below the working directory is loaded once a file near it is read or edited (ignored directories are skipped since 2.1.69); on a clash its skill is called like `apps/web:deploy`.",
			"The opening `---` must be line 1, else the whole file is body; a byte order mark is fine since 2.1.239.",
			"Malformed YAML loads the body with no fields (since 2.1.186); an unquoted `: ` in the description is fine since 2.1.69.",
			"A folder called `synced`, in any letter case, and a folder or `name` that is `anthropic-skills` or begins with `anthropic-skills:` are not loaded outside of plugins; here they count as refused in plugins too.",
			"A skill that several links lead to is loaded once. A folder with `.claude-plugin/plugin.json` is a plugin, whose skills are called `plugin:skill`.",
			"A local skill's `@` references attach the files that they name, which is not shown here.",
			"The frontmatter is not shown to the model; the body follows `Base directory for this skill: ...`.",
			"All descriptions share 1 % of the context window (8,000 characters at 200,000 tokens; `skillListingBudgetFraction`, `SLASH_COMMAND_TOOL_CHAR_BUDGET`): the least used are dropped first.",
			"After compaction 5,000 tokens of each skill and 25,000 of all remain.",
			"A `$N` without an argument stays as it is since 2.1.210; `\\$` before a digit, `ARGUMENTS` or a declared name escapes it since 2.1.163.",
			"A failing `` !`cmd` ``, one that permissions refuse or one that runs over two minutes aborts the invocation; its output is not scanned again.",
			"A field that is not spelt exactly as documented, hyphens included, is ignored without a word; a third party reports a few that are also understood in snake_case or camelCase.",
			"Anthropic's quick_validate knows only `name`, `description`, `license`, `allowed-tools`, `metadata` and `compatibility`, rejects angle brackets in the description, and reports the first error alone.",
			"`skillOverrides` shows a skill fully, by name only, to people only, or not at all; `permissions.deny` keeps Claude from starting it (`Skill(name)`). Both are read from `.claude/settings.json` and `.claude/settings.local.json` of the project.",
			"The bundled skills and commands share the listing and its budget; they are not shown here.",
			"Not established: which of several skills of one name wins in directories between the working directory and the repository's root (here the one nearest to the root), where there is no repository how far up it looks " +
				"(here not at all), whether a linked skill goes by the link's name (here it does), and the order of the listing (here by name).",
			"Not established: whether a heading counts as the first line that stands in for a description (here it does, `#` included), what becomes of a description that is a boolean or a date (here it is text) or a list or mapping (here it counts as missing), " +
				"of repeated keys (here the last counts), and which broken YAML is mended beyond an unquoted colon (here none).",
			"Not established: what becomes of `$ARGUMENTS` without any arguments (here it becomes empty), of quotes that are not closed and of backslashes in arguments, what may stand right behind a placeholder, " +
				"and whether a command of a skill may span lines or sees the arguments (here they are put in, and it ends on its line). A third party saw an argument that is a bare `$NAME` become empty where it stands for `$0` or `$1` in 2.1.278, against the documentation, which is followed here.",
		},
	},

	Settings: skills.Settings{
		Knobs: []skills.Knob{
			{
				Name: "add-dir", Type: skills.PathsKnob,
				Doc: "Further directories, as the option of this name and the command `/add-dir` give them, whose `.claude/skills` are scanned. The setting `permissions.additionalDirectories` has no skills loaded. Default: none.",
				Apply: func(r *skills.Agent, v skills.KnobValue) {
					r.Roots = roots(r.Roots, v.Paths, ".claude/skills", skills.ScopeRepo, "additional directory")
				},
			},
			{
				Name: "plugin-dir", Type: skills.PathsKnob,
				Doc: "Directories of plugins, as the option of this name gives them, whose `skills` are scanned and called `plugin:skill`. Default: none.",
				Apply: func(r *skills.Agent, v skills.KnobValue) {
					r.Roots = roots(r.Roots, v.Paths, "skills", skills.ScopePlugin, "plugin")
				},
			},
			{
				Name: "disableSkillShellExecution", Type: skills.SwitchKnob, Native: "disableSkillShellExecution",
				Doc: "Whether commands in skills are replaced by a notice instead of being run. Default: false.",
				Apply: func(r *skills.Agent, v skills.KnobValue) {
					r.Inject, r.Commands = injection(v.On), run
					if v.On {
						r.Commands = nil
					}
				},
			},
			{
				Name: "skillListingMaxDescChars", Type: skills.CountKnob, Min: 1, Native: "skillListingMaxDescChars",
				Doc: "At how many characters what the listing says of one skill is cut. Default: 1536.",
				Apply: func(r *skills.Agent, v skills.KnobValue) {
					r.Limits.ListingEntry, r.Catalog = v.Count, catalog(v.Count)
				},
			},
			{
				Name: "skillListingBudgetFraction", Type: skills.ShareKnob, Native: "skillListingBudgetFraction",
				Doc: "Which share of the context window, of 200,000 tokens unless `context_window` is set, all entries of the listing have. Default: 0.01.",
				Apply: func(r *skills.Agent, v skills.KnobValue) {
					r.ListingOf = budget(v.Share)
					r.Limits.Listing = r.ListingOf(context)
				},
			},
			{
				Name: "SLASH_COMMAND_TOOL_CHAR_BUDGET", Type: skills.CountKnob, Min: 1, Native: "env.SLASH_COMMAND_TOOL_CHAR_BUDGET",
				Doc:   "How many characters all entries of the listing share. Default: 1 % of the context window, 8000 at 200,000 tokens.",
				Apply: func(r *skills.Agent, v skills.KnobValue) { r.Limits.Listing.Chars, r.ListingOf = v.Count, nil },
			},
			{
				Name: "skillOverrides", Type: skills.ChoicesKnob, Values: overrides, Native: "skillOverrides",
				Doc: "Single skills by name, but not those of plugins: `off` hides a skill from everybody, `user-invocable-only` from the model, and `name-only` keeps its description out of the listing. " +
					"Default: `on`. Read since 2.1.129.",
				Apply: override,
			},
			{
				Name: "permissions", Type: skills.KnobGroup, Doc: "What Claude may do without being asked, and what not at all.",
				Knobs: []skills.Knob{
					{
						Name: "deny", Type: skills.TextsKnob, Native: "permissions.deny",
						Doc: "Rules of what is denied. Here those have an effect that are about skills: `Skill` for all, `Skill(name)` or `Skill(name *)` for one.", Apply: deny,
					},
					{
						Name: "allow", Type: skills.TextsKnob, Native: "permissions.allow",
						Doc: "Rules of what needs no leave. Here those have an effect that are about commands in the text of skills, such as `Bash(npm test *)`: " +
							"they need not stand in `allowed-tools` too.",
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
		Arguments: skills.Always, Indexed: true, First: 2, Commands: skills.Always, Variables: everywhere, PluginVariables: inPlugins,
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
