package skills

import (
	"path/filepath"
	"slices"

	"skills-ls/skills/vfs"
)

// affected returns the changed paths and those of files that share a name with them if the agent reads these. It
// returns the paths of all files if one of the changed files is near skills and the agent reads it.
func (c *Catalog) affected(agent *Agent, changed []string) []string {
	if !slices.ContainsFunc(changed, func(path string) bool { return agent.IsNeighbor(filepath.Base(path)) }) {
		if agent.Adopt.Namesakes {
			return c.sharingNames(changed)
		}
		return changed
	}
	var all []string
	for _, f := range c.Files() {
		all = append(all, f.Real)
	}
	return all
}

// sharingNames returns the real paths of the files in directories that have the name of one of the changed
// files' directories.
func (c *Catalog) sharingNames(changed []string) []string {
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

// Update returns the catalog after the contents of the files at the real paths have changed. It returns c
// itself if none of them is a file of the catalog. The arguments are those of [BuildCatalog], which must be
// called again if files were added or removed.
func (c *Catalog) Update(fsys vfs.FS, agent *Agent, cache *Cache, changed ...string) *Catalog {
	b := newBuilder(fsys, agent, cache, c.Roots)
	next := c
	var names []string // names that skills had before or have now
	for _, real := range c.affected(agent, changed) {
		for _, i := range c.found.byReal[real] {
			if next == c {
				clone := *c
				clone.Skills, clone.Errors = slices.Clone(c.Skills), slices.Clone(c.Errors)
				next = &clone
			}
			names = append(names, next.replace(agent, b.look(c.found.files[i]))...)
		}
	}
	if next != c {
		next.named = c.names().With(next.Skills, names)
	}
	return next
}
