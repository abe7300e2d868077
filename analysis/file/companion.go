package file

import (
	"maps"
	"path"
	"slices"
	"sync"

	"skills-ls/skills"
	"skills-ls/skills/agents"
)

// CompanionPaths are the paths, relative to a skill directory, of the YAML files that agents read in addition
// to SKILL.md.
var CompanionPaths = sync.OnceValue(func() []string {
	paths := make(map[string]bool)
	for _, agent := range agents.All() {
		for i := range agent.Companions {
			if file := agent.Companions[i].Path; path.Ext(file) == ".yaml" {
				paths[file] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(paths))
})

// CompanionNames are the base names of CompanionPaths.
var CompanionNames = sync.OnceValue(func() map[string]bool {
	names := make(map[string]bool)
	for _, file := range CompanionPaths() {
		names[path.Base(file)] = true
	}
	return names
})

// AssetFields are the companion keys whose values are file names.
var AssetFields = sync.OnceValue(func() []string { return CompanionFields(skills.AssetText) })

// CompanionFields returns the sorted companion keys whose values have a form.
func CompanionFields(form skills.TextForm) []string {
	names := make(map[string]bool)
	for _, agent := range agents.All() {
		for i := range agent.Companions {
			for _, f := range agent.Companions[i].Fields {
				if f.Form == form {
					names[f.Name] = true
				}
			}
		}
	}
	return slices.Sorted(maps.Keys(names))
}
