package refs

import (
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"skills-ls/analysis/file"
	"skills-ls/analysis/index"
	"skills-ls/analysis/match"
	"skills-ls/analysis/workspace"
	"skills-ls/skills/vfs"
)

// A bundleKey is the directory of a skill, the key of its bundle.
type bundleKey string

func (bundleKey) RestsOnFiles() {}

// A Bundle is the files of a skill and which of them their texts name. It is safe for concurrent use.
type Bundle struct {
	Resources []match.Resource
	names     *match.NameFinder
	texts     []string          // files that are searched for names: SKILL.md, other Markdown files, the rest
	real      map[string]string // paths of the texts, by real path
	// Paths has all listed files and their directories, slash-separated and relative to the skill directory.
	Paths map[string]bool
	// Partial is set if the bundle does not have all files of the skill, so that rules cannot tell what is
	// missing from it.
	Partial bool

	mu    sync.Mutex
	named map[string][]int // by text on disk, sorted indexes of resources it names; lazy; guarded by mu
}

const (
	MaxText       = 512 << 10 // bytes of one file that is searched for names
	maxBundleText = 2 << 20   // bytes of all searched files of a skill
)

// BundleOf returns the files of the skill in a directory. The result is cached.
func BundleOf(s *workspace.Snapshot, skill string) *Bundle {
	build := func() *Bundle { return findBundle(s, skill) }
	return workspace.Recall(s, bundleKey(skill), build, (*Bundle).without)
}

func findBundle(s *workspace.Snapshot, skill string) *Bundle {
	b := &Bundle{real: make(map[string]string), Paths: make(map[string]bool), named: make(map[string][]int)}
	files := SkillFiles(s, skill)
	_, err := s.FS().Stat(filepath.Join(skill, ".claude-plugin"))
	// The files in a plugin's own directory belong to the plugin.
	if len(files) >= MaxListed || err == nil {
		b.Partial = true
		return b
	}
	var inner []string // directories of nested skills
	for _, fl := range files {
		if dir := filepath.Dir(fl); dir != skill && file.IsSkillFileName(filepath.Base(fl)) {
			inner = append(inner, dir)
		}
	}
	real := s.RealPath(skill)
	for _, file := range files {
		for rel := filepath.ToSlash(file[len(skill)+1:]); rel != "." && !b.Paths[rel]; rel = path.Dir(rel) {
			b.Paths[rel] = true
		}
		if isTextName(filepath.Base(file)) {
			b.texts = append(b.texts, file)
			b.real[real+file[len(skill):]] = file
		}
		if slices.ContainsFunc(inner, func(dir string) bool { return vfs.Within(dir, file) }) {
			continue
		}
		if rel := filepath.ToSlash(file[len(skill)+1:]); IsResource(rel) {
			b.Resources = append(b.Resources, match.Resource{Path: file, Rel: rel})
		}
	}
	slices.SortStableFunc(b.texts, func(a, b string) int { return textRank(a) - textRank(b) })
	b.names = match.NewNameFinder(b.Resources)
	return b
}

// textRank orders texts by how likely they are to name others.
func textRank(fl string) int {
	switch {
	case file.IsSkillFileName(filepath.Base(fl)):
		return 0
	case file.IsMarkdownName(fl):
		return 1
	}
	return 2
}

// without returns the bundle without the cached results for the files at the given real paths.
func (b *Bundle) without(changed []string) *Bundle {
	if !slices.ContainsFunc(changed, func(real string) bool { return b.real[real] != "" }) {
		return b
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	next := &Bundle{Resources: b.Resources, names: b.names, texts: b.texts, real: b.real, Paths: b.Paths, Partial: b.Partial, named: maps.Clone(b.named)}
	for _, real := range changed {
		delete(next.named, b.real[real])
	}
	return next
}

// namedIn returns the resources that a text names, and its size in bytes. The text is that of the buffer, if
// the file is open. A file that cannot be read names nothing, since its own diagnostics report that.
func namedIn(s *workspace.Snapshot, b *Bundle, fl string) (named []int, size int64) {
	if open := s.BufferOf(fl); open != nil {
		return b.in(fl, open.Text), int64(len(open.Text))
	}
	if size = sizeOf(s.Disk(), fl); size == 0 || size > MaxText {
		return nil, size
	}
	b.mu.Lock()
	named, known := b.named[fl]
	b.mu.Unlock()
	if known {
		return named, size
	}
	text := ""
	if file.IsMarkdownName(fl) {
		// The document is shared with other callers.
		if read, err := s.Disk().Documents.Get(s.Disk().FS, fl); err == nil {
			text = read.Doc.Source
		}
	} else {
		text, _ = s.Disk().FS.ReadFile(fl)
	}
	named = b.in(fl, text)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.named[fl] = named
	return named, size
}

// sizeOf returns the size of a regular file on disk in bytes, or 0 if there is no such file.
func sizeOf(d *workspace.Disk, path string) int64 {
	info, err := d.FS.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return 0
	}
	return info.Size()
}

// in returns the resources that the text of a file names, except the file itself.
func (b *Bundle) in(file, text string) []int {
	if strings.IndexByte(text, 0) >= 0 {
		return nil // a binary file, despite its extension
	}
	found := b.names.Find(text, isCodeName(filepath.Base(file)))
	return slices.DeleteFunc(found, func(i int) bool { return b.Resources[i].Path == file })
}

