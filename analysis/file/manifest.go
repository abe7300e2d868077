package file

import (
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"skills-ls/skills"
	"skills-ls/skills/agents"
)

// A ManifestRole is what a file is by its path: the manifest of an agent, in the root of a plugin or
// marketplace.
type ManifestRole struct {
	Agent    *skills.Agent
	Manifest *skills.Manifest
	Root     string // absolute
}

// ManifestOf returns the role of the file at a path. It returns false if no agent has such a manifest.
func ManifestOf(name string) (ManifestRole, bool) {
	for _, r := range manifestsNamed()[filepath.Base(name)] {
		suffix := string(filepath.Separator) + filepath.FromSlash(r.Manifest.Path)
		if root, ok := strings.CutSuffix(name, suffix); ok {
			r.Root = filepath.Clean(root + string(filepath.Separator))
			return r, true
		}
	}
	return ManifestRole{}, false
}

// IsManifest reports whether the file at a path is a manifest of an agent.
func IsManifest(name string) bool {
	_, ok := ManifestOf(name)
	return ok
}

// IsManifestName reports whether a manifest of an agent has the base name.
func IsManifestName(name string) bool { return manifestsNamed()[name] != nil }

// manifestsNamed are the manifests of all agents by base name, without roots.
var manifestsNamed = sync.OnceValue(func() map[string][]ManifestRole {
	named := make(map[string][]ManifestRole)
	for _, agent := range agents.All() {
		for i := range agent.Manifests {
			m := &agent.Manifests[i]
			named[path.Base(m.Path)] = append(named[path.Base(m.Path)], ManifestRole{Agent: agent, Manifest: m})
		}
	}
	return named
})

// ManifestEnds returns the ends of the paths of all manifests: slash-separated, such as
// ".claude-plugin/plugin.json", and sorted.
var ManifestEnds = sync.OnceValue(func() []string {
	var ends []string
	for _, list := range manifestsNamed() {
		for _, r := range list {
			ends = append(ends, r.Manifest.Path)
		}
	}
	slices.Sort(ends)
	return slices.Compact(ends)
})
