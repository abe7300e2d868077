package skills

import (
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
)

// Forget makes the file system ask anew for the names, for everything below them, and for the directories that they lie in, which
// may have come with them. A name may be that of a file or of a directory, existing or not; names that lead to the same place by
// links are found.
// Without names everything is forgotten.
func (c *Cached) Forget(names ...string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.turn++
	if len(names) == 0 {
		c.forgetAll()
		return
	}
	done := make(map[string]bool)
	for _, name := range names {
		c.forget(filepath.Clean(name), done)
	}
}

func (c *Cached) forgetAll() {
	c.root = new(cachedNode)
	clear(c.links)
}

// Renewed says that nothing rests any longer on what was answered and forgotten so far; see [Cached.Remembered].
func (c *Cached) Renewed() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.renewed++
}

// Remembered returns the type of what a name leads to, and whether there is anything, without asking for it. What is missing in a
// listing counts as missing, even if it has been seen since: in one that is remembered, or in one that was forgotten after the
// last call of [Cached.Renewed]. It returns false for known where neither an answer about the name nor a listing says anything.
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

// unlisted reports whether a listing of its directory is known, or was, in which a clean name is missing, as it is spelled. The
// caller holds mu.
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

// forget drops a name and its aliases. The caller holds mu.
func (c *Cached) forget(name string, done map[string]bool) {
	if done[name] {
		return
	}
	done[name] = true
	parent := filepath.Dir(name)
	if parent == name {
		c.forgetAll()
		return
	}
	if above := c.cameAlong(parent); above != "" {
		c.forget(above, done)
	}
	nodes := c.findAll(parent)
	for _, node := range nodes {
		c.forgetEntries(node)
		node.info, node.linked = nil, nil // a directory's time changes with its entries
		node.drop(filepath.Base(name))
	}
	isSkill := strings.EqualFold(filepath.Base(name), skillFile)
	for link, target := range c.links {
		if isSkill && Within(parent, link) {
			c.forget(link, done) // whether it leaves a skill directory may have changed
		}
		if rest, ok := cutAnySpelling(name, target); ok {
			c.forget(filepath.Join(link, rest), done)
		} else if _, ok := cutAnySpelling(target, name); ok {
			c.forget(link, done)
		}
		if _, ok := cutAnySpelling(link, name); ok {
			delete(c.links, link)
		}
	}
}

// cameAlong returns the uppermost of a directory and those above it that may have come together with what lies in it, and is
// missing in the listing of its own directory: something is known by which it was not there, whatever has been asked since.
// Empty means none. The caller holds mu.
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

// wasMissing reports whether some answer says that there is nothing of a clean name. Where nothing is known of the name as it is
// spelled, answers about others count; else these are forgotten, since most file systems tell them apart. The caller holds mu.
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
