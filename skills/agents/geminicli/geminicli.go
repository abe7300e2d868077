// Package geminicli describes Gemini CLI, Google's command-line agent.
package geminicli

import (
	_ "embed"
	"path/filepath"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
)

//go:embed page.md
var page string

// Agent is Gemini CLI.
var Agent = kit.Described(page, &skills.Agent{
	ID:    "gemini-cli",
	Title: "Gemini CLI",

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

	Limits: skills.Limits{Unit: text.UTF16, ListedFiles: listed},

	Settings: skills.Settings{
		Knobs: []skills.Knob{
			kit.OffList("disabled", "skills.disabled", strings.EqualFold),
			kit.MainSwitch("enabled", "skills.enabled", false, "skills.enabled"),
			kit.Trusted,
		},
		// The workspace settings of a trusted folder (packages/cli/src/config/settings.ts,
		// settingsSchema.ts). Settings of the user and of the system are not included.
		Native: &skills.Native{
			Syntax: skills.JSON,
			Ends:   []string{".gemini/settings.json"},
			Unless: kit.Untrusted,
			Switch: &skills.NativeSwitch{Setting: "skills.disabled", File: ".gemini/settings.json", AnyCase: true},
		},
	},

	Decisions: skills.Decisions{Accept: accept},

	Mentions:     mentions,
	Placeholders: &skills.Placeholders{},
	Inject:       inject,
	Closing:      []string{"</instructions>", "</activated_skill>"},

	Catalog: catalog,
	Compare: compare,
	Warns: func(taken, other skills.Skill) string { // addSkillsWithPrecedence in skillManager.ts
		return `Skill conflict detected: "` + taken.Name + `" from "` + taken.Path + `" is overriding the same skill from "` + other.Path + `".`
	},
})

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
