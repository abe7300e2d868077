package analysis

import (
	"cmp"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/vfs"
)

// A Reach says how much of a place is to be watched. Each includes the ones before it.
type Reach uint8

const (
	Itself  Reach = iota // whether it is there, what it is, and where it leads
	Entries              // of a directory: what in it is ours by name, see [OursByName]
	Names                // of a directory: what below it is ours by name
	Below                // of a directory: everything below it
)

// A WatchedRoot is a place on whose changes depends what a snapshot says. It need not exist. Its path is absolute and clean, and
// goes through no symbolic link: where one was met, the link is a place of its own, and so is what it leads to.
type WatchedRoot struct {
	Path   string
	Reach  Reach
	Inside bool // it is a workspace folder, or lies in one
}

// WatchedRoots returns the places to watch for the skills that agents see, by path: the workspace's folders; every root of
// every agent, for working directories in the workspace, with the open files, or in the given directories, which are as in
// [ListQuery]; what decides which roots these are; and where symbolic links in them lead. It reads directories.
func (s *Snapshot) WatchedRoots(cwds ...string) []WatchedRoot {
	l := newWatchList(s)
	for _, cwd := range append(slices.Clone(cwds), "") {
		for _, v := range s.vantages(cwd) {
			l.addVantage(v)
		}
	}
	if s.cfg.SettingsFile != "" {
		l.add(s.cfg.SettingsFile, Itself)
	}
	for _, folder := range s.cfg.Folders {
		l.add(folder, Names)
	}
	for path := range s.buffers {
		l.addFile(path)
	}
	l.addIgnored()
	l.addLinksBelow()
	return l.list()
}

// WatchedFolders returns the places to watch for the workspace's folders themselves, whatever is in them: a client that watches what
// lies in a folder may not notice that all of it goes.
func (s *Snapshot) WatchedFolders() []WatchedRoot {
	l := newWatchList(s)
	for _, folder := range s.cfg.Folders {
		l.add(folder, Itself)
	}
	return l.list()
}

// WatchedLinks returns the places to watch for the links in the open files: where they lead, or would lead if something were
// there, so far as that may be looked at. It reads no more than it takes to follow symbolic links.
func (s *Snapshot) WatchedLinks() []WatchedRoot {
	l := newWatchList(s)
	for path := range s.buffers {
		f, err := s.File(path)
		if err != nil || f.Dir == "" || f.Kind == NotOurs || f.isYAML() { // what YAML names lies in the workspace, or in the skill
			continue
		}
		md := f.Doc.Markdown()
		for i := range md.Links {
			l.addDestination(f, md.Links[i].Destination)
		}
		for _, def := range md.Definitions {
			l.addDestination(f, def.Destination)
		}
	}
	return l.list()
}

// A watchList collects places.
type watchList struct {
	snapshot *Snapshot
	reach    map[string]Reach // by path
	plain    map[string]bool  // directories known to be reached through no link
	seen     int              // entries of directories looked at
}

func newWatchList(s *Snapshot) *watchList {
	return &watchList{snapshot: s, reach: make(map[string]Reach), plain: make(map[string]bool)}
}

// list returns the places by path, without those that lie in others that are watched as far.
func (l *watchList) list() []WatchedRoot {
	folders := l.folders()
	var roots []WatchedRoot
	var names, below string // the innermost places of those reaches so far
	for _, path := range slices.SortedFunc(maps.Keys(l.reach), comparePaths) {
		reach := l.reach[path]
		switch {
		case below != "" && inDir(below, path), names != "" && reach > Itself && reach <= Names && inDir(names, path):
			continue
		case reach == Below:
			below = path
		case reach == Names:
			names = path
		}
		inside := slices.ContainsFunc(folders, func(folder string) bool { return within(folder, path) })
		roots = append(roots, WatchedRoot{path, reach, inside})
	}
	return roots
}

// folders returns the workspace's folders as the client spells them, and without links.
func (l *watchList) folders() []string {
	var folders []string
	for _, folder := range l.snapshot.cfg.Folders {
		folders = append(folders, folder, vfs.Canonical(l.snapshot.fs, folder))
	}
	return folders
}

// comparePaths orders paths so that what lies below a directory follows it at once.
func comparePaths(a, b string) int {
	const last = string(filepath.Separator)
	return cmp.Compare(strings.ReplaceAll(a, last, "\x00"), strings.ReplaceAll(b, last, "\x00"))
}

// inDir reports whether path lies below dir where watching reaches it.
func inDir(dir, path string) bool {
	if !within(dir, path) {
		return false
	}
	for name := range strings.SplitSeq(path[len(dir):], string(filepath.Separator)) {
		if Unwatched(name) {
			return false
		}
	}
	return true
}

// Known returns those of the paths at or below which lies a file that a scan has found, or where a link in such a file leads.
// Of what came or went there, open files apart, nothing else matters that is not ours by name.
func (s *Snapshot) Known(paths []string) []string {
	found := make(map[string]bool, len(paths))
	for _, path := range paths {
		found[path] = false
	}
	mark := func(path string) {
		for at := path; ; {
			if known, asked := found[at]; known {
				return
			} else if asked {
				found[at] = true
			}
			parent := filepath.Dir(at)
			if parent == at {
				return
			}
			at = parent
		}
	}
	ix := s.disk.index
	ix.mu.RLock()
	defer ix.mu.RUnlock()
	for file := range ix.files {
		mark(file)
	}
	for target := range ix.sources {
		mark(target)
	}
	return slices.DeleteFunc(slices.Clone(paths), func(path string) bool { return !found[path] })
}

