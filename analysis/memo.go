package analysis

import (
	"maps"
	"slices"
	"sync"

	"skills-ls/skills"
)

// A memo caches facts about the surroundings of files. Snapshots share a memo as long as no file is added or
// removed. Changes of contents, by edits or on disk, are recorded in it, and a value that depends on contents
// is updated when it is next used.
type memo struct {
	mu          sync.Mutex
	places      map[string]place // by directory; guarded by mu, as are the other maps
	standpoints map[standpointKey]*standpoint
	files       map[string][]string // by skill directory
	catalogs    map[catalogKey]*dated[*skills.Catalog]
	sightings   map[catalogKey]*dated[*sighting]
	neighbours  map[string]*dated[*neighbourhood]  // by root
	bundles     map[string]*dated[*bundle]         // by skill directory
	called      map[string]*dated[map[string]bool] // by the directory that contains the "skills" whose files are called
	listings    map[listingKey]*dated[listing]
	shortfalls  map[catalogKey]*dated[*shortfall]
	// changed are the real paths of the files with changed contents, in order. A snapshot knows a prefix of
	// them.
	changed []string
}

type catalogKey struct{ agent, vantage, settings string } // settings as in [effect]

type standpointKey struct{ dir, settings string }

func newMemo() *memo {
	return &memo{
		places:      make(map[string]place),
		standpoints: make(map[standpointKey]*standpoint),
		files:       make(map[string][]string),
		catalogs:    make(map[catalogKey]*dated[*skills.Catalog]),
		sightings:   make(map[catalogKey]*dated[*sighting]),
		neighbours:  make(map[string]*dated[*neighbourhood]),
		bundles:     make(map[string]*dated[*bundle]),
		called:      make(map[string]*dated[map[string]bool]),
		listings:    make(map[listingKey]*dated[listing]),
		shortfalls:  make(map[catalogKey]*dated[*shortfall]),
	}
}

// takes reports whether a catalog takes the file at a path as a skill because of its location, or may do so
// because the catalog is being built; see [skills.Catalog.Takes].
func (m *memo) takes(path string) bool {
	m.mu.Lock()
	catalogs := slices.Collect(maps.Values(m.catalogs))
	m.mu.Unlock()
	return slices.ContainsFunc(catalogs, func(d *dated[*skills.Catalog]) bool {
		if !d.mu.TryLock() {
			return true
		}
		defer d.mu.Unlock()
		return d.made && d.value.Takes(path)
	})
}

// note records changes of contents for a snapshot that knows the first asOf changes. It returns the memo to
// use from now on and the number of changes in it. That memo is a new one if another snapshot has recorded a
// change that this one does not share, or if there are too many changes.
func (m *memo) note(asOf int, paths ...string) (*memo, int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.changed) != asOf || asOf > maxNoted {
		return newMemo(), 0
	}
	m.changed = append(m.changed, paths...)
	return m, len(m.changed)
}

// maxNoted bounds the number of changes in a memo. Beyond it, a new memo is used, and its values are computed
// again.
const maxNoted = 1 << 16

// between returns the changes after the first from, up to the first to, each path once.
func (m *memo) between(from, to int) []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	var paths []string
	seen := make(map[string]bool)
	for _, path := range m.changed[from:to] {
		if !seen[path] {
			seen[path] = true
			paths = append(paths, path)
		}
	}
	return paths
}

// forgetFiles drops what is cached about the files that belong to skills.
func (m *memo) forgetFiles() {
	m.mu.Lock()
	defer m.mu.Unlock()
	clear(m.files)
	clear(m.bundles)
	clear(m.called)
	clear(m.listings)
}

// A dated value is valid as of a number of changes.
type dated[T any] struct {
	mu    sync.Mutex // held while the value is built, so that it is built once
	made  bool
	asOf  int
	value T
}

// recall returns the value for a snapshot that knows the first asOf changes: the cached value, updated by
// renew, or a new one from build. For a snapshot that is older than the cached value, it calls build and does
// not cache the result.
func recall[T any](m *memo, d *dated[T], asOf int, build func() T, renew func(value T, changed []string) T) T {
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case !d.made:
		d.value, d.asOf, d.made = build(), asOf, true
	case d.asOf > asOf:
		return build()
	case d.asOf < asOf:
		d.value, d.asOf = renew(d.value, m.between(d.asOf, asOf)), asOf
	}
	return d.value
}

// entry returns the value of a key in one of the memo's maps. It adds a value that is not built yet if the
// key is missing.
func entry[K comparable, T any](m *memo, in map[K]*dated[T], key K) *dated[T] {
	m.mu.Lock()
	defer m.mu.Unlock()
	d := in[key]
	if d == nil {
		d = new(dated[T])
		in[key] = d
	}
	return d
}
