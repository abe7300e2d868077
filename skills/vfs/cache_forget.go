package vfs

import (
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
)

// Forget makes the file system ask anew for the names, for everything below them, and for the directories
// that they lie in, which may have come with them. A name may be that of a file or of a directory, existing
// or not; names that lead to the same place by links are found. Without names everything is forgotten.
func (c *Cached) Forget(names ...string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.turn++
	if len(names) == 0 {
		c.forgetAll()
		return
	}
	f := &forgetting{done: make(map[string]bool), followed: make(map[string]string)}
	for _, name := range names {
		c.forget(filepath.Clean(name), f)
	}
}

// A forgetting is one call of [Cached.Forget].
type forgetting struct {
	done     map[string]bool   // names
	followed map[string]string // the targets of links without the links that they go through
}

func (c *Cached) forgetAll() {
	c.root = new(cachedNode)
	clear(c.links)
}

// Renewed says that nothing rests any longer on what was answered and forgotten so far; see
// [Cached.Remembered].
func (c *Cached) Renewed() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.renewed++
}

// Remembered returns the type of what a name leads to, and whether there is anything, without asking for it.
// What is missing in a listing counts as missing, even if it has been seen since: in one that is remembered,
// or in one that was forgotten after the last call of [Cached.Renewed]. It returns false for known where
// neither an answer about the name nor a listing says anything.
func (c *Cached) Remembered(name string) (mode fs.FileMode, exists, known bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	name = filepath.Clean(name)
	for at := name; filepath.Dir(at) != at; at = filepath.Dir(at) {
		if c.unlisted(at) {
			return 0, false, true
		}
	}
	if node := c.find(name); node != nil && node.info != nil {
		if !node.info.isGood() {
			return 0, false, true
		}
		return node.info.value.Mode().Type(), true, true
	}
	if node := c.find(filepath.Dir(name)); node != nil && node.entries.isGood() {
		if i, ok := find(node.entries.value, filepath.Base(name)); ok {
			mode = node.entries.value[i].Type()
			return mode, true, mode&fs.ModeSymlink == 0
		}
	}
	return 0, false, false
}

// unlisted reports whether a listing of its directory is known, or was, in which a clean name is missing, as
// it is spelled. The caller holds mu.
func (c *Cached) unlisted(name string) bool {
	node := c.find(filepath.Dir(name))
	switch {
	case node == nil:
		return false
	case node.entries.isMissing():
		return true
	case node.past != nil && node.pastOf == c.renewed:
		if _, ok := find(node.past, filepath.Base(name)); !ok {
			return true
		}
	}
	if !node.entries.isGood() {
		return false
	}
	_, ok := find(node.entries.value, filepath.Base(name))
	return !ok
}

// find returns the place of a name in a listing.
func find(entries []fs.DirEntry, name string) (int, bool) {
	return slices.BinarySearchFunc(entries, name, func(e fs.DirEntry, name string) int { return strings.Compare(e.Name(), name) })
}

// forgetEntries forgets the listing of a directory. The caller holds mu.
func (c *Cached) forgetEntries(n *cachedNode) {
	if n.entries.isGood() {
		switch listed := n.entries.value; {
		case n.past == nil || n.pastOf != c.renewed:
			n.past, n.pastOf = listed, c.renewed
		default:
			n.past = slices.DeleteFunc(slices.Clone(n.past), func(e fs.DirEntry) bool {
				_, ok := find(listed, e.Name())
				return !ok
			})
		}
	}
	n.entries = nil
}

// forget drops a name and what is known of it by the names of links. The caller holds mu.
func (c *Cached) forget(name string, f *forgetting) {
	if f.done[name] {
		return
	}
	f.done[name] = true
	parent := filepath.Dir(name)
	if parent == name {
		c.forgetAll()
		return
	}
	if above := c.cameAlong(parent); above != "" {
		c.forget(above, f)
	}
	c.drop(name)
	isSkill := strings.EqualFold(filepath.Base(name), skillFile)
	for link, target := range c.links {
		if isSkill && Within(parent, link) {
			c.forget(link, f) // whether it leaves a skill directory may have changed
		}
		followed, ok := f.followed[target]
		if !ok {
			followed = c.followed(target)
			f.followed[target] = followed
		}
		for _, place := range slices.Compact([]string{target, followed}) {
			if rest, ok := cutAnySpelling(name, place); ok && rest != "" {
				c.forgetBehind(link, rest)
			} else if _, ok := cutAnySpelling(place, name); ok {
				c.forget(link, f)
			}
		}
		if _, ok := cutAnySpelling(link, name); ok {
			delete(c.links, link)
		}
	}
}

// forgetBehind drops the name that a link gives to what is at a path below its target. Names that other links
// give to that name need no look: each of these links is known by every name that was asked for, with where
// it leads in the end. The caller holds mu.
func (c *Cached) forgetBehind(link, rest string) {
	name := filepath.Join(link, rest)
	if above := c.cameAlong(filepath.Dir(name)); above != "" && Within(link, above) {
		c.drop(above)
	}
	c.drop(name)
}

// drop forgets a name, all below it, and what was said of the directory that it is in. The caller holds mu.
func (c *Cached) drop(name string) {
	for _, node := range c.findAll(filepath.Dir(name)) {
		c.forgetEntries(node)
		node.info, node.linked = nil, nil // a directory's time changes with its entries
		node.drop(filepath.Base(name))
	}
}

// followed returns a clean path without the links that are known. One that leads in a circle comes back with
// some of them. The caller holds mu.
func (c *Cached) followed(path string) string {
	for range maxLinks {
		link := path
		for c.links[link] == "" {
			above := filepath.Dir(link)
			if above == link {
				return path
			}
			link = above
		}
		path = filepath.Join(c.links[link], path[len(link):])
	}
	return path
}

// cameAlong returns the uppermost of a directory and those above it that may have come together with what
// lies in it, and is missing in the listing of its own directory: something is known by which it was not
// there, whatever has been asked since. Empty means none. The caller holds mu.
func (c *Cached) cameAlong(dir string) (above string) {
	if !slices.ContainsFunc(c.findAll(dir), (*cachedNode).exists) && filepath.Dir(dir) != dir {
		above = dir
	}
	for ; filepath.Dir(dir) != dir; dir = filepath.Dir(dir) {
		if c.unlisted(dir) || c.wasMissing(dir) {
			above = dir
		}
	}
	return above
}

// wasMissing reports whether some answer says that there is nothing of a clean name. Where nothing is known
// of the name as it is spelled, answers about others count; else these are forgotten, since most file systems
// tell them apart. The caller holds mu.
func (c *Cached) wasMissing(name string) (missing bool) {
	node := c.find(name)
	for _, n := range c.findAll(name) {
		switch {
		case !n.wasMissing():
		case n == node || node == nil:
			missing = true
		default:
			*n = cachedNode{}
		}
	}
	return missing
}
