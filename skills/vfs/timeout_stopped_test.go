package vfs

import (
	"io/fs"
	"testing"
	"time"
)

// TestTimeoutFSStopped checks that a call does not time out only because the process was suspended. In that
// case one timer has expired when the process continues, however fast the file system is.
func TestTimeoutFSStopped(t *testing.T) {
	base := &blockedFS{FS: Disk{}, free: make(chan struct{})}
	p := NewTimeoutFS(base, time.Hour, func(dir string) { t.Errorf("%s was reported as stalled", dir) }, nil)
	first := true
	p.newTimer = func(d time.Duration) *time.Timer {
		if first {
			first = false
			return time.NewTimer(0)
		}
		close(base.free) // the call continues when the process does
		return time.NewTimer(d)
	}
	if _, err := p.Stat(t.TempDir()); err != nil {
		t.Error(err)
	}
}

// A blockedFS blocks Stat until free is closed.
type blockedFS struct {
	FS
	free chan struct{}
}

func (b *blockedFS) Stat(name string) (fs.FileInfo, error) {
	<-b.free
	return b.FS.Stat(name)
}
