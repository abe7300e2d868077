package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"runtime/debug"
	"sync"

	"skills-ls/skills/vfs"

	"skills-ls/analysis/rules"
)

// ahead is the maximum number of files per worker that are read but not yet printed. It is large enough that
// the workers keep going while the files behind a large one wait to be printed.
const ahead = 64

// run checks the files concurrently and prints them in order. The memory that it needs does not grow with
// their number.
//
// Each worker takes its next file itself. If a goroutine handed out the files, workers would often wait for
// it: it would run on the processor of the worker that last woke it, and only after that worker.
func (c *checker) run(ctx context.Context, files []string) {
	workers := runtime.GOMAXPROCS(0)
	queue := make(chan chan outcome, ahead*workers) // in the order of the files, with one outcome each
	var taking sync.Mutex
	take := func() (path string, done chan<- outcome) {
		taking.Lock()
		defer taking.Unlock()
		if len(files) == 0 || ctx.Err() != nil {
			return "", nil
		}
		path, files = files[0], files[1:]
		place := make(chan outcome, 1)
		queue <- place
		return path, place
	}
	var working sync.WaitGroup
	for range workers {
		working.Go(func() {
			for path, done := take(); done != nil; path, done = take() {
				done <- c.check(ctx, path)
			}
		})
	}
	go func() {
		working.Wait()
		close(queue)
	}()

	for done := range queue {
		o := <-done
		c.progress.checked()
		if o.problem != nil {
			c.problems = append(c.problems, *o.problem)
		}
		if o.file == nil {
			continue
		}
		c.sum.add(o.file)
		if len(o.text) > 0 {
			c.progress.clear()
			c.printer.print(o.text)
		}
	}
	c.progress.clear()
}

// check checks one file. A rule that panics loses only the diagnostics of that file.
func (c *checker) check(ctx context.Context, path string) (o outcome) {
	defer func() {
		if r := recover(); r != nil {
			o = outcome{problem: &problem{path: path, message: fmt.Sprintf("checking it failed; this is a mistake in skills-ls: %v\n%s", r, debug.Stack())}}
		}
	}()
	file := &checked{path: path}
	unread := false
	f, err := c.snapshot.File(path)
	switch {
	case err == nil:
		file.kind, file.text = f.Kind, f.Doc.Source
	case c.vanished(path):
		return outcome{}
	default:
		file.kind, unread = c.snapshot.KindOf(path), c.unreadable(path, err)
	}
	file.found = rules.Diagnose(ctx, c.snapshot, path)
	file.unread = unread && len(file.found) > 0 // without diagnostics the file does not matter
	file.prints = fingerprints(file.text, file.found)
	if c.baseline != nil {
		c.baseline.filter(file)
	}
	text := c.printer.render(c.snapshot, file)
	return outcome{file: file, text: text}
}

// vanished reports whether a file that cannot be read was removed since it was listed. A file named on the
// command line does not vanish: it is reported as missing.
func (c *checker) vanished(path string) bool {
	_, err := c.fsys.Lstat(path)
	return errors.Is(err, fs.ErrNotExist) && !c.given[path]
}

// unreadable reports whether reading a regular file failed with err. Otherwise the file itself is invalid,
// such as a dangling link or a pipe.
func (c *checker) unreadable(path string, err error) bool {
	var tooLarge *vfs.TooLargeError
	if errors.As(err, &tooLarge) {
		return false
	}
	if _, lerr := c.fsys.Lstat(path); lerr != nil || errors.Is(err, fs.ErrPermission) {
		return true
	}
	info, serr := c.fsys.Stat(path)
	return serr == nil && info.Mode().IsRegular()
}
