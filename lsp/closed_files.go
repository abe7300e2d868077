package lsp

import (
	"errors"
	"io/fs"
	"maps"
	"path/filepath"
	"runtime/debug"
	"slices"

	"skills-ls/skills/vfs"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/workspace"
)

// closedFiles holds the diagnostics of workspace files that are not open. They are kept only if the client
// uses them: a client that pulls must have requested workspace diagnostics, and for other clients the user
// must have enabled the setting.
type closedFiles struct {
	on       bool
	swept    map[string]bool       // paths of files that were diagnosed
	found    map[string]closedFile // by path: the files of swept that have diagnostics
	dirty    map[string]bool       // paths of files to diagnose
	underway map[string]*sweeping  // by path: files that are being diagnosed
	workers  int
}

// A sweeping is the diagnosis of one closed file. Its result is dropped if it is no longer in underway.
type sweeping struct{ path string }

// A closedFile is what is kept of a closed file: its diagnostics, but not its text.
type closedFile struct {
	key    string // of the document that the file would be
	result *result
}

// forget drops all diagnostics, and the results of the diagnosis that is running.
func (c *closedFiles) forget() {
	c.swept, c.found = make(map[string]bool), make(map[string]closedFile)
	c.dirty, c.underway = make(map[string]bool), make(map[string]*sweeping)
}

// drop forgets a file.
func (c *closedFiles) drop(path string) {
	delete(c.swept, path)
	delete(c.found, path)
	delete(c.dirty, path)
	delete(c.underway, path)
}

// knows reports whether a file was diagnosed or will be.
func (c *closedFiles) knows(path string) bool { return c.swept[path] || c.isDue(path) }

// known returns the files that were diagnosed or will be, in no particular order and with duplicates.
func (c *closedFiles) known() []string {
	paths := slices.AppendSeq(make([]string, 0, len(c.swept)), maps.Keys(c.swept))
	paths = slices.AppendSeq(paths, maps.Keys(c.dirty))
	return slices.AppendSeq(paths, maps.Keys(c.underway))
}

// isDue reports whether a file waits for its diagnosis or is being diagnosed.
func (c *closedFiles) isDue(path string) bool { return c.dirty[path] || c.underway[path] != nil }

// result returns the diagnostics of a file as far as they are known.
func (c *closedFiles) result(path string) *result {
	if f, ok := c.found[path]; ok {
		return f.result
	}
	return noFindings
}