// addVantage adds what an agent sees that stands in a directory. Every directory above may become its project's root.
func (l *watchList) addVantage(dir string) {
	s := l.snapshot
	for _, agent := range agents.All() {
		_, agent = s.discovery(agent, dir)
		_, roots := skills.FindRoots(s.fs, agent, s.vantage(dir))
		for _, root := range roots {
			l.add(root.Dir, Below)
		}
		for _, file := range s.nativeFiles(agent, dir) {
			l.add(file, Itself)
		}
	}
	if file := s.effect(dir).file; file != nil {
		for _, root := range file.settings.Roots { // which count once they are there
			if path := s.resolveRoot(filepath.Dir(file.Path), root); path != "" && l.inFolder(path) {
				l.add(path, Below)
			}
		}
	}
	l.addAbove(dir)
}

// addAbove adds a directory and those above it. Outside of the workspace only the names count that decide which project a
// directory belongs to, and whose that is.
func (l *watchList) addAbove(dir string) {
	for at := dir; ; {
		names := l.ownMarkers()
		if at == dir || l.inFolder(at) {
			l.add(at, Entries)
		} else {
			names = slices.Concat(names, markerNames())
		}
		for _, name := range names {
			l.add(filepath.Join(at, name), Itself)
		}
		parent := filepath.Dir(at)
		if parent == at {
			return
		}
		at = parent
	}
}

// ownMarkers returns the names that the environment adds to those that mark a project.
func (l *watchList) ownMarkers() []string {
	var names []string
	for _, agent := range agents.All() {
		for name := range strings.SplitSeq(l.snapshot.cfg.Env[agent.Project.MarkEnv], ",") {
			if name = strings.TrimSpace(name); name != "" {
				names = append(names, name)
			}
		}
	}
	return names
}

func (l *watchList) inFolder(path string) bool {
	return slices.ContainsFunc(l.snapshot.cfg.Folders, func(folder string) bool { return within(folder, path) })
}

// addFile adds what an open file's findings depend on, but for its links.
func (l *watchList) addFile(path string) {
	s := l.snapshot
	kind, skill := s.kind(path)
	if !filepath.IsAbs(path) || kind == NotOurs && !OursByName(path, false) {
		return
	}
	dir := filepath.Dir(path)
	l.addAbove(dir)
	if kind == NotOurs { // until a SKILL.md above it is created
		return
	}
	if skill == "" {
		l.addVantage(s.standpoint(dir).vantage)
		return
	}
	l.addVantage(s.standpoint(skill).vantage)
	if root, holder := rootOf(skill); root != "" {
		l.add(filepath.Join(holder, filepath.FromSlash(root)), Below)
	}
	l.add(skill, Below)
	l.addManifests(skill)
}

// addIgnored adds where the links of closed files lead that lead to where nothing else is watched, since it is ignored.
func (l *watchList) addIgnored() {
	s := l.snapshot
	var targets []string
	s.disk.index.mu.RLock()
	for target := range s.disk.index.sources {
		targets = append(targets, target)
	}
	s.disk.index.mu.RUnlock()
	for _, target := range targets {
		if s.isIgnoredTarget(target) {
			l.add(target, Itself)
		}
	}
}

// isIgnoredTarget reports whether the target of a link lies in a directory of the workspace that is ignored.
func (s *Snapshot) isIgnoredTarget(target string) bool {
	inFolder := func(folder string) bool { return within(folder, target) }
	return slices.ContainsFunc(s.cfg.Folders, inFolder) && s.Ignored(filepath.Dir(target), true)
}

// LinkToIgnored reports whether a link in any of the files leads to a directory of the workspace that is ignored. If none does, a
// change of the files' contents leaves [Snapshot.WatchedRoots] as they are.
func (s *Snapshot) LinkToIgnored(paths []string) bool {
	ix := s.index()
	return slices.ContainsFunc(paths, func(path string) bool {
		sum := ix.get(path)
		return sum != nil && slices.ContainsFunc(sum.targets, s.isIgnoredTarget)
	})
}

// addManifests adds the files that would make a skill's directory part of a plugin; see [Snapshot.inPlugin].
func (l *watchList) addManifests(dir string) {
	for range maxPluginDepth {
		parent := filepath.Dir(dir)
		if filepath.Base(dir) == "skills" {
			for _, agent := range agents.All() {
				if agent.OwnsPlugins != "" {
					l.add(filepath.Join(parent, filepath.FromSlash(agent.OwnsPlugins)), Itself)
				}
			}
		}
		dir = parent
	}
}

// addDestination adds the places that a link may lead to; see [resolver.resolve].
func (l *watchList) addDestination(f *File, text string) {
	d := parseDestination(text)
	if d.kind != relativePath {
		return
	}
	for _, from := range []string{f.Dir, f.Skill} {
		path := filepath.Join(from, filepath.FromSlash(d.path))
		if from != "" && l.inFolder(path) {
			l.add(path, Itself)
		}
	}
}
