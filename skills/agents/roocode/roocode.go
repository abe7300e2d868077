// Package roocode describes Roo Code, an agent in Visual Studio Code.
package roocode

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/text"
)

// Agent is Roo Code.
var Agent = &skills.Agent{
	ID:    "roo-code",
	Title: "Roo Code",
	Source: "RooCodeInc/Roo-Code cb836567 (3.52.1): src/services/skills/{SkillsManager,skillInvocation}.ts, " +
		"src/services/roo-config/index.ts, src/core/prompts/sections/skills.ts, " +
		"src/core/tools/SkillTool.ts, src/core/mentions/index.ts, src/shared/context-mentions.ts, " +
		"src/core/auto-approval/index.ts, packages/types/src/{skills,mode}.ts; gray-matter 4.0.3 with " +
		"js-yaml 3.14.1",

	Locations: skills.Locations{
		Roots:      roots(),
		Walk:       skills.Walk{FollowDirs: true, FollowFiles: true, RealRoots: true},
		Duplicates: skills.LastWins,
		Silent:     true, // messages reach only the console of the extension host
	},

	Ownership: skills.Ownership{
		Owns:    []string{".roo"},
		Markers: []string{".roo"},
	},

	Fields: []skills.Field{
		{
			Name: "name", Types: skills.String, Required: true,
			Doc: "Name of the skill, by which the tool `skill` and `/name` find it. It must equal the " +
				"directory's name and have 1 to 64 lowercase letters, digits and single hyphens.",
		},
		{
			Name: "description", Types: skills.String, Required: true,
			Doc: "Text by which the model chooses the skill, in the catalog and before the " +
				"instructions, 1 to 1,024 UTF-16 units without the white space at its ends.",
		},
		{
			Name: "modeSlugs", Types: skills.List, Values: builtin, Open: true,
			Default: "the mode of `mode`, or else of the directory: all modes in `skills`, one mode in " +
				"`skills-<mode>`",
			Doc: "Slugs of the modes in which the skill is offered. An empty list means all modes, in " +
				"`skills-<mode>` too, and a value that is not a list is ignored.",
		},
		{
			Name: "mode", Types: skills.String, Values: builtin, Open: true, Default: "the mode of the directory",
			Doc: "Slug of the one mode in which the skill is offered. It is read if `modeSlugs` is not a list.",
		},
	},
	Limits: skills.Limits{Unit: text.UTF16, Name: maxName, Description: maxDescription},
	ReservedNames: []skills.ReservedName{{
		Word: command, Why: "only the model can load it, \"/init\" is Roo Code's own",
	}},

	Guide: skills.Guide{
		MentionSyntax: "`/name` anywhere in a message, between white space or its ends, several of them " +
			"too; a command of that name in `.roo/commands`, in the project or the home directory, and " +
			"`/init` come first. The model calls the tool `skill` with `{skill, args}`",
		Arguments: "only through the tool `skill`: its `args` come before the instructions, as `Provided " +
			"arguments: ...`. After `/name` they stay in the message. `$ARGUMENTS`, `$1`, `${...}` and `` " +
			"!`cmd` `` reach the model as text",
		Notes: []string{
			"Roo Code runs a frontmatter that begins with `---js` or `---javascript` as JavaScript, with all of its " +
				"permissions, when the folder is opened. skills-ls does not run it, so the result " +
				"is unknown. `---json` and `---yaml` also work.",
			"The frontmatter begins at the first byte of the file or after a byte order mark, and " +
				"ends at a line that begins with `---`, even with text after it. Without such a line, the whole file is " +
				"frontmatter, and the skill loads with an empty body.",
			"gray-matter 4.0.3 with js-yaml 3.14.1 reads it: a plain value with `: ` in it and a " +
				"repeated key are errors, and a date such as `2024-01-01` is not a string.",
			"Roo Code reports an invalid skill only on the console of the extension host. For its " +
				"users, the skill is missing without an error.",
			"An invalid text is cached as one without fields. From the second scan on, and " +
				"for a second file with the same text, the message says that the name is missing.",
			"`.claude/skills` is not read. The project's roots are only those of the first opened folder: " +
				"parents are not searched.",
			"In a root, only `<directory>/SKILL.md` is a skill. Hidden directories are searched, but " +
				"their names are invalid.",
			"A skill is offered in the modes of `modeSlugs`, or else of `mode`, or else of its directory " +
				"`skills-<mode>`. A mode that does not exist is allowed, but the skill is then never offered.",
			"On equal names, the project's skill wins over the user's. Within the project, and within the " +
				"home directory, a skill in `.roo` replaces one in `.agents` with the same first mode, in " +
				"all modes of both. Otherwise, a skill with modes wins over one without, and the first " +
				"one counts.",
			"Only its modes switch a skill off: `disabled: true`, `disable-model-invocation`, " +
				"`user-invocable` and `allowed-tools` are ignored.",
			"The model receives the instructions without the path of the skill, which is only in the catalog, " +
				"and without a list of its files.",
			"After the catalog, the system prompt orders the model to check all skills before every answer " +
				"and to select exactly one that applies.",
			"In a message, `/name` and the white space before it become `Command 'name' (see below for " +
				"command content)`: `text /name` reaches the model as `textCommand 'name' (...)`.",
			"If auto-approval is on, the model loads a skill without asking the user.",
		},
	},

	Settings: skills.Settings{
		Knobs: []skills.Knob{
			{
				Name: "customModes", Type: skills.TextsKnob,
				Doc: "Slugs of custom modes, as in `.roomodes`: their directories `skills-<slug>` are " +
					"searched too. Default: none.",
				Apply: func(r *skills.Agent, v skills.KnobValue) {
					r.Roots = roots(v.Texts()...)
					newSession(r.Roots, usual).configure(r)
				},
			},
			{
				Name: "modes", Type: skills.TextsKnob,
				Doc: "Slugs of the modes whose skills are offered. A skill of other modes is switched off, " +
					"and the catalog names the first mode. Default: `code`.",
				Apply: func(r *skills.Agent, v skills.KnobValue) {
					if modes := v.Texts(); len(modes) > 0 {
						newSession(r.Roots, modes...).configure(r)
					}
				},
			},
		},
	},

	Decisions: skills.Decisions{
		Accept:  accept,
		Adopt:   skills.Adoption{Namesakes: true, In: standing.adopt},
		Rulings: []func(*skills.Skill) (skills.Ruling, bool){standing.rule},
	},

	Mentions:     mentions,
	Placeholders: &skills.Placeholders{},
	Inject:       inject,

	Catalog: catalog(usual),
	Compare: compare,
}

