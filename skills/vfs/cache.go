package vfs

import (
	"errors"
	"io/fs"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
)

// A Cached file system remembers the names, directories and links of another one until [Cached.Forget] is
// called for them. It does not remember the contents of files. It is safe for concurrent use.
//
// The caller must report every change to Forget: from an editor that watches files, from a watcher of its
// own, or by forgetting everything before each use that must be exact.
type Cached struct {
	base FS

	mu   sync.Mutex
	root *cachedNode // of the tree of all names; guarded by mu, as is all below it
	// links are the symbolic links met so far, with their targets. What Forget learns about a real path
	// applies to every name that leads to it.
	links map[string]string
	// linked says that a symbolic link was ever met.
	linked bool
	// turn counts the calls of Forget, and those of Confine that change something. What the base said before
	// one is not remembered after it.
	turn int64
	// renewed counts the calls of Renewed.
	renewed int64
	// confinement is nil before the first call of Confine.
	confinement *Confinement
	// named are the real paths of the confinement's directories as of namedTurn.
	named     map[string]string
	namedTurn int64
}

// A cachedNode is what is known about one name.
type cachedNode struct {
	children map[string]*cachedNode // by the next element of the path
	// spellings are the keys of children by what all spellings of a name have in common, see anySpelling.
	// They are nil until somebody asks.
	spellings map[string][]string

	entries *answer[[]fs.DirEntry]
	// past is what all listings had that were forgotten since the given call of Renewed; nil where there was
	// none.
	past         []fs.DirEntry
	pastOf       int64
	info, linked *answer[fs.FileInfo] // of Stat and Lstat
	real         *answer[string]
}

// An answer is what the base returned.
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

// Base returns the file system below the cache, for callers that need its current answer.
func (c *Cached) Base() FS { return c.base }

// Linked reports whether the cache ever met a symbolic link, even if it has forgotten it.
func (c *Cached) Linked() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.linked
}

// anySpelling returns what all spellings of a name have in common that some file system treats as one. Forget
// forgets all of them together. Questions keep them apart, because most file systems do.
func anySpelling(name string) string { return (FoldsCase | FoldsMarks).Key(name) }

// cutAnySpelling is [CutDir] without regard to case and to the composition of marks.
func cutAnySpelling(path, dir string) (rest string, ok bool) {
	return NativePaths().CutDir(path, dir, FoldsCase|FoldsMarks)
}

// exists reports whether there is known to be something of the name.
func (n *cachedNode) exists() bool {
	return n != nil && (n.real.isGood() || n.entries.isGood() || n.linked.isGood() || n.info.isGood())
}

// wasMissing reports whether some answer says that there is nothing of the name. Another may say that there
// is, if it came since.
func (n *cachedNode) wasMissing() bool {
	return n != nil && (n.real.isMissing() || n.entries.isMissing() || n.linked.isMissing() || n.info.isMissing())
}

// find returns the node of a clean name, nil where nothing is known of it. The caller holds mu.
func (c *Cached) find(name string) *cachedNode {
	node := c.root
	for part := range parts(name) {
		if node = node.children[part]; node == nil {
			return nil
		}
	}
	return node
}

// aboveMissing returns the nearest directory above a clean name of which no real path is known to be missing;
// the name itself if none is. It takes one walk down the tree, while asking for each directory above takes
// one for each of them.
func (c *Cached) aboveMissing(name string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	node, end := c.root, 0 // end is the offset behind the directory that the node is of
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

// findAll returns the nodes of a clean name, however it is spelled. The caller holds mu.
func (c *Cached) findAll(name string) []*cachedNode {
	nodes := []*cachedNode{c.root}
	for part := range parts(name) {
		var next []*cachedNode
		for _, node := range nodes {
			for _, spelling := range node.spelled(part) {
				next = append(next, node.children[spelling])
			}
		}
		nodes = next
	}
	return nodes
}

// spelled returns the children's names that are spellings of the given one.
func (n *cachedNode) spelled(name string) []string {
	if n.spellings == nil {
		n.spellings = make(map[string][]string, len(n.children))
		for child := range n.children {
			n.note(child)
		}
	}
	return n.spellings[anySpelling(name)]
}

// note adds the name of a child to the known spellings.
func (n *cachedNode) note(child string) {
	key := anySpelling(child)
	n.spellings[key] = append(n.spellings[key], child)
}

// drop removes a child under all spellings of its name.
func (n *cachedNode) drop(name string) {
	for _, spelling := range n.spelled(name) {
		delete(n.children, spelling)
	}
	delete(n.spellings, anySpelling(name))
}

// make returns the node of a clean name. The caller holds mu.
func (c *Cached) make(name string) *cachedNode {
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
				node.note(part)
			}
		}
		node = next
	}
	return node
}

