package skills

import (
	"path/filepath"
	"slices"
)

// affected returns the changed paths and those of their namesakes if the agent reads these, or the paths of
// all files if one of the changed files is near skills and the agent reads it.
func (c *Catalog) affected(agent *Agent, changed []string) []string {
	if !slices.ContainsFunc(changed, func(path string) bool { return agent.IsNeighbor(filepath.Base(path)) }) {
		if agent.Adopt.Namesakes {
			return c.namesakes(changed)
		}
		return changed
	}
	var all []string
	for _, f := range c.Files() {
		all = append(all, f.Real)
	}
	return all
}

// namesakes returns the real paths of the files in directories that have the name of one of the changed
// files' directories.
func (c *Catalog) namesakes(changed []string) []string {
	names := make(map[string]bool)
	for _, real := range changed {
		if i, ok := c.Place(real); ok {
			names[filepath.Base(filepath.Dir(c.found.files[i].Path))] = true
		}
	}
	var same []string
	for _, f := range c.Files() {
		if names[filepath.Base(filepath.Dir(f.Path))] {
			same = append(same, f.Real)
		}
	}
	return same
}