// usual is the mode of a session unless a knob sets another one.
const usual = "code"

// standing is a session without settings.
var standing = newSession(roots(), usual)

// Roo Code's own directory, and the one that it shares with other agents.
const own, shared = ".roo", ".agents"

// roots returns the directories that Roo Code searches (getSkillsDirectories in SkillsManager.ts): skills,
// and skills-<mode> for each of its modes and each custom mode. A later root takes precedence. Therefore the
// user's roots come first here, although Roo Code searches .agents of both before .roo of both; see
// [compare].
func roots(custom ...string) []skills.Root {
	names := []string{"skills"}
	for _, mode := range slices.Concat(builtin, custom) {
		if name := "skills-" + mode; !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	var list []skills.Root
	for _, root := range []skills.Root{
		{Base: skills.FromHome, Scope: skills.ScopeUser, Word: "global", Depth: 1, Yields: true},
		{Base: skills.FromCwd, Scope: skills.ScopeRepo, Word: "project", Depth: 1},
	} {
		for _, dir := range []string{shared, own} {
			for _, name := range names {
				root.Dir = dir + "/" + name
				list = append(list, root)
			}
		}
	}
	return list
}

// compare orders skills as Roo Code finds them: the user's .agents, the project's .agents, the user's .roo,
// the project's .roo. A skill that replaces others of its name takes the position of the first of them, which
// is not known here.
func compare(a, b skills.Skill) int {
	return cmp.Or(
		base(a)-base(b), b.Scope.Rank()-a.Scope.Rank(), a.Origin.Place-b.Origin.Place,
		strings.Compare(a.Name, b.Name),
	)
}

// base returns 1 for a skill in Roo Code's own directory, and 0 for others.
func base(s skills.Skill) int {
	if filepath.Base(filepath.Dir(filepath.Dir(s.Dir))) == own {
		return 1
	}
	return 0
}
