// Package claudecode describes Claude Code, Anthropic's command-line agent. It is closed source. The facts
// come from its documentation and changelog.
package claudecode

import (
	_ "embed"
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

//go:embed page.md
var page string

// Agent is Claude Code.
var Agent = kit.Described(page, &skills.Agent{
	ID:    "claude-code",
	Title: "Claude Code",

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
		{Name: "disable-model-invocation", Values: booleans, AnyCase: true},
		{Name: "user-invocable", Values: booleans, AnyCase: true},
		{Name: "allowed-tools", Separators: skills.AnySeparators, Tools: allowed},
		{Name: "disallowed-tools", Separators: skills.AnySeparators, Tools: disallowed},
		{Name: "model", Values: models, Open: true},
		{Name: "effort", Values: []string{"low", "medium", "high", "xhigh", "max"}},
		{Name: "context", Values: []string{"fork"}},
		{Name: "agent", Subagent: true, Needs: skills.Setting{Field: "context", Value: "fork"}},
		{Name: "background", Values: booleans, AnyCase: true, Needs: skills.Setting{Field: "context", Value: "fork"}},
		{Name: "hooks", Hooks: hooks},
		{Name: "paths", Globs: true},
		{Name: "shell", Values: []string{"bash", "powershell"}},
		{Name: "default-enabled", Values: booleans, AnyCase: true},
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

	Settings: skills.Settings{
		Knobs: []skills.Knob{
			kit.Directories("add-dir", "", named(".claude/skills", skills.ScopeRepo, "additional directory")),
			kit.Directories("plugin-dir", "", named("skills", skills.ScopePlugin, "plugin")),
			kit.Switch("disableSkillShellExecution", "disableSkillShellExecution", true, func(r *skills.Agent) {
				r.Inject, r.Commands = injection(true), nil
			}),
			kit.Count("skillListingMaxDescChars", "skillListingMaxDescChars", func(r *skills.Agent, n int) {
				r.Limits.ListingEntry, r.Catalog = n, catalog(n)
			}),
			{
				Name: "skillListingBudgetFraction", Type: skills.ShareKnob,
				Native: "skillListingBudgetFraction",
				Apply: func(r *skills.Agent, v skills.KnobValue) {
					r.ListingOf = budget(v.Share)
					r.Limits.Listing = r.ListingOf(context)
				},
			},
			kit.Count("SLASH_COMMAND_TOOL_CHAR_BUDGET", "env.SLASH_COMMAND_TOOL_CHAR_BUDGET", func(r *skills.Agent, n int) {
				r.Limits.Listing.Chars, r.ListingOf = n, nil
			}),
			{
				Name: "skillOverrides", Type: skills.ChoicesKnob, Values: overrides,
				Native: "skillOverrides", Apply: override,
			},
			kit.Group(
				"permissions",
				skills.Knob{Name: "deny", Type: skills.TextsKnob, Native: "permissions.deny", Apply: deny},
				kit.Texts("allow", "permissions.allow", func(r *skills.Agent, rules []string) {
					r.Permits = permit(rules)
				}),
			),
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
})

// named returns a function for [kit.Directories] that puts one root for each directory in place of the
// FromConfig root that has the word.
func named(below string, scope skills.Scope, word string) func([]skills.Root, []string) []skills.Root {
	return func(roots []skills.Root, dirs []string) []skills.Root {
		i := slices.IndexFunc(roots, func(root skills.Root) bool {
			return root.Base == skills.FromConfig && root.Word == word
		})
		named := kit.NamedRoots(dirs, skills.Root{Dir: below, Scope: scope, Word: word, Depth: 1})
		return slices.Concat(roots[:i], named, roots[i+1:])
	}
}
