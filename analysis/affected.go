package analysis

import (
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/skills/vfs"
)

// summary returns what is known of a file: of its buffer, or of the disk. It is nil for files that are not ours, and for those
// outside of what was scanned.
func (s *Snapshot) summary(path string) *summary {
	if b := s.buffers[path]; b != nil {
		return s.summaryOf(b)
	}
	return s.index().get(path)
}

// summaryOf returns the summary of a buffer, nil where it is not ours.
func (s *Snapshot) summaryOf(b *buffer) *summary {
	f := s.fileOf(b.path, b.document())
	if f.Kind == NotOurs {
		return nil
	}
	return b.summary(f)
}

// head returns what the SKILL.md at a path says of itself.
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

// index returns the index, brought up to date with the changes on disk that this snapshot was told of.
func (s *Snapshot) index() *index {
	ix := s.disk.index
	ix.updating.Lock()
	defer ix.updating.Unlock()
	for _, path := range ix.takeOutdated(s.generation) {
		if folder, ok := ix.folderOf(path); ok {
			if s.throughLink(folder, path) {
				ix.keep(path, nil) // a scan does not come this way
			} else {
				s.lookBelow(path)
			}
		}
	}
	return ix
}

// throughLink reports whether a symbolic link lies between a folder and the directory of a path in it.
func (s *Snapshot) throughLink(folder, path string) bool {
	if path == folder {
		return false
	}
	dir := filepath.Dir(path)
	rest, _ := vfs.CutDir(dir, folder)
	return s.overlay.DiskPath(dir) != filepath.Join(s.overlay.DiskPath(folder), rest)
}

// lookBelow brings what is known of a path, and of everything below it, up to date.
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
			entries, _ := s.disk.fs.ReadDir(path) // one that cannot be listed holds nothing
			for _, e := range entries {
				visit(filepath.Join(path, e.Name()))
			}
		}
	}
	visit(path)
	if isPartlyIgnored {
		// A known file stays known, as [NotOurs]. Nothing looks here again when open settings stop ignoring it.
		for file := range s.disk.index.kinds() {
			if within(path, file) && !there[file] && s.Ignored(file, false) {
				there[file] = true
				s.disk.index.put(&summary{path: file})
			}
		}
	}
	s.disk.index.keep(path, there)
}

// keep removes the files at a path and below it that are not among the given ones.
func (ix *index) keep(path string, files map[string]bool) {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	if ix.files[path] != nil && !files[path] {
		ix.drop(path)
	}
	if files[path] {
		return // a file, and nothing below it
	}
	for file := range ix.files {
		if !files[file] && within(path, file) {
			ix.drop(file)
		}
	}
}

