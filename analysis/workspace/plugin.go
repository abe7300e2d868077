package workspace

import (
	"cmp"
	"iter"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"skills-ls/analysis/file"
	"skills-ls/analysis/manifest"
	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/vfs"
)

// A manifestFile is the manifest of a plugin or of a marketplace in a directory.
type manifestFile struct {
	name     string // as [skills.Manifest].Path
	ofMarket bool
	path     string // absolute
}

// findManifests returns the manifests in a directory that has an entry of [manifestHolders].
func findManifests(s *Snapshot, dir string) (found []manifestFile) {
	for _, m := range allManifests() {
		path := filepath.Join(dir, filepath.FromSlash(m.Path))
		if _, err := s.fs.Stat(path); err == nil {
			found = append(found, manifestFile{m.Path, m.Market, path})
		}
	}
	return found
}

// allManifests returns the manifests of all agents.
var allManifests = sync.OnceValue(func() (list []skills.Manifest) {
	for _, agent := range agents.All() {
		list = append(list, agent.Manifests...)
	}
	return list
})

// manifestHolders has the names of the directories that contain manifests, such as ".claude-plugin".
var manifestHolders = sync.OnceValue(func() map[string]bool {
	names := make(map[string]bool)
	for _, m := range allManifests() {
		name, _, _ := strings.Cut(m.Path, "/")
		names[name] = true
	}
	return names
})

// A Plugin holds a skill directory. The zero value means that the directory is in no plugin.
type Plugin struct {
	Name string
	Dir  string // it contains the directory "commands"
	// placed are the [partFields] by which the manifest or the marketplace says where the parts are.
	placed []string
	// listings are the entries of the marketplaces that list the skill, if the plugin has no manifest of its own. The
	// first one has the name.
	listings []listing
	// IsMissed means that the skill is too deep in the directory "skills" for the agents of the manifests, so that it has
	// no name in the plugin.
	IsMissed bool
}

// A listing is a plugin in a marketplace.
type listing struct {
	market   string // the name of the marketplace's file, as in [skills.Manifest]
	path     string // of the marketplace
	name     string
	dir      string // of the plugin
	placed   []string
	rejected bool // by the agent of the marketplace
}

// Each returns the plugin, and the others that list the same skill under another name.
func (p Plugin) Each() []Plugin {
	list := []Plugin{p}
	for _, l := range p.listings {
		if !slices.ContainsFunc(list, func(known Plugin) bool { return known.Name == l.name }) {
			list = append(list, Plugin{Name: l.name, Dir: l.dir, placed: l.placed})
		}
	}
	return list
}

// HasCommand reports whether the plugin has a command with the name, such as "a:b" in commands/a/b.md. It reports true if
// the plugin may have it, because its commands are elsewhere.
func (p Plugin) HasCommand(s *Snapshot, name string) bool {
	if slices.Contains(p.placed, "commands") {
		return true
	}
	file := filepath.FromSlash(strings.ReplaceAll(name, ":", "/")) + ".md"
	_, err := s.FS().Stat(filepath.Join(p.Dir, "commands", file))
	return err == nil
}

// partFields are the directories of a plugin whose files are named "plugin:part", like its skills. A manifest can name
// others in the fields of the same names.
var partFields = []string{"commands", "agents", "workflows"}

// placedBy returns the [partFields] in a manifest or in an entry of a marketplace.
func placedBy(v *frontmatter.Value) (fields []string) {
	for _, field := range partFields {
		if v.Lookup(field) != nil {
			fields = append(fields, field)
		}
	}
	return fields
}

// HasPart reports whether the plugin has a command, a subagent or a workflow with the name. It reports true if the plugin
// may have it, because some of these are elsewhere.
func (p Plugin) HasPart(s *Snapshot, name string) bool {
	return len(p.placed) > 0 || slices.Contains(partsIn(s, p.Dir), name)
}

// A partsKey is the directory of a plugin, as the key of the names of its parts.
type partsKey string

