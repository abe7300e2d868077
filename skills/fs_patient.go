package skills

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"sync"
	"time"
)

// A Patient file system gives up waiting for another one. A file server that has gone lets a call hang for minutes, or for
// ever; nobody who types shall wait with it.
//
// A call that takes longer than the patience fails with an error that wraps [ErrStalled]. It goes on in the background, and
// until it has come back every call for something in the same directory, or below it, fails at once. It is safe for
// concurrent use.
type Patient struct {
	base     FS
	patience time.Duration
	stalled  func(dir string)
	back     func(dir string)
	newTimer func(time.Duration) *time.Timer // [time.NewTimer] but for tests

	mu   sync.Mutex
	dirs map[string]int // directories in which calls hang, and how many; guarded by mu
}

// ErrStalled says that a file system did not answer in time.
var ErrStalled = errors.New("the file system does not answer")

// NewPatient returns a file system that waits for base no longer than the patience. It calls stalled, from any goroutine, when
// a call in a directory begins to hang, and back when the last of them has returned, so that what failed may be asked again;
// both may be nil.
func NewPatient(base FS, patience time.Duration, stalled, back func(dir string)) *Patient {
	return &Patient{base: base, patience: patience, stalled: stalled, back: back, newTimer: time.NewTimer, dirs: make(map[string]int)}
}

// turns are the parts in which a call is waited for. A process that was stopped for a while, or a machine that slept, finds the timer of
// one part run out together with the call; what was waited for is then not the file system.
const turns = 4

// await makes a call about a name.
func await[T any](p *Patient, op, name string, call func() (T, error)) (T, error) {
	var none T
	if p.hangs(name) {
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
			r.panicked = recover() // whoever called shall have it, and not the process
			done <- r
		}()
		r.value, r.err = call()
	}()
	for range turns {
		timer := p.newTimer(p.patience / turns)
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
	dir := p.begin(filepath.Dir(name))
	go func() {
		<-done
		p.end(dir)
	}()
	return none, &fs.PathError{Op: op, Path: name, Err: fmt.Errorf("%w within %v", ErrStalled, p.patience)}
}

// hangs reports whether calls hang in a directory above a name.
func (p *Patient) hangs(name string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for dir := range p.dirs {
		if Within(dir, name) {
			return true
		}
	}
	return false
}

// siblings is in how many directories of one directory calls must hang before all of it is taken to hang.
const siblings = 3

// begin records a call that hangs in a directory and returns the directory that it is recorded under: the one above where the
// call is not the first of its kind there, so that a mount with ten thousand directories is not waited for ten thousand times.
func (p *Patient) begin(dir string) string {
	p.mu.Lock()
	for {
		beside := 1
		for other := range p.dirs {
			if other != dir && filepath.Dir(other) == filepath.Dir(dir) {
				beside++
			}
		}
		if beside < siblings || filepath.Dir(dir) == dir {
			break
		}
		dir = filepath.Dir(dir)
	}
	p.dirs[dir]++
	first := p.dirs[dir] == 1
	p.mu.Unlock()
	if first && p.stalled != nil {
		p.stalled(dir)
	}
	return dir
}

func (p *Patient) end(dir string) {
	p.mu.Lock()
	p.dirs[dir]--
	last := p.dirs[dir] == 0
	if last {
		delete(p.dirs, dir)
	}
	p.mu.Unlock()
	if last && p.back != nil {
		p.back(dir)
	}
}

func (p *Patient) ReadFile(name string) (string, error) {
	return await(p, "read", name, func() (string, error) { return p.base.ReadFile(name) })
}

func (p *Patient) ReadDir(name string) ([]fs.DirEntry, error) {
	return await(p, "readdir", name, func() ([]fs.DirEntry, error) { return p.base.ReadDir(name) })
}

func (p *Patient) Stat(name string) (fs.FileInfo, error) {
	return await(p, "stat", name, func() (fs.FileInfo, error) { return p.base.Stat(name) })
}

func (p *Patient) Lstat(name string) (fs.FileInfo, error) {
	return await(p, "lstat", name, func() (fs.FileInfo, error) { return p.base.Lstat(name) })
}

func (p *Patient) Readlink(name string) (string, error) {
	return await(p, "readlink", name, func() (string, error) { return p.base.Readlink(name) })
}

func (p *Patient) RealPath(name string) (string, error) {
	return await(p, "realpath", name, func() (string, error) { return p.base.RealPath(name) })
}

func (p *Patient) ReadIn(dir, rel string) (string, error) {
	return await(p, "read", filepath.Join(dir, filepath.FromSlash(rel)), func() (string, error) { return p.base.ReadIn(dir, rel) })
}
