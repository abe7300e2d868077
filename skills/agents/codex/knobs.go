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
	{
		Name: "skills", Type: skills.KnobGroup, Doc: "The table `skills` of Codex's configuration.",
		Knobs: []skills.Knob{
			{
				Name: "config", Type: skills.EntriesKnob, Native: "skills.config",
				Doc: "Single skills, by the `name` (a plugin's as `plugin:name`) or the `path` of the SKILL.md, which `enabled: false` switches off; " +
					"the last of several entries for one skill counts. Codex neither lists such a skill nor loads it for a mention. Default: none.",
				Apply: kit.SwitchOff("skills.config"),
			},
			{
				Name: "include_instructions", Type: skills.SwitchKnob, Native: "skills.include_instructions",
				Doc:   "`false` removes the catalog, while mentions still load skills. Default: `true`.",
				Apply: kit.When(false, func(r *skills.Agent) { r.Catalog = silent }),
			},
			{
				Name: "max_context_tokens", Type: skills.CountKnob, Min: 1,
				Doc: "Maximum number of tokens of the catalog, counted as bytes divided by four, and at most 10,000. Default: 2% of the context window, or 8,000 characters.",
				Apply: func(r *skills.Agent, v skills.KnobValue) {
					r.Limits.Listing, r.ListingOf = skills.Budget{Tokens: min(v.Count, listedTokens)}, nil
				},
			},
			{
				Name: "bundled", Type: skills.KnobGroup, Doc: "The skills that come with Codex.",
				Knobs: []skills.Knob{
					{
						Name: "enabled", Type: skills.SwitchKnob, Doc: "`false` leaves out the skills that come with Codex. Default: `true`.",
						Apply: kit.When(false, kit.WithoutRoots(func(root skills.Root) bool {
							return root.Scope == skills.ScopeSystem
						})),
					},
				},
			},
		},
	},
	{
		Name: "project_root_markers", Type: skills.TextsKnob,
		Doc:   "Names of files and directories that mark the root of a project. An empty list makes the working directory the root. Default: `.git`.",
		Apply: func(r *skills.Agent, v skills.KnobValue) { r.Project.Markers = v.Texts() },
	},
	{
		Name: "connectors", Type: skills.TextsKnob,
		Doc:   "Slugs of the connectors of a session, in lowercase. A plain mention of a skill with such a name loads nothing. Codex gets them from its service. Default: none.",
		Apply: func(r *skills.Agent, v skills.KnobValue) { r.Connectors = v.Texts() },
	},
	{
		Name: "rejects_long_descriptions", Type: skills.SwitchKnob,
		Doc:   "`true` rejects a description of more than 1,024 characters, as builds did until they cut it instead (between loader.rs 033d1d07 and 6162409b, 2026). Default: `false`.",
		Apply: kit.When(true, func(r *skills.Agent) { r.Adopt.In = adoptStrict }),
	},
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