// partsIn returns the names of the parts in the directory of a plugin: those of their files, and of subagents also those
// in the frontmatter.
func partsIn(s *Snapshot, dir string) []string {
	find := func() (names []string) {
		for _, field := range partFields {
			entries, _ := s.FS().ReadDir(filepath.Join(dir, field)) // a directory that cannot be listed has no parts
			for _, e := range entries {
				names = append(names, strings.TrimSuffix(e.Name(), filepath.Ext(e.Name())))
				if text, err := s.FS().ReadFile(filepath.Join(dir, field, e.Name())); field == "agents" && err == nil {
					names = append(names, skills.Parse(text).Frontmatter.Name())
				}
			}
		}
		return names
	}
	return Recall(s, partsKey(dir), find, func(known, changed []string) []string {
		if slices.ContainsFunc(changed, func(path string) bool { return vfs.Within(dir, path) && filepath.Base(filepath.Dir(path)) == "agents" }) {
			return find()
		}
		return known
	})
}

// IsListedFor reports whether a marketplace of the agent lists the plugin, which has no manifest of its own.
func (p Plugin) IsListedFor(agent *skills.Agent) bool { return len(p.listingsFor(agent)) > 0 }

func (p Plugin) listingsFor(agent *skills.Agent) (list []listing) {
	for _, l := range p.listings {
		if slices.ContainsFunc(agent.Manifests, func(m skills.Manifest) bool { return m.Path == l.market }) {
			list = append(list, l)
		}
	}
	return list
}

// Installed returns the names by which the agent finds the skill in a directory once the plugins that it is in are
// installed. It returns none for the other skills, and if the agent rejects the plugin. name is that of the skill outside
// of plugins.
func (p Plugin) Installed(s *Snapshot, agent *skills.Agent, dir, name string) (names []string) {
	var of []string
	if path := PluginManifest(s, agent, dir); path != "" && !manifestAt(s, path).misses(dir) {
		if rejected, _ := p.RejectedManifest(s, agent, dir); rejected == "" {
			of = []string{manifestAt(s, path).name}
		}
	} else {
		for _, l := range p.listingsFor(agent) {
			if !l.rejected {
				of = append(of, l.name)
			}
		}
	}
	for _, plugin := range of {
		installed := name
		if agent.QualifiesSkills {
			installed = plugin + ":" + strings.TrimPrefix(name, plugin+":")
		}
		if !slices.Contains(names, installed) {
			names = append(names, installed)
		}
	}
	return names
}

// RejectedManifest returns the path of the manifest or the marketplace that makes the agent reject the plugin. It returns ""
// if the agent takes the plugin, or would not look for the skill in the directory anyway. conflicts is set for a
// marketplace that is rejected because of [StrictConflict].
func (p Plugin) RejectedManifest(s *Snapshot, agent *skills.Agent, dir string) (path string, conflicts bool) {
	if own := PluginManifest(s, agent, dir); own != "" {
		if manifestAt(s, own).rejected {
			return own, false
		}
		path = conflictingMarket(s, agent, dir, own)
		return path, path != ""
	}
	if list := p.listingsFor(agent); len(list) > 0 && !slices.ContainsFunc(list, func(l listing) bool { return !l.rejected }) {
		return list[0].path, false
	}
	return "", false
}

// conflictingMarket returns the path of the marketplace in the project that has a [StrictConflict] with the manifest of the
// agent's plugin that holds a skill directory, or "".
func conflictingMarket(s *Snapshot, agent *skills.Agent, skill, path string) string {
	role, _ := file.ManifestOf(path)
	for dir := range vfs.UpAtMost(skill, MaxPluginDepth) {
		for _, m := range PlaceOf(s, dir).manifests {
			isOfAgent := slices.ContainsFunc(agent.Manifests, func(known skills.Manifest) bool { return known.Path == m.name })
			if m.ofMarket && isOfAgent && slices.Contains(marketAt(s, dir, m).conflicts, role.Root) {
				return m.path
			}
		}
		if EndsProject(s, dir) {
			break
		}
	}
	return ""
}

