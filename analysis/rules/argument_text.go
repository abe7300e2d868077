package rules

import (
	"slices"

	"skills-ls/analysis/refs"
	"skills-ls/skills"
	"skills-ls/skills/agents"
)

// A ReplacedText is a placeholder as written.
type ReplacedText struct {
	Text    string
	Meaning string // what replaces it; empty if the agents differ
	// When returns when an agent replaces the placeholder, and with what if meaning does not say so.
	When func(agent *skills.Agent) (skills.Replaced, string)
}

func VariableText(p *refs.Scope, name string) ReplacedText {
	use := ReplacedText{Text: name, When: func(agent *skills.Agent) (skills.Replaced, string) {
		pl := agent.Placeholders
		switch {
		case slices.Contains(pl.Variables, name):
			return skills.Always, ""
		case slices.Contains(pl.PluginVariables, name) && !p.OwnedOutsidePlugins(agent):
			return skills.Always, "replaced in the skills of plugins"
		}
		return skills.Never, ""
	}}
	for _, agent := range agents.All() {
		if agent.Placeholders != nil && use.Meaning == "" {
			use.Meaning = agent.Placeholders.Meanings[name]
		}
	}
	return use
}
