package codex

import (
	"fmt"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
	"skills-ls/skills/vfs"
)

// listedTokens is the maximum of a configured budget of the catalog, in tokens (ext/skills/src/render.rs of
// rust-v0.153.4, 3d2ee51c, September 2026; builds of the summer had no such setting).
const listedTokens = 10_000

// knobs are Codex's own settings, by their names in config.toml (config/src/skills_config.rs 31669248,
// config_rules.rs 9a5113ad), and values that only a session knows.
var knobs = []skills.Knob{
	kit.Group(
		"skills",
		skills.Knob{
			Name: "config", Type: skills.EntriesKnob, Native: "skills.config",
			Apply: kit.SwitchOff("skills.config"),
		},
		kit.Switch("include_instructions", "skills.include_instructions", false, func(r *skills.Agent) {
			r.Catalog = silent
		}),
		kit.Count("max_context_tokens", "", func(r *skills.Agent, n int) {
			r.Limits.Listing, r.ListingOf = skills.Budget{Tokens: min(n, listedTokens)}, nil
		}),
		kit.Group("bundled", kit.Switch("enabled", "", false, kit.WithoutRoots(func(root skills.Root) bool {
			return root.Scope == skills.ScopeSystem
		}))),
	),
	kit.Texts("project_root_markers", "", func(r *skills.Agent, names []string) { r.Project.Markers = names }),
	kit.Texts("connectors", "", func(r *skills.Agent, names []string) { r.Connectors = names }),
	kit.Switch("rejects_long_descriptions", "", true, func(r *skills.Agent) { r.Adopt.In = adoptStrict }),
}

// adoptStrict is adopt, except that it also rejects long descriptions (loader.rs 033d1d07).
func adoptStrict(fsys vfs.FS) func(skills.Skill) (skills.Skill, bool, string) {
	adopt := adopt(fsys)
	return func(s skills.Skill) (skills.Skill, bool, string) {
		if text.Runes.Len(s.Description) > descriptionLength {
			return s, false, fmt.Sprintf(tooLong, "description", descriptionLength)
		}
		return adopt(s)
	}
}
