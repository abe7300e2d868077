// Package agents holds what each agent does with skills: one [skills.Agent] for each, in a file of its name, with
// its roots, fields, limits and quirks, and the functions that read, mention and render as it does.
//
// Its neighbour below is package skills; above it only analysis and cli know that several agents exist. An agent's file
// knows nothing of the others. Values never change after initialisation.
package agents

import (
	"slices"

	"skills-ls/skills"
)

// all is in the order in which agents are presented: the standard, those that skills-ls was first made for, the others.
var all = []*skills.Agent{
	Standard, Codelia, Codex, OpenCode, ClaudeCode, Otto, RemcoChat, MyCodeAgent, OpenOxide, Copilot, GeminiCLI, Cursor, Goose, Amp,
}

var byID = func() map[string]*skills.Agent {
	m := make(map[string]*skills.Agent, len(all))
	for _, agent := range all {
		m[agent.ID] = agent
	}
	return m
}()

// All returns every agent in the order of presentation.
func All() []*skills.Agent { return slices.Clone(all) }

// ByID returns the agent of that identifier.
func ByID(id string) (*skills.Agent, bool) {
	agent, ok := byID[id]
	return agent, ok
}

// Readers returns the agents that read the frontmatter key, in the order of [All].
func Readers(key string) []*skills.Agent {
	var readers []*skills.Agent
	for _, agent := range all {
		if _, ok := agent.Reads(key); ok {
			readers = append(readers, agent)
		}
	}
	return readers
}
