// Package crush describes Crush, Charm's agent for the terminal.
package crush

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
)

// Agent is Crush.
var Agent = &skills.Agent{
	ID:    "crush",
	Title: "Crush",
	Source: "charmbracelet/crush 37f36e93: internal/skills/{skills,catalog,manager}.go, internal/config/{config,load}.go, " +
		"internal/agent/tools/view.go, internal/agent/templates/coder.md.tpl, internal/message/content.go; run with " +
		"gopkg.in/yaml.v3 3.0.1 and fastwalk 1.0.14; the roots on Windows and the command palette read, not run",

	Locations: skills.Locations{
		Roots: roots,
		Walk: skills.Walk{
			FollowDirs: true, FollowFiles: true, AtRoot: true, EachWay: true,
			ByDir: true, // DiscoverWithStates in skills.go
		},
		Project:    project,
		Duplicates: skills.LastWins,
	},

	Ownership: skills.Ownership{
		Owns:    []string{".crush/skills"},
		Markers: []string{".crush.json", "crush.json", ".crush"},
	},

	// The struct Skill in skills.go.
	Fields: []skills.Field{
		{
			Name: "name", Types: skills.String | skills.Number | skills.Boolean, Required: true,
			Doc: "Name of the skill: at most 64 bytes of ASCII letters, digits and single hyphens between them. " +
				"It must match the directory name, except for case.",
		},
		{
			Name: "description", Types: skills.String | skills.Number | skills.Boolean, Required: true,
			Doc: "Text by which the model chooses the skill, listed in full. Crush allows 1,024 **bytes**, although its " +
				"message says characters. A description of only spaces is allowed.",
		},
		{
			Name: "user-invocable", Types: skills.Boolean, Default: "false",
			Doc: "`true` offers the skill in the command palette, as `project:` or `user:` with the directory's name. " +
				"A quoted `\"true\"` makes Crush reject the skill.",
		},
		{
			Name: "disable-model-invocation", Types: skills.Boolean, Default: "false",
			Doc: "`true` hides the skill from the model. Without `user-invocable: true`, Crush then offers " +
				"it to neither the user nor the model.",
		},
		{
			Name: "license", Types: skills.String | skills.Number | skills.Boolean,
			Doc: "License of the skill, which Crush does not use. A list or a mapping makes Crush reject the skill.",
		},
		{
			Name: "compatibility", Types: skills.String | skills.Number | skills.Boolean,
			Doc: "What the skill needs, in at most 500 bytes; Crush only checks the length. A list or a mapping makes Crush " +
				"reject the skill.",
		},
		{
			Name: "metadata", Types: skills.Mapping, Inside: skills.String | skills.Number | skills.Boolean,
			Doc: "Custom data, which Crush does not use. Each value must be a scalar: a list or a mapping in it " +
				"makes Crush reject the skill.",
		},
	},
	Limits: skills.Limits{Unit: text.Bytes, Name: maxName, Description: maxDescription, Compatibility: maxCompatibility},

	Guide: skills.Guide{
		MentionSyntax: "none: Crush does not look for skills in a message; the user attaches a skill from the command palette " +
			"(`/` in an empty prompt), and the model reads its file with the tool `view`",
		Arguments: "none: the attached file follows the user's message, and `$ARGUMENTS`, `$1`, `${...}` and `` !`cmd` `` reach " +
			"the model as text",
		Notes: []string{
			"Without `user-invocable: true`, only the model can load the skill.",
			"All lengths count bytes, although the messages say characters: 342 Chinese characters are too many for a " +
				"description.",
			"Of skills with the same name, the last wins in the order of their directories' paths in lower case. It does not " +
				"matter which root has priority: `/srv/project` wins over `/home/me`, and `/home/me` over `/data/project`.",
			"In one project, `.cursor/skills` wins over `.crush/skills`, then come `.claude/skills` and `.agents/skills`.",
			"A list or a mapping as a value in `metadata` makes Crush reject the skill.",
			"Crush does not repair invalid YAML, so it rejects an unquoted `description: Use when: x`, and also a " +
				"repeated key. Line numbers in the messages count from the line after the opening `---`.",
			"`SKILL.md` is found at any depth, also inside another skill and in hidden directories, `.git`, " +
				"`node_modules` and `dist`. A root's own `SKILL.md` is a skill named `skills`.",
			"Crush reads the roots of the working directory and of the Git working tree's root, but of no directory between " +
				"them. An empty `.git` does not make a working tree.",
			"Skills in the Git root above the working directory count as `user` skills in the command palette.",
			"The model gets the whole file with its frontmatter, in numbered lines and without replacements. Each line ends " +
				"after 2,000 bytes.",
			"If a link points to a `SKILL.md` outside all roots, the model gets its first 200 lines. The same is true of a " +
				"skill below an entry of `options.skills_paths` that begins with `~` or `$`.",
			"A skill that is not UTF-8 outside its frontmatter is listed, and the model cannot read it.",
			"Crush has the built-in skills `crush-config`, `crush-hooks` and `jq`, which the list here does not have. A skill " +
				"of the same name replaces one of them.",
			"The list of skills has no limit. Only Crush's main agent has it, followed by the order to view a matching " +
				"skill before anything else; its task subagent does not.",
			"`CRUSH_SKILLS_DIR` replaces all four directories in the home directory. On Windows, Crush also reads " +
				"`crush\\skills` and `agents\\skills` in `%LOCALAPPDATA%`, which is not modeled here.",
			"`.crushrc` and `crushrc` are Bash scripts, which Crush runs for their settings. They are not run here, so " +
				"their settings are not known.",
		},
	},

	Settings: skills.Settings{
		Knobs: []skills.Knob{
			{
				Name: "skills_paths", Type: skills.PathsKnob, Native: "options.skills_paths",
				Doc: "Additional directories of skills. Relative ones are resolved against the working directory, and `~/` and a " +
					"variable at the start are expanded. Crush joins the lists of several files; here the nearest file's " +
					"list counts. Default: none.",
				Apply: func(r *skills.Agent, v skills.KnobValue) {
					r.Roots = slices.Clone(r.Roots)
					for _, path := range v.Paths {
						r.Roots = append(r.Roots, namedRoot(path))
					}
				},
			},
			{
				Name: "disabled_skills", Type: skills.TextsKnob, Native: disabledSkills,
				Doc:   "Names of skills that are switched off, with exact case, including built-in ones. Default: none.",
				Apply: kit.SwitchOffNames(disabledSkills, func(written, name string) bool { return written == name }),
			},
		},
		// The files of the project (lookupConfigs in load.go). Files of the user and of the system are not
		// included.
		Native: &skills.Native{
			Syntax: skills.JSON,
			Ends:   []string{"crush.json", ".crush.json"},
			Files:  skills.FilesAbove("crush.json", ".crush.json"),
			Switch: &skills.NativeSwitch{Setting: disabledSkills, File: "crush.json"},
		},
	},

	Decisions: skills.Decisions{
		Accept: accept,
	},

	Mentions:     func(string) []skills.Mention { return nil },
	Placeholders: &skills.Placeholders{},
	Inject:       inject,
	Closing:      []string{"</file>"},

	Catalog: catalog,
	Compare: compare,
}

