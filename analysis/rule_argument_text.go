package analysis

import (
	"slices"

	"skills-ls/skills"
	"skills-ls/skills/agents"
)

// A replacedText is a placeholder as written.
type replacedText struct {
	text    string
	meaning string // what replaces it; empty if the agents differ
	// when returns when an agent replaces the placeholder, and with what if meaning does not say so.
	when func(agent *skills.Agent) (skills.Replaced, string)
}

func (p *scope) variableText(name string) replacedText {
	use := replacedText{text: name, when: func(agent *skills.Agent) (skills.Replaced, string) {
		pl := agent.Placeholders
		switch {
		case slices.Contains(pl.Variables, name):
			return skills.Always, ""
		case slices.Contains(pl.PluginVariables, name) && !p.ownedOutsidePlugins(agent):
			return skills.Always, "replaced in the skills of plugins"
		}
		return skills.Never, ""
	}}
	for _, agent := range agents.All() {
		if agent.Placeholders != nil && use.meaning == "" {
			use.meaning = agent.Placeholders.Meanings[name]
		}
	}
	return use
}
