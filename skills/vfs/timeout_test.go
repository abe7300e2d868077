package vfs_test

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"skills-ls/skills/treetest"
	"skills-ls/skills/vfs"
)

// A hanging disk does not answer for what lies below a directory.
type hanging struct {
	vfs.Disk
	dir     string
	release chan struct{}
	asked   atomic.Int64
}

func (h *hanging) Stat(name string) (fs.FileInfo, error) {
	if rel, err := filepath.Rel(h.dir, name); err == nil && filepath.IsLocal(rel) {
		h.asked.Add(1)
		<-h.release
	}
	return h.Disk.Stat(name)
}

// TestTimeoutFS guards that a file server that does not answer costs a few waits and no more, that everything
// else is answered, and that it is asked again once it is back.
func TestTimeoutFS(t *testing.T) {
	root := treetest.Dir(t)
	treetest.Put(t, filepath.Join(root, "local", "SKILL.md"), "x")
	disk := &hanging{dir: filepath.Join(root, "mount"), release: make(chan struct{})}
	for i := range 100 {
		treetest.Put(t, filepath.Join(disk.dir, fmt.Sprint(i), "SKILL.md"), "x")
	}
	var stalled []string
	back := make(chan string, 200)
	p := vfs.NewTimeoutFS(disk, 10*time.Millisecond, func(dir string) { stalled = append(stalled, dir) }, func(dir string) { back <- dir })
	for i := range 100 {
		if _, err := p.Stat(filepath.Join(disk.dir, fmt.Sprint(i), "SKILL.md")); !errors.Is(err, vfs.ErrStalled) {
			t.Fatalf("stat of %d: %v", i, err)
		}
	}
	if n := disk.asked.Load(); n > 3 {
		t.Errorf("the file server was waited for %d times", n)
	}
	if len(stalled) == 0 || stalled[len(stalled)-1] != disk.dir {
		t.Errorf("reported were %q, and last should be %s", stalled, disk.dir)
	}
	if _, err := p.Stat(filepath.Join(root, "local", "SKILL.md")); err != nil {
		t.Error(err)
	}
	close(disk.release)
	for range stalled {
		<-back
	}
	if _, err := p.Stat(filepath.Join(disk.dir, "7", "SKILL.md")); err != nil {
		t.Errorf("once it is back: %v", err)
	}
}
