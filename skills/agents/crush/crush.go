// Package crush describes Crush, Charm's agent for the terminal.
package crush

import (
	_ "embed"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
)

//go:embed page.md
var page string

// Agent is Crush.
var Agent = kit.Described(page, &skills.Agent{
	ID:    "crush",
	Title: "Crush",

	Locations: skills.Locations{
		// GlobalSkillsDirs and ProjectSkillsDir in load.go. The words are those of skillLabel in catalog.go, which
		// depend only on the directory: a skill in the working directory is "project".
		Roots: slices.Concat(
			[]skills.Root{
				home(".config/crush/skills", skills.EnvDir{Name: "XDG_CONFIG_HOME", Dir: "crush/skills"}),
				home(".config/agents/skills", skills.EnvDir{Name: "XDG_CONFIG_HOME", Dir: "agents/skills"}),
				home(".agents/skills"),
				home(".claude/skills"),
			},
			kit.RootsIn(skills.Root{Base: skills.FromCwd, Scope: skills.ScopeRepo, Word: "project"}, inProject...),
			kit.RootsIn(skills.Root{Base: skills.FromProject, Scope: skills.ScopeRepo, Word: "user"}, inProject...),
		),
		Walk: skills.Walk{
			FollowDirs: true, FollowFiles: true, AtRoot: true, EachWay: true,
			ByDir: true, // DiscoverWithStates in skills.go
		},
		// worktreeRoot in load.go: `git rev-parse --show-toplevel`.
		Project:    skills.Project{Markers: []string{".git"}, Worktree: true},
		Duplicates: skills.LastWins,
	},

	Ownership: skills.Ownership{
		Owns:    []string{".crush/skills"},
		Markers: []string{".crush.json", "crush.json", ".crush"},
	},

	// The struct Skill in skills.go.
	Fields: []skills.Field{
		{Name: "metadata", Inside: skills.String | skills.Number | skills.Boolean},
	},
	Limits: limits,

	Settings: skills.Settings{
		Knobs: []skills.Knob{
			kit.Directories("skills_paths", "options.skills_paths", kit.AddRoots(namedRoot)),
			kit.OffList("disabled_skills", disabledSkills, func(written, name string) bool { return written == name }),
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

	Decisions: skills.Decisions{Accept: accept},

	Mentions:     func(string) []skills.Mention { return nil },
	Placeholders: &skills.Placeholders{},
	Inject:       inject,
	Closing:      []string{"</file>"},

	Catalog: catalog,
	// DiscoverWithStates in skills.go.
	Compare: func(a, b skills.Skill) int { return strings.Compare(order(a), order(b)) },
})

var inProject = []string{".agents/skills", ".crush/skills", ".claude/skills", ".cursor/skills"}

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
	if root.Base == skills.FromCwd {
		root.Shown = named
	}
	if root.Base != skills.FromCwd || strings.HasPrefix(root.Dir, "..") {
		root.Word = "user"
	}
	return root
}

const disabledSkills = "options.disabled_skills"

// order returns the key by which Crush orders a skill: its directory, then its name, in lower case.
func order(s skills.Skill) string {
	return strings.ToLower(filepath.Dir(s.ShownPath()) + "\x00" + s.Name)
}
