package lsp

import (
	"context"
	"maps"
	"runtime/debug"
	"slices"
	"time"

	"skills-ls/analysis/affected"
	"skills-ls/analysis/workspace"
)

// A round is the diagnosis of everything that a change affects. One round runs at a time; changes during a
// round lead to another.
type round struct {
	pause   *time.Timer     // runs while the user types
	typed   map[string]bool // paths of documents that were opened, edited or closed since the last pause
	running bool
	next    change
	layout  uint64 // of the snapshot of the last round
}

// A change says what a round must diagnose.
type change struct {
	begun  bool            // there is a change
	paused bool            // the typing has paused, so everything is due
	whole  bool            // everything may have changed
	paths  map[string]bool // paths that have changed
}

func (c *change) add(path string) {
	if c.paths == nil {
		c.paths = make(map[string]bool)
	}
	c.paths[path] = true
}

// changed records that the paths, or files below them, may have changed on disk. Without paths, anything may
// have.
func (d *diagnoser) changed(paths ...string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, path := range paths {
		d.round.next.add(path)
	}
	d.round.next.whole = d.round.next.whole || len(paths) == 0
	d.begin()
}

// all diagnoses everything again, as after a change of settings or folders, or after the first scan.
func (d *diagnoser) all() { d.changed() }

// later starts a round for a document when the typing pauses. The caller holds mu.
func (d *diagnoser) later(path string) {
	if d.round.typed == nil {
		d.round.typed = make(map[string]bool)
	}
	d.round.typed[path] = true
	if d.round.pause == nil {
		d.round.pause = time.AfterFunc(d.delay, d.paused)
		return
	}
	d.round.pause.Reset(d.delay)
}

func (d *diagnoser) paused() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.round.pause == nil {
		return // the timer was reset just as it fired, and this is the second call
	}
	d.round.pause = nil
	d.round.next.paused = true
	for path := range d.round.typed {
		d.round.next.add(path)
	}
	d.round.typed = nil
	d.begin()
}

// interrupt cancels the diagnosis of files that the user is not editing, to make room for the one being
// edited. The diagnosis resumes when the typing pauses. The caller holds mu.
func (d *diagnoser) interrupt() {
	d.rouse()
	d.resting, d.rouse = context.WithCancel(d.ctx)
}

// begin ensures that there will be a round. The caller holds mu.
func (d *diagnoser) begin() {
	d.round.next.begun = true
	if !d.round.running {
		d.round.running = true
		go d.rounds()
	}
}

// rounds runs rounds until no change is left.
func (d *diagnoser) rounds() {
	for {
		c, ok := d.nextChange()
		if !ok {
			return
		}
		if c.paused && d.recheck() {
			c.whole = true
		}
		v := d.session.view()
		e := d.effects(v, c)
		d.mark(e)
		d.rounded(v)
	}
}

// nextChange returns the change for the next round. Without a change, it returns false and the rounds end.
func (d *diagnoser) nextChange() (change, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	c := d.round.next
	d.round.next = change{}
	if !c.begun || d.ctx.Err() != nil {
		d.round.running = false
		d.pulls.tell()
		d.idle.Broadcast()
		return c, false
	}
	return c, true
}

// effects are the files whose diagnostics a round updates.
type effects struct {
	change
	affected map[string]bool // paths of open and closed files; nil if whole is set
	scanned  bool
	layout   uint64   // of the snapshot
	rest     bool     // closed files are included
	files    []string // sorted paths of all workspace files, if rest is set
}

// effects returns the files that a change affects.
func (d *diagnoser) effects(v *view, c change) (e effects) {
	e.change, e.layout = c, v.snapshot.Layout()
	defer func() {
		if p := recover(); p != nil {
			d.log.Error("finding what a change affects panicked", "panic", p, "stack", string(debug.Stack()))
			e.whole = true
		}
	}()
	e.scanned, e.rest = workspace.Scanned(v.snapshot), d.wantsRest(v)
	e.whole = c.whole || !e.scanned
	if e.rest {
		e.files = v.snapshot.Files()
	}
	if e.whole || len(c.paths) == 0 {
		return e
	}
	e.affected = make(map[string]bool)
	for _, path := range affected.Paths(v.snapshot, slices.Collect(maps.Keys(c.paths))...) {
		e.affected[path] = true
	}
	return e
}

// mark starts the diagnosis of the files that a round updates.
func (d *diagnoser) mark(e effects) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.markRest(e)
	d.round.layout = e.layout
	for _, f := range d.files {
		if f.doc == nil {
			continue
		}
		if e.whole || e.affected[f.path] {
			f.ownStale, f.othersStale, f.due = true, true, true
			if f.crossing {
				f.cancel() // it must be repeated, and the document's own diagnostics need not wait for it
			}
		}
		f.due = f.due || e.paused
		wanted := !d.pulling() || d.rest.on || f.given.doc != nil
		if wanted && (f.ownOf != f.doc || f.ownStale || f.othersStale && f.due) {
			d.start(f)
		}
	}
	d.sweep()
}
