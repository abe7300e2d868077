package analysis

import (
	"path/filepath"
	"slices"

	"skills-ls/skills"
)

// subagentAgents returns the agents that have the file as a subagent, unless others alone are targets.
func (s *Snapshot) subagentAgents(f *File) []*skills.Agent {
	targets := s.effect(f.Dir).targets
	return slices.DeleteFunc(subagentAgentsIn(filepath.Dir(f.Path)), func(agent *skills.Agent) bool {
		return len(targets) > 0 && !slices.Contains(targets, agent.ID)
	})
}
