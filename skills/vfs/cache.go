package vfs

import (
	"errors"
	"io/fs"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
)

// A Cached file system remembers what another file system, the base, returned about names, directories and
// links, until the caller passes the names to [Cached.Forget]. It does not remember the contents of files. It
// is safe for concurrent use.
//
// The caller must pass every change to Forget, as an editor or a file watcher reports it. A caller without
// such reports can drop everything before each use.
type Cached struct {
	base FS

	mu   sync.Mutex
	root *cachedNode // the tree of all names; guarded by mu, as are the fields below
	// links maps each symbolic link that the cache knows to its target. Forget uses it to find all names of a
	// changed file.
	links map[string]string
	// sawLink is true after the cache met a symbolic link. It is never reset.
	sawLink bool
	// generation counts the calls of Forget, and the calls of Confine that change something. The cache drops
	// an answer that the base began to compute in an earlier generation.
	generation int64
	// epoch counts the calls of DropHistory.
	epoch int64
	// confinement is nil before the first call of Confine.
	confinement *Confinement
	// realDirs maps the confinement's directories to their real paths, as of realDirsGeneration.
	realDirs           map[string]string
	realDirsGeneration int64
}

// A cachedNode has the answers about one name.
type cachedNode struct {
	children map[string]*cachedNode // by the next element of the path
	// spellings groups the keys of children by spellingKey. It is nil until first used.
	spellings map[string][]string

	entries *answer[[]fs.DirEntry]
	// alwaysListed has the entries that were in every listing forgotten during the epoch alwaysListedEpoch.
	// It is nil if no listing was forgotten.
	alwaysListed      []fs.DirEntry
	alwaysListedEpoch int64
	stat, lstat       *answer[fs.FileInfo]
	real              *answer[string]
}

// An answer is the result of one call of the base.
type answer[T any] struct {
	value T
	err   error
}

func (a *answer[T]) isGood() bool { return a != nil && a.err == nil }

func (a *answer[T]) isMissing() bool { return a != nil && errors.Is(a.err, fs.ErrNotExist) }

// NewCached returns an empty cache over base.
func NewCached(base FS) *Cached {
	return &Cached{base: base, root: new(cachedNode), links: make(map[string]string)}
}

// Base returns the file system below the cache. Its answers are always current.
func (c *Cached) Base() FS { return c.base }

// SawLink reports whether the cache ever met a symbolic link, even one that it has forgotten.
func (c *Cached) SawLink() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.sawLink
}

// spellingKey returns the same key for all spellings that some file system treats as one name. Forget drops
// the answers for all of them. Lookups keep them apart, because most file systems do.
func spellingKey(name string) string { return (FoldsCase | FoldsMarks).Key(name) }

// cutAnySpelling is [CutDir] but ignores case and how accents are encoded.
func cutAnySpelling(path, dir string) (rest string, ok bool) {
	return NativePaths().CutDir(path, dir, FoldsCase|FoldsMarks)
}

// exists reports whether an answer shows that the name exists.
func (n *cachedNode) exists() bool {
	return n != nil && (n.real.isGood() || n.entries.isGood() || n.lstat.isGood() || n.stat.isGood())
}

// wasMissing reports whether an answer shows that the name did not exist. A later answer may show that it
// does.
func (n *cachedNode) wasMissing() bool {
	return n != nil &&
		(n.real.isMissing() || n.entries.isMissing() || n.lstat.isMissing() || n.stat.isMissing())
}

// find returns the node of a clean name, or nil if the cache has none. The caller holds mu.
func (c *Cached) find(name string) *cachedNode {
	node := c.root
	for part := range parts(name) {
		if node = node.children[part]; node == nil {
			return nil
		}
	}
	return node
}

// lists reports whether the cache has a listing of the directory of a clean name, with the name in this spelling.
func (c *Cached) lists(name string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	node := c.find(Parent(name))
	if node == nil || !node.entries.isGood() {
		return false
	}
	_, ok := entryNamed(node.entries.value, filepath.Base(name))
	return ok
}

