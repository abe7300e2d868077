// Package otto describes otto, the agent of nitishxyz, formerly called agi.
package otto

import (
	"slices"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
)

// Agent is otto.
var Agent = &skills.Agent{
	ID:    "otto",
	Title: "otto",
	Source: "nitishxyz/agi packages/sdk/src/skills/{loader,parser,validator,tool,types,security}.ts 47028d8a; nitishxyz/otto 6d15023e; " +
		"the roots .agi/skills and ~/.config/agi/skills from the design plan agi-skills-plan.md",

	Locations: skills.Locations{
		// A later root overrides an earlier one. The plan's roots come first at their level, so that today's
		// override them. If the working directory is the git root, its roots are scanned once, as cwd. If one
		// of the two is the home directory, that directory's roots are scanned again, and count as the later.
		// Of the user's roots only the first follows XDG_CONFIG_HOME (sdk/src/config/src/paths.ts 01cca734).
		Roots: []skills.Root{
			{Base: skills.FromHome, Dir: ".config/agi/skills", Env: []skills.EnvDir{{Name: "XDG_CONFIG_HOME", Dir: "agi/skills"}}, Scope: skills.ScopeUser, Word: "global", Depth: 1, Yields: true},
			{Base: skills.FromHome, Dir: ".config/otto/skills", Env: []skills.EnvDir{{Name: "XDG_CONFIG_HOME", Dir: "otto/skills"}}, Scope: skills.ScopeUser, Word: "user", Depth: 1, Yields: true},
			{Base: skills.FromHome, Dir: ".agents/skills", Scope: skills.ScopeUser, Word: "user", Depth: 1, Yields: true},
			{Base: skills.FromHome, Dir: ".agenst/skills", Scope: skills.ScopeUser, Word: "user", Depth: 1, Yields: true},
			{Base: skills.FromHome, Dir: ".claude/skills", Scope: skills.ScopeUser, Word: "user", Depth: 1, Yields: true},
			{Base: skills.FromHome, Dir: ".config/opencode/skills", Scope: skills.ScopeUser, Word: "user", Depth: 1, Yields: true},
			{Base: skills.FromHome, Dir: ".codex/skills", Scope: skills.ScopeUser, Word: "user", Depth: 1, Yields: true},
			{Base: skills.FromChain, Dir: ".agi/skills", Scope: skills.ScopeRepo, Word: "project", Depth: 1},
			{Base: skills.FromCwd, Dir: ".otto/skills", Scope: skills.ScopeRepo, Word: "cwd", Depth: 1},
			{Base: skills.FromCwd, Dir: ".agents/skills", Scope: skills.ScopeRepo, Word: "cwd", Depth: 1},
			{Base: skills.FromCwd, Dir: ".agenst/skills", Scope: skills.ScopeRepo, Word: "cwd", Depth: 1},
			{Base: skills.FromCwd, Dir: ".claude/skills", Scope: skills.ScopeRepo, Word: "cwd", Depth: 1},
			{Base: skills.FromCwd, Dir: ".config/opencode/skills", Scope: skills.ScopeRepo, Word: "cwd", Depth: 1},
			{Base: skills.FromCwd, Dir: ".codex/skills", Scope: skills.ScopeRepo, Word: "cwd", Depth: 1},
			{Base: skills.FromProject, Dir: ".otto/skills", Scope: skills.ScopeRepo, Word: "repo", Depth: 1},
			{Base: skills.FromProject, Dir: ".agents/skills", Scope: skills.ScopeRepo, Word: "repo", Depth: 1},
			{Base: skills.FromProject, Dir: ".agenst/skills", Scope: skills.ScopeRepo, Word: "repo", Depth: 1},
			{Base: skills.FromProject, Dir: ".claude/skills", Scope: skills.ScopeRepo, Word: "repo", Depth: 1},
			{Base: skills.FromProject, Dir: ".config/opencode/skills", Scope: skills.ScopeRepo, Word: "repo", Depth: 1},
			{Base: skills.FromProject, Dir: ".codex/skills", Scope: skills.ScopeRepo, Word: "repo", Depth: 1},
		},
		Walk:       skills.Walk{FollowDirs: true, FollowFiles: true, SkipHidden: true},
		Project:    skills.Project{Markers: []string{".git"}},
		Duplicates: skills.LastWins,
		Silent:     true,
	},

	Ownership: skills.Ownership{
		Owns:    []string{".otto/skills", ".agi/skills"},
		Markers: []string{".otto"},
	},

	Fields: []skills.Field{
		{
			Name: "name", Types: skills.String | skills.Number | skills.Boolean, Required: true,
			Doc: "Name for the tool `skill`: at most 64 lowercase letters, digits and single hyphens (`^[a-z0-9]+(-[a-z0-9]+)*$`). " +
				"otto reads scalars as strings, so `123` is valid. The name may differ from the directory name. A skill with an invalid name is ignored without an error.",
		},
		{
			Name: "description", Types: skills.String | skills.Number | skills.Boolean, Required: true,
			Doc: "Text by which the model chooses the skill, 1 to 1,024 UTF-16 units. The tool's description shows only its first sentence, " +
				"and the second unless it begins with words such as `Also use when`, `Use this`, `See`, `Not for` or `For ... see`.",
		},
		{
			Name: "license", Types: skills.String,
			Doc: "License of the skill, which otto stores but does not use.",
		},
		{
			Name: "compatibility", Types: skills.String,
			Doc: "Environment requirements of the skill. A skill with more than 500 UTF-16 units is ignored without an error. Otherwise, the field has no effect.",
		},
		{
			Name: "metadata", Types: skills.Mapping,
			Doc: "Custom data. A skill with a value that is not a mapping is ignored without an error, and a mapping counts only if its first key consists of letters, digits, `_` and `-`: " +
				"`kntnt.name:` or `\"name\":` turns all of it into a string. All values are strings, except in JSON, where a number or a mapping makes otto ignore the skill.",
		},
		{
			Name: "allowed-tools", Types: skills.String | skills.List, Separators: skills.Blanks | skills.JSONList,
			Doc: "Tools that the skill uses, separated by spaces or as a list, which otto gives to the model as `allowedTools`. Commas do not separate: `Read, Bash` includes a tool named `Read,`. " +
				"A list works only in JSON (`[\"Read\"]`). In a list of lines `- Read`, the hyphens become tools too, and otto reads only indented lines.",
		},
	},
	Limits: skills.Limits{Unit: text.UTF16, Name: 64, Description: 1024, Compatibility: 500, ResourceBytes: 256 << 10},

	Guide: skills.Guide{
		MentionSyntax: "none; the model calls the tool `skill` with `{name, file?}`",
		Arguments:     "none: `$ARGUMENTS`, `$1`, `${...}` and `` !`cmd` `` reach the model as text",
		Notes: []string{
			"On equal names, a later root wins: the roots of the Git root override those of the working directory, and both override the user's.",
			"`.agi/skills` and `~/.config/agi/skills` are the roots of the design plan. The current otto reads `.otto/skills` and `~/.config/otto/skills` instead, so move skills there.",
			"The design plan has `disable-model-invocation`, but otto does not read it.",
			"The root `.agenst/skills` is spelled that way in the code.",
			"A line break must follow the closing `---`, and both delimiters must have no trailing spaces. Otherwise, the skill is ignored without an error.",
			"otto reads the frontmatter with its own small parser, not as YAML: block scalars work, deeper nesting is ignored, flow collections must be JSON, comments stay in the value, `''` is not unescaped, and a plain description loses its continuation on the next line.",
			"The result of the tool is a JSON object with the trimmed body. The model does not get the frontmatter.",
			"Only bundled files with the extensions `.md .txt .json .yaml .yml .toml .ts .js .tsx .jsx .py .rs .go .sh .bash .zsh .css .html .xml .svg` are listed. They can be read up to 256 KiB each.",
			"When it loads a skill, otto reports security notices for HTML comments, long base64 text, data URIs, invisible characters and suspicious patterns.",
			"Hidden directories in a root are not scanned, and hidden files of a skill are not listed. Links are followed in both cases.",
			"skills-ls models otto of nitishxyz/agi 47028d8a. Later versions (nitishxyz/otto 2cc6dd06) find skills at any depth in a root, do not scan `.agenst` and `.config/opencode`, and replace a missing description with the first line of the body.",
		},
	},

	Settings: skills.Settings{
		// The section "skills" of the configuration (types/src/config.ts).
		Knobs: []skills.Knob{
			{
				Name: "enabled", Type: skills.SwitchKnob, Doc: "`false` switches all skills off. Default: `true`.",
				Apply: kit.DisabledWhen(false, "enabled"),
			},
			{
				Name: "items", Type: skills.ItemsKnob, Doc: "Single skills by name. `my-skill: {enabled: false}` switches the skill off.",
				Apply: func(r *skills.Agent, v skills.KnobValue) {
					r.AddRuling(func(s *skills.Skill) (skills.Ruling, bool) {
						return skills.Ruling{Off: true, Effect: "switches this skill off", Setting: "items", From: v.From}, slices.Contains(v.Off, s.Name)
					})
				},
			},
			{
				Name: "permissions", Type: skills.PermissionsKnob, Values: []string{"allow", "deny", "ask"},
				Doc: "Skills that the model may load, as in `skill: {\"internal-*\": deny}`. The last pattern that matches counts. This setting is only in the design plan, not in the current otto: " +
					"`compat` and previews describe its effect in a note. Default: `allow`.",
				Apply: permit,
			},
		},
	},

	Decisions: skills.Decisions{
		Accept: accept,
	},

	Placeholders: &skills.Placeholders{},
	Inject:       inject,
	ReadResource: readResource,

	Catalog: catalog,
	Compare: kit.CompareCollated,
}

// permit reports what the permissions of the design plan (agi-skills-plan.md, Phase 3) would do with a skill.
// The plan uses OpenCode's words and does not define patterns, so that they work as in OpenCode.
func permit(r *skills.Agent, v skills.KnobValue) {
	r.AddRuling(func(s *skills.Skill) (skills.Ruling, bool) {
		const planned = " according to the design plan, but the current otto has no permissions"
		c := kit.PermissionOf(s.Name, v.Choices)
		ruling := skills.Ruling{Setting: "permissions." + c.Name, From: c.From}
		switch c.Word {
		case "deny":
			ruling.Effect = "denies this skill to the model" + planned
		case "ask":
			ruling.Effect = "asks the user before the model loads this skill" + planned
		}
		return ruling, ruling.Effect != ""
	})
}
