// Package remcochat describes RemcoChat, the chat application of kaalabs.
package remcochat

import (
	_ "embed"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

//go:embed page.md
var page string

// Agent is RemcoChat.
var Agent = kit.Described(page, &skills.Agent{
	ID:    "remcochat",
	Title: "RemcoChat",
	Mark:  "off by default",

	Locations: skills.Locations{
		// RemcoChat has no fixed roots: app.skills.directories of config.toml names them. These are the ones
		// its design proposes; relative ones are resolved against RemcoChat's own base directory.
		Roots: []skills.Root{
			{Base: skills.FromCwd, Dir: ".skills", Scope: skills.ScopeRepo},
			{Base: skills.FromCwd, Dir: ".agents/skills", Scope: skills.ScopeRepo},
			{Base: skills.FromHome, Dir: ".agents/skills", Scope: skills.ScopeUser},
			{Base: skills.FromHome, Dir: ".remcochat/skills", Scope: skills.ScopeUser},
		},
		Walk:       skills.Walk{FollowFiles: true, AtRoot: true, LastFirst: true},
		Duplicates: skills.FirstWins,
		MaxSkills:  maxSkills,
	},

	Ownership: skills.Ownership{Owns: []string{".skills"}},

	Limits: skills.Limits{
		Unit: text.UTF16, Name: 64, Description: 1024,
		Listing:       skills.Budget{Entries: maxSkills}, // max_skills
		FileBytes:     fileBytes,                         // max_skill_md_bytes
		ResourceBytes: resourceBytes,                     // max_resource_bytes
	},

	Settings: skills.Settings{
		Knobs: []skills.Knob{
			kit.MainSwitch("enabled", "app.skills.enabled", false, "app.skills.enabled"),
			kit.Directories("directories", "app.skills.directories", named),
			{
				Name: "max_skills", Type: skills.CountKnob, Min: 1, Max: 10_000,
				Native: "app.skills.max_skills",
				Apply:  func(r *skills.Agent, v skills.KnobValue) { r.Limits.Listing.Entries, r.MaxSkills = v.Count, v.Count },
			},
			{
				Name: "max_skill_md_bytes", Type: skills.CountKnob, Min: 1_000, Max: 50_000_000,
				Native: "app.skills.max_skill_md_bytes",
				Apply: func(r *skills.Agent, v skills.KnobValue) {
					r.Limits.FileBytes, r.Inject = v.Count, injection(v.Count)
				},
			},
			{
				Name: "max_resource_bytes", Type: skills.CountKnob, Min: 1_000, Max: 200_000_000,
				Native: "app.skills.max_resource_bytes",
				Apply: func(r *skills.Agent, v skills.KnobValue) {
					r.Limits.ResourceBytes, r.ReadResource = v.Count, resource(v.Count)
				},
			},
		},
		// The configuration file of a RemcoChat in the working directory. Skills are off unless the file
		// switches them on (src/server/config.ts, config-normalize-access.ts).
		Native: &skills.Native{
			Syntax:   skills.TOML,
			Ends:     []string{"config.toml"},
			Takes:    isConfig,
			Presumes: map[string]skills.KnobValue{"enabled": {On: false}},
		},
	},

	Decisions: skills.Decisions{Accept: accept},

	Mentions:     mentions,
	Placeholders: &skills.Placeholders{},
	Inject:       injection(fileBytes),
	ReadResource: resource(resourceBytes),

	Catalog: catalog,
	Compare: func(a, b skills.Skill) int { return 0 }, // the order in which they are found
})

// isConfig reports whether a config.toml is RemcoChat's. Many programs have a file of that name.
func isConfig(text string, root *frontmatter.Value) bool {
	if root == nil {
		return strings.Contains(text, "app.skills") || strings.Contains(text, "default_provider_id")
	}
	return root.Lookup("app.skills") != nil || root.Lookup("app.default_provider_id") != nil
}

// named returns roots for the directories, unless skills are off or the list counts as not set.
func named(roots []skills.Root, dirs []string) []skills.Root {
	if len(roots) == 0 || len(dirs) == 0 {
		return roots
	}
	return kit.NamedRoots(dirs, skills.Root{Scope: skills.ScopeRepo})
}
