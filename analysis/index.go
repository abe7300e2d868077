package analysis

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"skills-ls/skills/vfs"
)

// An index holds what is known about the workspace's files on disk, and how they refer to each other. Open
// buffers take precedence over it: see [Snapshot.summary]. It is safe for concurrent use.
type index struct {
	mu      sync.RWMutex // guards everything below
	files   map[string]*summary
	names   multimap // paths by the names of the skills in them
	sources multimap // paths by the targets of the links in them
	mention multimap // paths by the names mentioned in them
	skill   multimap // paths by the directories of the skills that they belong to
	alike   triggers
	titles  *titleIndex
	// scanned are the folders that a scan has read completely.
	scanned map[string]bool
	// outdated maps each path that must be read again, with everything below it, to the generation of the
	// snapshot that learned of the change. An older snapshot would read the old contents.
	outdated map[string]uint64
	// told holds each skill as of the last call of [Snapshot.Affected] about it. Skills that were added
	// since, other than by a scan, are recorded as missing.
	told map[string]telling
	// shortfalls holds what catalogs leave out, as of the last call of [Snapshot.Affected], if a diagnostic
	// depends on it.
	shortfalls map[shortfallPlace]*shortfall
	// relinked are the targets of links added or removed since the last call of [Snapshot.Affected], other
	// than by a scan.
	relinked map[string]bool
	// scanning is the number of scans in progress.
	scanning int
	// linked is set once a scan has found a symbolic link.
	linked atomic.Bool
	// updating is held by the one goroutine that reads outdated paths.
	updating sync.Mutex
}

func newIndex() *index {
	return &index{
		files: make(map[string]*summary), names: make(multimap), sources: make(multimap), mention: make(multimap), skill: make(multimap), alike: make(triggers),
		titles:  newTitleIndex(),
		scanned: make(map[string]bool), outdated: make(map[string]uint64), told: make(map[string]telling), relinked: make(map[string]bool),
		shortfalls: make(map[shortfallPlace]*shortfall),
	}
}

// A telling is what was last reported about a skill: whether it exists, and the head of its file.
type telling struct {
	there bool
	head  head
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

// put adds a file, or replaces its summary.
func (ix *index) put(sum *summary) {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	before := ix.files[sum.path]
	ix.drop(sum.path)
	ix.files[sum.path] = sum
	if before == nil || !slices.Equal(before.targets, sum.targets) {
		ix.relink(sum)
	}
	ix.each(sum, multimap.add)
	ix.alike.add(sum)
	ix.titles.add(sum)
	if _, ok := ix.told[sum.path]; !ok && sum.kind == SkillFile {
		ix.told[sum.path] = telling{}
		if ix.scanning > 0 {
			ix.told[sum.path] = telling{true, sum.head} // after a scan, all files are diagnosed
		}
	}
}

// drop removes a file. The caller holds mu for writing.
func (ix *index) drop(path string) {
	if old := ix.files[path]; old != nil {
		delete(ix.files, path)
		ix.each(old, multimap.remove)
		ix.alike.remove(old)
		ix.titles.remove(old)
		ix.relink(old)
	}
}

// relink records that the links of a file were added or removed. The caller holds mu for writing.
func (ix *index) relink(sum *summary) {
	if ix.scanning > 0 {
		return // after a scan, all files are diagnosed
	}
	for _, target := range sum.targets {
		ix.relinked[target] = true
	}
}

// restOn records the shortfall that a diagnostic depends on, which may be empty, unless the place has one
// already.
func (ix *index) restOn(place shortfallPlace, l *shortfall) {
	ix.mu.RLock()
	known := ix.shortfalls[place] != nil
	ix.mu.RUnlock()
	if !known {
		ix.mu.Lock()
		defer ix.mu.Unlock()
		if ix.shortfalls[place] == nil {
			ix.shortfalls[place] = l
		}
	}
}

// shortfallPlaces returns the shortfalls that were last reported, by place.
func (ix *index) shortfallPlaces() map[shortfallPlace]*shortfall {
	ix.mu.RLock()
	defer ix.mu.RUnlock()
	return maps.Clone(ix.shortfalls)
}

// tellShortfall records the current shortfall of a place. If the catalog has no skills, it deletes the place,
// because no diagnostic depends on it.
func (ix *index) tellShortfall(place shortfallPlace, l *shortfall) {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	if ix.shortfalls[place] = l; len(l.catalog.Skills) == 0 {
		delete(ix.shortfalls, place)
	}
}

// takeRelinked returns the targets of links that were added or removed, and clears them.
func (ix *index) takeRelinked() map[string]bool {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	targets := ix.relinked
	ix.relinked = make(map[string]bool)
	return targets
}

// each calls do for every entry that a summary has in the maps.
func (ix *index) each(sum *summary, do func(m multimap, key, path string)) {
	if sum.kind == SkillFile {
		do(ix.names, sum.head.name, sum.path)
	}
	if sum.skill != "" {
		do(ix.skill, sum.skill, sum.path)
	}
	for _, target := range sum.targets {
		do(ix.sources, target, sum.path)
	}
	for _, name := range sum.mentions {
		do(ix.mention, name, sum.path)
	}
}

// evict removes a file, if the index has it.
func (ix *index) evict(path string) {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	if ix.files[path] != nil {
		ix.drop(path)
	}
}

// outdate marks paths, and everything below them, as outdated for snapshots from a generation on.
func (ix *index) outdate(generation uint64, paths ...string) {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	for _, path := range paths {
		if isSkillFileName(filepath.Base(path)) || DecidesSettings(path) {
			path = filepath.Dir(path) // the file determines the kind of its neighbors
		}
		ix.outdated[path] = max(ix.outdated[path], generation)
	}
}

// takeOutdated returns, sorted, the paths that a snapshot of a generation must read again, and clears them.
func (ix *index) takeOutdated(generation uint64) []string {
	ix.mu.Lock()
	defer ix.mu.Unlock()
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

// get returns the summary of a file, or nil if the index does not have it.
func (ix *index) get(path string) *summary {
	ix.mu.RLock()
	defer ix.mu.RUnlock()
	return ix.files[path]
}

// folderOf returns the scanned folder that contains a path.
func (ix *index) folderOf(path string) (string, bool) {
	ix.mu.RLock()
	defer ix.mu.RUnlock()
	for folder := range ix.scanned {
		if vfs.Within(folder, path) {
			return folder, true
		}
	}
	return "", false
}

// begin and end enclose a scan.
func (ix *index) begin() {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	ix.scanning++
}

func (ix *index) end() {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	ix.scanning--
}

// below returns the summaries of the skills in the direct subdirectories of the roots, sorted by path.
func (ix *index) below(roots ...string) []*summary {
	ix.mu.RLock()
	defer ix.mu.RUnlock()
	var list []*summary
	for path, sum := range ix.files {
		if sum.kind == SkillFile && slices.Contains(roots, filepath.Dir(filepath.Dir(path))) {
			list = append(list, sum)
		}
	}
	slices.SortFunc(list, func(a, b *summary) int { return strings.Compare(a.path, b.path) })
	return list
}

// called returns the summaries of the skills with a name, in no order.
func (ix *index) called(name string) []*summary {
	ix.mu.RLock()
	defer ix.mu.RUnlock()
	var list []*summary
	for _, path := range ix.names[name] {
		list = append(list, ix.files[path])
	}
	return list
}
