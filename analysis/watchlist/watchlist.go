// Package watchlist lists the directories and files that the server must watch.
package watchlist

import (
	"cmp"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/analysis/file"
	"skills-ls/analysis/manifest"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/vfs"
)

// A Reach says how much of a path is watched. Each includes the ones before it.
type Reach uint8

const (
	Itself  Reach = iota // whether it exists, what it is, and where it leads
	Entries              // of a directory: its entries that are ours by name, see [file.OursByName]
	Names                // of a directory: everything below it that is ours by name
	Below                // of a directory: everything below it
)

// A WatchedRoot is a path that the answers of a snapshot depend on. It need not exist. The path is absolute,
// clean and without symbolic links: a link on the way is a WatchedRoot of its own, and so is its target.
type WatchedRoot struct {
	Path   string
	Reach  Reach
	Inside bool // it is a workspace folder, or is in one
}

// WatchedRoots returns the paths to watch for the skills that agents find, sorted. These are the workspace
// folders; the roots of all agents, for working directories in the workspace, for the open files and for the
// given directories, which are as in [vantage.ListQuery]; what decides which roots these are; and the targets of
// symbolic links in them. WatchedRoots reads directories.
func WatchedRoots(s *workspace.Snapshot, cwds ...string) []WatchedRoot {
	l := newWatchList(s)
	for _, cwd := range append(slices.Clone(cwds), "") {
		for _, v := range workspace.Vantages(s, cwd) {
			l.addVantage(v)
		}
	}
	if s.Config().SettingsFile != "" {
		l.add(s.Config().SettingsFile, Itself)
	}
	for _, folder := range s.Config().Folders {
		l.add(folder, Names)
	}
	for path := range s.Buffers() {
		l.addFile(path)
	}
	l.addIgnored()
	l.addLinksBelow()
	return l.list()
}

// WatchedFolders returns the paths to watch for the workspace folders themselves, without their contents: a
// client that watches the contents of a folder may not notice that the folder is removed.
func WatchedFolders(s *workspace.Snapshot) []WatchedRoot {
	l := newWatchList(s)
	for _, folder := range s.Config().Folders {
		l.add(folder, Itself)
	}
	return l.list()
}