// project is how Crush finds the root of a project (worktreeRoot in load.go): by `git rev-parse
// --show-toplevel`.
var project = skills.Project{Markers: []string{".git"}, Worktree: true}

// roots are GlobalSkillsDirs and ProjectSkillsDir in load.go. Their words are those of skillLabel in
// catalog.go, which depend only on the directory: a skill in the working directory is "project".
var roots = []skills.Root{
	home(".config/crush/skills", skills.EnvDir{Name: "XDG_CONFIG_HOME", Dir: "crush/skills"}),
	home(".config/agents/skills", skills.EnvDir{Name: "XDG_CONFIG_HOME", Dir: "agents/skills"}),
	home(".agents/skills"),
	home(".claude/skills"),
	{Base: skills.FromCwd, Dir: ".agents/skills", Scope: skills.ScopeRepo, Word: "project"},
	{Base: skills.FromCwd, Dir: ".crush/skills", Scope: skills.ScopeRepo, Word: "project"},
	{Base: skills.FromCwd, Dir: ".claude/skills", Scope: skills.ScopeRepo, Word: "project"},
	{Base: skills.FromCwd, Dir: ".cursor/skills", Scope: skills.ScopeRepo, Word: "project"},
	{Base: skills.FromProject, Dir: ".agents/skills", Scope: skills.ScopeRepo, Word: "user"},
	{Base: skills.FromProject, Dir: ".crush/skills", Scope: skills.ScopeRepo, Word: "user"},
	{Base: skills.FromProject, Dir: ".claude/skills", Scope: skills.ScopeRepo, Word: "user"},
	{Base: skills.FromProject, Dir: ".cursor/skills", Scope: skills.ScopeRepo, Word: "user"},
}

// home returns a root of the user. CRUSH_SKILLS_DIR replaces all of them.
func home(dir string, env ...skills.EnvDir) skills.Root {
	env = append([]skills.EnvDir{{Name: "CRUSH_SKILLS_DIR"}}, env...)
	return skills.Root{Base: skills.FromHome, Dir: dir, Env: env, Scope: skills.ScopeUser, Word: "user", Yields: true}
}

// variable matches a path that begins with a variable, which ResolvePaths in manager.go expands.
var variable = regexp.MustCompile(`^\$\{?([A-Za-z_][A-Za-z0-9_]*)\}?(?:/(.*))?$`)

// namedRoot returns the root that an entry of options.skills_paths names.
func namedRoot(named string) skills.Root {
	if parts := variable.FindStringSubmatch(named); parts != nil {
		env := []skills.EnvDir{{Name: parts[1], Dir: parts[2]}}
		return skills.Root{Base: skills.FromConfig, Env: env, Scope: skills.ScopeUser, Word: "user"}
	}
	root := kit.NamedRoot(named, skills.Root{Scope: skills.ScopeRepo, Word: "project"})
	if root.Base != skills.FromCwd || strings.HasPrefix(root.Dir, "..") {
		root.Word = "user"
	}
	return root
}

const disabledSkills = "options.disabled_skills"

// compare orders skills by their directories, then by their names, in lower case (DiscoverWithStates in
// skills.go).
func compare(a, b skills.Skill) int {
	compare := func(a, b string) int { return strings.Compare(strings.ToLower(a), strings.ToLower(b)) }
	return cmp.Or(compare(a.Dir, b.Dir), compare(a.Name, b.Name))
}