// wantsRest reports whether the client must get the diagnostics of closed files.
func (d *diagnoser) wantsRest(v *view) bool {
	if !v.client.pulls {
		return v.settings.workspaceDiagnostics()
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.pulls.asked
}

// markRest marks the closed files that must be diagnosed, and forgets files that are gone. The caller holds
// mu.
func (d *diagnoser) markRest(e effects) {
	before := d.rest.on
	switch {
	case e.rest && !e.scanned:
		return // the known diagnostics stay valid until the end of the scan
	case !e.rest && before:
		d.rest.forget()
		d.retract()
	}
	d.rest.on = e.rest
	if !e.rest {
		return
	}
	open := make(map[string]bool)
	for _, f := range d.files {
		if f.doc != nil {
			open[f.path] = true
		}
	}
	for _, path := range e.files {
		if !open[path] && (e.whole || !before || !d.rest.knows(path) || e.concerns(path)) {
			d.rest.dirty[path] = true
		}
	}
	left := d.rest.known()
	left = slices.AppendSeq(left, maps.Keys(e.affected))
	// e.paths includes buffers without a file, which were never workspace files.
	left = slices.AppendSeq(left, maps.Keys(e.paths))
	for _, path := range left {
		if _, ours := slices.BinarySearch(e.files, path); !ours && !open[path] {
			d.lose(path)
		}
	}
}

// concerns reports whether the diagnostics of a file may have changed.
func (e *effects) concerns(path string) bool {
	return e.affected[path] || e.paths[path] || e.below(path)
}

// below reports whether path is below a changed path. The files of a deleted directory are not reported one
// by one.
func (e *effects) below(path string) bool {
	for dir := filepath.Dir(path); dir != path; path, dir = dir, filepath.Dir(dir) {
		if e.paths[dir] {
			return true
		}
	}
	return false
}

// retract starts publishing the current diagnostics of all documents that are not open. The caller holds mu.
func (d *diagnoser) retract() {
	for _, f := range d.files {
		if f.doc == nil {
			d.start(f)
		}
	}
}

// lose forgets the diagnostics of a file that no longer exists. The caller holds mu.
func (d *diagnoser) lose(path string) {
	known, had := d.rest.found[path]
	d.rest.drop(path)
	if had {
		d.spread(path, known.key)
	} else if f := d.fileNamed(path); f != nil && f.doc == nil {
		d.start(f)
	}
}

// fileNamed returns the entry for the document with the path, or nil. It does not ask the disk which
// spellings of the path are equal: that was determined when the document was opened. The caller holds mu.
func (d *diagnoser) fileNamed(path string) *diagnosed {
	for folding := vfs.Folding(0); folding <= vfs.FoldsCase|vfs.FoldsMarks; folding++ {
		if f := d.files[folding.Key(path)]; f != nil && folding.Key(f.path) == f.key {
			return f
		}
	}
	return nil
}

// spread notifies the client of new diagnostics of a closed file. The caller holds mu.
func (d *diagnoser) spread(path, key string) {
	if d.pulling() {
		d.pulls.announceRest()
		return
	}
	f := d.files[key]
	if f == nil {
		f = newDiagnosed(key)
		f.path = path
		d.files[key] = f
	}
	d.start(f)
}

// sweep starts the diagnosis of closed files in the background. During a scan it does nothing, because the
// end of the scan starts a round. The caller holds mu.
func (d *diagnoser) sweep() {
	for d.held == nil && workspace.Scanned(d.session.view().snapshot) && d.rest.workers < cap(d.behind) && d.rest.workers < len(d.rest.dirty) {
		d.rest.workers++
		go d.sweepSome()
	}
}

func (d *diagnoser) sweepSome() {
	for swept := 1; ; swept++ {
		task := d.nextClosed()
		if task == nil {
			return
		}
		select {
		case d.behind <- struct{}{}:
		case <-d.ctx.Done():
		}
		v := d.session.view()
		r := d.findSwept(v, task.path)
		if d.ctx.Err() == nil {
			<-d.behind
		}
		d.settleClosed(v, task, r, swept%sweepBatch == 0)
	}
}

// sweepBatch is the number of files that a worker diagnoses before requests that wait for diagnostics are
// notified.
const sweepBatch = 100

// nextClosed returns the next file to diagnose. If no file is left, it returns nil and the worker must end.
func (d *diagnoser) nextClosed() *sweeping {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.ctx.Err() == nil && workspace.Scanned(d.session.view().snapshot) {
		for path := range d.rest.dirty {
			if d.rest.underway[path] == nil {
				delete(d.rest.dirty, path)
				task := &sweeping{path}
				d.rest.underway[path] = task
				return task
			}
		}
	}
	d.rest.workers--
	if d.rest.workers == 0 {
		d.pulls.tell()
		d.askToPull()
	}
	d.idle.Broadcast()
	return nil
}

// findSwept is [diagnoser.findClosed] for workspace files. A closed document may have no file, because it was
// never saved, or be outside of the workspace. Then there are no diagnostics, not even one for a missing
// file.
func (d *diagnoser) findSwept(v *view, path string) (r *result) {
	defer d.survive(path, &r)
	if _, err := v.snapshot.File(path); errors.Is(err, fs.ErrNotExist) || !v.snapshot.InFolders(path) {
		return noFindings
	}
	return d.findClosed(v, path)
}

// survive is deferred by functions that run rules on a closed file. If a rule panics, it logs the panic and
// sets the result to nil.
func (d *diagnoser) survive(path string, r **result) {
	if p := recover(); p != nil {
		d.log.Error("diagnosis panicked", "path", path, "panic", p, "stack", string(debug.Stack()))
		*r = nil
	}
}

// findClosed diagnoses a closed file. It returns nil if a rule panics or the result cannot be encoded, which
// is logged.
func (d *diagnoser) findClosed(v *view, path string) (r *result) {
	defer d.survive(path, &r)
	var found []diagnostic.Diagnostic
	if workspace.Scanned(v.snapshot) {
		found = rules.Diagnose(d.ctx, v.snapshot, path)
	} else {
		found = rules.DiagnoseOwn(d.ctx, v.snapshot, path)
	}
	if len(found) == 0 {
		return noFindings
	}
	m := NewFileMapper("", v.client.encoding)
	if src, ok := v.sourceOf(path); ok {
		m = src.Mapper
	}
	r, err := v.result(nil, m, found)
	if err != nil {
		d.log.Error("encoding findings failed", "path", path, "error", err)
	}
	return r
}

// settleClosed stores the diagnostics of a closed file, unless the file was opened or is no longer wanted. If
// r is nil, the previous diagnostics stay.
func (d *diagnoser) settleClosed(v *view, task *sweeping, r *result, tell bool) {
	path := task.path
	own := v.keyOf(pathURI(path))
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.rest.underway[path] != task {
		return
	}
	delete(d.rest.underway, path)
	if d.ctx.Err() != nil || !d.rest.on {
		return
	}
	d.rest.swept[path] = true
	if f := d.files[own]; f != nil && f.doc != nil {
		return
	}
	if r != nil {
		d.keep(path, own, r)
	}
	if tell {
		d.pulls.tell()
	}
}

// keep stores the diagnostics of a closed file and notifies the client if it has others. The caller holds mu.
func (d *diagnoser) keep(path, key string, r *result) {
	known := d.rest.result(path).hash
	if !d.pulling() { // the known result may not have been published, because the file became due again
		known = ""
		if f := d.files[key]; f != nil {
			known = f.sent.hash
		}
	}
	if r.hash == "" {
		delete(d.rest.found, path)
	} else {
		d.rest.found[path] = closedFile{key, r}
	}
	if known != r.hash {
		d.spread(path, key)
	}
}
