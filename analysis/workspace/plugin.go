package vantage

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"skills-ls/analysis/file"
	"skills-ls/analysis/manifest"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/frontmatter"
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
	dir  string // it contains the directory "commands"
	// namesCommands reports whether the manifest or the marketplace says where the commands are.
	namesCommands bool
	// listings are the entries of the marketplaces that list the skill, if the plugin has no manifest of its own. The
	// first one has the name.
	listings []listing
}

// A listing is a plugin in a marketplace.
type listing struct {
	market        string // the path of the marketplace, as in [skills.Manifest]
	name          string
	dir           string // of the plugin
	namesCommands bool
	rejected      bool // by the agent of the marketplace
}

// hasCommand reports whether a command of the plugin has a name, or may have it. "a:b" is the file commands/a/b.md.
func (p plugin) hasCommand(s *workspace.Snapshot, name string) bool {
	if p.namesCommands {
		return true
	}
	file := filepath.FromSlash(strings.ReplaceAll(name, ":", "/")) + ".md"
	_, err := s.FS().Stat(filepath.Join(p.dir, "commands", file))
	return err == nil
}

// isListedFor reports whether a marketplace of the agent lists the plugin, which has no manifest of its own.
func (p plugin) isListedFor(agent *skills.Agent) bool {
	_, ok := p.listingFor(agent)
	return ok
}

func (p plugin) listingFor(agent *skills.Agent) (l listing, ok bool) {
	i := slices.IndexFunc(p.listings, func(l listing) bool {
		return slices.ContainsFunc(agent.Manifests, func(m skills.Manifest) bool { return m.Path == l.market })
	})
	if i < 0 {
		return listing{}, false
	}
	return p.listings[i], true
}

// installed returns the name by which the agent finds the skill in a directory once the plugin is installed. It
// returns "" for the other skills, and if the agent rejects the plugin. name is that of the skill outside of plugins.
func (p plugin) installed(s *workspace.Snapshot, agent *skills.Agent, dir, name string) string {
	of := ""
	if path := workspace.PluginManifest(s, agent, dir); path != "" {
		if m := manifestAt(s, path); !m.rejected {
			of = m.name
		}
	} else if l, ok := p.listingFor(agent); ok && !l.rejected {
		of = l.name
	}
	switch {
	case of == "":
		return ""
	case agent.QualifiesSkills:
		return of + ":" + strings.TrimPrefix(name, of+":")
	}
	return name
}

// pluginOf returns the plugin that contains a skill directory: that of the nearest manifest, or the one of a marketplace
// of the project that lists the skill directory or the directory with it.
func pluginOf(s *workspace.Snapshot, skill string) plugin {
	dir, inProject := skill, true
	for range workspace.MaxPluginDepth {
		if m, ok := manifestIn(s, dir); ok {
			return plugin{name: m.name, dir: dir, namesCommands: m.namesCommands}
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

// inRejectedPlugin reports whether a skill directory is in a plugin that its agent rejects.
func inRejectedPlugin(s *workspace.Snapshot, agent *skills.Agent, dir string) bool {
	path := workspace.PluginManifest(s, agent, dir)
	return path != "" && manifestAt(s, path).rejected
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
		known := recallFile(s, marketKey{dir, market}, path, func(text string) map[string]listing { return listedBy(path, text) })
		l, ok := known[skill]
		if !ok {
			l, ok = known[filepath.Dir(skill)]
		}
		if ok {
			l.market = market
			if in.name == "" {
				in = plugin{name: l.name, dir: l.dir, namesCommands: l.namesCommands}
			}
			in.listings = append(in.listings, l)
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

// listedBy returns the plugins of a marketplace by the directories that it lists. An entry without skills has those of
// its directory "skills". An invalid marketplace lists what can be read.
func listedBy(path, text string) map[string]listing {
	role, _ := file.ManifestOf(path)
	d := manifest.Read(role, text)
	all, rejected := manifest.Rejected(d)
	root := ""
	if d.Value != nil {
		root = stringAt(d.Value, "metadata.pluginRoot")
	}
	listed := make(map[string]listing)
	for i, entry := range manifest.Entries(d) {
		source := entry.Lookup("source")
		l := listing{
			name: stringAt(entry, "name"), namesCommands: entry.Lookup("commands") != nil,
			rejected: all || rejected[i],
		}
		if !source.IsString() || l.name == "" {
			continue // the plugin is elsewhere
		}
		l.dir = filepath.Join(role.Root, filepath.FromSlash(root), filepath.FromSlash(source.Text))
		dirs := []string{"skills"}
		if named := entry.Lookup("skills"); named.IsString() {
			dirs = []string{named.Text}
		} else if named != nil && named.Kind == frontmatter.SequenceValue {
			dirs = nil
			for _, item := range named.Items {
				if item.IsString() {
					dirs = append(dirs, item.Text)
				}
			}
		}
		for _, rel := range dirs {
			listed[filepath.Join(l.dir, filepath.FromSlash(rel))] = l
		}
	}
	return listed
}

// stringAt returns the string at a path of keys that are joined by dots, or "" if there is none.
func stringAt(v *frontmatter.Value, path string) string {
	if at := v.Lookup(path); at.IsString() {
		return at.Text
	}
	return ""
}

// PluginIn returns the name of the plugin whose manifest is in a directory: the name in the manifest, or else that of
// the directory. It returns "" if no manifest is in it.
func PluginIn(s *workspace.Snapshot, dir string) string {
	m, _ := manifestIn(s, dir)
	return m.name
}

// manifestIn returns what the manifest of the plugin in a directory says. It reports false if no manifest is in it.
func manifestIn(s *workspace.Snapshot, dir string) (m pluginManifest, ok bool) {
	for _, rel := range pluginManifests() {
		path := filepath.Join(dir, filepath.FromSlash(rel))
		if _, err := s.FS().Stat(path); err == nil {
			return manifestAt(s, path), true
		}
	}
	return pluginManifest{}, false
}

// A pluginManifest is what the manifest of a plugin says.
type pluginManifest struct {
	name          string // in the manifest, or else of the directory
	namesCommands bool
	rejected      bool // by its agent
}

// manifestAt returns what the manifest of a plugin at a path says.
func manifestAt(s *workspace.Snapshot, path string) pluginManifest {
	return recallFile(s, manifestKey(path), path, func(text string) (m pluginManifest) {
		role, _ := file.ManifestOf(path)
		d := manifest.Read(role, text)
		if m.rejected, _ = manifest.Rejected(d); d.Value != nil {
			m.name = strings.TrimSpace(stringAt(d.Value, "name"))
			m.namesCommands = d.Value.Lookup("commands") != nil
		}
		m.name = cmp.Or(m.name, filepath.Base(role.Root))
		return m
	})
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
