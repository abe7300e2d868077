package workspace

import (
	"maps"
	"slices"
	"sync"

	"skills-ls/skills"
)

// A memo caches what the surroundings of files are. All snapshots between which no file came or went share one.
// It records edits and other changes of contents, and a value that depends on contents is updated when it is next
// asked for.
type memo struct {
	places      cache[string, place] // by directory
	standpoints cache[standpointKey, *Standpoint]

	mu    sync.Mutex
	dated map[any]any // a *dated value of the type that belongs to the key's type; guarded by mu, as is changed
	// changed are the real paths of the files with changed contents, in order. A snapshot knows a prefix of
	// them.
	changed []string
}

// A CatalogKey is the key of a catalog.
type CatalogKey struct{ agent, vantage, settings string } // settings is the discoveryKey of an effect

type standpointKey struct{ dir, settings string }

// A filesKey is the key of a value that rests on which files skills have. [memo.forgetFiles] forgets such values.
type filesKey interface{ RestsOnFiles() }

func newMemo() *memo { return &memo{dated: make(map[any]any)} }

// takes reports whether a catalog takes the file at a path as a skill because of its location, or may do so
// because the catalog is being built; see [skills.Catalog.Takes].
func (m *memo) takes(path string) bool {
	var catalogs []*dated[*skills.Catalog]
	m.mu.Lock()
	for _, value := range m.dated {
		if catalog, ok := value.(*dated[*skills.Catalog]); ok {
			catalogs = append(catalogs, catalog)
		}
	}
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
	maps.DeleteFunc(m.dated, func(key, _ any) bool {
		_, ok := key.(filesKey)
		return ok
	})
}

// A dated value is valid as of a number of changes.
type dated[T any] struct {
	mu    sync.Mutex // held while the value is built, so that it is built once
	made  bool
	asOf  int
	value T
}

// Recall returns the value of a key for the snapshot: the cached value, updated by renew with the real paths of
// the files whose contents have changed since, or a new one from build. For a snapshot that is older than the
// cached value, it calls build and does not cache the result. Keys of one type have values of one type.
func Recall[K comparable, T any](s *Snapshot, key K, build func() T, renew func(value T, changed []string) T) T {
	d := entry[T](s.memo, key)
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case !d.made:
		d.value, d.asOf, d.made = build(), s.asOf, true
	case d.asOf > s.asOf:
		return build()
	case d.asOf < s.asOf:
		d.value, d.asOf = renew(d.value, s.memo.between(d.asOf, s.asOf)), s.asOf
	}
	return d.value
}

// entry returns the value of a key. It adds a value that is not built yet if the key is missing.
func entry[T any](m *memo, key any) *dated[T] {
	m.mu.Lock()
	defer m.mu.Unlock()
	d, ok := m.dated[key].(*dated[T])
	if !ok {
		d = new(dated[T])
		m.dated[key] = d
	}
	return d
}
