package skills

import (
	"io/fs"
	"path/filepath"
	"sync"
	"time"

	"skills-ls/skills/vfs"
)

// A Cache keeps the verdicts of agents on files, so that a file whose size and modification time have not
// changed is neither read nor judged again. It is safe for concurrent use with any number of agents and
// vantages. A nil *Cache keeps nothing.
//
// The cache does not keep a verdict on a file that was changed less than two seconds before, since a later
// change might not change its time. So a file system with coarse times is safe, and a buffer that is being
// edited is always read.
type Cache struct {
	// Read reads and parses a file, or returns a document that is kept, for agents that judge the same file
	// one after another. Set it before the cache is used. Nil means that no documents are kept. The error is
	// that of the file system.
	Read func(fsys vfs.FS, path string) (*Document, error)

	mu      sync.Mutex
	entries map[string][]*cacheEntry // by real path, at most one for each key; guarded by mu, like bytes
	bytes   int                      // size of the verdicts
}

// maxCachedBytes limits a cache. A full cache is cleared.
const maxCachedBytes = 96 << 20

// settled is the minimum age of a change for its time to be trusted: FAT has a precision of two seconds.
const settled = 2 * time.Second

// isSettled reports whether a later change of a file would change its modification time.
func isSettled(info fs.FileInfo) bool {
	return !info.ModTime().IsZero() && time.Since(info.ModTime()) >= settled
}

type cacheKey struct {
	judging Judging
	path    string
}

type cacheEntry struct {
	cacheKey
	verdict Verdict
	bytes   int
	modTime time.Time
	size    int64
}

// NewCache returns an empty cache.
func NewCache() *Cache { return &Cache{entries: make(map[string][]*cacheEntry)} }

// Verdict returns the verdict of an agent on a file: the cached one, or one on the result of read, whose error it
// returns. info must be from before the read. The verdict is shared and must not be changed. A catalog keeps it, so it
// does not keep the source in memory, whether the cache has it or not.
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
	if c != nil {
		if clone, bytes, ok := v.clone(maxCachedBytes); ok {
			v = clone
			c.store(file.Real, key, info, v, bytes)
		}
	}
	return v, nil
}

// Learn adds the verdicts of agents on the file at a real path that the caller has
// just parsed. info must be from before the file was read.
func (c *Cache) Learn(real string, info fs.FileInfo, doc *Document, agents ...*Agent) {
	read := func() (File, error) { return File{Path: real, Source: doc.Source, Frontmatter: &doc.Frontmatter}, nil }
	for _, agent := range agents {
		_, _ = c.Verdict(agent, SkillFile{Path: real, Real: real}, info, read) // read returns no error
	}
}

func (c *Cache) lookup(real string, key cacheKey, info fs.FileInfo) (Verdict, bool) {
	if c == nil {
		return Verdict{}, false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, e := range c.entries[real] {
		if e.cacheKey == key {
			return e.verdict, e.size == info.Size() && e.modTime.Equal(info.ModTime())
		}
	}
	return Verdict{}, false
}

func (c *Cache) store(real string, key cacheKey, info fs.FileInfo, v Verdict, bytes int) {
	if !isSettled(info) {
		return
	}
	e := &cacheEntry{key, v, bytes, info.ModTime(), info.Size()}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.bytes+e.bytes > maxCachedBytes {
		clear(c.entries)
		c.bytes = 0
	}
	c.bytes += e.bytes
	known := c.entries[real]
	for i := range known {
		if known[i].cacheKey == key {
			c.bytes -= known[i].bytes
			known[i] = e
			return
		}
	}
	c.entries[real] = append(known, e)
}

// Forget removes the verdicts on the files at the real paths. Time and size alone do not distinguish a file
// from another one that was moved to its path.
func (c *Cache) Forget(real ...string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, path := range real {
		c.drop(path)
	}
}

// drop removes the verdicts on the file at a real path. The caller holds mu.
func (c *Cache) drop(real string) {
	for _, e := range c.entries[real] {
		c.bytes -= e.bytes
	}
	delete(c.entries, real)
}

// ForgetBelow removes the verdicts on the files below the real directories.
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
