package skills

import (
	"path/filepath"
	"slices"
)

// affected returns the changed paths, or those of all files where one has changed that the agent's Adopt reads.
func (c *Catalog) affected(agent *Agent, changed []string) []string {
	if !slices.ContainsFunc(changed, func(path string) bool { return slices.Contains(agent.Adopts, filepath.Base(path)) }) {
		return changed
	}
	var all []string
	for _, f := range c.Files() {
		all = append(all, f.Real)
	}
	return all
}