// Unnamed returns the resources of the skill in a directory that no text names except their own, in the order
// of the files. It returns nil if the bundle is partial or the skill has more text than is searched.
func Unnamed(s *workspace.Snapshot, skill string, b *Bundle) []match.Resource {
	if b.Partial {
		return nil
	}
	named := make([]bool, len(b.Resources))
	left := int64(maxBundleText)
	for _, file := range b.texts {
		if !slices.Contains(named, false) {
			return nil
		}
		found, size := namedIn(s, b, file)
		if left -= size; left < 0 || size > MaxText {
			return nil
		}
		for _, i := range found {
			named[i] = true
		}
	}
	b.nameSeries(named)
	var list []match.Resource
	ix := s.Index()
	for i, r := range b.Resources {
		if !named[i] && !IsLinked(ix, r.Path) && sizeOf(s.Disk(), r.Path) > 0 {
			list = append(list, r)
		}
	}
	if len(list) == 0 {
		return nil
	}
	called := calledBeside(s, skill)
	return slices.DeleteFunc(list, func(r match.Resource) bool { return called[strings.ToLower(path.Base(r.Rel))] })
}

// nameSeries marks files as named if their paths differ from that of a named file in their digits only.
func (b *Bundle) nameSeries(named []bool) {
	series := make(map[string]bool)
	for i, r := range b.Resources {
		if named[i] && WithoutDigits(r.Rel) != r.Rel {
			series[WithoutDigits(r.Rel)] = true
		}
	}
	for i, r := range b.Resources {
		named[i] = named[i] || series[WithoutDigits(r.Rel)]
	}
}

// IsLinked reports whether any file of the workspace has a link that may point to a path.
func IsLinked(ix *index.Index, path string) bool {
	ix.Mu.RLock()
	defer ix.Mu.RUnlock()
	return len(ix.Sources[path]) > 0
}

// A calledKey is the directory beside whose "skills" files are called.
type calledKey string

func (calledKey) RestsOnFiles() {}

// calledBeside returns the names of the files, in lowercase and with extensions, that are mentioned next to
// the "skills" directory of a skill: the commands, agents and hooks of a plugin or of an agent's directory
// may call files of skills. It returns nil for skills in other directories and outside the workspace.
func calledBeside(s *workspace.Snapshot, skill string) map[string]bool {
	top := filepath.Dir(filepath.Dir(skill))
	if filepath.Base(filepath.Dir(skill)) != "skills" || !slices.ContainsFunc(s.Config().Folders, func(folder string) bool { return vfs.Within(folder, top) }) {
		return nil
	}
	build := func() map[string]bool { return findCalled(s, top) }
	renew := func(known map[string]bool, changed []string) map[string]bool {
		real := s.RealPath(top)
		if slices.ContainsFunc(changed, func(path string) bool { return slices.Contains(CalledFrom(path), filepath.Join(real, "skills")) }) {
			return build()
		}
		return known
	}
	return workspace.Recall(s, calledKey(top), build, renew)
}

// callerDirs are the subdirectories of a plugin's or an agent's directory whose files may call files of
// skills.
var callerDirs = []string{"agents", "commands", "hooks", "scripts"}

// CalledFrom returns the "skills" directories whose files the file at a path may call.
func CalledFrom(path string) []string {
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

func findCalled(s *workspace.Snapshot, top string) map[string]bool {
	called := make(map[string]bool)
	left := maxBundleText
	for _, dir := range append([]string{"."}, callerDirs...) {
		entries, _ := s.Disk().FS.ReadDir(filepath.Join(top, dir)) // an unreadable directory calls nothing
		for _, e := range entries {
			if !e.Type().IsRegular() || !isTextName(e.Name()) || dir == "." && filepath.Ext(e.Name()) != ".json" {
				continue
			}
			file := filepath.Join(top, dir, e.Name())
			if left -= int(sizeOf(s.Disk(), file)); left < 0 {
				return called
			}
			text, _ := s.Disk().FS.ReadFile(file) // an unreadable file calls nothing
			for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return r >= 0x80 || !match.IsNamePart(byte(r)) }) {
				if word = strings.Trim(word, ".-"); strings.Contains(word, ".") {
					called[strings.ToLower(word)] = true
				}
			}
		}
	}
	return called
}

// MaxListed is the maximum number of files of a skill among which a mistyped link is looked for.
const MaxListed = 2000

// WithoutDigits returns path without its digits: v1.2 is not a typo for v1.1.
func WithoutDigits(path string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return -1
		}
		return r
	}, path)
}

// A skillFilesKey is the directory of a skill whose files are listed.
type skillFilesKey string

func (skillFilesKey) RestsOnFiles() {}

// SkillFiles returns the regular files of a skill, breadth first, at most MaxListed. The list is cached until
// a file comes or goes.
func SkillFiles(s *workspace.Snapshot, skill string) []string {
	same := func(files, _ []string) []string { return files }
	return workspace.Recall(s, skillFilesKey(skill), func() []string { return listFiles(s.FS(), skill) }, same)
}

func listFiles(fsys vfs.FS, skill string) (files []string) {
	for queue := []string{skill}; len(queue) > 0 && len(files) < MaxListed; queue = queue[1:] {
		entries, _ := fsys.ReadDir(queue[0]) // a directory that cannot be listed has no candidates
		for _, e := range entries {
			full := filepath.Join(queue[0], e.Name())
			switch {
			case len(files) == MaxListed:
			case e.Type().IsRegular():
				files = append(files, full)
			case e.IsDir() && !strings.HasPrefix(e.Name(), ".") && e.Name() != "node_modules":
				queue = append(queue, full)
			}
		}
	}
	return files
}
