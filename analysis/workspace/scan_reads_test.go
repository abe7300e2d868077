package workspace_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"skills-ls/analysis"
	"skills-ls/analysis/workspace"
	"skills-ls/skills/agents"
	"skills-ls/skills/vfs"
)

// A heldFS is the disk, except that it lists one directory only after release. It counts how often it reads each file.
type heldFS struct {
	vfs.Disk
	dir              string
	listing, release chan struct{}

	mu    sync.Mutex
	reads map[string]int // guarded by mu
}

func (f *heldFS) ReadDir(name string) ([]fs.DirEntry, error) {
	if name == f.dir {
		close(f.listing)
		<-f.release
	}
	return f.Disk.ReadDir(name)
}

func (f *heldFS) ReadFile(name string) (string, error) {
	f.mu.Lock()
	f.reads[name]++
	f.mu.Unlock()
	return f.Disk.ReadFile(name)
}

// TestScanSharesReads checks that a scan reads no file that a catalog has read since the scan began, and that it finds
// the same files nevertheless.
func TestScanSharesReads(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	held := filepath.Join(root, "#held") // a scan lists it first
	if err := os.Mkdir(held, 0o700); err != nil {
		t.Fatal(err)
	}
	const skills = 20
	for i := range skills {
		path := filepath.Join(root, ".agents", "skills", fmt.Sprint("s", i), "SKILL.md")
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, fmt.Appendf(nil, "---\nname: s%d\ndescription: Is one of many.\n---\n", i), 0o600); err != nil {
			t.Fatal(err)
		}
		hourAgo := time.Now().Add(-time.Hour) // a catalog does not keep what it knows of newer files
		if err := os.Chtimes(path, hourAgo, hourAgo); err != nil {
			t.Fatal(err)
		}
	}
	disk := &heldFS{dir: held, listing: make(chan struct{}), release: make(chan struct{}), reads: make(map[string]int)}
	s := analysis.New(disk, workspace.Config{Folders: []string{root}})
	scanned := make(chan error)
	go func() {
		_, err := workspace.Scan(t.Context(), s, nil)
		scanned <- err
	}()
	<-disk.listing
	workspace.Catalog(t.Context(), s, agents.Codelia, root)
	s.Disk().Documents.Clear()
	close(disk.release)
	if err := <-scanned; err != nil {
		t.Fatal(err)
	}
	if files, found := s.Counts(); files != skills || found != skills {
		t.Errorf("%d files and %d skills, want %d", files, found, skills)
	}
	for path, n := range disk.reads {
		if filepath.Base(path) == "SKILL.md" && n != 1 {
			t.Errorf("%s was read %d times", path, n)
		}
	}
	if len(disk.reads) < skills {
		t.Errorf("%d files were read", len(disk.reads))
	}
}
