// Package copilot describes GitHub Copilot in Visual Studio Code.
package copilot

import (
	"slices"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
)

// Agent is GitHub Copilot in Visual Studio Code.
var Agent = &skills.Agent{
	ID:    "copilot",
	Title: "GitHub Copilot in VS Code",
	Source: "microsoft/vscode src/vs/workbench/contrib/chat/common/promptSyntax: config/promptFileLocations.ts 0783120b, " +
		"languageProviders/promptFileAttributes.ts 047238f9, service/promptsServiceImpl.ts 00eacc90, promptFileParser.ts 01a59900, computeAutomaticInstructions.ts 0155379d, " +
		"src/vs/base/common/yaml.ts 025b30c6 and the validator of a build of 2026; microsoft/vscode-copilot-chat 31acd00a, promptFile.tsx 17b9837b, readFileTool.tsx 00a45c7c; read, not run, except for the names of files: VS Code 1.138.0 (7debcd0e), utils/promptFilesLocator.ts",

	Locations: skills.Locations{
		// The vantage is a workspace folder.
		Roots: []skills.Root{
			{Base: skills.FromCwd, Dir: ".github/skills", Scope: skills.ScopeRepo, Word: "local", Depth: 1},
			{Base: skills.FromCwd, Dir: ".agents/skills", Scope: skills.ScopeRepo, Word: "local", Depth: 1},
			{Base: skills.FromCwd, Dir: ".claude/skills", Scope: skills.ScopeRepo, Word: "local", Depth: 1},
			{Base: skills.FromHome, Dir: ".copilot/skills", Scope: skills.ScopeUser, Word: "user", Depth: 1},
			{Base: skills.FromHome, Dir: ".agents/skills", Scope: skills.ScopeUser, Word: "user", Depth: 1},
			{Base: skills.FromHome, Dir: ".claude/skills", Scope: skills.ScopeUser, Word: "user", Depth: 1},
			// Each entry of chat.agentSkillsLocations, then plugins.
			{Base: skills.FromConfig, Dir: ".", Scope: skills.ScopeRepo, Word: "local", Depth: 1},
			{Base: skills.FromConfig, Dir: ".", Scope: skills.ScopePlugin, Word: "plugin", Depth: 1},
		},
		// What VS Code does with links is not established: following them claims nothing against a skill.
		Walk:       skills.Walk{FollowDirs: true, FollowFiles: true},
		Duplicates: skills.FirstWins,
	},

	Ownership: skills.Ownership{
		Owns: []string{".github/skills"},
	},

	Fields: []skills.Field{
		{
			Name: "name", Types: skills.String, Default: "the directory's name",
			Doc: "Name of the skill and of its `/name`. If it is absent or differs from the directory's name the directory's is used, with a warning; " +
				"characters other than lowercase letters, digits and hyphens are reported, markup is stripped, and 64 UTF-16 units are kept. Older versions skip the skill instead.",
		},
		{
			Name: "description", Types: skills.String,
			Doc: "Added to every request, so that the agent can decide when to load the skill; markup is stripped and 1,024 UTF-16 units are kept. " +
				"Its absence is reported, as an error where `user-invocable` is `false` or the model may invoke the skill.",
		},
		{
			Name: "argument-hint", Types: skills.String,
			Doc: "Hint for the expected input, such as `[issue-number]`, shown while completing `/name`.",
		},
		{
			Name: "user-invocable", Types: skills.Boolean | skills.String, Values: []string{"true", "false"}, Default: "true",
			Doc: "`false` hides the skill from the `/` menu: right for background knowledge that nobody starts by hand. It then needs a `description`. Other words than `true` and `false` are reported and mean nothing.",
		},
		{
			Name: "disable-model-invocation", Types: skills.Boolean | skills.String, Values: []string{"true", "false"}, Default: "false",
			Doc: "`true` keeps the agent from loading the skill by itself; it is started with `/name` only. Quotes do not matter.",
		},
		{
			Name: "license", Types: skills.String | skills.Mapping,
			Doc: "Licence of the skill: a field of the standard that VS Code accepts.",
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
			Doc: "`fork` starts a subagent with the skill's instructions instead of returning them to the conversation.",
		},
	},
	Limits: skills.Limits{Unit: text.UTF16, Name: nameLength, Description: descriptionLength},

	Guide: skills.Guide{
		MentionSyntax: "`/name` at the beginning of a message; the model reads the file itself with `read_file`",
		Arguments:     "none: `$ARGUMENTS`, `$1`, `${...}` and `` !`cmd` `` reach the model as text",
		Notes: []string{
			"Every other attribute gets a hint that it is not supported, `allowed-tools`, `model`, `hooks` and `paths` included.",
			"On equal names the first wins: workspace, then user, plugin, extension API, extension contribution.",
			"Only `<root>/<directory>/SKILL.md` is a skill; its file name is compared without regard to case.",
			"The setting `chat.agentSkillsLocations` adds roots; extensions and plugins contribute skills.",
			"The model opens SKILL.md with `read_file`, so it sees the whole file, frontmatter included; `/name` attaches the body, with the last three characters before it.",
			"Every file is taken. What VS Code's editor says of it is told as a note: nothing of that keeps the skill out.",
			"The header is read by a YAML parser of VS Code's own, which knows no anchors and tags and takes every scalar for text. " +
				"An unquoted colon with a blank after it ends the value, and all attributes after it are lost.",
			"The header begins in the first bytes with `---`: after a byte order mark there is none, unless the file is open in the editor. Without a closing line it runs to the end of the file.",
			"What looks like a tag is removed from the description, also in `a < b and c > d`.",
			"Not established: what stands around an attached body, template variables of newer versions, and `context: fork`, which a setting has to allow.",
			"The catalogue lists name, description and path of each skill inside `<skills>`; a length beyond the limits is cut, not refused.",
		},
	},

	Settings: skills.Settings{
		Knobs: []skills.Knob{
			{
				Name: "useAgentSkills", Type: skills.SwitchKnob, Doc: "`false` switches skills off, as `chat.useAgentSkills` does. Default: `true`.",
				Apply: func(r *skills.Agent, v skills.KnobValue) {
					if !v.On {
						*r = *r.Disabled("chat.useAgentSkills", v.From)
					}
				},
			},
			{
				Name: "validateSkillFiles", Type: skills.SwitchKnob,
				Doc: "`true` is what versions of VS Code did before promptsServiceImpl.ts 00eacc90: they skip a skill without a name or a description, " +
					"and one whose name is not the directory's. Default: `false`.",
				Apply: func(r *skills.Agent, v skills.KnobValue) {
					if v.On {
						r.Adopt.In = adoptOlder
					}
				},
			},
			{
				Name: "agentSkillsLocations", Type: skills.PathsKnob,
				Doc: "Further directories of skills, as those that `chat.agentSkillsLocations` sets to `true`. Relative ones are resolved against the workspace folder, " +
					"and `~/` is the home directory. Default: none.",
				Apply: func(r *skills.Agent, v skills.KnobValue) { r.Roots = locations(r.Roots, v.Paths) },
			},
		},
	},

	Decisions: skills.Decisions{
		Accept: accept,
	},

	Mentions:     mentions,
	Placeholders: &skills.Placeholders{},
	Inject:       inject,

	Catalog: catalog,
	Compare: func(_, _ skills.Skill) int { return 0 }, // in the order in which they are found
}

// locations adds directories to the roots, those of the workspace after the workspace's own and those of the user after the
// user's.
func locations(roots []skills.Root, named []string) []skills.Root {
	roots = slices.Clone(roots)
	for _, path := range named {
		root := kit.NamedRoot(path, skills.Root{Scope: skills.ScopeRepo, Word: "local", Depth: 1})
		if root.Scope == skills.ScopeUser {
			root.Word = "user"
		}
		last := 0
		for i, other := range roots {
			if other.Word == root.Word && other.Base != skills.FromConfig {
				last = i + 1
			}
		}
		roots = slices.Insert(roots, last, root)
	}
	return roots
}
