package file

import (
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"skills-ls/analysis/config"
	"skills-ls/skills"
	"skills-ls/skills/agents"
)

// OursByName reports whether a change of a file or directory may concern skills, judging by its name and the
// name of the directory that it is in. If moved is false, the contents changed, which matters for Markdown
// and configuration. If moved is true, the file or directory was added or removed, which also matters for
// what marks a project or contains roots.
func OursByName(path string, moved bool) bool {
	name := filepath.Base(path)
	switch ext := strings.ToLower(filepath.Ext(name)); {
	case IsMarkdownName(name), DecidesSettings(path), IsBaseline(path), IsNative(path), IsManifest(path):
		return true
	case ext == ".yaml" || ext == ".yml":
		return filepath.Base(filepath.Dir(path)) == "agents"
	}
	return moved && watchedNames()[name]
}

// Unwatched reports whether directories of that name are not watched as a part of the directories above them.
// Scans skip them, too.
func Unwatched(name string) bool { return slices.Contains(SkippedDirs, name) }

// watchedNames are the names that decide what a project is, which agents it belongs to, and where its roots
// are.
var watchedNames = sync.OnceValue(func() map[string]bool {
	names := make(map[string]bool)
	add := func(path string) {
		for name := range strings.SplitSeq(path, "/") {
			names[name] = true
		}
	}
	for _, name := range ProjectMarkers {
		add(name)
	}
	for _, agent := range agents.All() {
		for _, path := range slices.Concat(agent.Project.Markers, agent.Markers, agent.Owns, []string{agent.OwnsPlugins}) {
			add(path)
		}
		for _, root := range agent.Roots {
			if InProject(root) {
				add(root.Dir)
			}
		}
	}
	delete(names, "")
	return names
})

func InProject(root skills.Root) bool {
	return root.Base == skills.FromCwd || root.Base == skills.FromChain || root.Base == skills.FromProject
}

// RootNames returns the last elements of the directories in projects where agents look for skills, such as
// "skills", sorted.
var RootNames = sync.OnceValue(func() []string {
	names := make(map[string]bool)
	for _, agent := range agents.All() {
		for _, root := range agent.Roots {
			if InProject(root) {
				names[path.Base(root.Dir)] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(names))
})

// MarkerNames returns the names that are looked up in the directories above a file, sorted.
var MarkerNames = sync.OnceValue(func() []string {
	names := map[string]bool{"SKILL.md": true, config.SettingsFile: true}
	for _, name := range ProjectMarkers {
		names[name] = true
	}
	for _, agent := range agents.All() {
		for _, name := range slices.Concat(agent.Project.Markers, agent.Markers) {
			names[name] = true
		}
	}
	return slices.Sorted(maps.Keys(names))
})
