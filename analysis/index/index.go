// Package index keeps a summary of every file of the workspace, and finds files by what they link to, mention and define.
package index

import (
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"skills-ls/analysis/file"
	"skills-ls/skills/vfs"
)

// An Index holds what is known about the workspace's files on disk, and how they refer to each other. Open
// buffers take precedence over it: see [workspace.Snapshot.Summary]. It is safe for concurrent use.
type Index struct {
	Mu      sync.RWMutex // guards everything below
	Files   map[string]*Summary
	Names   multimap // paths by the names of the skills in them
	Plugins multimap // paths of the manifests of plugins by name
	Sources multimap // paths by the targets of the links in them
	Mention multimap // paths by the names mentioned in them
	Skill   multimap // paths by the directories of the skills that they belong to
	Alike   Triggers
	Titled  map[string]*Titled // by path; those files that a search for symbols has read
	Titles  TitleTable         // of the files in Titled, and of buffers
	// Scanned are the folders that a scan has read completely.
	Scanned map[string]bool
	// outdated maps each path that must be read again, with everything below it, to the generation of the
	// snapshot that learned of the change. An older snapshot would read the old contents.
	outdated map[string]uint64
	// Scanning is the number of scans in progress.
	Scanning int
	// Linked is set once a scan has found a symbolic link.
	Linked atomic.Bool
	// Updating is held by the one goroutine that reads outdated paths, and Titling by the one that reads headings.
	Updating, Titling sync.Mutex
}

func NewIndex() *Index {
	return &Index{
		Files: make(map[string]*Summary), Names: make(multimap), Plugins: make(multimap), Sources: make(multimap), Mention: make(multimap), Skill: make(multimap), Alike: make(Triggers),
		Titled: make(map[string]*Titled), Titles: newTitleTable(),
		Scanned: make(map[string]bool), outdated: make(map[string]uint64),
	}
}

// A multimap maps keys to sets of paths, in no order.
type multimap map[string][]string

// add adds a path to the set of a key. The set must not contain the path.
func (m multimap) add(key, path string) { m[key] = append(m[key], path) }

func (m multimap) remove(key, path string) {
	list := m[key]
	i := slices.Index(list, path)
	if i < 0 {
		return
	}
	list[i] = list[len(list)-1]
	if list = list[:len(list)-1]; len(list) == 0 {
		delete(m, key)
		return
	}
	m[key] = list
}

// Put adds a file, or replaces its summary.
func (ix *Index) Put(sum *Summary) {
	ix.Mu.Lock()
	defer ix.Mu.Unlock()
	ix.Drop(sum.Path)
	ix.Files[sum.Path] = sum
	ix.each(sum, multimap.add)
	ix.Alike.Add(sum)
}

// Drop removes a file. The caller holds mu for writing.
func (ix *Index) Drop(path string) {
	if old := ix.Files[path]; old != nil {
		delete(ix.Files, path)
		ix.each(old, multimap.remove)
		ix.Alike.Remove(old)
		delete(ix.Titled, path)
	}
}

// Untitled returns the summaries of the files whose titles the index does not have, in no order.
func (ix *Index) Untitled() (list []*Summary) {
	ix.Mu.RLock()
	defer ix.Mu.RUnlock()
	if len(ix.Titled) == len(ix.Files) {
		return nil
	}
	for path, sum := range ix.Files {
		if ix.Titled[path] == nil {
			list = append(list, sum)
		}
	}
	return list
}

// AddTitled adds the titles of a file, unless its summary has been replaced.
func (ix *Index) AddTitled(t *Titled) {
	ix.Mu.Lock()
	defer ix.Mu.Unlock()
	if ix.Files[t.Path] == t.Summary {
		ix.Titled[t.Path] = t
	}
}