// parts yields the elements of a clean absolute path: the volume, if any, and the names.
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

// remembered answers from a place in the node of a name, or asks the base and keeps its answer there.
func remembered[T any](c *Cached, op, name string, place func(*cachedNode) **answer[T], ask func() (T, error)) (T, error) {
	name = filepath.Clean(name)
	if err := refuse(op, name); err != nil {
		var none T
		return none, err
	}
	c.mu.Lock()
	turn := c.turn
	if node := c.find(name); node != nil {
		if known := *place(node); known != nil {
			c.mu.Unlock()
			return known.value, known.err
		}
	}
	c.mu.Unlock()
	value, err := ask()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.turn == turn {
		*place(c.make(name)) = &answer[T]{value, err}
	}
	return value, err
}

func (c *Cached) ReadDir(name string) ([]fs.DirEntry, error) {
	return remembered(c, "readdir", name, func(n *cachedNode) **answer[[]fs.DirEntry] { return &n.entries }, func() ([]fs.DirEntry, error) {
		if err := c.reach(name); err != nil {
			return nil, err
		}
		return c.base.ReadDir(name)
	})
}

func (c *Cached) Stat(name string) (fs.FileInfo, error) {
	return remembered(c, "stat", name, func(n *cachedNode) **answer[fs.FileInfo] { return &n.info }, func() (fs.FileInfo, error) {
		info, err := c.Lstat(name)
		if err != nil || info.Mode()&fs.ModeSymlink == 0 {
			return info, err
		}
		if err := c.reach(name); err != nil {
			return nil, err
		}
		return c.base.Stat(name)
	})
}

func (c *Cached) Lstat(name string) (fs.FileInfo, error) {
	return remembered(c, "lstat", name, func(n *cachedNode) **answer[fs.FileInfo] { return &n.linked }, func() (fs.FileInfo, error) {
		if err := c.reach(filepath.Dir(name)); err != nil {
			return nil, err
		}
		return c.base.Lstat(name)
	})
}

func (c *Cached) RealPath(name string) (string, error) { return c.realPath(filepath.Clean(name), 0) }

// maxLinks is how many symbolic links are followed one after the other, as on Linux.
const maxLinks = 40

func (c *Cached) realPath(name string, links int) (string, error) {
	return remembered(c, "realpath", name, func(n *cachedNode) **answer[string] { return &n.real }, func() (string, error) { return c.resolve(name, links) })
}

// resolve finds the real path of a clean name from that of its directory, so that a thousand files of one
// directory cost a thousand looks and not a thousand times the depth.
func (c *Cached) resolve(name string, links int) (string, error) {
	parent := filepath.Dir(name)
	if parent == name || links > maxLinks {
		return c.base.RealPath(name)
	}
	dir, err := c.realPath(parent, links)
	if err != nil {
		return "", err
	}
	if runtime.GOOS == "windows" { // there a real path has the letter case of the directories
		return c.resolveAny(name, filepath.Join(dir, filepath.Base(name)))
	}
	place := filepath.Join(dir, filepath.Base(name))
	info, err := c.base.Lstat(place)
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
	c.links[name], c.linked = target, true
	c.mu.Unlock()
	if isSystem(target) {
		return "", &ConfinedError{Link: name, Target: target, reason: inSystem}
	}
	real, err := c.realPath(target, links+1)
	if err != nil {
		return "", err
	}
	if err := c.mayFollow(name, place, real); err != nil {
		return "", err
	}
	return real, nil
}

// resolveAny is resolve for systems on which only the real path tells whether there is a link at the place.
func (c *Cached) resolveAny(name, place string) (string, error) {
	real, err := c.base.RealPath(name)
	if err != nil {
		return "", err
	}
	if rest, ok := cutAnySpelling(real, place); ok && rest == "" {
		return real, nil
	}
	if err := c.mayFollow(name, place, real); err != nil {
		return "", err
	}
	return real, nil
}

func (c *Cached) ReadFile(name string) (string, error) {
	if err := c.reach(name); err != nil {
		return "", err
	}
	return c.base.ReadFile(name)
}

func (c *Cached) Readlink(name string) (string, error) {
	if err := c.reach(filepath.Dir(name)); err != nil {
		return "", err
	}
	return c.base.Readlink(name)
}

func (c *Cached) ReadIn(dir, rel string) (string, error) {
	if err := c.reach(dir); err != nil {
		return "", err
	}
	return c.base.ReadIn(dir, rel)
}
