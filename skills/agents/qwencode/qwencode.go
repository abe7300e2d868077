// Package qwencode describes Qwen Code, the command-line agent of the Qwen team.
package qwencode

import (
	"regexp"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
)

// Agent is Qwen Code.
var Agent = &skills.Agent{
	ID:    "qwen-code",
	Title: "Qwen Code",
	Source: "QwenLM/qwen-code 9674d6ef, of which npm's @qwen-code/qwen-code 0.24.4 was run: " +
		"packages/core/src: skills/{skill-manager,skill-load,skill-install-artifacts,types}.ts, " +
		"utils/{yaml-parser,xml}.ts, tools/{skill,skill-utils}.ts, config/storage.ts, environmentContext.ts; " +
		"packages/cli/src: services/{SkillCommandLoader,skill-args-file}.ts, utils/commands.ts",

	Locations: skills.Locations{
		// getSkillsBaseDirs in skill-manager.ts. In the home directory, the project has no skills of its own.
		Roots: []skills.Root{
			{
				Base: skills.FromCwd, Dir: ".qwen/skills", NotHome: true,
				Scope: skills.ScopeRepo, Word: "project", Depth: 1,
			},
			{
				Base: skills.FromCwd, Dir: ".agents/skills", NotHome: true,
				Scope: skills.ScopeRepo, Word: "project", Depth: 1,
			},
			{
				Base: skills.FromHome, Dir: ".qwen/skills", Env: []skills.EnvDir{{Name: "QWEN_HOME", Dir: "skills"}},
				Scope: skills.ScopeUser, Word: "user", Depth: 1,
			},
			{Base: skills.FromHome, Dir: ".agents/skills", Scope: skills.ScopeUser, Word: "user", Depth: 1},
			// Each active extension.
			{Base: skills.FromConfig, Dir: ".", Scope: skills.ScopePlugin, Word: "extension", Depth: 1},
		},
		// isInstallArtifactName in skill-install-artifacts.ts: directories that an interrupted installation
		// leaves.
		Walk: skills.Walk{
			FollowDirs: true, FollowFiles: true,
			SkipIf: regexp.MustCompile(`\.(?:backup|installing)-[0-9]+-[0-9]+$`).MatchString,
		},
		DirectoryFile: "Failed to read skill file: EISDIR: illegal operation on a directory, read",
		Duplicates:    skills.FirstWins,
	},

	Ownership: skills.Ownership{
		Owns:    []string{".qwen/skills"},
		Markers: []string{".qwen"},
	},

	Fields: []skills.Field{
		{
			Name: "name", Types: skills.String | skills.Number | skills.Boolean, Required: true,
			Doc: "Name of the skill and of its `/name`: letters and digits of any script, `_`, `:`, `.` and `-`, in " +
				"any number. Qwen Code rejects a name with a space. Case matters, and the name may differ from the " +
				"directory's.",
		},
		{
			Name: "description", Types: skills.String | skills.Number | skills.Boolean | skills.List, Required: true,
			Doc: "Text by which the model chooses the skill, followed by the level of the skill. It has no " +
				"limit. If all entries together exceed 8,000 UTF-16 units, only its first line is listed.",
		},
		{
			Name: "when_to_use", Types: skills.String,
			Doc: "When to use the skill. It follows the description after a dash, unless the list exceeds its budget.",
		},
		{
			Name: "argument-hint", Types: skills.String,
			Doc: "Hint for the arguments, shown during completion of `/name`. Without quotes, `[file]` is a " +
				"list, and is ignored.",
		},
		{
			Name: "allowedTools", Types: skills.List, Separators: skills.FlowList | skills.BlockList,
			Doc: "Permission rules, such as `Bash(git *)`, which need no approval for the rest of the session once " +
				"the skill is loaded. The value must be a list, and the standard's `allowed-tools` is not read.",
		},
		{
			Name: "model", Types: skills.String,
			Doc: "Model to use with the skill. `inherit` and an empty string mean the model of the session, and a " +
				"number rejects the skill.",
		},
		{
			Name: "disable-model-invocation", Types: skills.Boolean | skills.String,
			Values: []string{"true", "false"}, Default: "false",
			Doc: "`true` hides the skill from the model, so that only `/name` loads it. Quotes do not matter, and other " +
				"words have no effect.",
		},
		{
			Name: "user-invocable", Types: skills.Boolean | skills.String,
			Values: []string{"true", "false"}, Default: "true",
			Doc: "`false` removes the skill's `/name`, so that only the model loads it. Quotes do not matter, and other " +
				"words have no effect.",
		},
		{
			Name: "paths", Types: skills.List, Separators: skills.FlowList | skills.BlockList, Globs: true,
			Doc: "Globs, relative to the project. The catalog does not have the skill until a tool has touched a " +
				"matching file, while `/name` always works. A value that is not a list, an absolute path and a `..` are " +
				"refused.",
		},
		{
			Name: "priority", Types: skills.Number, Default: "0",
			Doc: "Position of the skill in the dialog of `/skills`, with higher numbers first. It does not " +
				"affect the catalog.",
		},
		{
			Name: "hooks", Types: skills.Mapping,
			Doc: "Hooks by event that are registered when the skill is loaded. Unknown events are " +
				"ignored, and so are all hooks of an extension's skill.",
		},
	},
	Limits: skills.Limits{Unit: text.UTF16, Listing: skills.Budget{Chars: listed}},

	Guide: skills.Guide{
		MentionSyntax: "`/name` at the start of a message, up to five in a row; the model calls the tool `Skill`",
		Arguments: "nothing in the body is replaced: `$ARGUMENTS`, `$1`, `${...}` and `` !`cmd` `` reach the " +
			"model as text. The text after `/name` is appended to the body as `<skill-args>`, and written to a file " +
			"in `.qwen/tmp`, whose path is in `<skill-args-file>`",
		Notes: []string{
			"Qwen Code rejects a skill with a space in its name, but allows a colon or a dot.",
			"`allowed-tools` of the standard is ignored. The field is named `allowedTools`, and a string in it makes " +
				"the skill invalid.",
			"The project's skills are only those in `.qwen/skills` and `.agents/skills` of the working directory: " +
				"its parents are not searched. In the home directory, the project has no skills of its own.",
			"`.claude/skills`, `.github/skills` and `.gemini/skills` are not read. `skills.directories` adds " +
				"directories of the user.",
			"`QWEN_HOME` replaces `~/.qwen`, but does not move `~/.agents/skills`.",
			"Only `<root>/<directory>/SKILL.md` is a skill, including hidden directories and `node_modules`. " +
				"Directories whose names end like `.backup-1-2` or `.installing-1-2` are skipped.",
			"On equal names the first wins: `.qwen/skills`, `.agents/skills`, then the same two of the user, " +
				"`skills.directories`, extensions and built-in skills; in one of them, the directory that is first by " +
				"bytes. A skill replaces a built-in command of its name.",
			"The frontmatter begins and ends with a line that is exactly `---`, without spaces. An empty one does " +
				"not count as frontmatter.",
			"Invalid YAML and repeated keys do not reject the skill: the frontmatter is then read line by line. An unquoted " +
				"`: ` works, but comments and single quotes stay in the values, and a block scalar becomes `>` or `|`. " +
				"So `disable-model-invocation: true # note` no longer hides the skill, and `name: 'b'` is rejected for " +
				"its quotes.",
			"The catalog is escaped as XML and has no paths. It shows the level of each skill: `project`, " +
				"`user` or `extension`.",
			"The model receives the body without the frontmatter, after a line `Base directory for this skill: " +
				"...`. There is no list of files and no limit of size.",
			"If the tool loads a skill twice in a session, the second answer is only that it is already loaded, " +
				"until the history is compacted.",
			"With several skills, as in `/a /b text`, both bodies and then the text are sent. The text is then not " +
				"written to a file.",
			"The reason for a rejected skill is not shown at the start, but by the tool when it does not find the skill.",
			"An extension's skill is named `<extension>:<name>`.",
		},
	},

	Settings: skills.Settings{
		Knobs: []skills.Knob{
			{
				Name: "directories", Type: skills.PathsKnob, Native: "skills.directories",
				Doc: "Additional directories of the user's skills, as in `skills.directories`. Relative ones are resolved " +
					"against the working directory, and `~/` is the home directory. Default: none.",
				Apply: addDirectories,
			},
			{
				Name: "disabled", Type: skills.TextsKnob, Native: "skills.disabled",
				Doc: "Names of skills that are switched off, in any case, as in `skills.disabled`. Default: " +
					"none.",
				Apply: kit.SwitchOffNames("skills.disabled", func(written, name string) bool {
					return strings.EqualFold(text.TrimJS(written), name)
				}),
			},
			{
				Name: "disabledLevels", Type: skills.TextsKnob, Native: "skills.disabledLevels",
				Doc: "Levels whose skills are not loaded, as in `skills.disabledLevels`: `project`, `user`, " +
					"`extension` or `bundled`. `user` includes `skills.directories`. Default: none.",
				Apply: disableLevels,
			},
			{
				Name: "safeMode", Type: skills.SwitchKnob,
				Doc:   "`true` is Qwen Code's safe mode, which loads only the built-in skills. Default: `false`.",
				Apply: kit.DisabledWhen(true, "safe mode"),
			},
		},
		// The settings of the workspace. Settings of the user and of the system are not included.
		Native: &skills.Native{
			Syntax: skills.JSON,
			Ends:   []string{".qwen/settings.json"},
			Files:  skills.FilesIn(".qwen/settings.json"),
			Switch: &skills.NativeSwitch{Setting: "skills.disabled", File: ".qwen/settings.json", AnyCase: true},
		},
	},

	Decisions: skills.Decisions{
		Accept: accept,
	},

	Mentions:     mentions,
	Placeholders: &skills.Placeholders{},
	Inject:       inject,

	Catalog: catalog,
	// listSkills in skill-manager.ts.
	Compare: func(a, b skills.Skill) int { return skills.Collate(a.Name, b.Name) },
}

// addDirectories adds roots after the user's other roots.
func addDirectories(r *skills.Agent, v skills.KnobValue) {
	last := slices.IndexFunc(r.Roots, func(root skills.Root) bool { return root.Base == skills.FromConfig })
	if last < 0 {
		last = len(r.Roots)
	}
	var roots []skills.Root
	for _, dir := range v.Paths {
		like := skills.Root{Scope: skills.ScopeUser, Word: "user", Depth: 1}
		roots = append(roots, kit.NamedRoot(strings.TrimSpace(dir), like))
	}
	r.Roots = slices.Concat(r.Roots[:last], roots, r.Roots[last:])
}

// disableLevels removes the roots of these levels.
func disableLevels(r *skills.Agent, v skills.KnobValue) {
	r.Roots = slices.DeleteFunc(slices.Clone(r.Roots), func(root skills.Root) bool {
		return slices.Contains(v.Texts(), root.Word)
	})
}
