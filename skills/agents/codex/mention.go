package codex

import (
	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
)

func environment() []skills.ReservedName {
	var names []skills.ReservedName
	for _, word := range kit.EnvironmentNames {
		names = append(names, skills.ReservedName{
			Word: word,
			Why:  "Codex reads \"$" + word + "\" as an environment variable",
		})
	}
	return names
}
