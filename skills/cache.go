package skills

import (
	"io/fs"
	"path/filepath"
	"sync"
	"time"

	"skills-ls/skills/vfs"
)

// A Cache remembers what agents made of files, so that a file whose size and modification time have not changed is neither
// read nor judged again. It serves any number of agents, vantages and goroutines; a nil *Cache remembers nothing.
//
// A file that was changed less than two seconds before it was looked at is not remembered, since a later change could leave
// its time as it is. So a file system with coarse times is safe, and a buffer that is being edited is always read.
type Cache struct {
	// Read reads and parses a file, or has it at hand, for agents that judge it one after the other. It is set before the cache is
	// used; nil means that nothing is kept. The error is the file system's.
	Read func(fsys vfs.FS, path string) (*Document, error)

	mu      sync.Mutex
	entries map[string]map[cacheKey]cacheEntry // by the file's real path; guarded by mu, as are the sums
	count   int
	bytes   int // that the verdicts take
}

// maxCached and maxCachedBytes bound a cache; one that is full starts anew.
const (
	maxCached      = 1 << 17
	maxCachedBytes = 96 << 20
)

// settled is how old a change must be to be trusted: two seconds are the precision of FAT.
const settled = 2 * time.Second

// isSettled reports whether a later change of a file would be seen by its time.
func isSettled(info fs.FileInfo) bool {
	return !info.ModTime().IsZero() && time.Since(info.ModTime()) >= settled
}

type cacheKey struct {
	judging Judging
	path    string
}

type cacheEntry struct {
	verdict Verdict
	bytes   int
	modTime time.Time
	size    int64
}

// NewCache returns an empty cache.
func NewCache() *Cache { return &Cache{entries: make(map[string]map[cacheKey]cacheEntry)} }

// Verdict returns what an agent, which must have Accept, makes of a file: as remembered, or else of what the function reads, whose
// error it returns. The description is that of before the reading. The verdict is shared, and must not be changed.
func (c *Cache) Verdict(agent *Agent, file SkillFile, info fs.FileInfo, read func() (File, error)) (Verdict, error) {
	key := cacheKey{agent.Judging(), file.Path}
	if v, ok := c.lookup(file.Real, key, info); ok {
		return v, nil
	}
	f, err := read()
	if err != nil {
		return Verdict{}, err
	}
	v := agent.Accept(f)
	c.store(file.Real, key, info, v)
	return v, nil
}

// Learn remembers the agents' verdicts on the file at a real path, which whoever has just parsed it has at hand. The
// description is that of before the reading. An agent must have Accept.
func (c *Cache) Learn(real string, info fs.FileInfo, doc *Document, agents ...*Agent) {
	read := func() (File, error) { return File{Path: real, Source: doc.Source, Frontmatter: &doc.Frontmatter}, nil }
	for _, agent := range agents {
		_, _ = c.Verdict(agent, SkillFile{Path: real, Real: real}, info, read) // the function has no error
	}
}

func (c *Cache) lookup(real string, key cacheKey, info fs.FileInfo) (Verdict, bool) {
	if c == nil {
		return Verdict{}, false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.entries[real][key]
	return e.verdict, ok && e.size == info.Size() && e.modTime.Equal(info.ModTime())
}

func (c *Cache) store(real string, key cacheKey, info fs.FileInfo, v Verdict) {
	if c == nil || !isSettled(info) {
		return
	}
	clone, bytes, ok := v.clone(maxCachedBytes)
	if !ok {
		return
	}
	e := cacheEntry{clone, bytes, info.ModTime(), info.Size()}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.count >= maxCached || c.bytes+e.bytes > maxCachedBytes {
		clear(c.entries)
		c.count, c.bytes = 0, 0
	}
	known := c.entries[real]
	if known == nil {
		known = make(map[cacheKey]cacheEntry)
		c.entries[real] = known
	}
	before, had := known[key]
	if !had {
		c.count++
	}
	c.bytes += e.bytes - before.bytes
	known[key] = e
}

// Forget drops what is known of the files at the real paths. Time and size alone do not tell one file from another that was moved
// to its place.
func (c *Cache) Forget(real ...string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, path := range real {
		c.drop(path)
	}
}

// drop forgets the file at a real path. The caller holds mu.
func (c *Cache) drop(real string) {
	for _, e := range c.entries[real] {
		c.count--
		c.bytes -= e.bytes
	}
	delete(c.entries, real)
}

// ForgetBelow drops what is known of the files below the real directories.
func (c *Cache) ForgetBelow(dirs ...string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	gone := make(map[string]bool, len(dirs))
	for _, dir := range dirs {
		gone[dir] = true
	}
	for path := range c.entries {
		for dir, at := filepath.Dir(path), path; dir != at; dir, at = filepath.Dir(dir), dir {
			if gone[dir] {
				c.drop(path)
				break
			}
		}
	}
}
