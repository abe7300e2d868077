package diagnose

import (
	"context"
	"runtime/debug"
	"time"

	"skills-ls/analysis/affected"
	"skills-ls/analysis/workspace"
	"skills-ls/lsp/session"
)

// A round is the diagnosis of everything that a change affects. One round runs at a time; changes during a
// round lead to another.
type round struct {
	Pause   *time.Timer     // runs while the user types
	typed   map[string]bool // paths of documents that were opened, edited or closed since the last pause
	Running bool
	next    Change
	last    *workspace.Snapshot // of the last round; nil before the first
}

// A Change says what a round must diagnose.
type Change struct {
	begun  bool            // there is a change
	Paused bool            // the typing has paused, so everything is due
	Whole  bool            // everything may have changed
	paths  map[string]bool // the changed paths, true for those that have changed on disk
}

// newRound returns a round of nothing.
func newRound() round {
	return round{typed: make(map[string]bool), next: Change{paths: make(map[string]bool)}}
}

// Changed records that the paths, or files below them, may have changed on disk. Without paths, anything may
// have.
func (d *Diagnoser) Changed(paths ...string) {
	d.Mu.Lock()
	defer d.Mu.Unlock()
	for _, path := range paths {
		d.Round.next.paths[path] = true
	}
	d.Round.next.Whole = d.Round.next.Whole || len(paths) == 0
	d.requestRound()
}

// DiagnoseAll diagnoses everything again, as after a change of settings or folders, or after the first scan.
func (d *Diagnoser) DiagnoseAll() { d.Changed() }

// startPause starts a round for a document when the typing pauses. The caller holds mu.
func (d *Diagnoser) startPause(path string) {
	d.Round.typed[path] = true
	if d.Round.Pause == nil {
		d.Round.Pause = time.AfterFunc(d.Delay, d.Paused)
		return
	}
	d.Round.Pause.Reset(d.Delay)
}

func (d *Diagnoser) Paused() {
	d.Mu.Lock()
	defer d.Mu.Unlock()
	if d.Round.Pause == nil {
		return // the timer was reset just as it fired, and this is the second call
	}
	d.Round.Pause = nil
	d.Round.next.Paused = true
	for path := range d.Round.typed {
		if _, known := d.Round.next.paths[path]; !known {
			d.Round.next.paths[path] = false
		}
	}
	d.Round.typed = make(map[string]bool)
	d.requestRound()
}

// Interrupt cancels the diagnosis of files that the user is not editing, to make room for the one being
// edited. The diagnosis resumes when the typing pauses. The caller holds mu.
func (d *Diagnoser) Interrupt() {
	d.cancelBackground()
	d.background, d.cancelBackground = context.WithCancel(d.ctx)
}

// requestRound ensures that there will be a round. The caller holds mu.
func (d *Diagnoser) requestRound() {
	d.Round.next.begun = true
	if !d.Round.Running && d.ctx.Err() == nil {
		d.Round.Running = true
		select {
		case d.due <- struct{}{}:
		default: // an earlier token is still in the channel, and wakes NextChange as well
		}
	}
}

// NextChange waits for a change and returns it. The caller must then call [Diagnoser.RunRound]. The round ends
// with the next call. NextChange returns false when the diagnoser's context ends.
func (d *Diagnoser) NextChange() (Change, bool) {
	for {
		if c, ok := d.takeChange(); ok {
			return c, true
		}
		select {
		case <-d.due:
		case <-d.ctx.Done():
			return d.takeChange() // ends a round that was requested meanwhile
		}
	}
}

// RunRound starts the diagnosis of everything that a change affects.
func (d *Diagnoser) RunRound(v *session.View, c Change) { d.Mark(d.Effects(v, c)) }

// takeChange ends the last round and returns the change for the next one, or false if there is none.
func (d *Diagnoser) takeChange() (Change, bool) {
	d.Mu.Lock()
	defer d.Mu.Unlock()
	c := d.Round.next
	d.Round.next = Change{paths: make(map[string]bool)}
	if !c.begun || d.ctx.Err() != nil {
		d.Round.Running = false
		d.wake()
		return c, false
	}
	return c, true
}

// effects are the files whose diagnostics a round updates.
type effects struct {
	Change
	affected    map[string]bool // paths of open and closed files; nil if whole is set
	scanned     bool
	snapshot    *workspace.Snapshot
	closedFiles bool     // closed files are included
	files       []string // sorted paths of all workspace files, if closedFiles is set
}

// Effects returns the files that a change affects.
func (d *Diagnoser) Effects(v *session.View, c Change) (e effects) {
	e.Change, e.snapshot = c, v.Snapshot
	d.Mu.Lock()
	last := d.Round.last
	d.Mu.Unlock()
	defer func() {
		if p := recover(); p != nil {
			d.log.Error("finding the effects of a change panicked", "panic", p, "stack", string(debug.Stack()))
			e.Whole = true
		}
	}()
	e.scanned, e.closedFiles = workspace.Scanned(v.Snapshot), d.wantsClosed(v)
	e.Whole = c.Whole || !e.scanned || last == nil
	if e.closedFiles {
		e.files = v.Snapshot.Files()
	}
	if e.Whole || len(c.paths) == 0 {
		return e
	}
	var change affected.Change
	for path, onDisk := range c.paths {
		if onDisk {
			change.OnDisk = append(change.OnDisk, path)
		} else {
			change.Edited = append(change.Edited, path)
		}
	}
	paths, all := affected.Paths(last, v.Snapshot, change)
	e.Whole, e.affected = all, make(map[string]bool)
	for _, path := range paths {
		e.affected[path] = true
	}
	return e
}

// Mark starts the diagnosis of the files that a round updates.
func (d *Diagnoser) Mark(e effects) {
	d.Mu.Lock()
	defer d.Mu.Unlock()
	d.markClosed(e)
	d.Round.last = e.snapshot
	for _, f := range d.Files {
		if f.doc == nil {
			continue
		}
		if e.Whole || e.affected[f.Path] {
			f.stage, f.due = stale, true
			if f.crossing {
				f.cancel() // it must be repeated, and the document's own diagnostics need not wait for it
			}
		}
		f.due = f.due || e.Paused
		wanted := !d.pulling() || d.ClosedFiles.on || f.Shown.doc != nil
		if wanted && (f.stage == stale || f.stage == ownCurrent && f.due) {
			d.start(f)
		}
	}
	d.Sweep()
}
