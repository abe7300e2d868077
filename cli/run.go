package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"runtime/debug"
	"sync"

	"skills-ls/analysis"
	"skills-ls/skills/vfs"
)

// A checked file is a file with what was found in it.
type checked struct {
	path  string
	kind  analysis.Kind
	text  string // what the findings' spans refer to; empty where the file could not be read
	found []analysis.Diagnostic
	// prints are the findings' fingerprints, and known how many more there are that the baseline has.
	prints []fingerprint
	known  int
	// unread says that the file is there to be read and was not. One of the findings tells why.
	unread bool
}

// A summary counts what was checked and found.
type summary struct {
	Files       int `json:"files"`
	Skills      int `json:"skills"`
	Errors      int `json:"errors"`
	Warnings    int `json:"warnings"`
	Information int `json:"information"`
	Hints       int `json:"hints"`
	// Baselined counts findings that were left out, since the baseline has them. They are in no other count.
	Baselined int `json:"baselined,omitempty"`

	Fixed *fixCount `json:"fixed,omitempty"` // nil unless something was to be fixed

	worst   analysis.Severity
	unread  int  // how many of the files could not be read
	missed  int  // paths, besides, that could not be checked
	barren  int  // directories with nothing to check
	differs bool // fixes would change something
}

func (s *summary) add(f *checked) {
	s.Files++
	s.Baselined += f.known
	if f.unread {
		s.unread++
	}
	if f.kind == analysis.SkillFile {
		s.Skills++
	}
	for _, d := range f.found {
		s.worst = max(s.worst, d.Severity)
		switch d.Severity {
		case analysis.Error:
			s.Errors++
		case analysis.Warning:
			s.Warnings++
		case analysis.Information:
			s.Information++
		case analysis.Hint:
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
	// begin and end print what stands before and after the files. The problems, of which there may have been more, have been
	// told on standard error.
	begin()
	end(summary, []problem)
	// render makes what is printed of one file. It is called concurrently.
	render(*analysis.Snapshot, *checked) []byte
	// print prints what was rendered, in the order of the files.
	print([]byte)
}

// An outcome is what became of one file: findings, or the problem that kept them from being found, or neither for a file that
// has vanished since it was listed.
type outcome struct {
	file    *checked
	text    []byte // as rendered
	problem *problem
}

// ahead is how many files for every worker may be between being read and being printed: so many that a large file, behind which the
// others wait to be printed, does not keep the other workers waiting.
const ahead = 64

// run checks the files in parallel and prints them in their order. The memory needed for that does not grow with their number.
//
// Each worker takes its next file itself. From a goroutine that hands them out it would often have to wait: such a goroutine is run
// on the processor of the worker that last woke it, and only after that worker.
func (c *checker) run(ctx context.Context, files []string) {
	workers := runtime.GOMAXPROCS(0)
	queue := make(chan chan outcome, ahead*workers) // in the order of the files; each holds one
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

// check diagnoses one file. A rule that panics costs the findings of that file alone.
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
	file.found = c.snapshot.Diagnose(ctx, path)
	file.unread = unread && len(file.found) > 0 // else nobody wants to know
	file.prints = fingerprints(file.text, file.found)
	if c.baseline != nil {
		c.baseline.filter(file)
	}
	text := c.printer.render(c.snapshot, file)
	return outcome{file: file, text: text}
}

// vanished reports whether a file that cannot be read has gone since it was listed. One that the command line names is missed.
func (c *checker) vanished(path string) bool {
	_, err := c.fsys.Lstat(path)
	return errors.Is(err, fs.ErrNotExist) && !c.given[path]
}

// unreadable reports whether it is the reading of a file that failed, for the given reason. Else something is wrong with the file
// itself, as with a link to nowhere or a pipe.
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
