package skills

import (
	"path/filepath"
	"strings"

	"skills-ls/skills/vfs"
)

// maxNested bounds in how many directories the search for nested roots looks.
const maxNested = 20_000

// findNested returns the nested roots of an agent that lie below a directory, by their path from the directory that holds
// them, those nearer to the start first.
func findNested(fsys vfs.FS, agent *Agent, start string) map[string][]string {
	firsts := make(map[string]bool) // first elements of the paths
	for _, root := range agent.Roots {
		if root.Nested {
			first, _, _ := strings.Cut(root.Dir, "/")
			firsts[first] = true
		}
	}
	found := make(map[string][]string)
	queue := []string{filepath.Clean(start)}
	for at := 0; at < len(queue) && at < maxNested; at++ {
		entries, err := fsys.ReadDir(queue[at])
		if err != nil {
			continue
		}
		holds := false
		for _, e := range entries {
			name := e.Name()
			holds = holds || firsts[name]
			if e.IsDir() && !strings.HasPrefix(name, ".") && name != "node_modules" && len(queue) < maxNested {
				queue = append(queue, filepath.Join(queue[at], name))
			}
		}
		if !holds || at == 0 { // those of the start are found without a search
			continue
		}
		for _, root := range agent.Roots {
			dir := filepath.Join(queue[at], filepath.FromSlash(root.Dir))
			if !root.Nested {
				continue
			}
			if info, err := fsys.Stat(dir); err == nil && info.IsDir() {
				found[root.Dir] = append(found[root.Dir], dir)
			}
		}
	}
	return found
}
