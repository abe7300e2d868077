package analysis

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/skills/vfs"
)

// Affected returns the sorted paths of the files, open or not, whose diagnostics may have changed because the
// files at the given paths did: their contents changed, or they were created or deleted, on disk or in a
// buffer. The result always includes the open files, and those of the given files whose kind is not
// [NotOurs].
//
// A change of a skill's name or description affects other skills only in the first call that sees the change:
// that call records the new values.
func (s *Snapshot) Affected(paths ...string) []string {
	ix := s.index()
	found := make(map[string]bool)
	names := make(map[string]bool) // old and new names of skills
	for _, path := range paths {
		path = cleanPath(path)
		if filepath.Base(path) == SettingsFile {
			path = filepath.Dir(path) // the file affects everything below
		}
		if dir, ok := nativeHolder(path); ok {
			path = dir // likewise
		}
		if s.rearranges(ix, path) {
			ix.eachBelow("", func(file string) { found[file] = true })
		}
		ix.affectedBy(path, s.skillDir(filepath.Dir(path)), found)
		for _, root := range calledFrom(path) {
			ix.eachSkillIn(root, found)
		}
		if dir := filepath.Dir(path); isSkillFileName(filepath.Base(path)) && s.rootAround(dir) != "" {
			ix.eachBelow(dir, func(file string) { found[file] = true }) // skills may be nested in this one
		}
		for _, file := range ix.skillsBelow(path) {
			now, there := s.head(file)
			ix.renamed(file, telling{there, now}, names, found)
		}
		if b := s.buffers[path]; b != nil && isSkillFileName(filepath.Base(path)) {
			ix.renamed(path, telling{true, headOf(b.document())}, names, found)
		}
	}
	ix.mentioning(names, found)
	for target := range ix.takeRelinked() {
		if skill := s.skillDir(filepath.Dir(target)); skill != "" {
			ix.affectedBy(filepath.Join(skill, "SKILL.md"), "", found)
		}
	}
	for _, path := range s.relisted(paths) {
		if ix.get(path) != nil {
			found[path] = true
		}
	}
	for path := range s.buffers {
		found[path] = true // there are few, the user looks at them, and one may have become NotOurs
	}
	return slices.Sorted(maps.Keys(found))
}

// rearranges reports whether a change of a path can affect any file of the workspace. It can if the path is
// the marker of an agent or project, if it has other names because of a symbolic link, or if it is a
// directory and symbolic links may make the skills in it appear in other places.
func (s *Snapshot) rearranges(ix *index, path string) bool {
	name := filepath.Base(path)
	if agentMarkers()[name] || slices.Contains(projectMarkers, name) {
		return true
	}
	if s.FolderPath(s.overlay.DiskPath(path)) != path {
		return true // the path goes through a link and has other names
	}
	return !s.isFile(path) && s.disk.fs.SawLink()
}

// affectedBy adds the files that a change of a path affects: those at the path and below it, those that link
// to them, and those of the given skill, if any.
func (ix *index) affectedBy(path, skill string, found map[string]bool) {
	ix.mu.RLock()
	defer ix.mu.RUnlock()
	add := func(list []string) {
		for _, p := range list {
			found[p] = true
		}
	}
	if ix.files[path] != nil {
		found[path] = true
	} else { // it may be or have been a directory
		for file := range ix.files {
			if vfs.Within(path, file) {
				found[file] = true
			}
		}
		for target, list := range ix.sources {
			if vfs.Within(path, target) {
				add(list)
			}
		}
	}
	add(ix.sources[path])
	if skill != "" {
		add(ix.skill[skill])
	}
}

// eachBelow calls do for every file at a path or below it. An empty path means all files.
func (ix *index) eachBelow(path string, do func(file string)) {
	ix.mu.RLock()
	defer ix.mu.RUnlock()
	for file := range ix.files {
		if path == "" || vfs.Within(path, file) {
			do(file)
		}
	}
}

// eachSkillIn adds the files of the skills in the directories directly below a root.
func (ix *index) eachSkillIn(root string, found map[string]bool) {
	for _, sum := range ix.below(root) {
		found[sum.path] = true
	}
}

// skillsBelow returns the skill files that are or were at a path or below it.
func (ix *index) skillsBelow(path string) []string {
	ix.mu.RLock()
	defer ix.mu.RUnlock()
	if _, told := ix.told[path]; told {
		return []string{path}
	}
	if filepath.Ext(path) != "" && ix.files[path] != nil {
		return nil // a file other than a skill file
	}
	var list []string
	for file := range ix.told {
		if vfs.Within(path, file) {
			list = append(list, file)
		}
	}
	return list
}

// renamed adds to found the skills that have or had the name of the skill at a path, and those with a
// description similar to its old or new one. If anything changed, it adds the old and new names of the skill
// to names.
func (ix *index) renamed(path string, now telling, names, found map[string]bool) {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	before, known := ix.told[path]
	if now.head.name != "" {
		for _, p := range ix.names[now.head.name] {
			found[p] = true // whether it is a copy of this skill depends on the whole text
		}
	}
	if known && before.there == now.there && before.head.name == now.head.name && before.head.description == now.head.description {
		return
	}
	if ix.told[path] = now; !now.there && ix.files[path] == nil {
		delete(ix.told, path)
	}
	if before.there != now.there {
		ix.addAlikeLinked(path, found)
	}
	for _, told := range []telling{before, now} {
		for _, sum := range ix.alike.similar(triggerOf(told.head.description)) {
			found[sum.path] = true
		}
		if !told.there {
			continue
		}
		// Some agents use the directory name, and a skill without a name has no other.
		names[filepath.Base(filepath.Dir(path))] = true
		if name := told.head.name; name != "" {
			names[name] = true
			for _, p := range ix.names[name] {
				found[p] = true
			}
		}
	}
}

// addAlikeLinked adds the files with a link whose target ends with the same directory and file name as the
// skill at a path. If that link is broken, it may mean this skill; see [pass.miscounted]. The caller holds
// mu.
func (ix *index) addAlikeLinked(path string, found map[string]bool) {
	dir, name := filepath.Split(path)
	end := string(filepath.Separator) + filepath.Join(filepath.Base(dir), name)
	for target, list := range ix.sources {
		if !strings.HasSuffix(target, end) {
			continue
		}
		for _, p := range list {
			found[p] = true
		}
	}
}

// maxSlips limits how many pairs of names [index.mentioning] compares. Beyond it, as when thousands of skills
// are added at once, diagnosing every file with a mention is less work.
const maxSlips = 200_000

// mentioning adds the files that mention one of the names, or a possible misspelling of one.
func (ix *index) mentioning(names, found map[string]bool) {
	if len(names) == 0 {
		return
	}
	list := slices.Sorted(maps.Keys(names))
	ix.mu.RLock()
	defer ix.mu.RUnlock()
	compares := len(list)*len(ix.mention) <= maxSlips
	for mentioned, paths := range ix.mention {
		if !compares || names[mentioned] || nearest(mentioned, list) != "" {
			for _, p := range paths {
				found[p] = true
			}
		}
	}
}
