package copilot

import (
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
)

// locations adds directories to the roots: those of the workspace after the workspace's own, and those of the
// user after the user's. Absolute paths and patterns are skipped (promptSyntax/utils/promptFilesLocator.ts).
func locations(roots []skills.Root, named []string) []skills.Root {
	roots = slices.Clone(roots)
	for _, dir := range named {
		if filepath.IsAbs(dir) || strings.ContainsAny(dir, `*?[]{}\`) {
			continue
		}
		like := skills.Root{Scope: skills.ScopeRepo, Word: "local", Depth: 1}
		roots = append(roots, kit.NamedRoot(dir, like))
	}
	slices.SortStableFunc(roots, func(a, b skills.Root) int { return a.Scope.Rank() - b.Scope.Rank() })
	return roots
}

// folders returns the roots with each root of the workspace folder repeated in further folders.
func folders(roots []skills.Root, named []string) []skills.Root {
	var all []skills.Root
	for _, root := range roots {
		all = append(all, root)
		if root.Base != skills.FromCwd && root.Base != skills.FromChain {
			continue
		}
		for _, folder := range named {
			further := kit.NamedRoot(folder, root)
			further.Scope, further.Word = root.Scope, root.Word
			all = append(all, further)
		}
	}
	return all
}

// parents returns the roots with those of the workspace folder extended to the directories above it.
func parents(roots []skills.Root) []skills.Root {
	roots = slices.Clone(roots)
	for i := range roots {
		if roots[i].Base == skills.FromCwd {
			roots[i].Base, roots[i].Upward = skills.FromChain, true
		}
	}
	return roots
}