// aboveMissing returns the directory above the highest part of a clean name for which the cached real path is
// an error. If no part has such an error, it returns the name itself. It walks down the tree only once, and
// not once for each directory as calls of RealPath do.
func (c *Cached) aboveMissing(name string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	node, end := c.root, 0 // end is the offset in name after the node's path
	for part := range parts(name) {
		if node = node.children[part]; node == nil {
			break
		}
		start := end + strings.Index(name[end:], part)
		if node.real != nil && node.real.err != nil {
			return filepath.Clean(name[:start])
		}
		end = start + len(part)
	}
	return name
}

// findAll returns the nodes of all spellings of a clean name. The caller holds mu.
func (c *Cached) findAll(name string) []*cachedNode {
	nodes := []*cachedNode{c.root}
	for part := range parts(name) {
		var next []*cachedNode
		for _, node := range nodes {
			for _, spelling := range node.spellingsOf(part) {
				next = append(next, node.children[spelling])
			}
		}
		nodes = next
	}
	return nodes
}

// spellingsOf returns the names of the children that are spellings of the given name.
func (n *cachedNode) spellingsOf(name string) []string {
	if n.spellings == nil {
		n.spellings = make(map[string][]string, len(n.children))
		for child := range n.children {
			n.addSpelling(child)
		}
	}
	return n.spellings[spellingKey(name)]
}

// addSpelling adds the name of a child to n.spellings.
func (n *cachedNode) addSpelling(child string) {
	key := spellingKey(child)
	n.spellings[key] = append(n.spellings[key], child)
}

// dropChild removes the children whose names are spellings of the given name.
func (n *cachedNode) dropChild(name string) {
	for _, spelling := range n.spellingsOf(name) {
		delete(n.children, spelling)
	}
	delete(n.spellings, spellingKey(name))
}

// nodeAt returns the node of a clean name and creates it if necessary. The caller holds mu.
func (c *Cached) nodeAt(name string) *cachedNode {
	node := c.root
	for part := range parts(name) {
		next := node.children[part]
		if next == nil {
			next = new(cachedNode)
			if node.children == nil {
				node.children = make(map[string]*cachedNode)
			}
			node.children[part] = next
			if node.spellings != nil {
				node.addSpelling(part)
			}
		}
		node = next
	}
	return node
}

// parts yields the elements of a clean absolute path: the volume, if it has one, and the names.
func parts(path string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		volume := filepath.VolumeName(path)
		if volume != "" && !yield(volume) {
			return
		}
		rest := path[len(volume):]
		for rest != "" {
			var part string
			part, rest, _ = strings.Cut(rest, string(filepath.Separator))
			if part != "" && !yield(part) {
				return
			}
		}
	}
}

// memoize returns the answer in a field of a name's node. If the field is nil, it calls ask with the clean name and
// stores the result in that field.
func memoize[T any](
	c *Cached, op, name string, field func(*cachedNode) **answer[T], ask func(name string) (T, error),
) (T, error) {
	name = filepath.Clean(name)
	if err := checkPath(op, name); err != nil {
		var zero T
		return zero, err
	}
	c.mu.Lock()
	generation := c.generation
	if node := c.find(name); node != nil {
		if known := *field(node); known != nil {
			c.mu.Unlock()
			return known.value, known.err
		}
	}
	c.mu.Unlock()
	value, err := ask(name)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.generation == generation {
		*field(c.nodeAt(name)) = &answer[T]{value, err}
	}
	return value, err
}

func (c *Cached) ReadDir(name string) ([]fs.DirEntry, error) {
	entries := func(n *cachedNode) **answer[[]fs.DirEntry] { return &n.entries }
	return memoize(c, "readdir", name, entries, func(name string) ([]fs.DirEntry, error) {
		if err := c.checkLinks(name); err != nil {
			return nil, err
		}
		return c.base.ReadDir(name)
	})
}

