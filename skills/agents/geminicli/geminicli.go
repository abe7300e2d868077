// Package geminicli describes Gemini CLI, Google's command-line agent.
package geminicli

import (
	"path/filepath"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
)

// Agent is Gemini CLI.
var Agent = &skills.Agent{
	ID:    "gemini-cli",
	Title: "Gemini CLI",
	Source: "google-gemini/gemini-cli 5411f113: packages/core/src/skills/{skillLoader,skillManager}.ts, tools/activate-skill.ts, prompts/snippets.ts, " +
		"utils/getFolderStructure.ts, packages/cli/src/services/SkillCommandLoader.ts",

	Locations: skills.Locations{
		// A later root overrides an earlier one; built-in skills come before all of them.
		Roots: []skills.Root{
			// Each installed extension.
			{Base: skills.FromConfig, Dir: ".", Scope: skills.ScopePlugin, Depth: 1},
			{Base: skills.FromHome, Dir: ".gemini/skills", Scope: skills.ScopeUser, Depth: 1},
			{Base: skills.FromHome, Dir: ".agents/skills", Scope: skills.ScopeUser, Depth: 1},
			{Base: skills.FromCwd, Dir: ".gemini/skills", Scope: skills.ScopeRepo, Depth: 1},
			{Base: skills.FromCwd, Dir: ".agents/skills", Scope: skills.ScopeRepo, Depth: 1},
		},
		Walk: skills.Walk{
			FollowDirs: true, FollowFiles: true, SkipHidden: true, AtRoot: true,
			Skip: []string{"node_modules", ".git"},
			// glob 12 returns the names of a sorted listing from the last to the first. If it waits for many
			// directories at a time, the order may vary.
			LastFirst: true,
		},
		Duplicates: skills.LastWins,
	},

	Ownership: skills.Ownership{
		Owns:    []string{".gemini/skills"},
		Markers: []string{".gemini", "GEMINI.md"},
	},

	Fields: []skills.Field{
		{
			Name: "name", Types: skills.String | skills.Number | skills.Boolean, Required: true,
			Doc: "Name of the skill. The model loads it by the name in any case, and `/name` must match its case. " +
				"The characters `: \\ / < > * ? \" |` become `-`. Nothing else is checked: it may be empty and may differ from the directory name.",
		},
		{
			Name: "description", Types: skills.String | skills.Number | skills.Boolean, Required: true,
			Doc: "Text by which the model chooses the skill, in full length in the catalog and without escapes. " +
				"If the YAML is invalid, or `name` or `description` is not a string, both come from the last lines that begin with `name:` and `description:`, " +
				"at any depth. An unquoted `: ` then works and `null` becomes the word null, but quotes and a `>` stay in the text, which indented lines continue.",
		},
	},
	Limits: skills.Limits{Unit: text.UTF16, ListedFiles: listed},

	Guide: skills.Guide{
		MentionSyntax: "`/name` at the start of a message, with `-` for spaces in the name; the model calls the tool that activates a skill",
		Arguments:     "none: the text after `/name` is the next prompt (`Use the skill X` if there is none); `$ARGUMENTS`, `$1`, `${...}` and `` !`cmd` `` reach the model as text",
		Notes: []string{
			"`.claude/skills` is not read.",
			"The project's roots are only those of the working directory, and only if the folder is trusted. Parents are not searched.",
			"On equal names, the last wins: built-in, extensions, `~/.gemini/skills`, `~/.agents/skills`, `.gemini/skills`, `.agents/skills`. A warning names both files. " +
				"In one of them, the directory that is first by bytes usually wins.",
			"Names that differ only in case are different skills, but `activate_skill` loads the first of them for each of these names.",
			"A root's own SKILL.md and `<root>/<directory>/SKILL.md` are skills. Deeper directories, hidden directories, `node_modules` and `.git` are not scanned.",
			"An invalid skill is ignored without an error.",
			"`---` at the start of a line closes the frontmatter, even with text after it or in a block scalar. If anything follows it on its line, even a space, the body is lost.",
			"The model receives the body in `<activated_skill>`, without the frontmatter and without escapes, and then a tree of at most 200 files and directories, without links and the contents of `node_modules`, `.git`, `dist` and `__pycache__`.",
		},
	},

	Settings: skills.Settings{
		Knobs: []skills.Knob{
			{
				Name: "disabled", Type: skills.TextsKnob, Native: "skills.disabled",
				Doc:   "Names of skills that are switched off, in any case, as in `skills.disabled`. Default: none.",
				Apply: kit.SwitchOffNames("skills.disabled", strings.EqualFold),
			},
			{
				Name: "enabled", Type: skills.SwitchKnob, Native: "skills.enabled", Doc: "`false` switches all skills off, as in `skills.enabled`. Default: `true`.",
				Apply: kit.DisabledWhen(false, "skills.enabled"),
			},
			{
				Name: "trusted", Type: skills.SwitchKnob, Doc: "`false` means that the folder is not trusted, so that its own skills are not read. Default: `true`.",
				Apply: kit.When(false, kit.WithoutRoots(func(root skills.Root) bool {
					return root.Base == skills.FromCwd
				})),
			},
		},
		// The workspace settings of a trusted folder (packages/cli/src/config/settings.ts,
		// settingsSchema.ts). Settings of the user and of the system are not included.
		Native: &skills.Native{
			Syntax: skills.JSON,
			Ends:   []string{".gemini/settings.json"},
			Files:  skills.FilesIn(".gemini/settings.json"),
			Unless: func(own map[string]skills.KnobValue) bool { trusted, ok := own["trusted"]; return ok && !trusted.On },
			Switch: &skills.NativeSwitch{Setting: "skills.disabled", File: ".gemini/settings.json", AnyCase: true},
		},
	},

	Decisions: skills.Decisions{
		Accept: accept,
	},

	Mentions:     mentions,
	Placeholders: &skills.Placeholders{},
	Inject:       inject,
	Closing:      []string{"</instructions>", "</activated_skill>"},

	Catalog: catalog,
	Compare: compare,
	Warns: func(taken, other skills.Skill) string { // addSkillsWithPrecedence in skillManager.ts
		return `Skill conflict detected: "` + taken.Name + `" from "` + taken.Path + `" is overriding the same skill from "` + other.Path + `".`
	},
}

// compare orders skills as they are found: by root, in each the root's own SKILL.md first, then from the last
// name to the first. A skill that overrides another one takes its position, which is not known here.
func compare(a, b skills.Skill) int {
	if order := b.Scope.Rank() - a.Scope.Rank(); order != 0 {
		return order
	}
	separator := string(filepath.Separator)
	x, y := strings.Split(a.Dir, separator), strings.Split(b.Dir, separator)
	for i := range min(len(x), len(y)) {
		if order := strings.Compare(y[i], x[i]); order != 0 {
			return order
		}
	}
	return len(x) - len(y)
}