// WatchedLinks returns the paths to watch for the links in the open files and the paths in open manifests: their
// targets, existing or not, as far as they may be read. It only reads what it takes to follow symbolic links.
func WatchedLinks(s *workspace.Snapshot) []WatchedRoot {
	l := newWatchList(s)
	for path := range s.Buffers() {
		f, err := s.File(path)
		if err != nil || f.Dir == "" || f.Kind == file.NotOurs {
			continue
		}
		if f.Kind == file.ManifestFile {
			for _, p := range manifest.Paths(manifest.ReadFile(f)) {
				if path := p.Abs(); path != "" && !p.Leaves() && !p.IsPattern() && l.inFolder(path) {
					l.add(path, Itself)
				}
			}
		}
		if f.IsData() { // YAML names only files in the workspace or in the skill
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

// A watchList collects the paths to watch.
type watchList struct {
	snapshot *workspace.Snapshot
	reach    map[string]Reach // by path
	plain    map[string]bool  // directories whose path is known to have no links
}

func newWatchList(s *workspace.Snapshot) *watchList {
	return &watchList{snapshot: s, reach: make(map[string]Reach), plain: make(map[string]bool)}
}

// list returns the paths in order, without those that another path covers.
func (l *watchList) list() []WatchedRoot {
	folders := l.folders()
	var roots []WatchedRoot
	var names, below string // the last paths with these reaches
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
		inside := slices.ContainsFunc(folders, func(folder string) bool { return vfs.Within(folder, path) })
		roots = append(roots, WatchedRoot{path, reach, inside})
	}
	return roots
}

// folders returns the workspace folders as the client spells them, and with symbolic links resolved.
func (l *watchList) folders() []string {
	var folders []string
	for _, folder := range l.snapshot.Config().Folders {
		folders = append(folders, folder, vfs.Canonical(l.snapshot.FS(), folder))
	}
	return folders
}

// comparePaths orders paths so that everything below a directory directly follows it.
func comparePaths(a, b string) int {
	const last = string(filepath.Separator)
	return cmp.Compare(strings.ReplaceAll(a, last, "\x00"), strings.ReplaceAll(b, last, "\x00"))
}

// inDir reports whether path is below dir and watching dir covers it.
func inDir(dir, path string) bool {
	if !vfs.Within(dir, path) {
		return false
	}
	for name := range strings.SplitSeq(path[len(dir):], string(filepath.Separator)) {
		if file.Unwatched(name) {
			return false
		}
	}
	return true
}

// MarkKnown sets the values of those paths that contain, or are, a file that a scan has found or the target of a
// link in such a file. Apart from open files, nothing else that is added or removed matters unless it is ours by
// name.
func MarkKnown(s *workspace.Snapshot, known map[string]bool) {
	mark := func(path string) {
		for at := range vfs.Up(path) {
			marked, asked := known[at]
			if marked {
				return
			}
			if asked {
				known[at] = true
			}
		}
	}
	ix := s.Disk().Index
	ix.Mu.RLock()
	defer ix.Mu.RUnlock()
	for file := range ix.Files {
		mark(file)
	}
	for target := range ix.Sources {
		mark(target)
	}
}

// addVantage adds what agents read from a working directory. Every directory above it may become its
// project's root.
func (l *watchList) addVantage(dir string) {
	s := l.snapshot
	for _, agent := range workspace.AgentsAt(s, dir) {
		_, agent = workspace.Discovery(s, agent, dir)
		_, roots := skills.FindRoots(s.FS(), agent, workspace.Vantage(s, dir))
		for _, root := range roots {
			l.add(root.Dir, Below)
		}
		for _, file := range workspace.NativeFiles(s, agent, dir) {
			l.add(file, Itself)
		}
	}
	if file := workspace.Effect(s, dir).File; file != nil {
		for _, root := range file.Settings.Roots { // they apply once they exist
			if path := workspace.ResolveRoot(s, filepath.Dir(file.Path), root); path != "" && l.inFolder(path) {
				l.add(path, Below)
			}
		}
	}
	l.addAbove(dir)
}

// addAbove adds a directory and those above it. Outside the workspace it only adds the names that decide
// which project a directory belongs to, and which agents the project belongs to.
func (l *watchList) addAbove(dir string) {
	for at := range vfs.Up(dir) {
		names := l.ownMarkers()
		if at == dir || l.inFolder(at) {
			l.add(at, Entries)
		} else {
			names = slices.Concat(names, file.MarkerNames())
		}
		for _, name := range names {
			l.add(filepath.Join(at, name), Itself)
		}
	}
}

// ownMarkers returns the names of project markers that the environment adds.
func (l *watchList) ownMarkers() []string {
	var names []string
	for _, agent := range agents.All() {
		for name := range strings.SplitSeq(l.snapshot.Config().Env[agent.Project.MarkEnv], ",") {
			if name = strings.TrimSpace(name); name != "" {
				names = append(names, name)
			}
		}
	}
	return names
}

func (l *watchList) inFolder(path string) bool {
	return slices.ContainsFunc(l.snapshot.Config().Folders, func(folder string) bool { return vfs.Within(folder, path) })
}

// addFile adds what the diagnostics of an open file depend on, except for the targets of its links.
func (l *watchList) addFile(path string) {
	s := l.snapshot
	kind, skill := s.Kind(path)
	if !filepath.IsAbs(path) || kind == file.NotOurs && !file.OursByName(path, false) {
		return
	}
	dir := filepath.Dir(path)
	l.addAbove(dir)
	if kind == file.NotOurs { // until a SKILL.md is created above it
		return
	}
	if skill == "" {
		l.addVantage(workspace.StandpointOf(s, dir).Vantage)
		return
	}
	l.addVantage(workspace.StandpointOf(s, skill).Vantage)
	if root, holder := workspace.RootOf(skill); root != "" {
		l.add(filepath.Join(holder, filepath.FromSlash(root)), Below)
	}
	l.add(skill, Below)
	l.addManifests(skill)
}

// addIgnored adds the targets of links in closed files that are not watched otherwise, because they are
// ignored.
func (l *watchList) addIgnored() {
	s := l.snapshot
	var targets []string
	s.Disk().Index.Mu.RLock()
	for target := range s.Disk().Index.Sources {
		targets = append(targets, target)
	}
	s.Disk().Index.Mu.RUnlock()
	for _, target := range targets {
		if isIgnoredTarget(s, target) {
			l.add(target, Itself)
		}
	}
}

// isIgnoredTarget reports whether the target of a link is in an ignored directory of the workspace.
func isIgnoredTarget(s *workspace.Snapshot, target string) bool {
	inFolder := func(folder string) bool { return vfs.Within(folder, target) }
	return slices.ContainsFunc(s.Config().Folders, inFolder) && s.Ignored(filepath.Dir(target), true)
}

// LinkToIgnored reports whether a link in any of the files leads to an ignored directory of the workspace. If
// none does, a change of the files' contents does not change [WatchedRoots].
func LinkToIgnored(s *workspace.Snapshot, paths []string) bool {
	ix := s.Index()
	return slices.ContainsFunc(paths, func(path string) bool {
		sum := ix.Get(path)
		return sum != nil && slices.ContainsFunc(sum.Targets, func(target string) bool { return isIgnoredTarget(s, target) })
	})
}

// addManifests adds the files that would make a skill's directory part of a plugin; see [workspace.PluginOf].
func (l *watchList) addManifests(dir string) {
	for dir := range vfs.UpAtMost(dir, workspace.MaxPluginDepth) {
		for _, agent := range agents.All() {
			for _, m := range agent.Manifests {
				l.add(filepath.Join(dir, filepath.FromSlash(m.Path)), Itself)
			}
		}
	}
}

// addDestination adds the paths that a link may lead to; see [workspace.Resolver.Resolve].
func (l *watchList) addDestination(f *file.File, text string) {
	d := file.ParseDestination(text)
	if d.Kind != file.RelativePath {
		return
	}
	for _, from := range []string{f.Dir, f.Skill, workspace.LinkedSkill(l.snapshot, f)} {
		path := filepath.Join(from, filepath.FromSlash(d.Path))
		if from != "" && l.inFolder(path) {
			l.add(path, Itself)
		}
	}
}
