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
			Doc: "Name by which the `skill` tool loads the skill: at most 64 lowercase letters, digits and single hyphens (`^[a-z0-9]+(-[a-z0-9]+)*$`). " +
				"Scalars are taken as their text, so `123` is fine. It need not equal the directory's name; an invalid one drops the skill silently.",
		},
		{
			Name: "description", Types: skills.String | skills.Number | skills.Boolean, Required: true,
			Doc: "Text by which the model chooses the skill, of 1 to 1,024 UTF-16 units. Only its first sentence is shown in the tool's description, " +
				"and the second unless it begins with words such as `Also use when`, `Use this`, `See`, `Not for` or `For ... see`.",
		},
		{
			Name: "license", Types: skills.String,
			Doc: "Licence of the skill. otto stores it and does nothing with it.",
		},
		{
			Name: "compatibility", Types: skills.String,
			Doc: "What the skill needs of its surroundings. More than 500 UTF-16 units drop the skill silently; otherwise it has no effect.",
		},
		{
			Name: "metadata", Types: skills.Mapping,
			Doc: "The author's own data. Anything but a mapping drops the skill silently, and a mapping counts as one only where its first key consists of letters, digits, `_` and `-`: " +
				"`kntnt.name:` or `\"name\":` makes a text of all of it. Values are texts whatever they look like, except in JSON, where a number or a mapping drops the skill.",
		},
		{
			Name: "allowed-tools", Types: skills.String | skills.List, Separators: skills.Blanks | skills.JSONList,
			Doc: "Tools that the skill uses, separated by spaces or as a list; otto hands them to the model as `allowedTools`. Commas are not separators: `Read, Bash` yields a tool called `Read,`. " +
				"A list is one in JSON alone (`[\"Read\"]`): of `- Read` on lines of their own the hyphens become tools too, and only indented ones are read at all.",
		},
	},
	Limits: skills.Limits{Unit: text.UTF16, Name: 64, Description: 1024, Compatibility: 500, ResourceBytes: 256 << 10},

	Guide: skills.Guide{
		MentionSyntax: "none; the model calls the tool `skill` with `{name, file?}`",
		Arguments:     "none: `$ARGUMENTS`, `$1`, `${...}` and `` !`cmd` `` reach the model as text",
		Notes: []string{
			"A later root wins on equal names: the git root's roots override those of the working directory, and both override the user's.",
			"`.agi/skills` and `~/.config/agi/skills` are the design plan's roots: today's otto reads `.otto/skills` and `~/.config/otto/skills` instead, so move skills there.",
			"The design plan names `disable-model-invocation`; otto does not read it.",
			"The root `.agenst/skills` is spelled that way in the code.",
			"A line break must follow the closing `---`, and neither fence may have trailing blanks: otherwise the skill is dropped silently.",
			"The frontmatter is not read as YAML but by a small parser of its own: block scalars work, what is nested more deeply counts for nothing, flow collections must be JSON, comments stay in the value, `''` is not unescaped, and a plain description that continues on the next line loses it.",
			"The result of the tool is a JSON object with the trimmed body; the frontmatter itself is not shown to the model.",
			"Of bundled files only those ending in `.md .txt .json .yaml .yml .toml .ts .js .tsx .jsx .py .rs .go .sh .bash .zsh .css .html .xml .svg` are listed; they can be read up to 256 KiB each.",
			"Loading reports security notices for HTML comments, long base64 text, data URIs, invisible characters and suspicious patterns.",
			"Hidden directories below a root are not scanned, and hidden files of a skill are not listed; links are followed in both.",
			"This is otto of nitishxyz/agi 47028d8a. Later ones (nitishxyz/otto 2cc6dd06) read skills of any depth below a root, scan neither `.agenst` nor `.config/opencode`, and make a missing description of the body's first line.",
		},
	},

	Settings: skills.Settings{
		// The section "skills" of the configuration (types/src/config.ts).
		Knobs: []skills.Knob{
			{
				Name: "enabled", Type: skills.SwitchKnob, Doc: "`false` switches skills off: otto then offers none. Default: `true`.",
				Apply: kit.DisabledWhen(false, "enabled"),
			},
			{
				Name: "items", Type: skills.ItemsKnob, Doc: "Single skills by name, as in `my-skill: {enabled: false}`: otto then does not offer the skill.",
				Apply: func(r *skills.Agent, v skills.KnobValue) {
					r.AddRuling(func(s *skills.Skill) (skills.Ruling, bool) {
						return skills.Ruling{Off: true, Effect: "switches this skill off", Setting: "items", From: v.From}, slices.Contains(v.Off, s.Name)
					})
				},
			},
			{
				Name: "permissions", Type: skills.PermissionsKnob, Values: []string{"allow", "deny", "ask"},
				Doc: "Which skills the model may load, as in `skill: {\"internal-*\": deny}`, of which the last pattern that matches counts. That is of the design plan, and today's otto has no such setting: " +
					"`compat` and previews tell its effect in a note. Default: `allow`.",
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
		const planned = " by the design plan; today's otto goes by no permissions"
		c := kit.PermissionOf(s.Name, v.Choices)
		ruling := skills.Ruling{Setting: "permissions." + c.Name, From: c.From}
		switch c.Word {
		case "deny":
			ruling.Effect = "denies this skill to the model" + planned
		case "ask":
			ruling.Effect = "has the user asked before the model loads this skill" + planned
		}
		return ruling, ruling.Effect != ""
	})
}
