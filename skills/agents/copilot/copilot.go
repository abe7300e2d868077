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
			Doc: "Read only by VS Code's editor: the name of the skill and of its `/name` is always the directory's. The editor reports a name that differs " +
				"from it, and any characters except lowercase letters, digits and hyphens.",
		},
		{
			Name: "description", Types: skills.String,
			Doc: "Added to every request, so that the agent can decide when to load the skill. VS Code removes anything that looks like a tag, and keeps 1,024 UTF-16 units. " +
				"Without it, the skill is not in the catalog.",
		},
		{
			Name: "argument-hint", Types: skills.String,
			Doc: "Hint for the expected input, such as `\"[issue-number]\"`, shown during completion of `/name`. Quote it, because unquoted brackets are a list, and no hint is shown.",
		},
		{
			Name: "user-invocable", Types: skills.Boolean | skills.String, Values: []string{"true", "false"}, Default: "true",
			Doc: "`false` hides the skill from the `/` menu, as for background knowledge. The skill then needs a `description`. " +
				"VS Code reports and ignores other words, such as `False` or `no`.",
		},
		{
			Name: "disable-model-invocation", Types: skills.Boolean | skills.String, Values: []string{"true", "false"}, Default: "false",
			Doc: "`true` prevents the agent from loading the skill by itself, so that only `/name` starts it. Quotes do not matter.",
		},
		{
			Name: "license", Types: skills.String | skills.Mapping,
			Doc: "License of the skill, a field of the standard that VS Code allows.",
		},
		{
			Name: "compatibility", Types: skills.String | skills.Mapping,
			Doc: "Environment requirements of the skill, a field of the standard that VS Code allows.",
		},
		{
			Name: "metadata", Types: skills.Mapping,
			Doc: "Custom data, a field of the standard that VS Code allows.",
		},
		{
			Name: "context", Types: skills.String, Values: []string{"fork"},
			Doc: "`fork` starts a subagent with the skill's instructions instead of returning them to the conversation. It requires the tool `skill`, which is off by default.",
		},
	},
	Limits: skills.Limits{Unit: text.UTF16, Description: descriptionLength},

	Guide: skills.Guide{
		MentionSyntax: "`/name` at the beginning of a message; the model reads the file itself with `read_file`",
		Arguments:     "none: `$ARGUMENTS`, `$1`, `${...}` and `` !`cmd` `` reach the model as text",
		Notes: []string{
			"VS Code reports every other attribute as unsupported, including `allowed-tools`, `model`, `hooks` and `paths`.",
			"On equal names the first wins: workspace, then user, plugin, extension API, extension contribution. In the workspace, `.agents` comes before `.github` and `.claude`, " +
				"in the home directory before `.copilot` and `.claude`. Two links to one directory are two skills.",
			"Only `<root>/<directory>/SKILL.md` is a skill. On a case-sensitive file system, VS Code does not find `skill.md`.",
			"The setting `chat.agentSkillsLocations` adds roots and, with `false`, removes them; extensions and plugins contribute skills.",
			"The catalog has only skills with a description, and none whose path contains `troubleshoot/SKILL.md`, such as `network-troubleshoot/SKILL.md`: " +
				"this is how VS Code excludes its own skill, unless `github.copilot.chat.agentDebugLog.fileLogging.enabled` is on.",
			"The model opens SKILL.md with `read_file`, so it gets the whole file with the frontmatter. `/name` attaches the body, with the last three characters before it.",
			"VS Code loads every file. Reports of its editor are notes and do not reject the skill.",
			"VS Code's own YAML parser reads the header. It does not support anchors and tags, and reads every scalar as a string. " +
				"An unquoted colon before a space stays in the value, and the first of two equal keys counts.",
			"The header begins in the first bytes with `---`. A file with a byte order mark has none, unless it is open in the editor. Without a closing line, the header extends to the end of the file.",
			"VS Code removes anything that looks like a tag from the description, also in `a < b and c > d`.",
			"In `/name`, a `-` replaces each run of characters other than letters, digits, `_`, `-`, `.` and `:`. " +
				"`/plugin skill` means `/plugin:skill` if that command exists and `/plugin` does not.",
			"A skill that is disabled in the customizations editor loses its `/name`, but stays in the catalog.",
			"The policy `chat.customizations.strictPluginOnlyCustomization` allows only the skills of plugins.",
			"Without the tools `readFile` and `runInTerminal`, there is no catalog.",
			"Not established: the message around an attached body, and the text that `context: fork` and the tool `skill` give the model.",
		},
	},

	Settings: skills.Settings{
		Knobs: []skills.Knob{
			{
				Name: "useAgentSkills", Type: skills.SwitchKnob, Doc: "`false` switches all skills off, as with `chat.useAgentSkills`. Default: `true`.",
				Apply: kit.DisabledWhen(false, "chat.useAgentSkills"),
			},
			{
				Name: "validateSkillFiles", Type: skills.SwitchKnob,
				Doc: "`true` selects the behavior of versions before promptsServiceImpl.ts 00eacc90, which skip a skill without a name or a description, " +
					"or with a name that does not match the directory. Default: `false`.",
				Apply: kit.When(true, func(r *skills.Agent) { r.Adopt.In = adoptOlder }),
			},
			{
				Name: "agentSkillsLocations", Type: skills.PathsKnob,
				Doc: "Additional directories of skills, as those that `chat.agentSkillsLocations` sets to `true`. Relative ones are resolved against the workspace folder, " +
					"and `~/` is the home directory; absolute ones and patterns are skipped. Default: none.",
				Apply: func(r *skills.Agent, v skills.KnobValue) { r.Roots = locations(r.Roots, v.Paths) },
			},
			{
				Name: "useCustomizationsInParentRepositories", Type: skills.SwitchKnob,
				Doc: "`true` also searches the directories above the workspace folder up to the root of the repository, as " +
					"`chat.useCustomizationsInParentRepositories` does in trusted folders. A `.git` file does not mark a root. Default: `false`.",
				Apply: kit.When(true, func(r *skills.Agent) {
					r.Roots = parents(r.Roots)
					r.Project = skills.Project{Markers: []string{".git"}, DirectoriesOnly: true}
				}),
			},
			{
				Name: "workspaceFolders", Type: skills.PathsKnob,
				Doc: "Additional workspace folders. VS Code looks for each root in the first workspace folder, and then in these. " +
					"Relative ones are resolved against the workspace folder, and `~/` is the home directory. Default: none.",
				Apply: func(r *skills.Agent, v skills.KnobValue) { r.Roots = folders(r.Roots, v.Paths) },
			},
			{
				Name: "skillTool", Type: skills.SwitchKnob,
				Doc: "`true` gives the model a tool that loads a skill, as `github.copilot.chat.skillTool.enabled` does. The catalog then has a budget. Default: `false`.",
				Apply: kit.When(true, func(r *skills.Agent) {
					r.Accept, r.Variant = acceptWithTool, "skillTool"
					r.Limits.Listing.Chars, r.Catalog = entriesLength, catalogWithTool
				}),
			},
			{
				Name: "useSkillAdherencePrompt", Type: skills.SwitchKnob,
				Doc: "`true` puts a stricter text before the catalog, as `chat.experimental.useSkillAdherencePrompt` does: the model must load a skill that applies. Default: `false`.",
				Apply: kit.When(true, func(r *skills.Agent) {
					r.Catalog = catalogOf(introduction(true, r.Variant != ""), r.Variant != "")
				}),
			},
			{
				Name: "enableReadFileV2", Type: skills.SwitchKnob,
				Doc:   "`true` makes the tool `read_file` return 2,000 lines at a time, with a line before and after them, as its version 2 does. Default: `false`.",
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
