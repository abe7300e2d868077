// Package mycodeagent describes MyCodeAgent, the Python agent of YYHDBL/MyCodeAgent.
package mycodeagent

import (
	_ "embed"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
)

//go:embed page.md
var page string

// Agent is MyCodeAgent.
var Agent = kit.Described(page, &skills.Agent{
	ID:    "mycodeagent",
	Title: "MyCodeAgent",

	Locations: skills.Locations{
		// The project root is the working directory, as in the recorded runs.
		Roots: []skills.Root{
			{Base: skills.FromCwd, Dir: "skills", Scope: skills.ScopeRepo},
		},
		Walk:       skills.Walk{FollowFiles: true, AtRoot: true, RealRoots: true},
		Duplicates: skills.LastWins,
	},

	Limits: skills.Limits{
		Listing: skills.Budget{Chars: 12_000}, // SKILLS_PROMPT_CHAR_BUDGET
	},

	Settings: skills.Settings{
		Knobs: []skills.Knob{
			kit.Count("SKILLS_PROMPT_CHAR_BUDGET", "", func(r *skills.Agent, n int) { r.Limits.Listing.Chars = n }),
			kit.Switch("SKILLS_REFRESH_ON_CALL", "", false, func(r *skills.Agent) { r.Inject = injection(false) }),
		},
	},

	Decisions: skills.Decisions{Accept: accept},

	Mentions:     kit.KebabMentions, // a rule in the prompt tells the model to look for mentions; the code does not
	Placeholders: &skills.Placeholders{Arguments: skills.Always},
	Inject:       injection(true),

	Catalog: catalog,
})
