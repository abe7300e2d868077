package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"runtime/debug"
	"sync"

	"skills-ls/analysis/baseline"
	"skills-ls/analysis/rules"
	"skills-ls/cli/project"
	"skills-ls/cli/report"
	"skills-ls/skills/vfs"
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
	queue := make(chan chan report.Outcome, ahead*workers) // in the order of the files, with one outcome each
	var taking sync.Mutex
	take := func() (path string, done chan<- report.Outcome) {
		taking.Lock()
		defer taking.Unlock()
		if len(files) == 0 || ctx.Err() != nil {
			return "", nil
		}
		path, files = files[0], files[1:]
		place := make(chan report.Outcome, 1)
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
		c.progress.Checked()
		if o.Problem != nil {
			c.problems = append(c.problems, *o.Problem)
		}
		if o.File == nil {
			continue
		}
		c.sum.Add(o.File)
		if len(o.Text) > 0 {
			c.progress.Clear()
			c.printer.Print(o.Text)
		}
	}
	c.progress.Clear()
}

// check checks one file. A rule that panics loses only the diagnostics of that file.
func (c *checker) check(ctx context.Context, path string) (o report.Outcome) {
	defer func() {
		if r := recover(); r != nil {
			o = report.Outcome{Problem: &project.Problem{Path: path, Message: fmt.Sprintf("internal error of skills-ls while checking this file: %v\n%s", r, debug.Stack())}}
		}
	}()
	file := &report.Checked{Path: path}
	unread := false
	f, err := c.snapshot.File(path)
	switch {
	case err == nil:
		file.Kind, file.Text = f.Kind, f.Doc.Source
	case c.vanished(path):
		return report.Outcome{}
	default:
		file.Kind, unread = c.snapshot.KindOf(path), c.unreadable(path, err)
	}
	file.Found = rules.Diagnose(ctx, c.snapshot, path)
	file.Unread = unread && len(file.Found) > 0 // without diagnostics the file does not matter
	file.Prints = baseline.Fingerprints(file.Text, file.Found)
	if b := c.baselines.Of(c.snapshot, path); b != nil {
		b.Filter(file)
	}
	if len(file.Found) > 0 {
		file.Fixable = c.fixable(path, file.Found)
	}
	file.Fold()
	text := c.printer.Render(c.snapshot, file)
	return report.Outcome{File: file, Text: text}
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
