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
	var known []knownName
	c.mu.Lock()
	c.generation++ // the cache drops the answers that the base is computing, because they may be out of date
	c.root.each(root, func(name string, n cachedNode) { known = append(known, knownName{n, name, c.links[name] != ""}) })
	c.mu.Unlock()
	var names []string
	for _, k := range known {
		names = append(names, k.changed(c.base)...)
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

// A knownName is the answers about one name.
type knownName struct {
	cachedNode
	name    string
	wasLink bool // the cache resolved it as a symbolic link
}

// changed returns the name, or those of its entries, for which the base now answers differently.
func (k *knownName) changed(base FS) (names []string) {
	info, err := base.Lstat(k.name)
	isLink := err == nil && info.Mode()&fs.ModeSymlink != 0
	if infoDiffers(k.lstat, info, err) || k.leadsElsewhere(base, isLink, err) {
		return []string{k.name}
	}
	if isLink && k.stat != nil {
		if info, err := base.Stat(k.name); infoDiffers(k.stat, info, err) {
			return []string{k.name}
		}
	}
	if k.entries == nil || isConfined(k.entries.err) {
		return nil
	}
	entries, err := base.ReadDir(k.name)
	if (err == nil) != (k.entries.err == nil) {
		return []string{k.name}
	}
	for _, entry := range changedEntries(k.entries.value, entries) {
		names = append(names, filepath.Join(k.name, entry))
	}
	return names
}

// leadsElsewhere reports whether the name has another real path now. isLink and err are from the base's Lstat.
func (k *knownName) leadsElsewhere(base FS, isLink bool, err error) bool {
	if k.real == nil {
		return false
	}
	want := k.real.value
	var confined *ConfinedError
	switch {
	case errors.As(k.real.err, &confined) && confined.Link != k.name:
		return false // a link above the name decides
	case confined != nil:
		want = confined.Target
	case k.real.err != nil && isLink:
		_, err = base.RealPath(k.name)
		return err == nil
	case k.real.err != nil || err != nil:
		return (k.real.err == nil) != (err == nil)
	}
	if !isLink {
		return k.wasLink
	}
	real, err := base.RealPath(k.name)
	return err != nil || real != want
}

func isConfined(err error) bool {
	var confined *ConfinedError
	return errors.As(err, &confined)
}

// infoDiffers reports whether the base's answer to Stat or Lstat differs from the cached one, if there is any.
func infoDiffers(known *answer[fs.FileInfo], info fs.FileInfo, err error) bool {
	switch {
	case known == nil || isConfined(known.err):
		return false
	case known.err != nil || err != nil:
		return (known.err == nil) != (err == nil)
	case known.value.Mode() != info.Mode():
		return true
	}
	return !info.IsDir() && (known.value.Size() != info.Size() || !known.value.ModTime().Equal(info.ModTime()))
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
