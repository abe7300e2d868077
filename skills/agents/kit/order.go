package kit

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/skills"
)

// Orders of skills in a catalog, for [skills.Agent].Compare.

// CompareFound orders skills as they are found: by root, then by path, directory by directory.
func CompareFound(a, b skills.Skill) int {
	return cmp.Or(a.Origin.Place-b.Origin.Place, slices.Compare(PathComponents(a.Path), PathComponents(b.Path)))
}

// CompareCollated orders skills by name, scope and path, with names and paths as JavaScript compares texts
// for people.
func CompareCollated(a, b skills.Skill) int {
	return cmp.Or(skills.Collate(a.Name, b.Name), a.Scope.Rank()-b.Scope.Rank(), skills.Collate(a.Path, b.Path))
}

// CompareScopes orders skills by scope, name and path.
func CompareScopes(a, b skills.Skill) int {
	return cmp.Or(a.Scope.Rank()-b.Scope.Rank(), CompareNameAndPath(a, b))
}

// CompareNameAndPath orders skills by name, then by path as Rust's Path does.
func CompareNameAndPath(a, b skills.Skill) int {
	byPath := slices.Compare(PathComponents(a.Path), PathComponents(b.Path))
	return cmp.Or(strings.Compare(a.Name, b.Name), byPath)
}

// PathComponents returns the components that Rust's Path compares.
func PathComponents(path string) []string {
	return strings.FieldsFunc(path, func(r rune) bool { return r == '/' || r == filepath.Separator })
}
