package term

import (
	"fmt"
	"io"
	"time"
)

const (
	progressDelay = 500 * time.Millisecond // a shorter check shows nothing
	progressPause = 100 * time.Millisecond
)

// A Progress shows on one line of a terminal how far a long check is. It is not safe for concurrent use.
type Progress struct {
	out   io.Writer // nil shows nothing
	next  time.Time
	shown bool

	// Known is true if all files are found before the first is checked. Of total files, done are checked.
	Known       bool
	done, total int
}

func NewProgress(sys *System) *Progress {
	if sys.StderrWidth == 0 || sys.Quiet {
		return &Progress{}
	}
	return &Progress{out: sys.Stderr, next: time.Now().Add(progressDelay)}
}

func (p *Progress) Found(n int) {
	if p.total = n; p.Known {
		p.show("searching for skills: %d files", n)
	}
}

// Checked counts one more checked file.
func (p *Progress) Checked() {
	if p.done++; p.Known {
		p.show("checked %d of %d files", p.done, p.total)
	} else {
		p.show("checked %d files", p.done)
	}
}

func (p *Progress) Fixed(n, all int) { p.show("fixed %d of %d files", n, all) }

func (p *Progress) show(format string, args ...any) {
	if p.out == nil || time.Now().Before(p.next) {
		return
	}
	p.next = time.Now().Add(progressPause)
	p.shown = true
	fmt.Fprintf(p.out, "\r\x1b[K"+format, args...)
}

// Clear removes the line, so that something else can be printed.
func (p *Progress) Clear() {
	if p.shown {
		fmt.Fprint(p.out, "\r\x1b[K")
		p.shown = false
	}
}

// End removes the line and shows no more progress.
func (p *Progress) End() {
	p.Clear()
	p.out = nil
}
