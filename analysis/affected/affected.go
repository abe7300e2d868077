// Package affected finds the files whose diagnostics may change when other files do.
package affected

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/analysis/config"
	"skills-ls/analysis/file"
	"skills-ls/analysis/index"
	"skills-ls/analysis/match"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
	"skills-ls/skills/vfs"
)

// Paths returns the sorted paths of the files, open or not, whose diagnostics may have changed because the
// files at the given paths did: their contents changed, or they were created or deleted, on disk or in a
// buffer. The result always includes the open files, and those of the given files whose kind is not
// [file.NotOurs].
//
// A change of a skill's name or description affects other skills only in the first call that sees the change:
// that call records the new values.
func Paths(s *workspace.Snapshot, paths ...string) []string {
	ix := s.Index()
	found := make(map[string]bool)
	names := make(map[string]bool) // old and new names of skills
	for _, path := range paths {
		path = workspace.CleanPath(path)
		switch name := filepath.Base(path); {
		case name == config.SettingsFile && !isExtended(s, ix, path):
			path = filepath.Dir(path) // the file affects everything below
		case config.IsSettingsName(name), config.IsBaselineName(name): // another file may extend it, or name it
			eachBelow(ix, "", func(file string) { found[file] = true })
		}
		if dir, ok := file.NativeHolder(path); ok {
			path = dir // likewise
		}
		if rearranges(s, ix, path) {
			eachBelow(ix, "", func(file string) { found[file] = true })
		}
		if file.IsSkillFileName(filepath.Base(path)) || !s.IsFile(path) {
			addManifests(ix, path, found)
		}
		affectedBy(ix, path, s.SkillDir(filepath.Dir(path)), found)
		if dir := filepath.Dir(path); file.IsSkillFileName(filepath.Base(path)) && vantage.RootAround(s, dir) != "" {
			eachBelow(ix, dir, func(file string) { found[file] = true }) // skills may be nested in this one
		}
		for _, file := range skillsBelow(ix, path) {
			now, there := s.Head(file)
			renamed(ix, file, index.ReportedSkill{There: there, Head: now}, names, found)
		}
		if b := s.Buffers()[path]; b != nil && file.IsSkillFileName(filepath.Base(path)) {
			renamed(ix, path, index.ReportedSkill{There: true, Head: index.HeadOf(b.Document())}, names, found)
		}
	}
	mentioning(ix, names, found)
	for _, path := range vantage.Relisted(s, paths) {
		if ix.Get(path) != nil {
			found[path] = true
		}
	}
	for path := range s.Buffers() {
		found[path] = true // there are few, the user looks at them, and one may have become file.NotOurs
	}
	return slices.Sorted(maps.Keys(found))
}

// rearranges reports whether a change of a path can affect any file of the workspace. It can if the path is
// the marker of an agent or project or the manifest of a plugin or marketplace, if it has other names because
// of a symbolic link, or if it is a directory and symbolic links may make the skills in it appear in other
// places.
func rearranges(s *workspace.Snapshot, ix *index.Index, path string) bool {
	name := filepath.Base(path)
	if file.AgentMarkers()[name] || slices.Contains(file.ProjectMarkers, name) || file.IsManifest(path) {
		return true
	}
	if s.FolderPath(s.Overlay().DiskPath(path)) != path {
		return true // the path goes through a link and has other names
	}
	return !s.IsFile(path) && s.Disk().FS.SawLink()
}

// isExtended reports whether a configuration file extends the one at a path, which need not exist.
func isExtended(s *workspace.Snapshot, ix *index.Index, path string) bool {
	var reading []string
	ix.Mu.RLock()
	for p, sum := range ix.Files {
		if sum.Kind == file.ConfigFile {
			reading = append(reading, p)
		}
	}
	ix.Mu.RUnlock()
	if named := s.Config().SettingsFile; named != "" {
		reading = append(reading, named)
	}
	return slices.ContainsFunc(reading, func(p string) bool { return slices.Contains(workspace.SettingsAt(s, p).Sought, path) })
}

// addManifests adds the manifests that name the directory of a skill, or the one above it: whether a directory
// of a plugin holds skills depends on the directories in it. The path is that of the skill or its directory.
func addManifests(ix *index.Index, path string, found map[string]bool) {
	ix.Mu.RLock()
	defer ix.Mu.RUnlock()
	parent := filepath.Dir(path)
	for _, target := range []string{parent, filepath.Dir(parent)} {
		for _, p := range ix.Sources[target] {
			if sum := ix.Files[p]; sum != nil && sum.Kind == file.ManifestFile {
				found[p] = true
			}
		}
	}
}

