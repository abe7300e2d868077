package analysis

import (
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/skills/vfs"
)

// summary returns the summary of the file at a path: that of its buffer if it is open, else that of the
// index. It returns nil for a buffer whose kind is [NotOurs], and for a file that the index does not have.
func (s *Snapshot) summary(path string) *summary {
	if b := s.buffers[path]; b != nil {
		return s.summaryOf(b)
	}
	return s.index().get(path)
}

// summaryOf returns the summary of a buffer's file, or nil if its kind is [NotOurs].
func (s *Snapshot) summaryOf(b *buffer) *summary {
	f := s.fileOf(b.path, b.document())
	if f.Kind == NotOurs {
		return nil
	}
	return b.summary(f)
}

// head returns the name and description of the SKILL.md at a path. It returns false if the file cannot be
// read.
func (s *Snapshot) head(path string) (head, bool) {
	if name, ok := s.OpenAs(path); ok {
		return headOf(s.buffers[name].document()), true
	}
	if sum := s.index().get(path); sum != nil {
		return sum.head, true
	}
	f, err := s.File(path)
	if err != nil {
		return head{}, false
	}
	return headOf(f.Doc), true
}

// index returns the index, updated with all changes on disk up to this snapshot's generation.
func (s *Snapshot) index() *index {
	ix := s.disk.index
	ix.updating.Lock()
	defer ix.updating.Unlock()
	for _, path := range ix.takeOutdated(s.generation) {
		if folder, ok := ix.folderOf(path); ok {
			if s.throughLink(folder, path) {
				ix.keep(path, nil) // scans do not reach files through this link
			} else {
				s.lookBelow(path)
			}
		}
	}
	return ix
}

// throughLink reports whether the way from a folder to the directory of a path in it goes through a symbolic
// link.
func (s *Snapshot) throughLink(folder, path string) bool {
	if path == folder {
		return false
	}
	dir := filepath.Dir(path)
	rest, _ := vfs.CutDir(dir, folder)
	return s.overlay.DiskPath(dir) != filepath.Join(s.overlay.DiskPath(folder), rest)
}

// lookBelow updates the index for a path and everything below it.
func (s *Snapshot) lookBelow(path string) {
	there, isPartlyIgnored := make(map[string]bool), false
	var visit func(path string)
	visit = func(path string) {
		info, err := s.disk.fs.Lstat(path)
		if err == nil && info.Mode()&fs.ModeSymlink != 0 {
			s.disk.index.linked.Store(true)
		}
		switch {
		case err != nil:
		case s.Ignored(path, info.IsDir()):
			isPartlyIgnored = true
		case !info.IsDir():
			if isCandidate(filepath.Base(path)) {
				there[path] = true
				s.look(path, true)
			}
		case !slices.Contains(skippedDirs, filepath.Base(path)):
			entries, _ := s.disk.fs.ReadDir(path) // a directory that cannot be listed counts as empty
			for _, e := range entries {
				visit(filepath.Join(path, e.Name()))
			}
		}
	}
	visit(path)
	if isPartlyIgnored {
		// Known files that are now ignored stay in the index as [NotOurs]. If an open configuration file
		// stops ignoring them, no scan looks here again.
		for file := range s.disk.index.kinds() {
			if within(path, file) && !there[file] && s.Ignored(file, false) {
				there[file] = true
				s.disk.index.put(&summary{path: file})
			}
		}
	}
	s.disk.index.keep(path, there)
}

// keep removes the files at a path and below it from the index, except those in files.
func (ix *index) keep(path string, files map[string]bool) {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	if ix.files[path] != nil && !files[path] {
		ix.drop(path)
	}
	if files[path] {
		return // a file has nothing below it
	}
	for file := range ix.files {
		if !files[file] && within(path, file) {
			ix.drop(file)
		}
	}
}

// Files returns the sorted paths of the workspace's files whose kind is not [NotOurs], both on disk and open.
// It returns nil before the first scan.
func (s *Snapshot) Files() []string {
	if !s.Scanned() {
		return nil
	}
	var paths []string
	for path, kind := range s.index().kinds() {
		if _, ok := s.inFolder(path); !ok {
			continue // the user removed its folder from the workspace; the next scan drops it
		}
		now := s.KindOf(path)
		if now != kind {
			if kind == NotOurs && s.Ignored(path, false) {
				continue
			}
			s.lookAgain(path) // the files around it have changed
		}
		if now != NotOurs {
			paths = append(paths, path)
		}
	}
	for path := range s.buffers {
		if s.KindOf(path) != NotOurs {
			paths = append(paths, path)
		}
	}
	return sorted(paths)
}

// lookAgain is like look for a file that the index has. It does nothing if the file has left the scanned
// folders.
func (s *Snapshot) lookAgain(path string) {
	ix := s.disk.index
	ix.updating.Lock()
	defer ix.updating.Unlock()
	if _, ok := ix.folderOf(path); ok {
		s.look(path, false)
	}
}

// kinds returns the kind that the index has for each file.
func (ix *index) kinds() map[string]Kind {
	ix.mu.RLock()
	defer ix.mu.RUnlock()
	kinds := make(map[string]Kind, len(ix.files))
	for path, sum := range ix.files {
		kinds[path] = sum.kind
	}
	return kinds
}

// called returns the summaries of the workspace's skills with a name, open or not, sorted by path.
func (s *Snapshot) called(name string) []*summary {
	list := s.withBuffers(s.index().called(name), func(sum *summary) bool { return sum.kind == SkillFile && sum.head.name == name })
	slices.SortFunc(list, func(a, b *summary) int { return strings.Compare(a.path, b.path) })
	return list
}

// withBuffers returns onDisk with every open file replaced by its buffer. If several buffers have the same
// file, only the one that [Snapshot.OpenAs] returns counts. Buffers for which wanted returns false are left
// out.
func (s *Snapshot) withBuffers(onDisk []*summary, wanted func(*summary) bool) []*summary {
	list := slices.DeleteFunc(onDisk, func(sum *summary) bool {
		_, open := s.OpenAs(sum.path)
		return open
	})
	for path, b := range s.buffers {
		if name, ok := s.OpenAs(path); ok && name != path {
			continue
		}
		if sum := s.summaryOf(b); sum != nil && wanted(sum) {
			list = append(list, sum)
		}
	}
	return list
}

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

// isFile reports whether there is a file at a path, or was when it was last examined.
func (s *Snapshot) isFile(path string) bool {
	return s.buffers[path] != nil || s.disk.mode(path).IsRegular() || s.disk.index.get(path) != nil
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
			if within(path, file) {
				found[file] = true
			}
		}
		for target, list := range ix.sources {
			if within(path, target) {
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
		if path == "" || within(path, file) {
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
		if within(path, file) {
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