// MissedIn returns the directory "skills" of the agent's plugin if the skill in a directory is too deep in it for the agent,
// or else "".
func (p Plugin) MissedIn(s *Snapshot, agent *skills.Agent, dir string) string {
	if path := PluginManifest(s, agent, dir); path != "" && manifestAt(s, path).misses(dir) && !p.IsListedFor(agent) {
		return manifestAt(s, path).skills[0]
	}
	return ""
}

// MaxPluginDepth is the number of directories, from that of a skill up, that are searched for a plugin.
const MaxPluginDepth = 6

// PluginOf returns the plugin that holds a skill directory: that of the nearest manifest, or the one of a marketplace of
// the project that lists the skill directory or the directory with it.
func PluginOf(s *Snapshot, skill string) Plugin {
	inProject := true
	var missing Plugin
	for dir := range vfs.UpAtMost(skill, MaxPluginDepth) {
		for m := range manifestsIn(s, dir) {
			if dir != skill && !m.holds(skill) {
				continue
			}
			in := Plugin{Name: m.name, Dir: dir, placed: m.placed, IsMissed: m.misses(skill)}
			if !in.IsMissed {
				return in
			}
			if missing.Name == "" {
				missing = in
			}
		}
		if inProject {
			if found := listedIn(s, dir, skill); found.Name != "" {
				return found
			}
			inProject = !EndsProject(s, dir)
		}
	}
	return missing
}

// LinkedSkills returns the directories of skills behind symbolic links in the plugins of a manifest or a marketplace. A scan
// does not follow links to directories.
func LinkedSkills(s *Snapshot, path string) (found []string) {
	role, _ := file.ManifestOf(path)
	var roots []string
	if role.Manifest.Market {
		dir := role.Root
		for _, m := range PlaceOf(s, dir).manifests {
			if m.path == path {
				roots = slices.Sorted(maps.Keys(marketAt(s, dir, m).listed))
			}
		}
	} else {
		roots = manifestAt(s, path).skills
	}
	for _, root := range roots {
		dirs := []string{root}
		entries, _ := s.FS().ReadDir(root) // one that cannot be listed has no skills
		for _, e := range entries {
			dirs = append(dirs, filepath.Join(root, e.Name()))
		}
		for _, dir := range dirs {
			if s.FolderPath(s.RealPath(dir)) == dir || slices.Contains(found, dir) {
				continue
			}
			if info, err := s.FS().Stat(filepath.Join(dir, "SKILL.md")); err == nil && info.Mode().IsRegular() && PluginOf(s, dir).Name != "" {
				found = append(found, dir)
			}
		}
	}
	return found
}

// PluginManifest returns the path of the manifest of the agent's plugin that holds a skill directory: in the plugin's
// "skills", in its root if the agent takes that, or where the manifest says. It returns "" if none does.
func PluginManifest(s *Snapshot, agent *skills.Agent, dir string) string {
	if agent.OwnsPlugins == "" || dir == "" {
		return ""
	}
	for at := range vfs.UpAtMost(dir, MaxPluginDepth) {
		path := manifestOf(s, agent, at)
		if path != "" && (at == dir && agent.TakesPluginRoot || manifestAt(s, path).holds(dir)) {
			return path
		}
	}
	return ""
}

// The keys of the contents of a plugin's manifest and of a marketplace.
type (
	manifestKey string                     // its path
	marketKey   struct{ dir, path string } // path is as in [skills.Manifest]
)

// listedIn returns the plugin of the marketplaces in a directory that lists a skill directory or the directory with it.
func listedIn(s *Snapshot, dir, skill string) (in Plugin) {
	for _, m := range PlaceOf(s, dir).manifests {
		if !m.ofMarket {
			continue
		}
		known := marketAt(s, dir, m).listed
		lists := known[skill]
		if lists == nil {
			lists = known[filepath.Dir(skill)]
		}
		for _, l := range lists {
			l.market = m.name
			if in.Name == "" {
				in = Plugin{Name: l.name, Dir: l.dir, placed: l.placed}
			}
			in.listings = append(in.listings, l)
		}
	}
	return in
}

