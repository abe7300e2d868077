package workspace

import (
	"io/fs"
	"sync"

	"skills-ls/skills"
	"skills-ls/skills/vfs"
)

// documents caches parsed files that are not open. Every use checks the file's time and size. It is safe for
// concurrent use.
type documents struct {
	mu    sync.Mutex
	docs  map[string]*parsedFile // guarded by mu
	bytes int                    // of their sources; guarded by mu
}

type parsedFile struct {
	Doc  *skills.Document
	info fs.FileInfo // from before the file was read
}

// maxDocuments limits the size of the cached files in bytes. Beyond it, all files are dropped: those that are still in
// use are soon cached again. Many agents read the same files one after the other: with 2 MB, compat of a skill among
// 1,000 of 10 KB takes twice as long.
const maxDocuments = 12 << 20

func newDocuments() *documents { return &documents{docs: make(map[string]*parsedFile)} }

// Get returns the file at a path, from the cache if it has not changed. The error is the file system's.
func (c *documents) Get(fsys vfs.FS, path string) (*parsedFile, error) {
	info, err := fsys.Stat(path)
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	known := c.docs[path]
	c.mu.Unlock()
	if known != nil && known.info.ModTime().Equal(info.ModTime()) && known.info.Size() == info.Size() {
		return known, nil
	}
	text, err := fsys.ReadFile(path)
	if err != nil {
		return nil, err
	}
	read := &parsedFile{skills.Parse(text), info}
	c.keep(path, read)
	return read, nil
}

// keep caches a file.
func (c *documents) keep(path string, read *parsedFile) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.drop(path)
	if c.bytes+len(read.Doc.Source) > maxDocuments {
		clear(c.docs)
		c.bytes = 0
	}
	c.docs[path] = read
	c.bytes += len(read.Doc.Source)
}

// Clear drops all documents.
func (c *documents) Clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	clear(c.docs)
	c.bytes = 0
}

// drop removes a document. The caller holds mu.
func (c *documents) drop(path string) {
	if old := c.docs[path]; old != nil {
		c.bytes -= len(old.Doc.Source)
		delete(c.docs, path)
	}
}

// Forget drops the documents at the given paths and below them.
func (c *documents) Forget(paths ...string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for path := range c.docs {
		for _, gone := range paths {
			if vfs.Within(gone, path) {
				c.drop(path)
				break
			}
		}
	}
}
