// Package copilot describes GitHub Copilot in Visual Studio Code.
package copilot

import (
	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
)

// Agent is GitHub Copilot in Visual Studio Code. Its own code was run, in VS Code 1.138.0. Paths in comments
// are relative to src/vs/workbench/contrib/chat/common in microsoft/vscode 7debcd0e.
var Agent = &skills.Agent{
	ID:    "copilot",
	Title: "GitHub Copilot in VS Code",
	Source: "microsoft/vscode 7debcd0e (1.138.0), src/vs/workbench/contrib/chat/common: promptSyntax/{promptFileParser,computeAutomaticInstructions," +
		"config/promptFileLocations,utils/promptFilesLocator,service/promptsServiceImpl}.ts and requestParser/chatRequestParser.ts; " +
		"src/vs/base/common/yaml.ts; microsoft/vscode-copilot-chat 31acd00a, readFileTool.tsx and promptFile.tsx; " +
		"of the editor's remarks microsoft/vscode 5264f215 (1.128.1), promptValidator.ts",

	Locations: skills.Locations{
		// The vantage is a workspace folder. The roots are in config/promptFileLocations.ts.
		Roots: []skills.Root{
			{Base: skills.FromCwd, Dir: ".agents/skills", Scope: skills.ScopeRepo, Word: "local", Depth: 1},
			{Base: skills.FromCwd, Dir: ".github/skills", Scope: skills.ScopeRepo, Word: "local", Depth: 1},
			{Base: skills.FromCwd, Dir: ".claude/skills", Scope: skills.ScopeRepo, Word: "local", Depth: 1},
			{Base: skills.FromHome, Dir: ".agents/skills", Scope: skills.ScopeUser, Word: "user", Depth: 1},
			{Base: skills.FromHome, Dir: ".copilot/skills", Scope: skills.ScopeUser, Word: "user", Depth: 1},
			{Base: skills.FromHome, Dir: ".claude/skills", Scope: skills.ScopeUser, Word: "user", Depth: 1},
			// Each entry of chat.agentSkillsLocations, then plugins.
			{Base: skills.FromConfig, Dir: ".", Scope: skills.ScopeRepo, Word: "local", Depth: 1},
			{Base: skills.FromConfig, Dir: ".", Scope: skills.ScopePlugin, Word: "plugin", Depth: 1},
		},
		// utils/promptFilesLocator.ts
		Walk:       skills.Walk{FollowDirs: true, FollowFiles: true, EachWay: true, LinksLast: true},
		Duplicates: skills.FirstWins,
	},

	Ownership: skills.Ownership{
		Owns: []string{".github/skills"},
	},

	Fields: []skills.Field{
		{
			Name: "name", Types: skills.String, Default: "the directory's name",
			Doc: "Read by VS Code's editor alone: the name of the skill and of its `/name` is always the directory's. The editor reports a name that differs " +
				"from it, and other characters than lowercase letters, digits and hyphens.",
		},
		{
			Name: "description", Types: skills.String,
			Doc: "Added to every request, so that the agent can decide when to load the skill; what looks like a tag is removed, and 1,024 UTF-16 units are kept. " +
				"Without it, the model is not told of the skill.",
		},
		{
			Name: "argument-hint", Types: skills.String,
			Doc: "Hint for the expected input, such as `\"[issue-number]\"`, shown while completing `/name`. Without quotes, brackets make a list, and no hint is shown.",
		},
		{
			Name: "user-invocable", Types: skills.Boolean | skills.String, Values: []string{"true", "false"}, Default: "true",
			Doc: "`false` hides the skill from the `/` menu: right for background knowledge that nobody starts by hand. It then needs a `description`. " +
				"Other words than `true` and `false`, such as `False` or `no`, are reported and mean nothing.",
		},
		{
			Name: "disable-model-invocation", Types: skills.Boolean | skills.String, Values: []string{"true", "false"}, Default: "false",
			Doc: "`true` keeps the agent from loading the skill by itself; it is started with `/name` only. Quotes do not matter.",
		},
		{
			Name: "license", Types: skills.String | skills.Mapping,
			Doc: "License of the skill: a field of the standard that VS Code accepts.",
		},
		{
			Name: "compatibility", Types: skills.String | skills.Mapping,
			Doc: "What the skill needs of its surroundings: a field of the standard that VS Code accepts.",
		},
		{
			Name: "metadata", Types: skills.Mapping,
			Doc: "The author's own data: a field of the standard that VS Code accepts.",
		},
		{
			Name: "context", Types: skills.String, Values: []string{"fork"},
			Doc: "`fork` starts a subagent with the skill's instructions instead of returning them to the conversation. It needs the tool `skill`, which is off by default.",
		},
	},
	Limits: skills.Limits{Unit: text.UTF16, Description: descriptionLength},

	Guide: skills.Guide{
		MentionSyntax: "`/name` at the beginning of a message; the model reads the file itself with `read_file`",
		Arguments:     "none: `$ARGUMENTS`, `$1`, `${...}` and `` !`cmd` `` reach the model as text",
		Notes: []string{
			"Every other attribute gets a hint that it is not supported, `allowed-tools`, `model`, `hooks` and `paths` included.",
			"On equal names the first wins: workspace, then user, plugin, extension API, extension contribution. In the workspace, `.agents` comes before `.github` and `.claude`, " +
				"in the home directory before `.copilot` and `.claude`. Two links to one directory are two skills.",
			"Only `<root>/<directory>/SKILL.md` is a skill; a file system that tells letter case apart does not find `skill.md`.",
			"The setting `chat.agentSkillsLocations` adds roots and, with `false`, removes them; extensions and plugins contribute skills.",
			"The model is told only of skills with a description, and of none whose path contains `troubleshoot/SKILL.md`, such as `network-troubleshoot/SKILL.md`: " +
				"that is how VS Code leaves out a skill of its own, unless `github.copilot.chat.agentDebugLog.fileLogging.enabled` is on.",
			"The model opens SKILL.md with `read_file`, so it sees the whole file, frontmatter included; `/name` attaches the body, with the last three characters before it.",
			"Every file is taken. What VS Code's editor says of it is told as a note: nothing of that keeps the skill out.",
			"The header is read by a YAML parser of VS Code's own, which knows no anchors and tags and takes every scalar for text. " +
				"An unquoted colon with a blank after it stays in the value, and of two equal keys the first counts.",
			"The header begins in the first bytes with `---`: after a byte order mark there is none, unless the file is open in the editor. Without a closing line it runs to the end of the file.",
			"What looks like a tag is removed from the description, also in `a < b and c > d`.",
			"The name of `/name` has a `-` for each run of characters that are no letters, digits, `_`, `-`, `.` or `:`. " +
				"`/plugin skill` means `/plugin:skill` if that command exists and `/plugin` does not.",
			"A skill that is disabled in the customizations editor loses its `/name`, and the model is still told of it.",
			"The policy `chat.customizations.strictPluginOnlyCustomization` leaves the skills of plugins alone.",
			"Without the tools `readFile` and `runInTerminal` the model is told of no skill.",
			"Not established: the message around an attached body, and what `context: fork` and the tool `skill` give the model.",
		},
	},

	Settings: skills.Settings{
		Knobs: []skills.Knob{
			{
				Name: "useAgentSkills", Type: skills.SwitchKnob, Doc: "`false` switches skills off, as `chat.useAgentSkills` does. Default: `true`.",
				Apply: kit.DisabledWhen(false, "chat.useAgentSkills"),
			},
			{
				Name: "validateSkillFiles", Type: skills.SwitchKnob,
				Doc: "`true` is what versions of VS Code did before promptsServiceImpl.ts 00eacc90: they skip a skill without a name or a description, " +
					"and one whose name is not the directory's. Default: `false`.",
				Apply: kit.When(true, func(r *skills.Agent) { r.Adopt.In = adoptOlder }),
			},
			{
				Name: "agentSkillsLocations", Type: skills.PathsKnob,
				Doc: "Further directories of skills, as those that `chat.agentSkillsLocations` sets to `true`. Relative ones are resolved against the workspace folder, " +
					"and `~/` is the home directory; absolute ones and patterns are skipped. Default: none.",
				Apply: func(r *skills.Agent, v skills.KnobValue) { r.Roots = locations(r.Roots, v.Paths) },
			},
			{
				Name: "useCustomizationsInParentRepositories", Type: skills.SwitchKnob,
				Doc: "`true` also reads the directories above the workspace folder up to the root of the repository, as " +
					"`chat.useCustomizationsInParentRepositories` does in trusted folders. A file `.git` marks no root. Default: `false`.",
				Apply: kit.When(true, func(r *skills.Agent) {
					r.Roots = parents(r.Roots)
					r.Project = skills.Project{Markers: []string{".git"}, DirectoriesOnly: true}
				}),
			},
			{
				Name: "workspaceFolders", Type: skills.PathsKnob,
				Doc: "Further folders of a workspace with several. Each root counts in the workspace folder first, and then in these. " +
					"Relative ones are resolved against the workspace folder, and `~/` is the home directory. Default: none.",
				Apply: func(r *skills.Agent, v skills.KnobValue) { r.Roots = folders(r.Roots, v.Paths) },
			},
			{
				Name: "skillTool", Type: skills.SwitchKnob,
				Doc: "`true` gives the model a tool that loads a skill, as `github.copilot.chat.skillTool.enabled` does. The list of skills then has a budget. Default: `false`.",
				Apply: kit.When(true, func(r *skills.Agent) {
					r.Accept, r.Variant = acceptWithTool, "skillTool"
					r.Limits.Listing.Chars, r.Catalog = entriesLength, catalogWithTool
				}),
			},
			{
				Name: "useSkillAdherencePrompt", Type: skills.SwitchKnob,
				Doc: "`true` puts other words before the list of skills, as `chat.experimental.useSkillAdherencePrompt` does: they demand that the model loads a skill that applies. Default: `false`.",
				Apply: kit.When(true, func(r *skills.Agent) {
					r.Catalog = catalogOf(introduction(true, r.Variant != ""), r.Variant != "")
				}),
			},
			{
				Name: "enableReadFileV2", Type: skills.SwitchKnob,
				Doc:   "`true` has the tool `read_file` give 2,000 lines at a time, with a line before and after them, as its version 2 does. Default: `false`.",
				Apply: kit.When(true, func(r *skills.Agent) { r.Inject = injectV2 }),
			},
		},
	},

	Decisions: skills.Decisions{
		Accept: accept,
	},

	Mentions:     mentions,
	Placeholders: &skills.Placeholders{},
	Inject:       inject,
	Closing:      []string{"</attachment>"},

	Catalog: catalogOf(introduction(false, false), false),
	Compare: func(_, _ skills.Skill) int { return 0 }, // in the order in which they are found
}

var catalogWithTool = catalogOf(introduction(false, true), true)
