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

// A hangingDisk blocks Stat for a directory, and for everything below it, until release is closed.
type hangingDisk struct {
	vfs.Disk
	dir     string
	release chan struct{}
	calls   atomic.Int64 // of Stat, for dir and below
}

func (h *hangingDisk) Stat(name string) (fs.FileInfo, error) {
	if rel, err := filepath.Rel(h.dir, name); err == nil && filepath.IsLocal(rel) {
		h.calls.Add(1)
		<-h.release
	}
	return h.Disk.Stat(name)
}

// TestTimeoutFS checks that a TimeoutFS waits only a few times for a file server that does not answer, that
// it still returns other files, and that it calls the file server again after it has recovered.
func TestTimeoutFS(t *testing.T) {
	root := treetest.Dir(t)
	treetest.Put(t, filepath.Join(root, "local", "SKILL.md"), "x")
	disk := &hangingDisk{dir: filepath.Join(root, "mount"), release: make(chan struct{})}
	for i := range 100 {
		treetest.Put(t, filepath.Join(disk.dir, fmt.Sprint(i), "SKILL.md"), "x")
	}
	var stalled []string
	recovered := make(chan string, 200)
	p := vfs.NewTimeoutFS(disk, 10*time.Millisecond,
		func(dir string) { stalled = append(stalled, dir) }, func(dir string) { recovered <- dir })
	for i := range 100 {
		_, err := p.Stat(filepath.Join(disk.dir, fmt.Sprint(i), "SKILL.md"))
		if !errors.Is(err, vfs.ErrStalled) {
			t.Fatalf("Stat of file %d: error = %v, want ErrStalled", i, err)
		}
	}
	if n := disk.calls.Load(); n > 3 {
		t.Errorf("%d calls of the file server, want at most 3", n)
	}
	if len(stalled) == 0 || stalled[len(stalled)-1] != disk.dir {
		t.Errorf("stalled directories: %q, want %s last", stalled, disk.dir)
	}
	if _, err := p.Stat(filepath.Join(root, "local", "SKILL.md")); err != nil {
		t.Error(err)
	}
	close(disk.release)
	for range stalled {
		<-recovered
	}
	if _, err := p.Stat(filepath.Join(disk.dir, "7", "SKILL.md")); err != nil {
		t.Errorf("Stat after the file server has recovered: %v", err)
	}
}
