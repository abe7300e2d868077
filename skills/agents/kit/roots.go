package kit

import (
	"slices"

	"skills-ls/skills"
)

// AddRoots returns a function for [Directories] that adds the root of each directory. It comes before the first of
// the agent's last roots whose scopes rank below its own.
func AddRoots(rootOf func(named string) skills.Root) func([]skills.Root, []string) []skills.Root {
	return func(roots []skills.Root, dirs []string) []skills.Root {
		roots = slices.Clone(roots)
		for _, dir := range dirs {
			root, at := rootOf(dir), len(roots)
			for at > 0 && roots[at-1].Scope.Rank() > root.Scope.Rank() {
				at--
			}
			roots = slices.Insert(roots, at, root)
		}
		return roots
	}
}