// recallFile returns what read makes of a manifest's text without a byte order mark. A change of a manifest discards all
// results; see [Snapshot.contentsChanged].
func recallFile[K comparable, T any](s *Snapshot, key K, path string, read func(text string) T) T {
	build := func() T {
		text, _ := s.FS().ReadFile(path) // the diagnostics of an unreadable file say so
		return read(strings.TrimPrefix(text, "\ufeff"))
	}
	return Recall(s, key, build, func(known T, _ []string) T { return known })
}

// A market is what a marketplace says.
type market struct {
	listed    map[string][]listing // by the directories that it lists
	conflicts []string             // the directories of the plugins with a [StrictConflict]
}

// marketAt returns what a marketplace in a directory says.
func marketAt(s *Snapshot, dir string, m manifestFile) market {
	return recallFile(s, marketKey{dir, m.name}, m.path, func(text string) market { return readMarket(s, m.path, text) })
}

// readMarket reads a marketplace. An entry without skills has those of its directory "skills", unless its manifest replaces
// that. The skills of a plugin with a manifest have the name in the manifest, not that of the entry: "Manifest name: the
// prefix on the plugin's skills" (code.claude.com/docs/en/plugins/create-marketplace, Keep the entry name and the manifest
// name the same). An invalid marketplace lists what can be read.
func readMarket(s *Snapshot, path, text string) market {
	role, _ := file.ManifestOf(path)
	d := manifest.Read(role, text)
	all, rejected := manifest.Rejected(d)
	read := market{listed: make(map[string][]listing)}
	for i, entry := range manifest.Entries(d) {
		l := listing{
			path: path, name: stringAt(entry, "name"), placed: placedBy(entry),
			rejected: all || rejected[i],
		}
		if l.dir = manifest.PluginDir(d, entry); l.dir == "" || l.name == "" {
			continue // the plugin is elsewhere
		}
		if _, _, conflicts := StrictConflict(s, d, entry); conflicts {
			l.rejected = true
			read.conflicts = append(read.conflicts, withTargets(s, []string{l.dir})...)
		}
		own := manifestOf(s, d.Agent, l.dir)
		if own != "" {
			l.name = manifestAt(s, own).name
		}
		dirs := directoriesIn(entry, "skills", l.dir)
		if entry.Lookup("skills") == nil {
			dirs = []string{filepath.Join(l.dir, "skills")}
			if own != "" && manifestAt(s, own).replaced {
				dirs = manifestAt(s, own).skills[1:]
			}
		}
		for _, dir := range withTargets(s, dirs) {
			read.listed[dir] = append(read.listed[dir], l)
		}
	}
	return read
}

// manifestOf returns the path of the agent's manifest of the plugin in a directory, or "".
func manifestOf(s *Snapshot, agent *skills.Agent, dir string) string {
	for _, m := range PlaceOf(s, dir).manifests {
		if m.name == agent.OwnsPlugins {
			return m.path
		}
	}
	return ""
}

// StrictConflict reports whether an entry of a marketplace keeps its plugin from loading: with "strict": false, an entry
// that declares components is the whole manifest, but the plugin has a manifest of its own. It returns the path of that
// manifest and the first field of the entry with components. Source:
// code.claude.com/docs/en/plugins/marketplace-reference, Strict mode.
func StrictConflict(s *Snapshot, market *manifest.Document, entry *frontmatter.Value) (path, field string, ok bool) {
	_, fields := market.Manifest.FieldAt([]string{"plugins"})
	strict, dir := entry.Lookup("strict"), manifest.PluginDir(market, entry)
	if strict == nil || strict.Text != "false" || skills.ManifestFieldOf(fields, "strict") == nil || dir == "" {
		return "", "", false
	}
	path = manifestOf(s, market.Agent, dir)
	for _, field := range []string{"skills", "commands", "agents", "hooks", "outputStyles", "themes"} {
		if path != "" && entry.Lookup(field) != nil {
			return path, field, true
		}
	}
	return "", "", false
}

// withTargets returns directories, and the real ones of those whose path goes through a symbolic link.
func withTargets(s *Snapshot, dirs []string) []string {
	for _, dir := range dirs {
		if real := s.FolderPath(s.RealPath(dir)); real != dir {
			dirs = append(dirs, real)
		}
	}
	return dirs
}

