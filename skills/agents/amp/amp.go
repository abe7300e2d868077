// Package amp describes Amp, Sourcegraph's coding agent. It is closed source. The facts come from its
// documentation and from third parties.
package amp

import (
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
)

// Agent is Amp.
var Agent = &skills.Agent{
	ID:     "amp",
	Title:  "Amp",
	Source: "Amp's documentation and third-party evidence; closed source, not run",

	Locations: skills.Locations{
		// In the order of precedence: the user's roots come before the project's. Built-in skills come last.
		Roots: []skills.Root{
			{Base: skills.FromHome, Dir: ".config/agents/skills", Scope: skills.ScopeUser, Word: "user"},
			{Base: skills.FromHome, Dir: ".agents/skills", Scope: skills.ScopeUser, Word: "user"},
			{Base: skills.FromHome, Dir: ".config/amp/skills", Scope: skills.ScopeUser, Word: "user"},
			{Base: skills.FromChain, Dir: ".agents/skills", Scope: skills.ScopeRepo, Word: "project", Upward: true},
			{Base: skills.FromCwd, Dir: ".claude/skills", Scope: skills.ScopeRepo, Word: "project"},
			{Base: skills.FromHome, Dir: ".claude/skills", Scope: skills.ScopeUser, Word: "user"},
			{Base: skills.FromHome, Dir: ".claude/plugins/cache", Scope: skills.ScopePlugin},
			// Each directory of amp.skills.path.
			{Base: skills.FromConfig, Dir: ".", Scope: skills.ScopeUser, Word: "user"},
		},
		// Not established: how deep Amp searches, whether it follows links, and whether a root can hold a
		// SKILL.md. Assuming that it does causes no false problems.
		Walk:       skills.Walk{FollowDirs: true, FollowFiles: true, AtRoot: true},
		Project:    skills.Project{Markers: []string{".git"}}, // it is not established how far up Amp searches
		Duplicates: skills.FirstWins,
	},

	Fields: []skills.Field{
		{
			Name: "name", Types: skills.String, Required: true,
			Doc: "Name of the skill. It must equal the directory's name.",
		},
		{
			Name: "description", Types: skills.String, Required: true,
			Doc: "What the skill does and when to use it.",
		},
		{
			Name: "mcpServers", Types: skills.Mapping,
			Doc: "MCP servers that come with the skill. The file `mcp.json` in the skill directory has the same purpose.",
		},
	},
	Companions: []skills.Companion{companion},

	Guide: skills.Guide{
		MentionSyntax: "not established",
		Arguments:     "not established",
		Notes: []string{
			"Amp's behavior is known only from its documentation and from third parties.",
			"The user's roots beat the project's, unlike in most agents: `~/.config/agents/skills`, `~/.agents/skills` and `~/.config/amp/skills` come before `.agents/skills`.",
			"`.agents/skills` is searched in the working directory and its parents, the nearest first. Not established: how far up (here up to the directory with `.git`).",
			"The manual contradicts itself: in its list the user's roots come first, but its text gives priority to the project's skills. skills-ls follows the list.",
			"Not established: how the frontmatter is parsed. Only third parties say that the name must match the directory and that both fields are required.",
			"Not established: whether it reads `disable-model-invocation`, which the manual does not mention (here it does not).",
			"Not established by Amp itself: the catalog and the tag `<loaded_skill>` are a third party's account of its program.",
			"`amp.skills.path` adds directories. Not modeled: the setting `disableGlobalAgentsSkills`, of which only the name is known.",
		},
	},

	Settings: skills.Settings{
		Knobs: []skills.Knob{
			{
				Name: "skills", Type: skills.KnobGroup, Doc: "Amp's settings under `amp.skills`.",
				Knobs: []skills.Knob{
					{
						Name: "path", Type: skills.PathsKnob,
						Doc: "Additional directories of skills, after all others, as in `amp.skills.path`. Default: none.",
						Apply: func(r *skills.Agent, v skills.KnobValue) {
							like := skills.Root{Scope: skills.ScopeUser, Word: "user"}
							r.Roots = slices.Concat(r.Roots, kit.NamedRoots(v.Paths, like))
						},
					},
					{
						Name: "disableClaudeCodeSkills", Type: skills.SwitchKnob,
						Doc: "`true` excludes skills in `.claude`, in the project and in the home directory. Only third parties describe this setting. Default: `false`.",
						Apply: kit.When(true, kit.WithoutRoots(func(root skills.Root) bool {
							return strings.HasPrefix(root.Dir, ".claude/")
						})),
					},
				},
			},
		},
	},

	Decisions: skills.Decisions{
		Accept: accept,
	},

	Inject:  inject,
	Closing: []string{"</loaded_skill>"},

	Catalog: catalog,
}
