package vfs

import (
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
)

// Forget drops all answers about the names, about everything below them, and about the directories above them
// that may be new. It also drops the answers about names that lead to the same files through links. The next
// call about a dropped name calls the base again. A name may be that of a file or a directory, and need not
// exist. Without names Forget drops everything.
func (c *Cached) Forget(names ...string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.generation++
	if len(names) == 0 {
		c.forgetAll()
		return
	}
	f := &forgetCall{done: make(map[string]bool), resolved: make(map[string]string)}
	for _, name := range names {
		c.forget(filepath.Clean(name), f)
	}
}

// A forgetCall is the state of one call of [Cached.Forget].
type forgetCall struct {
	done     map[string]bool   // names that were forgotten
	resolved map[string]string // targets of links, with the links on the way resolved
}

func (c *Cached) forgetAll() {
	c.root = new(cachedNode)
	clear(c.links)
}

// DropHistory makes [Cached.Peek] ignore the listings that were forgotten before. The caller calls it after
// it has recomputed everything that depended on them.
func (c *Cached) DropHistory() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.epoch++
}

// Peek returns the type of the file that a name leads to, and whether the file exists. It does not call the
// base. It returns false for known if the cache has neither an answer about the name nor a listing of its
// directory.
//
// A name that is missing in a listing does not exist for Peek, even if a later answer found it. That includes
// the listings that were forgotten since the last call of [Cached.DropHistory].
func (c *Cached) Peek(name string) (mode fs.FileMode, exists, known bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	name = filepath.Clean(name)
	for at := name; filepath.Dir(at) != at; at = filepath.Dir(at) {
		if c.isUnlisted(at) {
			return 0, false, true
		}
	}
	if node := c.find(name); node != nil && node.stat != nil {
		if !node.stat.isGood() {
			return 0, false, true
		}
		return node.stat.value.Mode().Type(), true, true
	}
	if node := c.find(filepath.Dir(name)); node != nil && node.entries.isGood() {
		if entry, ok := entryNamed(node.entries.value, filepath.Base(name)); ok {
			mode = entry.Type()
			return mode, true, mode&fs.ModeSymlink == 0
		}
	}
	return 0, false, false
}

// isUnlisted reports whether a clean name, in this spelling, is missing in the current listing of its
// directory or in one that was forgotten in this epoch. The caller holds mu.
func (c *Cached) isUnlisted(name string) bool {
	node := c.find(filepath.Dir(name))
	switch {
	case node == nil:
		return false
	case node.entries.isMissing():
		return true
	case node.alwaysListed != nil && node.alwaysListedEpoch == c.epoch:
		if _, ok := entryNamed(node.alwaysListed, filepath.Base(name)); !ok {
			return true
		}
	}
	if !node.entries.isGood() {
		return false
	}
	_, ok := entryNamed(node.entries.value, filepath.Base(name))
	return !ok
}

// forgetEntries drops the listing of a directory and updates alwaysListed. The caller holds mu.
func (c *Cached) forgetEntries(n *cachedNode) {
	if n.entries.isGood() {
		switch listed := n.entries.value; {
		case n.alwaysListed == nil || n.alwaysListedEpoch != c.epoch:
			n.alwaysListed, n.alwaysListedEpoch = listed, c.epoch
		default:
			n.alwaysListed = slices.DeleteFunc(slices.Clone(n.alwaysListed), func(e fs.DirEntry) bool {
				_, ok := entryNamed(listed, e.Name())
				return !ok
			})
		}
	}
	n.entries = nil
}

// forget drops a name, and the names that lead to it through links. The caller holds mu.
func (c *Cached) forget(name string, f *forgetCall) {
	if f.done[name] {
		return
	}
	f.done[name] = true
	parent := filepath.Dir(name)
	if parent == name {
		c.forgetAll()
		return
	}
	if above := c.highestNewDir(parent); above != "" {
		c.forget(above, f)
	}
	c.drop(name)
	isSkill := strings.EqualFold(filepath.Base(name), skillFile)
	for link, target := range c.links {
		if isSkill && Within(parent, link) {
			c.forget(link, f) // the link may now be in a skill directory, or no longer be in one
		}
		resolved, ok := f.resolved[target]
		if !ok {
			resolved = c.followLinks(target)
			f.resolved[target] = resolved
		}
		for _, path := range slices.Compact([]string{target, resolved}) {
			if rest, ok := cutAnySpelling(name, path); ok && rest != "" {
				c.dropThroughLink(link, rest)
			} else if _, ok := cutAnySpelling(path, name); ok {
				c.forget(link, f)
			}
		}
		if _, ok := cutAnySpelling(link, name); ok {
			delete(c.links, link)
		}
	}
}

// dropThroughLink drops the name link/rest, where rest is a path below the link's target. It does not look
// for further links that lead to this name: forget resolves every link to its final target, and c.links has
// each link under every name that was asked for. The caller holds mu.
func (c *Cached) dropThroughLink(link, rest string) {
	name := filepath.Join(link, rest)
	if above := c.highestNewDir(filepath.Dir(name)); above != "" && Within(link, above) {
		c.drop(above)
	}
	c.drop(name)
}

// drop drops the answers about a name and everything below it, and the listing and file info of its
// directory. The caller holds mu.
func (c *Cached) drop(name string) {
	for _, node := range c.findAll(filepath.Dir(name)) {
		c.forgetEntries(node)
		node.stat, node.lstat = nil, nil // a directory's modification time changes with its entries
		node.dropChild(filepath.Base(name))
	}
}

// followLinks resolves the links in a clean path that the cache knows. If links form a cycle, the result
// still goes through some of them. The caller holds mu.
func (c *Cached) followLinks(path string) string {
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

// highestNewDir returns the highest directory, from dir upward, that may be new, or "". A directory may be
// new if an answer or a listing of its parent says that it does not exist, even if a later answer found it.
// If no answer says that dir exists, dir may be new too. The caller holds mu.
func (c *Cached) highestNewDir(dir string) (above string) {
	if !slices.ContainsFunc(c.findAll(dir), (*cachedNode).exists) && filepath.Dir(dir) != dir {
		above = dir
	}
	for ; filepath.Dir(dir) != dir; dir = filepath.Dir(dir) {
		if c.isUnlisted(dir) || c.wasMissing(dir) {
			above = dir
		}
	}
	return above
}

// wasMissing reports whether an answer says that a clean name does not exist. If the cache has no node for
// this spelling, answers about other spellings count. If it has one, wasMissing drops the other spellings
// that do not exist: on most file systems they are different names. The caller holds mu.
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
