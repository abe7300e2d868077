package vfs

import (
	"io/fs"
	"testing"
	"time"
)

// TestTimeoutFSStopped guards that a file system is not blamed for the time in which this process stood
// still: when it goes on, the timer has run out whatever the call needs.
func TestTimeoutFSStopped(t *testing.T) {
	base := &blockedFS{FS: Disk{}, free: make(chan struct{})}
	p := NewTimeoutFS(base, time.Hour, func(dir string) { t.Errorf("%s is said to hang", dir) }, nil)
	first := true
	p.newTimer = func(d time.Duration) *time.Timer {
		if first {
			first = false
			return time.NewTimer(0)
		}
		close(base.free) // the call goes on as the process does
		return time.NewTimer(d)
	}
	if _, err := p.Stat(t.TempDir()); err != nil {
		t.Error(err)
	}
}

// A blockedFS answers Stat once it is free to.
type blockedFS struct {
	FS
	free chan struct{}
}

func (b *blockedFS) Stat(name string) (fs.FileInfo, error) {
	<-b.free
	return b.FS.Stat(name)
}
