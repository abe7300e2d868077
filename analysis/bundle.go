package analysis

import (
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"skills-ls/skills/vfs"
)

// A bundleKey is the directory of a skill, the key of its bundle.
type bundleKey string

func (bundleKey) restsOnFiles() {}

// A bundle is the files of a skill and which of them their texts name. It is safe for concurrent use.
type bundle struct {
	resources []resource
	names     *nameFinder
	texts     []string          // files that are searched for names: SKILL.md, other Markdown files, the rest
	real      map[string]string // paths of the texts, by real path
	// paths has all listed files and their directories, slash-separated and relative to the skill directory.
	paths map[string]bool
	// partial is set if the bundle does not have all files of the skill, so that rules cannot tell what is
	// missing from it.
	partial bool

	mu    sync.Mutex
	named map[string][]int // by text on disk, sorted indexes of resources it names; lazy; guarded by mu
}

const (
	maxText       = 512 << 10 // bytes of one file that is searched for names
	maxBundleText = 2 << 20   // bytes of all searched files of a skill
)

// bundle returns the files of the skill in a directory. The result is cached.
func (s *Snapshot) bundle(skill string) *bundle {
	build := func() *bundle { return s.findBundle(skill) }
	return recall(s, bundleKey(skill), build, (*bundle).without)
}

func (s *Snapshot) findBundle(skill string) *bundle {
	b := &bundle{real: make(map[string]string), paths: make(map[string]bool), named: make(map[string][]int)}
	files := s.skillFiles(skill)
	_, err := s.fs.Stat(filepath.Join(skill, ".claude-plugin"))
	// The files in a plugin's own directory belong to the plugin.
	if len(files) >= maxListed || err == nil {
		b.partial = true
		return b
	}
	var inner []string // directories of nested skills
	for _, file := range files {
		if dir := filepath.Dir(file); dir != skill && isSkillFileName(filepath.Base(file)) {
			inner = append(inner, dir)
		}
	}
	real := s.realPath(skill)
	for _, file := range files {
		for rel := filepath.ToSlash(file[len(skill)+1:]); rel != "." && !b.paths[rel]; rel = path.Dir(rel) {
			b.paths[rel] = true
		}
		if isTextName(filepath.Base(file)) {
			b.texts = append(b.texts, file)
			b.real[real+file[len(skill):]] = file
		}
		if slices.ContainsFunc(inner, func(dir string) bool { return vfs.Within(dir, file) }) {
			continue
		}
		if rel := filepath.ToSlash(file[len(skill)+1:]); isResource(rel) {
			b.resources = append(b.resources, resource{file, rel})
		}
	}
	slices.SortStableFunc(b.texts, func(a, b string) int { return textRank(a) - textRank(b) })
	b.names = newNameFinder(b.resources)
	return b
}

// textRank orders texts by how likely they are to name others.
func textRank(file string) int {
	switch {
	case isSkillFileName(filepath.Base(file)):
		return 0
	case isMarkdownName(file):
		return 1
	}
	return 2
}

// without returns the bundle without the cached results for the files at the given real paths.
func (b *bundle) without(changed []string) *bundle {
	if !slices.ContainsFunc(changed, func(real string) bool { return b.real[real] != "" }) {
		return b
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	next := &bundle{resources: b.resources, names: b.names, texts: b.texts, real: b.real, paths: b.paths, partial: b.partial, named: maps.Clone(b.named)}
	for _, real := range changed {
		delete(next.named, b.real[real])
	}
	return next
}

// namedIn returns the resources that a text names, and its size in bytes. The text is that of the buffer, if
// the file is open. A file that cannot be read names nothing, since its own diagnostics report that.
func (s *Snapshot) namedIn(b *bundle, file string) (named []int, size int64) {
	if open := s.bufferOf(file); open != nil {
		return b.in(file, open.text), int64(len(open.text))
	}
	if size = s.disk.size(file); size == 0 || size > maxText {
		return nil, size
	}
	b.mu.Lock()
	named, known := b.named[file]
	b.mu.Unlock()
	if known {
		return named, size
	}
	text := ""
	if isMarkdownName(file) {
		// The document is shared with other callers.
		if read, err := s.disk.documents.get(s.disk.fs, file); err == nil {
			text = read.doc.Source
		}
	} else {
		text, _ = s.disk.fs.ReadFile(file)
	}
	named = b.in(file, text)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.named[file] = named
	return named, size
}

// size returns the size of a regular file on disk in bytes, or 0 if there is no such file.
func (d *disk) size(path string) int64 {
	info, err := d.fs.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return 0
	}
	return info.Size()
}

// in returns the resources that the text of a file names, except the file itself.
func (b *bundle) in(file, text string) []int {
	if strings.IndexByte(text, 0) >= 0 {
		return nil // a binary file, despite its extension
	}
	found := b.names.find(text, isCodeName(filepath.Base(file)))
	return slices.DeleteFunc(found, func(i int) bool { return b.resources[i].path == file })
}

