package vfs

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"sync"
	"time"
)

// A TimeoutFS limits how long a call of another file system may take. Without a limit, a file server that is
// gone would block the caller for minutes.
//
// A call that takes longer than the timeout fails with an error that wraps [ErrStalled]. The call goes on in
// the background. Until it returns, every call about the same directory, or a path below it, fails at once. A
// TimeoutFS is safe for concurrent use.
type TimeoutFS struct {
	base     FS
	timeout  time.Duration
	stalled  func(dir string)
	back     func(dir string)
	newTimer func(time.Duration) *time.Timer // [time.NewTimer], except in tests

	mu   sync.Mutex
	dirs map[string]int // directories in which calls hang, and how many; guarded by mu
}

// ErrStalled says that a file system did not answer in time.
var ErrStalled = errors.New("the file system does not answer")

// NewTimeoutFS returns a file system that waits for base no longer than the timeout. It calls stalled, from
// any goroutine, when a call in a directory times out, and back when the last of these calls has returned, so
// that the caller can try again. Both functions may be nil.
func NewTimeoutFS(base FS, timeout time.Duration, stalled, back func(dir string)) *TimeoutFS {
	return &TimeoutFS{base: base, timeout: timeout, stalled: stalled, back: back, newTimer: time.NewTimer, dirs: make(map[string]int)}
}

// turns is how many timers a call gets, one after the other. If the process was stopped or the machine slept,
// one timer runs out although the file system is not slow. The call then still has the other timers.
const turns = 4

// await makes a call about a name and waits for it.
func await[T any](t *TimeoutFS, op, name string, call func() (T, error)) (T, error) {
	var none T
	if t.hangs(name) {
		return none, &fs.PathError{Op: op, Path: name, Err: ErrStalled}
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
			r.panicked = recover() // the caller panics with it, not this goroutine
			done <- r
		}()
		r.value, r.err = call()
	}()
	for range turns {
		timer := t.newTimer(t.timeout / turns)
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
	dir := t.begin(filepath.Dir(name))
	go func() {
		<-done
		t.end(dir)
	}()
	return none, &fs.PathError{Op: op, Path: name, Err: fmt.Errorf("%w within %v", ErrStalled, t.timeout)}
}

// hangs reports whether a call hangs in a directory above the name.
func (t *TimeoutFS) hangs(name string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	for dir := range t.dirs {
		if Within(dir, name) {
			return true
		}
	}
	return false
}

// siblings is in how many directories with the same parent calls must hang before the parent counts as
// hanging.
const siblings = 3

// begin records a call that hangs in a directory and returns the directory that it is recorded under. That is
// a parent if calls hang in several of its directories, so that a mount with ten thousand directories does
// not time out ten thousand times.
func (t *TimeoutFS) begin(dir string) string {
	t.mu.Lock()
	for {
		beside := 1
		for other := range t.dirs {
			if other != dir && filepath.Dir(other) == filepath.Dir(dir) {
				beside++
			}
		}
		if beside < siblings || filepath.Dir(dir) == dir {
			break
		}
		dir = filepath.Dir(dir)
	}
	t.dirs[dir]++
	first := t.dirs[dir] == 1
	t.mu.Unlock()
	if first && t.stalled != nil {
		t.stalled(dir)
	}
	return dir
}

func (t *TimeoutFS) end(dir string) {
	t.mu.Lock()
	t.dirs[dir]--
	last := t.dirs[dir] == 0
	if last {
		delete(t.dirs, dir)
	}
	t.mu.Unlock()
	if last && t.back != nil {
		t.back(dir)
	}
}

func (t *TimeoutFS) ReadFile(name string) (string, error) {
	return await(t, "read", name, func() (string, error) { return t.base.ReadFile(name) })
}

func (t *TimeoutFS) ReadDir(name string) ([]fs.DirEntry, error) {
	return await(t, "readdir", name, func() ([]fs.DirEntry, error) { return t.base.ReadDir(name) })
}

func (t *TimeoutFS) Stat(name string) (fs.FileInfo, error) {
	return await(t, "stat", name, func() (fs.FileInfo, error) { return t.base.Stat(name) })
}

func (t *TimeoutFS) Lstat(name string) (fs.FileInfo, error) {
	return await(t, "lstat", name, func() (fs.FileInfo, error) { return t.base.Lstat(name) })
}

func (t *TimeoutFS) Readlink(name string) (string, error) {
	return await(t, "readlink", name, func() (string, error) { return t.base.Readlink(name) })
}

func (t *TimeoutFS) RealPath(name string) (string, error) {
	return await(t, "realpath", name, func() (string, error) { return t.base.RealPath(name) })
}

func (t *TimeoutFS) ReadIn(dir, rel string) (string, error) {
	return await(t, "read", filepath.Join(dir, filepath.FromSlash(rel)), func() (string, error) { return t.base.ReadIn(dir, rel) })
}
