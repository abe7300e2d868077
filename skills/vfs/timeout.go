package vfs

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"sync"
	"time"
)

// A TimeoutFS limits how long calls of another file system, the base, may take. Without a limit, a file
// server that has gone away blocks the caller for minutes.
//
// A call that takes longer than the timeout returns an error that wraps [ErrStalled]. The call of the base
// continues in the background. Until it returns, every call about the same directory, or a path below it,
// fails immediately. A TimeoutFS is safe for concurrent use.
type TimeoutFS struct {
	base      FS
	timeout   time.Duration
	stalled   func(dir string)
	recovered func(dir string)
	newTimer  func(time.Duration) *time.Timer // [time.NewTimer], except in tests

	mu      sync.Mutex
	hanging map[string]int // how many calls of the base hang, by directory; guarded by mu
}

// ErrStalled means that a file system did not answer in time.
var ErrStalled = errors.New("the file system does not respond")

// NewTimeoutFS returns a file system that waits for base no longer than the timeout. It calls stalled when a
// call in a directory times out, and recovered when the last of these calls has returned, so that the caller
// can try again. It calls them from any goroutine. Both may be nil.
func NewTimeoutFS(base FS, timeout time.Duration, stalled, recovered func(dir string)) *TimeoutFS {
	return &TimeoutFS{
		base: base, timeout: timeout, stalled: stalled, recovered: recovered,
		newTimer: time.NewTimer, hanging: make(map[string]int),
	}
}

// timersPerCall is how many timers a call gets, one after the other. If the process was suspended or the
// machine slept, one timer expires although the file system is not slow. The call then still has the other
// timers.
const timersPerCall = 4

// await runs a call of the base about a name, and waits for it until the timeout.
func await[T any](t *TimeoutFS, op, name string, call func(string) (T, error)) (T, error) {
	var zero T
	if t.hangs(name) {
		return zero, &fs.PathError{Op: op, Path: name, Err: ErrStalled}
	}
	type result struct {
		value    T
		err      error
		panicked any
	}
	done := make(chan result, 1)
	go func() {
		var r result
		defer func() {
			r.panicked = recover() // await panics again in the caller's goroutine
			done <- r
		}()
		r.value, r.err = call(name)
	}()
	for range timersPerCall {
		timer := t.newTimer(t.timeout / timersPerCall)
		select {
		case r := <-done:
			timer.Stop()
			if r.panicked != nil {
				panic(r.panicked)
			}
			return r.value, r.err
		case <-timer.C:
		}
	}
	dir := t.addHang(filepath.Dir(name))
	go func() {
		<-done
		t.removeHang(dir)
	}()
	return zero, &fs.PathError{Op: op, Path: name, Err: fmt.Errorf("%w within %v", ErrStalled, t.timeout)}
}

// hangs reports whether a call of the base hangs in a directory above the name.
func (t *TimeoutFS) hangs(name string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	for dir := range t.hanging {
		if Within(dir, name) {
			return true
		}
	}
	return false
}

// hangingSiblingsLimit is the number of hanging directories in one parent at which the parent counts as
// hanging.
const hangingSiblingsLimit = 3

// addHang records a call that hangs in a directory, and returns the directory that it is recorded under. If
// calls hang in several directories of one parent, that is the parent. A mount with ten thousand directories
// then does not time out ten thousand times.
func (t *TimeoutFS) addHang(dir string) string {
	t.mu.Lock()
	for {
		siblings := 1 // including dir
		for other := range t.hanging {
			if other != dir && filepath.Dir(other) == filepath.Dir(dir) {
				siblings++
			}
		}
		if siblings < hangingSiblingsLimit || filepath.Dir(dir) == dir {
			break
		}
		dir = filepath.Dir(dir)
	}
	t.hanging[dir]++
	first := t.hanging[dir] == 1
	t.mu.Unlock()
	if first && t.stalled != nil {
		t.stalled(dir)
	}
	return dir
}

// removeHang records that a call which addHang recorded under a directory has returned.
func (t *TimeoutFS) removeHang(dir string) {
	t.mu.Lock()
	t.hanging[dir]--
	last := t.hanging[dir] == 0
	if last {
		delete(t.hanging, dir)
	}
	t.mu.Unlock()
	if last && t.recovered != nil {
		t.recovered(dir)
	}
}

func (t *TimeoutFS) ReadFile(name string) (string, error) {
	return await(t, "read", name, t.base.ReadFile)
}

func (t *TimeoutFS) ReadDir(name string) ([]fs.DirEntry, error) {
	return await(t, "readdir", name, t.base.ReadDir)
}

func (t *TimeoutFS) Stat(name string) (fs.FileInfo, error) {
	return await(t, "stat", name, t.base.Stat)
}

func (t *TimeoutFS) Lstat(name string) (fs.FileInfo, error) {
	return await(t, "lstat", name, t.base.Lstat)
}

func (t *TimeoutFS) Readlink(name string) (string, error) {
	return await(t, "readlink", name, t.base.Readlink)
}

func (t *TimeoutFS) RealPath(name string) (string, error) {
	return await(t, "realpath", name, t.base.RealPath)
}
