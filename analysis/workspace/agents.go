package workspace

import (
	"path/filepath"
	"slices"

	"skills-ls/analysis/config"
	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/agents/defined"
	"skills-ls/skills/vfs"
)

// AgentsAt returns the built-in agents and those that the settings for the directories define, in the order of
// presentation, each ID once. The caller may change the slice.
func AgentsAt(s *Snapshot, dirs ...string) []*skills.Agent {
	list := agents.All()
	for _, dir := range dirs {
		for _, agent := range Effect(s, dir).agents {
			if !Includes(list, agent) {
				list = append(list, agent)
			}
		}
	}
	return list
}

// AgentAt returns the agent that has the ID in one of the directories, and reports whether there is one.
func AgentAt(s *Snapshot, id string, dirs ...string) (*skills.Agent, bool) {
	if agent, ok := agents.ByID(id); ok {
		return agent, true
	}
	for _, dir := range dirs {
		for _, agent := range Effect(s, dir).agents {
			if agent.ID == id {
				return agent, true
			}
		}
	}
	return nil, false
}

// UnknownTargets returns the IDs of the targets in the editor's settings that no agent has in any folder.
func UnknownTargets(s *Snapshot) []string {
	return slices.DeleteFunc(slices.Concat(s.cfg.Settings.Targets, s.cfg.Defaults.Targets), func(id string) bool {
		_, ok := AgentAt(s, id, Vantages(s, "")...)
		return ok
	})
}

// defineAgents returns the agents of definitions. project is the project of those in the configuration file, bound
// that of those in the editor's settings.
func defineAgents(s *Snapshot, list, inFile []defined.Definition, project, bound string) []*skills.Agent {
	var made []*skills.Agent
	for _, d := range list {
		at := bound
		if config.DefinitionOf(inFile, d.ID) != nil && config.DefinitionOf(s.cfg.Settings.Agents, d.ID) == nil {
			at = project
		}
		if _, isBuiltIn := agents.ByID(d.ID); at == "" || isBuiltIn {
			continue // a buffer without a file has no project
		}
		if agent, problems := defined.New(d, at); problems == nil {
			made = append(made, agent)
		}
	}
	return made
}

// definedRoots returns the roots of agents that the settings define.
func definedRoots(list []*skills.Agent) []namedRoot {
	var roots []namedRoot
	for _, agent := range list {
		for _, root := range agent.Roots {
			at := agent.Project.At
			roots = append(roots, namedRoot{filepath.Join(at, filepath.FromSlash(root.Dir)), at})
		}
	}
	return roots
}

// AgentRoot returns the innermost root that contains a directory of an agent that the settings define, or "".
func AgentRoot(s *Snapshot, dir string) string {
	root, _ := innermost(Effect(s, dir).agentRoots, dir)
	return root.Dir
}

// OwnsRoot reports whether a directory is in one of the agent's own roots. root is what [RootOf] returns for it.
func OwnsRoot(agent *skills.Agent, root, dir string) bool {
	if at := agent.Project.At; at != "" {
		return slices.ContainsFunc(agent.Owns, func(own string) bool {
			return vfs.Within(filepath.Join(at, filepath.FromSlash(own)), dir)
		})
	}
	return root != "" && slices.Contains(agent.Owns, root)
}
