package cli

import (
	"path/filepath"
	"strings"

	"skills-ls/cli/fix"
	"skills-ls/skills/vfs"
)

// removeLeftovers removes the temporary files that killed processes left in the directories of the files.
func (c *checker) removeLeftovers(found []string) {
	looked := make(map[string]bool)
	for _, path := range found {
		real, err := c.fsys.RealPath(path)
		if err != nil || vfs.IsLink(c.fsys, path) || looked[filepath.Dir(real)] {
			continue
		}
		dir := filepath.Dir(real)
		looked[dir] = true
		entries, err := c.fsys.ReadDir(dir)
		if err != nil {
			continue // it was removed, or may not be read; the check reports what matters
		}
		for _, e := range entries {
			if strings.HasPrefix(e.Name(), fix.LeftoverPrefix) && e.Type().IsRegular() {
				fix.RemoveUnlocked(filepath.Join(dir, e.Name()))
			}
		}
	}
}
