package skills

import (
	"path/filepath"
	"slices"
)

// affected returns the changed paths, or those of all files if one of the changed files is near skills and the agent
// reads it.
func (c *Catalog) affected(agent *Agent, changed []string) []string {
	if !slices.ContainsFunc(changed, func(path string) bool { return agent.IsNeighbor(filepath.Base(path)) }) {
		return changed
	}
	var all []string
	for _, f := range c.Files() {
		all = append(all, f.Real)
	}
	return all
}