// directoriesIn returns the directories that a field names, with one path or a list of them, relative to a root.
func directoriesIn(v *frontmatter.Value, field, root string) (dirs []string) {
	named := v.Lookup(field)
	if named == nil {
		return nil
	}
	for _, item := range append([]*frontmatter.Value{named}, named.Items...) {
		if dir := filepath.Join(root, filepath.FromSlash(item.Text)); item.IsString() && vfs.Within(root, dir) {
			dirs = append(dirs, dir)
		}
	}
	return dirs
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
func PluginIn(s *Snapshot, dir string) string {
	for m := range manifestsIn(s, dir) {
		return m.name
	}
	return ""
}

// manifestsIn returns what the manifests of plugins in a directory say.
func manifestsIn(s *Snapshot, dir string) iter.Seq[pluginManifest] {
	return func(yield func(pluginManifest) bool) {
		for _, m := range PlaceOf(s, dir).manifests {
			if !m.ofMarket && !yield(manifestAt(s, m.path)) {
				return
			}
		}
	}
}

// A pluginManifest is what the manifest of a plugin says.
type pluginManifest struct {
	name     string   // in the manifest, or else of the directory
	skills   []string // the directory "skills", and what the manifest names: each is of a skill or holds some
	depth    int      // of the skills in "skills" that its agent finds; 0 means any
	replaced bool     // the manifest names what its agent reads instead of "skills"
	placed   []string
	rejected bool // by its agent
}

// depthInPlugins returns how deep an agent searches the directory "skills" of a plugin. 0 means that it has no limit.
func depthInPlugins(agent *skills.Agent) int {
	for _, root := range agent.Roots {
		if root.Scope == skills.ScopePlugin {
			return root.Depth
		}
	}
	return 0
}

// manifestAt returns what the manifest of a plugin at a path says.
func manifestAt(s *Snapshot, path string) pluginManifest {
	return recallFile(s, manifestKey(path), path, func(text string) (m pluginManifest) {
		role, _ := file.ManifestOf(path)
		d := manifest.Read(role, text)
		m.skills = withTargets(s, append([]string{filepath.Join(role.Root, "skills")}, directoriesIn(d.Value, "skills", role.Root)...))
		if m.rejected, _ = manifest.Rejected(d); d.Value != nil {
			m.placed = placedBy(d.Value)
			m.replaced = d.Manifest.Replaces && d.Value.Lookup("skills") != nil
		}
		m.name = cmp.Or(d.PluginName(), filepath.Base(role.Root))
		m.depth = depthInPlugins(d.Agent)
		return m
	})
}

// holds reports whether the plugin has the skill in a directory: below its "skills", unless that is replaced, or in or
// directly below another directory that the manifest names.
func (m pluginManifest) holds(skill string) bool {
	return !m.replaced && vfs.Within(m.skills[0], skill) && skill != m.skills[0] || m.names(skill)
}

// names reports whether the skill in a directory is in or directly below a directory that the manifest names.
func (m pluginManifest) names(skill string) bool {
	return slices.Contains(m.skills[1:], skill) || slices.Contains(m.skills[1:], filepath.Dir(skill))
}

// misses reports whether the skill in a directory is too deep in the plugin's "skills" for its agent.
func (m pluginManifest) misses(skill string) bool {
	rel, err := filepath.Rel(m.skills[0], skill)
	if err != nil || m.depth == 0 || m.names(skill) || !vfs.Within(m.skills[0], skill) {
		return false
	}
	return strings.Count(rel, string(filepath.Separator)) >= m.depth
}

// InstalledNames returns the names of the skill in a directory once the plugins that it is in are installed. It returns
// nil outside of plugins and if no agent finds it so deep in one. name is that of the skill itself, and may be empty.
func InstalledNames(s *Snapshot, dir, name string) (names []string) {
	plugin := PluginOf(s, dir)
	if plugin.Name == "" || plugin.IsMissed || name == "" {
		return nil
	}
	for _, each := range plugin.Each() {
		names = append(names, each.Name+":"+name)
	}
	return names
}
