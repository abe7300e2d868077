package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"runtime/debug"

	"skills-ls/analysis"
	"skills-ls/skills"
)

// A checked file is a file with what was found in it.
type checked struct {
	path  string
	kind  analysis.Kind
	text  string // what the findings' spans refer to; empty where the file could not be read
	found []analysis.Diagnostic
}

// A summary counts what was checked and found.
type summary struct {
	Files       int `json:"files"`
	Skills      int `json:"skills"`
	Errors      int `json:"errors"`
	Warnings    int `json:"warnings"`
	Information int `json:"information"`
	Hints       int `json:"hints"`

	worst analysis.Severity
}

func (s *summary) add(f *checked) {
	s.Files++
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

// A printer prints the files of a check in one format.
type printer interface {
	// begin and end print what stands before and after the files.
	begin()
	end(summary)
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

// run checks the files in parallel and prints them in their order. Few files are between being read and being printed at any
// time, so the memory needed for that does not grow with their number.
func (c *checker) run(ctx context.Context, files []string, p printer) summary {
	workers := runtime.GOMAXPROCS(0)
	type job struct {
		path string
		done chan outcome // holds one
	}
	jobs := make(chan job)
	queue := make(chan chan outcome, 8*workers) // in the order of the files
	for range workers {
		go func() {
			for j := range jobs {
				j.done <- c.check(ctx, j.path, p)
			}
		}()
	}
	go func() {
		defer close(queue)
		defer close(jobs)
		for _, path := range files {
			if ctx.Err() != nil {
				return
			}
			done := make(chan outcome, 1)
			queue <- done
			jobs <- job{path, done}
		}
	}()

	var sum summary
	p.begin()
	n := 0
	for done := range queue {
		o := <-done
		n++
		c.progress.checked(n, len(files))
		if o.problem != nil {
			c.problems = append(c.problems, *o.problem)
		}
		if o.file == nil {
			continue
		}
		sum.add(o.file)
		if len(o.text) > 0 {
			c.progress.clear()
			p.print(o.text)
		}
	}
	c.progress.clear()
	if ctx.Err() == nil {
		p.end(sum)
	}
	return sum
}

// check diagnoses one file. A rule that panics costs the findings of that file alone.
func (c *checker) check(ctx context.Context, path string, p printer) (o outcome) {
	defer func() {
		if r := recover(); r != nil {
			o = outcome{problem: &problem{path: path, message: fmt.Sprintf("checking it failed; this is a mistake in skills-ls: %v\n%s", r, debug.Stack())}}
		}
	}()
	file := &checked{path: path}
	f, err := c.snapshot.File(path)
	switch {
	case err == nil:
		file.kind, file.text = f.Kind, f.Doc.Source
	default:
		file.kind = c.snapshot.KindOf(path)
		if problem, gone := c.failure(path, err); gone || problem != nil {
			return outcome{problem: problem}
		}
	}
	file.found = c.snapshot.Diagnose(ctx, path)
	text := p.render(c.snapshot, file)
	return outcome{file: file, text: text}
}

// failure tells why a file could not be read: because of a problem, or because it has vanished since it was listed. Neither
// means that nothing failed here and something is wrong with the file, such as a link to nowhere, and rules say what.
func (c *checker) failure(path string, err error) (p *problem, vanished bool) {
	var tooLarge *skills.TooLargeError
	if errors.As(err, &tooLarge) {
		return nil, false
	}
	_, lerr := c.fsys.Lstat(path)
	switch {
	case errors.Is(lerr, fs.ErrNotExist) && !c.given[path]:
		return nil, true
	case lerr != nil:
		return &problem{path: path, message: unreadable(lerr)}, false
	}
	if info, serr := c.fsys.Stat(path); errors.Is(err, fs.ErrPermission) || serr == nil && info.Mode().IsRegular() {
		return &problem{path: path, message: unreadable(err)}, false
	}
	return nil, false
}
