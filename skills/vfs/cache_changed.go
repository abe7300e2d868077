package vfs

import (
	"errors"
	"io/fs"
	"path/filepath"
	"runtime"
	"slices"
)

// Changed asks the base again for every answer in the cache and returns the names whose answers differ, sorted.
// Of a directory it returns the entries that came, went or changed their type. The modification time of a
// directory counts for nothing. Changed drops no answer: the caller passes the names to [Cached.Forget].
//
// A caller that begins to receive the reports of a file watcher learns from it what changed before.
func (c *Cached) Changed() []string {
	root := "/"
	if runtime.GOOS == "windows" {
		root = "" // the nodes below it are volumes
	}
	now := NewCached(c.base)
	known := make(map[string]cachedNode)
	c.mu.Lock()
	c.generation++ // the cache drops the answers that the base is computing, because they may be out of date
	now.confinement = c.confinement
	c.root.each(root, func(name string, n cachedNode) { known[name] = n })
	c.mu.Unlock()
	var names []string
	for name, n := range known {
		names = append(names, n.changed(name, now)...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// each calls visit with the name and a copy of every node below n that has answers. prefix is the name of n and
// a separator.
func (n *cachedNode) each(prefix string, visit func(name string, n cachedNode)) {
	for part, child := range n.children {
		name := prefix + part
		below := name + string(filepath.Separator)
		if name == filepath.VolumeName(name) {
			name = below
		}
		if child.entries != nil || child.stat != nil || child.lstat != nil || child.real != nil {
			visit(name, *child)
		}
		child.each(below, visit)
	}
}

// changed returns the name, or those of its entries, for which another file system answers differently.
func (n *cachedNode) changed(name string, now FS) (names []string) {
	if differs(n.lstat, name, now.Lstat, sameInfo) || differs(n.stat, name, now.Stat, sameInfo) ||
		differs(n.real, name, now.RealPath, func(a, b string) bool { return a == b }) {
		return []string{name}
	}
	if n.entries == nil {
		return nil
	}
	entries, err := now.ReadDir(name)
	if (err == nil) != (n.entries.err == nil) {
		return []string{name}
	}
	for _, entry := range changedEntries(n.entries.value, entries) {
		names = append(names, filepath.Join(name, entry))
	}
	return names
}

// differs reports whether ask returns another answer about a name than the known one, if there is any. Of
// errors, only those about links that are not followed are compared.
func differs[T any](known *answer[T], name string, ask func(string) (T, error), same func(a, b T) bool) bool {
	if known == nil {
		return false
	}
	value, err := ask(name)
	if known.err == nil && err == nil {
		return !same(known.value, value)
	}
	var before, after *ConfinedError
	if errors.As(known.err, &before) && errors.As(err, &after) {
		return *before != *after
	}
	return (known.err == nil) != (err == nil)
}

func sameInfo(a, b fs.FileInfo) bool {
	return a.Mode() == b.Mode() && (a.IsDir() || a.Size() == b.Size() && a.ModTime().Equal(b.ModTime()))
}

// changedEntries returns the names of the entries that only one of two listings has, or that have another type.
func changedEntries(before, after []fs.DirEntry) (names []string) {
	types := make(map[string]fs.FileMode, len(before))
	for _, e := range before {
		types[e.Name()] = e.Type()
	}
	for _, e := range after {
		if mode, ok := types[e.Name()]; !ok || mode != e.Type() {
			names = append(names, e.Name())
		}
		delete(types, e.Name())
	}
	for name := range types {
		names = append(names, name)
	}
	return names
}
