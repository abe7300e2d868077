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

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/workspace"
)

// A checked is a file with its diagnostics.
type checked struct {
	path  string
	kind  file.Kind
	text  string // what the spans of found refer to; empty if the file could not be read
	found []diagnostic.Diagnostic
	// prints are the fingerprints of found, and known is the number of other diagnostics that are in the
	// baseline.
	prints []fingerprint
	known  int
	// unread is true if reading the file failed. One of the diagnostics says why.
	unread bool
}

// A summary counts the files that were checked and their diagnostics.
type summary struct {
	Files       int `json:"files"`
	Skills      int `json:"skills"`
	Errors      int `json:"errors"`
	Warnings    int `json:"warnings"`
	Information int `json:"information"`
	Hints       int `json:"hints"`
	// Baselined counts the diagnostics that were left out because they are in the baseline. No other count
	// includes them.
	Baselined int `json:"baselined,omitempty"`

	Fixed *fixCount `json:"fixed,omitempty"` // nil without --fix

	worst   diagnostic.Severity
	unread  int  // number of files that could not be read
	missed  int  // number of other paths that could not be checked
	barren  int  // number of directories with nothing to check
	differs bool // fixes would change something
}

func (s *summary) add(f *checked) {
	s.Files++
	s.Baselined += f.known
	if f.unread {
		s.unread++
	}
	if f.kind == file.SkillFile {
		s.Skills++
	}
	for _, d := range f.found {
		s.worst = max(s.worst, d.Severity)
		switch d.Severity {
		case diagnostic.Error:
			s.Errors++
		case diagnostic.Warning:
			s.Warnings++
		case diagnostic.Information:
			s.Information++
		case diagnostic.Hint:
			s.Hints++
		}
	}
}

// miss counts a problem.
func (s *summary) miss(p problem) {
	switch p.weight {
	case failure:
		s.missed++
	case barren:
		s.barren++
	}
}

// A printer prints the files of a check in one format.
type printer interface {
	// begin and end print the text before and after the files. The problems were already printed to standard
	// error. There may have been more of them.
	begin()
	end(summary, []problem)
	// render returns the output for one file. It may be called concurrently.
	render(*workspace.Snapshot, *checked) []byte
	// print prints the output of render, in the order of the files.
	print([]byte)
}

// An outcome is the result for one file: its diagnostics, or the problem that prevented the check, or neither
// if the file was removed since it was listed.
type outcome struct {
	file    *checked
	text    []byte // output of printer.render
	problem *problem
}

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
