package vantage

import (
	"cmp"
	"encoding/json"
	"path/filepath"
	"slices"
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
	// market is the path of the marketplace that lists the skill, as in [skills.Manifest], if the plugin has no
	// manifest of its own.
	market string
}

// isListedFor reports whether a marketplace of the agent lists the plugin, which has no manifest of its own.
func (p plugin) isListedFor(agent *skills.Agent) bool {
	return p.market != "" && slices.ContainsFunc(agent.Manifests, func(m skills.Manifest) bool { return m.Path == p.market })
}

// A pluginFinder finds the plugins of skill directories. It reads each manifest once.
type pluginFinder struct {
	snapshot *workspace.Snapshot
	names    map[string]string            // of the plugins, by directory
	listed   map[string]map[string]plugin // by the directory of a marketplace, and the directories that it lists
}

func newPluginFinder(s *workspace.Snapshot) *pluginFinder {
	return &pluginFinder{s, make(map[string]string), make(map[string]map[string]plugin)}
}

// of returns the plugin that contains a skill directory: that of the nearest manifest, or the one of a marketplace that
// lists the skill directory or the directory with it.
func (f *pluginFinder) of(skill string) plugin {
	dir := skill
	for range workspace.MaxPluginDepth {
		if name := f.in(dir); name != "" {
			return plugin{name: name}
		}
		listed := f.listedBy(dir)
		if found, ok := listed[skill]; ok {
			return found
		}
		if found, ok := listed[filepath.Dir(skill)]; ok {
			return found
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			break
		}
		dir = parent
	}
	return plugin{}
}

func (f *pluginFinder) in(dir string) string {
	name, known := f.names[dir]
	if !known {
		name = PluginIn(f.snapshot, dir)
		f.names[dir] = name
	}
	return name
}

// listedBy returns the plugins of the marketplaces in a directory by the directories that may hold their skills.
func (f *pluginFinder) listedBy(dir string) map[string]plugin {
	listed, known := f.listed[dir]
	if known {
		return listed
	}
	for _, market := range marketManifests() {
		path := filepath.Join(dir, filepath.FromSlash(market))
		if _, err := f.snapshot.FS().Stat(path); err != nil {
			continue
		}
		if listed == nil {
			listed = make(map[string]plugin)
		}
		text, _ := f.snapshot.FS().ReadFile(path) // an unreadable marketplace lists nothing
		addListed(listed, dir, market, text)
	}
	f.listed[dir] = listed
	return listed
}

// addListed adds what the text of a marketplace lists. An entry without skills has those of its directory "skills".
func addListed(listed map[string]plugin, dir, path, text string) {
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
		found := plugin{entry.Name, path}
		switch named := entry.Skills.(type) {
		case string:
			listed[filepath.Join(base, filepath.FromSlash(named))] = found
		case []any:
			for _, item := range named {
				if rel, ok := item.(string); ok {
					listed[filepath.Join(base, filepath.FromSlash(rel))] = found
				}
			}
		default:
			listed[filepath.Join(base, "skills")] = found
		}
	}
}

// PluginIn returns the name of the plugin whose manifest is in a directory: the name in the manifest, or else that of
// the directory. It returns "" if no manifest is in it.
func PluginIn(s *workspace.Snapshot, dir string) string {
	for _, manifest := range pluginManifests() {
		path := filepath.Join(dir, filepath.FromSlash(manifest))
		if _, err := s.FS().Stat(path); err != nil {
			continue
		}
		text, _ := s.FS().ReadFile(path) // an unreadable manifest has no name
		var plugin struct{ Name string }
		_ = json.Unmarshal([]byte(text), &plugin) // an invalid manifest has no name
		return cmp.Or(plugin.Name, filepath.Base(dir))
	}
	return ""
}

// InstalledName returns the name of the skill in a directory once the plugin that it is in is installed, and ""
// outside of plugins.
func InstalledName(s *workspace.Snapshot, dir, name string) string {
	plugin := newPluginFinder(s).of(dir)
	if plugin.name == "" || name == "" {
		return ""
	}
	return plugin.name + ":" + name
}
