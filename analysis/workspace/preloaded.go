package workspace

import (
	"path/filepath"
	"slices"

	"skills-ls/analysis/file"
	"skills-ls/skills"
)

// SubagentAgents returns the agents that have the file as a subagent, unless others alone are targets.
func SubagentAgents(s *Snapshot, f *file.File) []*skills.Agent {
	targets := Effect(s, f.Dir).Targets
	return slices.DeleteFunc(file.SubagentAgentsIn(filepath.Dir(f.Path)), func(agent *skills.Agent) bool {
		return len(targets) > 0 && !slices.Contains(targets, agent.ID)
	})
}
