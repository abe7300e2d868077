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

// A round is the diagnosis of everything that a change has a part in. One begins at a time; what happens meanwhile makes
// another.
type round struct {
	pause   *time.Timer     // runs while somebody types
	typed   map[string]bool // paths of documents that were opened, edited or closed since the last pause
	running bool
	next    change
	layout  uint64 // of the snapshot that the last round was about
}

// A change is what a round is about.
type change struct {
	begun  bool            // there is one
	paused bool            // nobody types any more, so that everything is due
	whole  bool            // everything may have changed
	paths  map[string]bool // what has changed
}

func (c *change) add(path string) {
	if c.paths == nil {
		c.paths = make(map[string]bool)
	}
	c.paths[path] = true
}

// changed tells that files, or what lies below them, may have changed on disk; without paths, that anything may have.
func (d *diagnoser) changed(paths ...string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, path := range paths {
		d.round.next.add(path)
	}
	d.round.next.whole = d.round.next.whole || len(paths) == 0
	d.begin()
}

// all starts the diagnosis of everything anew, as after a change of settings or folders, or the end of the first scan.
func (d *diagnoser) all() { d.changed() }

// later starts a round about a document when the typing pauses. The caller holds mu.
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
		return // the timer was put off at the moment that it ran out, and this is the second time
	}
	d.round.pause = nil
	d.round.next.paused = true
	for path := range d.round.typed {
		d.round.next.add(path)
	}
	d.round.typed = nil
	d.begin()
}

// interrupt cancels the diagnosis of files that nobody has just edited, for the sake of one that somebody has. It goes on when
// the typing pauses. The caller holds mu.
func (d *diagnoser) interrupt() {
	d.rouse()
	d.resting, d.rouse = context.WithCancel(d.ctx)
}

// begin makes sure that there will be a round. The caller holds mu.
func (d *diagnoser) begin() {
	d.round.next.begun = true
	if !d.round.running {
		d.round.running = true
		go d.rounds()
	}
}

// rounds goes through rounds until there is nothing more to go through.
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

// nextChange returns what the next round is about, or ends the rounds.
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

// effects are the files of which a round brings the findings up to date.
type effects struct {
	change
	affected map[string]bool // paths, open and closed ones, unless everything is
	scanned  bool
	layout   uint64   // of the snapshot
	rest     bool     // closed files count
	files    []string // sorted, all of the workspace, if they do
}

// effects finds what a change has a part in.
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

// mark starts the diagnosis of what a round is about.
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
				f.cancel() // it will have to be done again, and the document's own findings need not wait for it
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
