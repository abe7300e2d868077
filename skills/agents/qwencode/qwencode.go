// Package qwencode describes Qwen Code, the command-line agent of the Qwen team.
package qwencode

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
)

//go:embed page.md
var page string

// Agent is Qwen Code.
var Agent = kit.Described(page, &skills.Agent{
	ID:    "qwen-code",
	Title: "Qwen Code",

	Locations: skills.Locations{
		// getSkillsBaseDirs in skill-manager.ts. In the home directory, the project has no skills of its own.
		Roots: append(
			kit.RootsIn(skills.Root{
				Base: skills.FromCwd, NotHome: true, Scope: skills.ScopeRepo, Word: "project", Depth: 1,
			}, ".qwen/skills", ".agents/skills"),
			skills.Root{
				Base: skills.FromHome, Dir: ".qwen/skills", Env: []skills.EnvDir{{Name: "QWEN_HOME", Dir: "skills"}},
				Scope: skills.ScopeUser, Word: "user", Depth: 1,
			},
			skills.Root{Base: skills.FromHome, Dir: ".agents/skills", Scope: skills.ScopeUser, Word: "user", Depth: 1},
			// Each active extension.
			skills.Root{Base: skills.FromConfig, Dir: ".", Scope: skills.ScopePlugin, Word: "extension", Depth: 1},
		),
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
		{Name: "allowedTools", Separators: skills.FlowList | skills.BlockList},
		{Name: "disable-model-invocation", Values: []string{"true", "false"}},
		{Name: "user-invocable", Values: []string{"true", "false"}},
		{Name: "paths", Separators: skills.FlowList | skills.BlockList, Globs: true},
	},
	Limits: skills.Limits{Unit: text.UTF16, Listing: skills.Budget{Chars: 8000}}, // MAX_SKILL_LISTING_CHARS

	Settings: skills.Settings{
		Knobs: []skills.Knob{
			kit.Directories("directories", "skills.directories", kit.AddRoots(func(dir string) skills.Root {
				like := skills.Root{Scope: skills.ScopeUser, Word: "user", Depth: 1}
				return kit.NamedRoot(strings.TrimSpace(dir), like)
			})),
			kit.OffList("disabled", "skills.disabled", func(written, name string) bool {
				return strings.EqualFold(text.TrimJS(written), name)
			}),
			kit.Texts("disabledLevels", "skills.disabledLevels", func(r *skills.Agent, levels []string) {
				kit.WithoutRoots(func(root skills.Root) bool { return slices.Contains(levels, root.Word) })(r)
			}),
			kit.MainSwitch("safeMode", "", true, "safe mode"),
		},
		// The settings of the workspace. Settings of the user and of the system are not included.
		Native: &skills.Native{
			Syntax: skills.JSON,
			Ends:   []string{".qwen/settings.json"},
			Switch: &skills.NativeSwitch{Setting: "skills.disabled", File: ".qwen/settings.json", AnyCase: true},
		},
	},

	Decisions: skills.Decisions{Accept: accept},

	Mentions:     mentions,
	Placeholders: &skills.Placeholders{},
	Inject:       inject,

	Catalog: catalog,
	// listSkills in skill-manager.ts.
	Compare: func(a, b skills.Skill) int { return skills.Collate(a.Name, b.Name) },
})