// affectedBy adds the files that a change of a path affects: those at the path and below it, those that link
// to them, and those of the given skill, if any.
func affectedBy(ix *index.Index, path, skill string, found map[string]bool) {
	ix.Mu.RLock()
	defer ix.Mu.RUnlock()
	add := func(list []string) {
		for _, p := range list {
			found[p] = true
		}
	}
	if ix.Files[path] != nil {
		found[path] = true
	} else { // it may be or have been a directory
		for file := range ix.Files {
			if vfs.Within(path, file) {
				found[file] = true
			}
		}
		for target, list := range ix.Sources {
			if vfs.Within(path, target) {
				add(list)
			}
		}
	}
	add(ix.Sources[path])
	if skill != "" {
		add(ix.Skill[skill])
	}
}

// eachBelow calls do for every file at a path or below it. An empty path means all files.
func eachBelow(ix *index.Index, path string, do func(file string)) {
	ix.Mu.RLock()
	defer ix.Mu.RUnlock()
	for file := range ix.Files {
		if path == "" || vfs.Within(path, file) {
			do(file)
		}
	}
}

// skillsBelow returns the skill files that are or were at a path or below it.
func skillsBelow(ix *index.Index, path string) []string {
	ix.Mu.RLock()
	defer ix.Mu.RUnlock()
	if _, told := ix.Told[path]; told {
		return []string{path}
	}
	if filepath.Ext(path) != "" && ix.Files[path] != nil {
		return nil // a file other than a skill file
	}
	var list []string
	for file := range ix.Told {
		if vfs.Within(path, file) {
			list = append(list, file)
		}
	}
	return list
}

// renamed adds to found the skills that have or had the name of the skill at a path, and those with a
// description similar to its old or new one. If anything changed, it adds the old and new names of the skill
// to names.
func renamed(ix *index.Index, path string, now index.ReportedSkill, names, found map[string]bool) {
	ix.Mu.Lock()
	defer ix.Mu.Unlock()
	before, known := ix.Told[path]
	if now.Head.Name != "" {
		for _, p := range ix.Names[now.Head.Name] {
			found[p] = true // whether it is a copy of this skill depends on the whole text
		}
	}
	if known && before.There == now.There && before.Head.Name == now.Head.Name && before.Head.Description == now.Head.Description {
		return
	}
	if ix.Told[path] = now; !now.There && ix.Files[path] == nil {
		delete(ix.Told, path)
	}
	if before.There != now.There {
		addAlikeLinked(ix, path, found)
	}
	for _, told := range []index.ReportedSkill{before, now} {
		for _, sum := range ix.Alike.Similar(index.TriggerOf(told.Head.Description)) {
			found[sum.Path] = true
		}
		if !told.There {
			continue
		}
		// Some agents use the directory name, and a skill without a name has no other.
		names[filepath.Base(filepath.Dir(path))] = true
		if name := told.Head.Name; name != "" {
			names[name] = true
			for _, p := range ix.Names[name] {
				found[p] = true
			}
		}
	}
}

// addAlikeLinked adds the files with a link whose target ends with the same directory and file name as the
// skill at a path. If that link is broken, it may mean this skill; see [rules.miscounted]. The caller holds
// mu.
func addAlikeLinked(ix *index.Index, path string, found map[string]bool) {
	dir, name := filepath.Split(path)
	end := string(filepath.Separator) + filepath.Join(filepath.Base(dir), name)
	for target, list := range ix.Sources {
		if !strings.HasSuffix(target, end) {
			continue
		}
		for _, p := range list {
			found[p] = true
		}
	}
}

// maxSlips limits how many pairs of names [mentioning] compares. Beyond it, as when thousands of skills
// are added at once, diagnosing every file with a mention is less work.
const maxSlips = 200_000

// mentioning adds the files that mention one of the names, or a possible misspelling of one.
func mentioning(ix *index.Index, names, found map[string]bool) {
	if len(names) == 0 {
		return
	}
	list := slices.Sorted(maps.Keys(names))
	ix.Mu.RLock()
	defer ix.Mu.RUnlock()
	compares := len(list)*len(ix.Mention) <= maxSlips
	for mentioned, paths := range ix.Mention {
		if !compares || names[mentioned] || match.Nearest(mentioned, list) != "" {
			for _, p := range paths {
				found[p] = true
			}
		}
	}
}