// Files returns the paths of the workspace's files that are ours, sorted: those on disk and those that are open. It is nil
// before the first scan.
func (s *Snapshot) Files() []string {
	if !s.Scanned() {
		return nil
	}
	var paths []string
	for path, kind := range s.index().kinds() {
		if _, ok := s.inFolder(path); !ok {
			continue // its folder was taken out of the workspace, and the next scan will notice
		}
		now := s.KindOf(path)
		if now != kind {
			if kind == NotOurs && s.Ignored(path, false) {
				continue
			}
			s.lookAgain(path) // what lies around it has changed
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

// lookAgain is look for a file that is known, unless it has left the workspace meanwhile.
func (s *Snapshot) lookAgain(path string) {
	ix := s.disk.index
	ix.updating.Lock()
	defer ix.updating.Unlock()
	if _, ok := ix.folderOf(path); ok {
		s.look(path, false)
	}
}

// kinds returns what every file was last taken for.
func (ix *index) kinds() map[string]Kind {
	ix.mu.RLock()
	defer ix.mu.RUnlock()
	kinds := make(map[string]Kind, len(ix.files))
	for path, sum := range ix.files {
		kinds[path] = sum.kind
	}
	return kinds
}

// called returns the summaries of the workspace's skills of a name, open or not, sorted by path.
func (s *Snapshot) called(name string) []*summary {
	list := s.withBuffers(s.index().called(name), func(sum *summary) bool { return sum.kind == SkillFile && sum.head.name == name })
	slices.SortFunc(list, func(a, b *summary) int { return strings.Compare(a.path, b.path) })
	return list
}

// withBuffers puts buffers in the place of what is known of their files on disk: of several buffers of one file the one that
// counts, and those alone that are wanted.
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

// Affected returns the files, open or not, whose findings may have changed because the given ones have: changed their contents,
// come or gone, on disk or in a buffer. Open files are always among them, and the given ones where they are ours. Paths are
// sorted.
//
// Each change of a skill's name or description is told once, to whoever asks first.
func (s *Snapshot) Affected(paths ...string) []string {
	ix := s.index()
	found := make(map[string]bool)
	names := make(map[string]bool) // that skills went by, or go by now
	for _, path := range paths {
		path = cleanPath(path)
		if filepath.Base(path) == SettingsFile {
			path = filepath.Dir(path) // all that lies below
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
			ix.eachBelow(dir, func(file string) { found[file] = true }) // a skill may lie in the skill that this is
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
		found[path] = true // there are few, they are what somebody looks at, and one may have ceased to be ours
	}
	return slices.Sorted(maps.Keys(found))
}

// rearranges reports whether a change of a path may change anything anywhere: a marker of an agent or project came or went, or a
// directory where symbolic links make skills appear in other places.
func (s *Snapshot) rearranges(ix *index, path string) bool {
	name := filepath.Base(path)
	if agentMarkers()[name] || slices.Contains(projectMarkers, name) {
		return true
	}
	if s.FolderPath(s.overlay.DiskPath(path)) != path {
		return true // a link leads there, and it is known by other names
	}
	return !s.isFile(path) && s.disk.fs.SawLink()
}

// isFile reports whether a file is at a path, or was when it was last looked at.
func (s *Snapshot) isFile(path string) bool {
	return s.buffers[path] != nil || s.disk.mode(path).IsRegular() || s.disk.index.get(path) != nil
}

// affectedBy adds the files that have to do with a path: itself and what lies below it, those that link to it, and those of the
// same skill.
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

// eachBelow calls the function with every file at a path or below it; "" stands for everywhere.
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

// skillsBelow returns the files of the skills that are or were at a path or below it.
func (ix *index) skillsBelow(path string) []string {
	ix.mu.RLock()
	defer ix.mu.RUnlock()
	if _, told := ix.told[path]; told {
		return []string{path}
	}
	if filepath.Ext(path) != "" && ix.files[path] != nil {
		return nil // a file, and no skill's
	}
	var list []string
	for file := range ix.told {
		if within(path, file) {
			list = append(list, file)
		}
	}
	return list
}

// renamed adds the skills that have or had the name of the skill at a path, and those that are or were described alike; and to names
// those that it goes by and went by, if anything has changed.
func (ix *index) renamed(path string, now telling, names, found map[string]bool) {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	before, known := ix.told[path]
	if now.head.name != "" {
		for _, p := range ix.names[now.head.name] {
			found[p] = true // a copy of the skill is one only as long as the whole text is the same
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
		names[filepath.Base(filepath.Dir(path))] = true // some agents go by it, and a skill without a name has no other
		if name := told.head.name; name != "" {
			names[name] = true
			for _, p := range ix.names[name] {
				found[p] = true
			}
		}
	}
}

// addAlikeLinked adds the files with a link to a skill's file in a directory that is called as that of the skill at a path: if it leads
// nowhere, this may be the one that it means; see [pass.miscounted]. The caller holds mu.
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

// maxSlips is how many pairs of names are compared to find who is affected. Where there are more, as when thousands of skills come at
// once, it is less work to diagnose whoever mentions anything.
const maxSlips = 200_000

// mentioning adds the files that mention one of the names, or one that may be a slip for it.
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
