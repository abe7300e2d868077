package analysis

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// An index is what is known of the workspace's files as they are on disk, and which of them have to do with which. Buffers lie
// over it: see [Snapshot.summary]. It is safe for concurrent use.
type index struct {
	mu      sync.RWMutex // guards everything below
	files   map[string]*summary
	names   multimap // paths by the names of the skills in them
	sources multimap // paths by the targets of the links in them
	mention multimap // paths by the names mentioned in them
	skill   multimap // paths by the directories of the skills that they belong to
	alike   triggers
	titles  *titleIndex
	// scanned are the folders all of whose files were looked at.
	scanned map[string]bool
	// outdated are paths to look at again, with everything below them, and the generation of the snapshot that was told: an older
	// one would see them as they were.
	outdated map[string]uint64
	// told are the skills as they were when [Snapshot.Affected] was last asked about them; those that came since, except in a scan,
	// were not there.
	told map[string]telling
	// shortfalls are what catalogues leave out, as it was when [Snapshot.Affected] was last asked; of those alone that findings rest on.
	shortfalls map[shortfallPlace]*shortfall
	// relinked are targets of links that came or went, except in a scan, since [Snapshot.Affected] was last asked.
	relinked map[string]bool
	// scanning counts the scans that are under way.
	scanning int
	// linked says that a scan has met a symbolic link.
	linked atomic.Bool
	// updating is held by the one goroutine that looks at outdated paths.
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

// A telling is what was told of a skill: whether there is one, and what it says of itself.
type telling struct {
	there bool
	head  head
}

// A multimap holds sets of paths by a key, in no order.
type multimap map[string][]string

// add adds a path that the key does not have yet.
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

// put adds a file or replaces what was known of it.
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
			ix.told[sum.path] = telling{true, sum.head} // everybody asks about everything afterwards
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

// relink notes that the links of a file came or went. The caller holds mu for writing.
func (ix *index) relink(sum *summary) {
	if ix.scanning > 0 {
		return // everybody asks about everything afterwards
	}
	for _, target := range sum.targets {
		ix.relinked[target] = true
	}
}

// restOn notes what a catalogue leaves out that a finding rests on, or that there is none, unless another is known.
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

// shortfallPlaces returns what catalogues leave out, as it was last told.
func (ix *index) shortfallPlaces() map[shortfallPlace]*shortfall {
	ix.mu.RLock()
	defer ix.mu.RUnlock()
	return maps.Clone(ix.shortfalls)
}

// tellShortfall notes what a catalogue leaves out now. Of one without skills nobody asks.
func (ix *index) tellShortfall(place shortfallPlace, l *shortfall) {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	if ix.shortfalls[place] = l; len(l.catalog.Skills) == 0 {
		delete(ix.shortfalls, place)
	}
}

// takeRelinked returns the targets of links that came or went, and forgets them.
func (ix *index) takeRelinked() map[string]bool {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	targets := ix.relinked
	ix.relinked = make(map[string]bool)
	return targets
}

// each does something to every entry that a summary makes.
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

// evict removes a file, if it is there.
func (ix *index) evict(path string) {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	if ix.files[path] != nil {
		ix.drop(path)
	}
}

// outdate says that what is known of the paths, and of what lies below them, may no longer hold for snapshots from a generation on.
func (ix *index) outdate(generation uint64, paths ...string) {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	for _, path := range paths {
		if isSkillFileName(filepath.Base(path)) || DecidesSettings(path) {
			path = filepath.Dir(path) // it decides what its neighbours are
		}
		ix.outdated[path] = max(ix.outdated[path], generation)
	}
}

// takeOutdated returns the paths that a snapshot of a generation has to look at again, sorted, and forgets them.
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

// get returns the summary of a file, nil where it is not known.
func (ix *index) get(path string) *summary {
	ix.mu.RLock()
	defer ix.mu.RUnlock()
	return ix.files[path]
}

// folderOf returns the folder that was scanned and that a path lies in.
func (ix *index) folderOf(path string) (string, bool) {
	ix.mu.RLock()
	defer ix.mu.RUnlock()
	for folder := range ix.scanned {
		if within(folder, path) {
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

// below returns the summaries of the skills in the directories directly below the roots, by path.
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

// called returns the summaries of the skills of a name, in no order.
func (ix *index) called(name string) []*summary {
	ix.mu.RLock()
	defer ix.mu.RUnlock()
	var list []*summary
	for _, path := range ix.names[name] {
		list = append(list, ix.files[path])
	}
	return list
}
