package vantage

import (
	"cmp"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/agents"
)

// manifestPaths returns the paths of the manifests of all agents' plugins, or of their marketplaces, as in
// [skills.Manifest].
func manifestPaths(ofMarkets bool) (paths []string) {
	for _, agent := range agents.All() {
		for _, m := range agent.Manifests {
			if m.Market == ofMarkets {
				paths = append(paths, m.Path)
			}
		}
	}
	return paths
}

var (
	pluginManifests = sync.OnceValue(func() []string { return manifestPaths(false) })
	marketManifests = sync.OnceValue(func() []string { return manifestPaths(true) })
)

// A plugin is what a skill directory belongs to. The zero value is none.
type plugin struct {
	name string
	// markets are the paths of the marketplaces that list the skill, as in [skills.Manifest], if the plugin has no
	// manifest of its own. The first one has the name.
	markets []string
}

// isListedFor reports whether a marketplace of the agent lists the plugin, which has no manifest of its own.
func (p plugin) isListedFor(agent *skills.Agent) bool {
	return slices.ContainsFunc(agent.Manifests, func(m skills.Manifest) bool { return slices.Contains(p.markets, m.Path) })
}

// pluginOf returns the plugin that contains a skill directory: that of the nearest manifest, or the one of a marketplace
// of the project that lists the skill directory or the directory with it.
func pluginOf(s *workspace.Snapshot, skill string) plugin {
	dir, inProject := skill, true
	for range workspace.MaxPluginDepth {
		if name := PluginIn(s, dir); name != "" {
			return plugin{name: name}
		}
		if inProject {
			if found := listedIn(s, dir, skill); found.name != "" {
				return found
			}
			inProject = !workspace.EndsProject(s, dir)
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			break
		}
		dir = parent
	}
	return plugin{}
}

// The keys of what a plugin's manifest, or a marketplace in a directory, says.
type (
	manifestKey string                     // its path
	marketKey   struct{ dir, path string } // path is as in [skills.Manifest]
)

// listedIn returns the plugin of the marketplaces in a directory that lists a skill directory or the directory with it.
func listedIn(s *workspace.Snapshot, dir, skill string) (in plugin) {
	for _, market := range marketManifests() {
		path := filepath.Join(dir, filepath.FromSlash(market))
		if _, err := s.FS().Stat(path); err != nil {
			continue
		}
		known := recallFile(s, marketKey{dir, market}, path, func(text string) map[string]string { return listedBy(dir, text) })
		if name := cmp.Or(known[skill], known[filepath.Dir(skill)]); name != "" {
			in = plugin{cmp.Or(in.name, name), append(in.markets, market)}
		}
	}
	return in
}

// recallFile returns what read makes of a file's text without a byte order mark. It reads the file again only after a
// change of it.
func recallFile[K comparable, T any](s *workspace.Snapshot, key K, path string, read func(text string) T) T {
	build := func() T {
		text, _ := s.FS().ReadFile(path) // the diagnostics of an unreadable file say so
		return read(strings.TrimPrefix(text, "\ufeff"))
	}
	return workspace.Recall(s, key, build, func(known T, changed []string) T {
		if slices.Contains(changed, s.RealPath(path)) {
			return build()
		}
		return known
	})
}

// listedBy returns the names of the plugins of a marketplace in a directory by the directories that it lists. An entry
// without skills has those of its directory "skills".
func listedBy(dir, text string) map[string]string {
	listed := make(map[string]string)
	var market struct {
		Metadata struct{ PluginRoot string }
		Plugins  []struct {
			Name           string
			Source, Skills any
		}
	}
	_ = json.Unmarshal([]byte(text), &market) // an invalid marketplace lists what can be read
	for _, entry := range market.Plugins {
		source, ok := entry.Source.(string)
		if !ok || entry.Name == "" {
			continue // the plugin is elsewhere
		}
		base := filepath.Join(dir, filepath.FromSlash(market.Metadata.PluginRoot), filepath.FromSlash(source))
		switch named := entry.Skills.(type) {
		case string:
			listed[filepath.Join(base, filepath.FromSlash(named))] = entry.Name
		case []any:
			for _, item := range named {
				if rel, ok := item.(string); ok {
					listed[filepath.Join(base, filepath.FromSlash(rel))] = entry.Name
				}
			}
		default:
			listed[filepath.Join(base, "skills")] = entry.Name
		}
	}
	return listed
}

// PluginIn returns the name of the plugin whose manifest is in a directory: the name in the manifest, or else that of
// the directory. It returns "" if no manifest is in it.
func PluginIn(s *workspace.Snapshot, dir string) string {
	for _, manifest := range pluginManifests() {
		path := filepath.Join(dir, filepath.FromSlash(manifest))
		if _, err := s.FS().Stat(path); err != nil {
			continue
		}
		return recallFile(s, manifestKey(path), path, func(text string) string {
			var plugin struct{ Name string }
			_ = json.Unmarshal([]byte(text), &plugin) // an invalid manifest has no name
			return cmp.Or(plugin.Name, filepath.Base(dir))
		})
	}
	return ""
}

// InstalledName returns the name of the skill in a directory once the plugin that it is in is installed, and ""
// outside of plugins.
func InstalledName(s *workspace.Snapshot, dir, name string) string {
	plugin := pluginOf(s, dir)
	if plugin.name == "" || name == "" {
		return ""
	}
	return plugin.name + ":" + name
}
