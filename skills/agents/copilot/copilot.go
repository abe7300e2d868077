// Package copilot describes GitHub Copilot in Visual Studio Code.
package copilot

import (
	_ "embed"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
)

//go:embed page.md
var page string

// Agent is GitHub Copilot in Visual Studio Code. Its own code was run, in VS Code 1.138.0. Paths in comments
// are relative to src/vs/workbench/contrib/chat/common in microsoft/vscode 7debcd0e.
var Agent = kit.Described(page, &skills.Agent{
	ID:    "copilot",
	Title: "GitHub Copilot in VS Code",

	Locations: skills.Locations{
		// The vantage is a workspace folder. The roots are in config/promptFileLocations.ts.
		Roots: slices.Concat(
			kit.RootsIn(local, ".agents/skills", ".github/skills", ".claude/skills"),
			kit.RootsIn(skills.Root{
				Base: skills.FromHome, Scope: skills.ScopeUser, Word: "user", Depth: 1,
			}, ".agents/skills", ".copilot/skills", ".claude/skills"),
			kit.RootsIn(skills.Root{Base: skills.FromConfig, Scope: skills.ScopePlugin, Word: "plugin", Depth: 1}, "."),
		),
		// utils/promptFilesLocator.ts
		Walk:       skills.Walk{FollowDirs: true, FollowFiles: true, EachWay: true, LinksLast: true},
		Duplicates: skills.FirstWins,
	},

	Ownership: skills.Ownership{Owns: []string{".github/skills"}},

	Fields: []skills.Field{
		{Name: "user-invocable", Values: []string{"true", "false"}},
		{Name: "disable-model-invocation", Values: []string{"true", "false"}},
		{Name: "context", Values: []string{"fork"}},
	},
	Limits: skills.Limits{Unit: text.UTF16, Description: descriptionLength},

	Settings: skills.Settings{
		Knobs: []skills.Knob{
			kit.MainSwitch("useAgentSkills", "", false, "chat.useAgentSkills"),
			kit.Directories("agentSkillsLocations", "", locations),
			kit.Switch("useCustomizationsInParentRepositories", "", true, searchParents),
			kit.Directories("workspaceFolders", "", folders),
			kit.Switch("skillTool", "", true, func(r *skills.Agent) {
				r.Accept, r.Variant = acceptWithTool, "skillTool"
				r.Limits.Listing.Chars, r.Catalog = entriesLength, catalogOf(false, true)
			}),
			kit.Switch("useSkillAdherencePrompt", "", true, func(r *skills.Agent) {
				r.Catalog = catalogOf(true, r.Variant != "")
			}),
			kit.Switch("enableReadFileV2", "", true, func(r *skills.Agent) { r.Inject = inject(2000) }),
		},
	},

	Decisions: skills.Decisions{Accept: accept},

	Mentions:     commands.Mentions(),
	Command:      commands.Command(),
	Placeholders: &skills.Placeholders{},
	Inject:       inject(math.MaxInt),
	Closing:      []string{"</attachment>"},

	Catalog: catalogOf(false, false),
	Compare: func(_, _ skills.Skill) int { return 0 }, // in the order in which they are found
})

// local is a root in the workspace folder, without its directory.
var local = skills.Root{Base: skills.FromCwd, Scope: skills.ScopeRepo, Word: "local", Depth: 1}

// locations adds directories to the roots: those of the workspace after the workspace's own, and those of the
// user after the user's. Absolute paths and patterns are skipped (promptSyntax/utils/promptFilesLocator.ts).
func locations(roots []skills.Root, named []string) []skills.Root {
	named = slices.DeleteFunc(slices.Clone(named), func(dir string) bool {
		return filepath.IsAbs(dir) || strings.ContainsAny(dir, `*?[]{}\`)
	})
	return kit.AddRoots(func(dir string) skills.Root { return kit.NamedRoot(dir, local) })(roots, named)
}

// folders returns the roots with each root of the workspace folder repeated in further folders.
func folders(roots []skills.Root, named []string) (all []skills.Root) {
	for _, root := range roots {
		all = append(all, root)
		if root.Scope == skills.ScopeRepo {
			all = append(all, kit.NamedRoots(named, root)...)
		}
	}
	return all
}

// searchParents extends the roots of the workspace folder to the directories above it.
func searchParents(r *skills.Agent) {
	r.Project = skills.Project{Markers: []string{".git"}, DirectoriesOnly: true}
	r.Roots = slices.Clone(r.Roots)
	for i, root := range r.Roots {
		if root.Base == skills.FromCwd {
			r.Roots[i].Base, r.Roots[i].Upward = skills.FromChain, true
		}
	}
}
