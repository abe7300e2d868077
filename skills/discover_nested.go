package skills

import (
	"path/filepath"
	"strings"

	"skills-ls/skills/vfs"
)

// maxNested is the maximum number of directories in the search for nested roots.
const maxNested = 20_000

// findNested returns the nested roots of an agent below a directory, by [Root].Dir, those closer to start
// first.
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
		if !holds || at == 0 { // FindRoots adds those in start
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
