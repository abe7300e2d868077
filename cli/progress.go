package cli

import (
	"fmt"
	"io"
	"time"
)

const (
	progressDelay = 500 * time.Millisecond // a check that ends sooner shows nothing
	progressPause = 100 * time.Millisecond
)

// A progress is one line on a terminal that says how far a long check has come. Its methods are called by one goroutine.
type progress struct {
	out   io.Writer // nil shows nothing
	next  time.Time
	shown bool

	// known says that all files are found before one is checked; there are total of them, of which some are done.
	known       bool
	done, total int
}

func newProgress(sys *System, quiet bool) *progress {
	if sys.StderrWidth == 0 || quiet {
		return &progress{}
	}
	return &progress{out: sys.Stderr, next: time.Now().Add(progressDelay)}
}

func (p *progress) found(n int) {
	if p.total = n; p.known {
		p.show("looking for skills: %d files", n)
	}
}

// checked says that one more file was checked.
func (p *progress) checked() {
	if p.done++; p.known {
		p.show("checked %d of %d files", p.done, p.total)
	} else {
		p.show("checked %d files", p.done)
	}
}

func (p *progress) fixed(n, all int) { p.show("fixed %d of %d files", n, all) }

func (p *progress) show(format string, args ...any) {
	if p.out == nil || time.Now().Before(p.next) {
		return
	}
	p.next = time.Now().Add(progressPause)
	p.shown = true
	fmt.Fprintf(p.out, "\r\x1b[K"+format, args...)
}

// clear takes the line away, so that something else can be printed.
func (p *progress) clear() {
	if p.shown {
		fmt.Fprint(p.out, "\r\x1b[K")
		p.shown = false
	}
}

// end ends the progress.
func (p *progress) end() {
	p.clear()
	p.out = nil
}
