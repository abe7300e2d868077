package skills

import (
	"io/fs"
	"path/filepath"
	"sync"
	"time"
)

// A judgement is the part of a verdict that is worth keeping. It holds on to no source.
type judgement struct {
	accepted          bool
	endsScan          bool
	name, description string
	message           string
	Exposure
}

// A Cache remembers what runtimes made of files, so that a file whose size and modification time have not changed is not
// read again. It serves any number of runtimes, vantages and goroutines; a nil *Cache remembers nothing.
//
// A file that was changed less than two seconds before it was looked at is not remembered, since a later change could leave
// its time as it is. So a file system with coarse times is safe, and a buffer that is being edited is always read.
type Cache struct {
	mu      sync.RWMutex
	entries map[string]map[cacheKey]cacheEntry // by the file's real path; guarded by mu, as is count
	count   int
}

// maxCached bounds a cache; one that is full starts anew.
const maxCached = 1 << 17

// settled is how old a change must be to be trusted: two seconds are the precision of FAT.
const settled = 2 * time.Second

type cacheKey struct{ runtime, path string }

type cacheEntry struct {
	judgement
	modTime time.Time
	size    int64
}

// NewCache returns an empty cache.
func NewCache() *Cache { return &Cache{entries: make(map[string]map[cacheKey]cacheEntry)} }

// Learn remembers the runtimes' verdicts on the file at a real path, which whoever has just parsed it has at hand. The
// description is that of before the reading. A runtime must have Accept.
func (c *Cache) Learn(real string, info fs.FileInfo, doc *Document, runtimes ...*Runtime) {
	for _, rt := range runtimes {
		f := File{Path: real, Source: doc.Source, Frontmatter: &doc.Frontmatter}
		c.store(rt.ID, SkillFile{Path: real, Real: real}, info, judgementOf(rt.Accept(f)))
	}
}

func (c *Cache) lookup(runtime string, file SkillFile, info fs.FileInfo) (judgement, bool) {
	if c == nil {
		return judgement{}, false
	}
	c.mu.RLock()
	defer c.mu.RUnlock()
	e, ok := c.entries[file.Real][cacheKey{runtime, file.Path}]
	return e.judgement, ok && e.size == info.Size() && e.modTime.Equal(info.ModTime())
}

func (c *Cache) store(runtime string, file SkillFile, info fs.FileInfo, j judgement) {
	if c == nil || info.ModTime().IsZero() || time.Since(info.ModTime()) < settled {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.count >= maxCached {
		clear(c.entries)
		c.count = 0
	}
	known := c.entries[file.Real]
	if known == nil {
		known = make(map[cacheKey]cacheEntry)
		c.entries[file.Real] = known
	}
	before := len(known)
	known[cacheKey{runtime, file.Path}] = cacheEntry{j, info.ModTime(), info.Size()}
	c.count += len(known) - before
}

// Forget drops what is known of the files at the real paths. Time and size alone do not tell one file from another that was moved
// to its place.
func (c *Cache) Forget(real ...string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, path := range real {
		c.count -= len(c.entries[path])
		delete(c.entries, path)
	}
}

// ForgetBelow drops what is known of the files below the real directories.
func (c *Cache) ForgetBelow(dirs ...string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	gone := make(map[string]bool, len(dirs))
	for _, dir := range dirs {
		gone[dir] = true
	}
	for path, known := range c.entries {
		for dir, at := filepath.Dir(path), path; dir != at; dir, at = filepath.Dir(dir), dir {
			if gone[dir] {
				c.count -= len(known)
				delete(c.entries, path)
				break
			}
		}
	}
}
