// Package agents is the registry of agents. Each agent is a package below it, which exports one
// [skills.Agent]. Agents never change after initialization.
package agents

import (
	"slices"

	"skills-ls/skills"
	"skills-ls/skills/agents/amp"
	"skills-ls/skills/agents/claudecode"
	"skills-ls/skills/agents/cline"
	"skills-ls/skills/agents/codelia"
	"skills-ls/skills/agents/codex"
	"skills-ls/skills/agents/copilot"
	"skills-ls/skills/agents/crush"
	"skills-ls/skills/agents/cursor"
	"skills-ls/skills/agents/geminicli"
	"skills-ls/skills/agents/goose"
	"skills-ls/skills/agents/mycodeagent"
	"skills-ls/skills/agents/opencode"
	"skills-ls/skills/agents/openoxide"
	"skills-ls/skills/agents/otto"
	"skills-ls/skills/agents/pi"
	"skills-ls/skills/agents/qwencode"
	"skills-ls/skills/agents/remcochat"
	"skills-ls/skills/agents/roocode"
	"skills-ls/skills/agents/standard"
)

// These are the agents that other packages refer to by name.
var (
	Standard = standard.Agent
	Codelia  = codelia.Agent // the default for commands and requests that name no agent
	Codex    = codex.Agent   // its mentions, $name and [$name](path), include those of the other agents
)

// all lists the agents in presentation order.
var all = []*skills.Agent{
	standard.Agent,
	codelia.Agent,
	codex.Agent,
	opencode.Agent,
	claudecode.Agent,
	otto.Agent,
	remcochat.Agent,
	mycodeagent.Agent,
	openoxide.Agent,
	copilot.Agent,
	geminicli.Agent,
	cursor.Agent,
	goose.Agent,
	amp.Agent,
	qwencode.Agent,
	cline.Agent,
	pi.Agent,
	crush.Agent,
	roocode.Agent,
}

// All returns every agent in presentation order.
func All() []*skills.Agent { return slices.Clone(all) }

// ByID returns the agent with the given ID, and reports whether there is one.
func ByID(id string) (*skills.Agent, bool) {
	i := slices.IndexFunc(all, func(agent *skills.Agent) bool { return agent.ID == id })
	if i < 0 {
		return nil, false
	}
	return all[i], true
}

// Readers returns the agents that read the frontmatter key, in the order of [All].
func Readers(key string) []*skills.Agent {
	return slices.DeleteFunc(All(), func(agent *skills.Agent) bool {
		_, ok := agent.Reads(key)
		return !ok
	})
}
