package cli

import (
	"fmt"
	"io"
	"time"
)

const (
	progressDelay = 500 * time.Millisecond // a shorter check shows nothing
	progressPause = 100 * time.Millisecond
)

// A progress shows on one line of a terminal how far a long check is. It is not safe for concurrent use.
type progress struct {
	out   io.Writer // nil shows nothing
	next  time.Time
	shown bool

	// known is true if all files are found before the first is checked. Of total files, done are checked.
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

// checked counts one more checked file.
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

// clear removes the line, so that something else can be printed.
func (p *progress) clear() {
	if p.shown {
		fmt.Fprint(p.out, "\r\x1b[K")
		p.shown = false
	}
}

// end removes the line and shows no more progress.
func (p *progress) end() {
	p.clear()
	p.out = nil
}