// each calls do for every entry that a summary has in the maps.
func (ix *Index) each(sum *Summary, do func(m multimap, key, path string)) {
	if sum.Kind == file.SkillFile {
		do(ix.Names, sum.Head.Name, sum.Path)
	}
	if sum.Plugin != "" {
		do(ix.Plugins, sum.Plugin, sum.Path)
	}
	if sum.Skill != "" {
		do(ix.Skill, sum.Skill, sum.Path)
	}
	for _, target := range sum.Targets {
		do(ix.Sources, target, sum.Path)
	}
	for _, name := range sum.Mentions {
		do(ix.Mention, name, sum.Path)
	}
}

// Evict removes a file, if the index has it.
func (ix *Index) Evict(path string) {
	ix.Mu.Lock()
	defer ix.Mu.Unlock()
	if ix.Files[path] != nil {
		ix.Drop(path)
	}
}

// Outdate marks paths, and everything below them, as outdated for snapshots from a generation on.
func (ix *Index) Outdate(generation uint64, paths ...string) {
	ix.Mu.Lock()
	defer ix.Mu.Unlock()
	for _, path := range paths {
		if file.IsSkillFileName(filepath.Base(path)) || file.DecidesSettings(path) {
			path = filepath.Dir(path) // the file determines the kind of its neighbors
		}
		ix.outdated[path] = max(ix.outdated[path], generation)
	}
}

// TakeOutdated returns, sorted, the paths that a snapshot of a generation must read again, and clears them.
func (ix *Index) TakeOutdated(generation uint64) []string {
	ix.Mu.Lock()
	defer ix.Mu.Unlock()
	var paths []string
	for path, told := range ix.outdated {
		if told <= generation {
			paths = append(paths, path)
			delete(ix.outdated, path)
		}
	}
	slices.Sort(paths)
	return paths
}

// Get returns the summary of a file, or nil if the index does not have it.
func (ix *Index) Get(path string) *Summary {
	ix.Mu.RLock()
	defer ix.Mu.RUnlock()
	return ix.Files[path]
}

// FolderOf returns the scanned folder that contains a path.
func (ix *Index) FolderOf(path string) (string, bool) {
	ix.Mu.RLock()
	defer ix.Mu.RUnlock()
	for folder := range ix.Scanned {
		if vfs.Within(folder, path) {
			return folder, true
		}
	}
	return "", false
}

// Begin and end enclose a scan.
func (ix *Index) Begin() {
	ix.Mu.Lock()
	defer ix.Mu.Unlock()
	ix.Scanning++
}

func (ix *Index) End() {
	ix.Mu.Lock()
	defer ix.Mu.Unlock()
	ix.Scanning--
}

// Below returns the summaries of the skills in the direct subdirectories of the roots, sorted by path.
func (ix *Index) Below(roots ...string) []*Summary {
	ix.Mu.RLock()
	defer ix.Mu.RUnlock()
	var list []*Summary
	for path, sum := range ix.Files {
		if sum.Kind == file.SkillFile && slices.Contains(roots, filepath.Dir(filepath.Dir(path))) {
			list = append(list, sum)
		}
	}
	slices.SortFunc(list, func(a, b *Summary) int { return strings.Compare(a.Path, b.Path) })
	return list
}

// Mentioning returns the files that may mention a name, in no order. The caller holds Mu. A file that mentions
// "/plugin" may mean "plugin:skill" if the skill is the next word.
func (ix *Index) Mentioning(name string) []string {
	if plugin, _, ok := strings.Cut(name, ":"); ok {
		return slices.Concat(ix.Mention[name], ix.Mention[plugin])
	}
	return ix.Mention[name]
}

// Called returns the summaries of the skills with a name, in no order.
func (ix *Index) Called(name string) []*Summary { return ix.listed(ix.Names, name) }

// PluginsCalled returns the summaries of the manifests of plugins with a name, in no order.
func (ix *Index) PluginsCalled(name string) []*Summary { return ix.listed(ix.Plugins, name) }

func (ix *Index) listed(m multimap, key string) (list []*Summary) {
	ix.Mu.RLock()
	defer ix.Mu.RUnlock()
	for _, path := range m[key] {
		list = append(list, ix.Files[path])
	}
	return list
}
