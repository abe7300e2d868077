package agenttest

import (
	"io/fs"
	"strings"
	"sync"
	"testing"

	"skills-ls/skills/vfs"
)

// A guardedFS fails the test if a directory listing, which caches share, is changed after ReadDir returned
// it.
type guardedFS struct {
	vfs.Disk
	mu     sync.Mutex
	listed []listing // guarded by mu
}

type listing struct {
	dir, names string
	entries    []fs.DirEntry
}

func newGuardedFS(t *testing.T) *guardedFS {
	g := new(guardedFS)
	t.Cleanup(func() {
		for _, l := range g.listed {
			if now := namesOf(l.entries); now != l.names {
				t.Errorf("the listing of %s was changed from %s to %s", l.dir, l.names, now)
			}
		}
	})
	return g
}

func namesOf(entries []fs.DirEntry) string {
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return strings.Join(names, ", ")
}

func (g *guardedFS) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := g.Disk.ReadDir(name)
	g.mu.Lock()
	defer g.mu.Unlock()
	g.listed = append(g.listed, listing{name, namesOf(entries), entries})
	return entries, err
}