func (c *Cached) Stat(name string) (fs.FileInfo, error) {
	stat := func(n *cachedNode) **answer[fs.FileInfo] { return &n.stat }
	return memoize(c, "stat", name, stat, func(name string) (fs.FileInfo, error) {
		info, err := c.Lstat(name)
		if err != nil || info.Mode()&fs.ModeSymlink == 0 {
			return info, err
		}
		if err := c.checkLinks(name); err != nil {
			return nil, err
		}
		return c.base.Stat(name)
	})
}

func (c *Cached) Lstat(name string) (fs.FileInfo, error) {
	lstat := func(n *cachedNode) **answer[fs.FileInfo] { return &n.lstat }
	return memoize(c, "lstat", name, lstat, func(name string) (fs.FileInfo, error) {
		if err := c.checkLinks(filepath.Dir(name)); err != nil {
			return nil, err
		}
		return c.base.Lstat(name)
	})
}

func (c *Cached) RealPath(name string) (string, error) { return c.realPath(name, 0) }

func (c *Cached) realPath(name string, links int) (string, error) {
	real := func(n *cachedNode) **answer[string] { return &n.real }
	return memoize(c, "realpath", name, real, func(name string) (string, error) { return c.resolve(name, links) })
}

// maxLinks is how many symbolic links a path may go through, as on Linux.
const maxLinks = 40

// resolve finds the real path of a clean name. It starts from the real path of the directory, which is
// usually in the cache. A file then costs one call of the base, however deep its directory is. A listing of the
// directory is no substitute: some file systems list links as files, and Forget is not called for a file that becomes
// a link while no document refers to it.
func (c *Cached) resolve(name string, links int) (string, error) {
	parent := Parent(name)
	if parent == name || links > maxLinks {
		return c.base.RealPath(name)
	}
	dir, err := c.realPath(parent, links)
	if err != nil {
		return "", err
	}
	place := Child(dir, filepath.Base(name))
	if runtime.GOOS == "windows" { // real paths are spelled as in the directories
		return c.resolveByRealPath(name, place)
	}
	info, err := c.lstatOf(name, place)
	if err != nil {
		return "", err
	}
	if info.Mode()&fs.ModeSymlink == 0 {
		return place, nil
	}
	target, err := c.base.Readlink(place)
	if err != nil {
		return "", err
	}
	if !filepath.IsAbs(target) {
		target = filepath.Join(dir, target)
	}
	target = filepath.Clean(target)
	c.mu.Lock()
	c.links[name], c.sawLink = target, true
	c.mu.Unlock()
	if isSystem(target) {
		return "", &ConfinedError{Link: name, Target: target, reason: inSystem}
	}
	real, err := c.realPath(target, links+1)
	if err != nil {
		return "", err
	}
	if err := c.checkLink(name, place, real); err != nil {
		return "", err
	}
	return real, nil
}

// lstatOf returns the file info of a place, which is the path of a name in its real directory. It uses the cached answer
// of Lstat only if the place is the name itself, because Forget for the name drops no answers about another path.
func (c *Cached) lstatOf(name, place string) (fs.FileInfo, error) {
	c.mu.Lock()
	var known *answer[fs.FileInfo]
	if node := c.find(name); node != nil && name == place {
		known = node.lstat
	}
	c.mu.Unlock()
	if known != nil {
		return known.value, known.err
	}
	return c.base.Lstat(place)
}

// resolveByRealPath is resolve for Windows. The name is a link if its real path is not the given place in its
// real directory.
func (c *Cached) resolveByRealPath(name, place string) (string, error) {
	real, err := c.base.RealPath(name)
	if err != nil {
		return "", err
	}
	if rest, ok := cutAnySpelling(real, place); ok && rest == "" {
		return real, nil
	}
	if err := c.checkLink(name, place, real); err != nil {
		return "", err
	}
	return real, nil
}

func (c *Cached) ReadFile(name string) (string, error) {
	_, _ = c.Stat(name) // for Changed, which compares the time and the size, and for checkLinks
	if err := c.checkLinks(name); err != nil {
		return "", err
	}
	return c.base.ReadFile(name)
}

func (c *Cached) Readlink(name string) (string, error) {
	if err := c.checkLinks(filepath.Dir(name)); err != nil {
		return "", err
	}
	return c.base.Readlink(name)
}