// unnamed returns the resources of the skill in a directory that no text names except their own, in the order
// of the files. It returns nil if the bundle is partial or the skill has more text than is searched.
func (s *Snapshot) unnamed(skill string, b *bundle) []resource {
	if b.partial {
		return nil
	}
	named := make([]bool, len(b.resources))
	left := int64(maxBundleText)
	for _, file := range b.texts {
		if !slices.Contains(named, false) {
			return nil
		}
		found, size := s.namedIn(b, file)
		if left -= size; left < 0 || size > maxText {
			return nil
		}
		for _, i := range found {
			named[i] = true
		}
	}
	b.nameSeries(named)
	var list []resource
	ix := s.index()
	for i, r := range b.resources {
		if !named[i] && !ix.isLinked(r.path) && s.disk.size(r.path) > 0 {
			list = append(list, r)
		}
	}
	if len(list) == 0 {
		return nil
	}
	called := s.calledBeside(skill)
	return slices.DeleteFunc(list, func(r resource) bool { return called[strings.ToLower(path.Base(r.rel))] })
}

// nameSeries marks files as named if their paths differ from that of a named file in their digits only.
func (b *bundle) nameSeries(named []bool) {
	series := make(map[string]bool)
	for i, r := range b.resources {
		if named[i] && withoutDigits(r.rel) != r.rel {
			series[withoutDigits(r.rel)] = true
		}
	}
	for i, r := range b.resources {
		named[i] = named[i] || series[withoutDigits(r.rel)]
	}
}

// isLinked reports whether any file of the workspace has a link that may point to a path.
func (ix *index) isLinked(path string) bool {
	ix.mu.RLock()
	defer ix.mu.RUnlock()
	return len(ix.sources[path]) > 0
}

// A calledKey is the directory beside whose "skills" files are called.
type calledKey string

func (calledKey) restsOnFiles() {}

// calledBeside returns the names of the files, in lowercase and with extensions, that are mentioned next to
// the "skills" directory of a skill: the commands, agents and hooks of a plugin or of an agent's directory
// may call files of skills. It returns nil for skills in other directories and outside the workspace.
func (s *Snapshot) calledBeside(skill string) map[string]bool {
	top := filepath.Dir(filepath.Dir(skill))
	if filepath.Base(filepath.Dir(skill)) != "skills" || !slices.ContainsFunc(s.cfg.Folders, func(folder string) bool { return vfs.Within(folder, top) }) {
		return nil
	}
	build := func() map[string]bool { return s.findCalled(top) }
	renew := func(known map[string]bool, changed []string) map[string]bool {
		real := s.realPath(top)
		if slices.ContainsFunc(changed, func(path string) bool { return slices.Contains(calledFrom(path), filepath.Join(real, "skills")) }) {
			return build()
		}
		return known
	}
	return recall(s, calledKey(top), build, renew)
}

// callerDirs are the subdirectories of a plugin's or an agent's directory whose files may call files of
// skills.
var callerDirs = []string{"agents", "commands", "hooks", "scripts"}

// calledFrom returns the "skills" directories whose files the file at a path may call.
func calledFrom(path string) []string {
	dir := filepath.Dir(path)
	switch {
	case !isTextName(filepath.Base(path)):
		return nil
	case slices.Contains(callerDirs, filepath.Base(dir)):
		return []string{filepath.Join(filepath.Dir(dir), "skills")}
	case filepath.Ext(path) == ".json":
		return []string{filepath.Join(dir, "skills")}
	}
	return nil
}

func (s *Snapshot) findCalled(top string) map[string]bool {
	called := make(map[string]bool)
	left := maxBundleText
	for _, dir := range append([]string{"."}, callerDirs...) {
		entries, _ := s.disk.fs.ReadDir(filepath.Join(top, dir)) // an unreadable directory calls nothing
		for _, e := range entries {
			if !e.Type().IsRegular() || !isTextName(e.Name()) || dir == "." && filepath.Ext(e.Name()) != ".json" {
				continue
			}
			file := filepath.Join(top, dir, e.Name())
			if left -= int(s.disk.size(file)); left < 0 {
				return called
			}
			text, _ := s.disk.fs.ReadFile(file) // an unreadable file calls nothing
			for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return r >= 0x80 || !isNamePart(byte(r)) }) {
				if word = strings.Trim(word, ".-"); strings.Contains(word, ".") {
					called[strings.ToLower(word)] = true
				}
			}
		}
	}
	return called
}

// maxListed is the maximum number of files of a skill among which a mistyped link is looked for.
const maxListed = 2000

// withoutDigits returns path without its digits: v1.2 is not a typo for v1.1.
func withoutDigits(path string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return -1
		}
		return r
	}, path)
}

// skillFiles returns the regular files of a skill, breadth first, at most maxListed. The list is remembered.
func (s *Snapshot) skillFiles(skill string) []string {
	m := s.memo
	m.mu.Lock()
	files, ok := m.files[skill]
	m.mu.Unlock()
	if ok {
		return files
	}
	queue := []string{skill}
	for len(queue) > 0 && len(files) < maxListed {
		dir := queue[0]
		queue = queue[1:]
		entries, _ := s.fs.ReadDir(dir) // a directory that cannot be listed has no candidates
		for _, e := range entries {
			full := filepath.Join(dir, e.Name())
			switch {
			case len(files) == maxListed:
			case e.Type().IsRegular():
				files = append(files, full)
			case e.IsDir() && !strings.HasPrefix(e.Name(), ".") && e.Name() != "node_modules":
				queue = append(queue, full)
			}
		}
	}
	m.mu.Lock()
	m.files[skill] = files
	m.mu.Unlock()
	return files
}
