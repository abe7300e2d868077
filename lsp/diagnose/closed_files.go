package diagnose

import (
	"errors"
	"io/fs"
	"maps"
	"path/filepath"
	"runtime/debug"
	"slices"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/workspace"
	"skills-ls/lsp/position"
	"skills-ls/lsp/session"
	"skills-ls/skills/vfs"
)

// closedFiles holds the diagnostics of workspace files that are not open. They are kept only if the client
// uses them: a client that pulls must have requested workspace diagnostics, and for other clients the user
// must have enabled the setting.
type closedFiles struct {
	on       bool
	swept    map[string]bool       // paths of files that were diagnosed
	Found    map[string]closedFile // by path: the files of swept that have diagnostics
	Dirty    map[string]bool       // paths of files to diagnose
	underway map[string]*sweeping  // by path: files that are being diagnosed
	Workers  int
}

// A sweeping is the diagnosis of one closed file. Its result is dropped if it is no longer in underway.
type sweeping struct{ path string }

// A closedFile is what is kept of a closed file: its diagnostics, but not its text.
type closedFile struct {
	Key    string // of the document that the file would be
	result *result
}

// forget drops all diagnostics, and the results of the diagnosis that is running.
func (c *closedFiles) forget() {
	c.swept, c.Found = make(map[string]bool), make(map[string]closedFile)
	c.Dirty, c.underway = make(map[string]bool), make(map[string]*sweeping)
}

// drop forgets a file.
func (c *closedFiles) drop(path string) {
	delete(c.swept, path)
	delete(c.Found, path)
	delete(c.Dirty, path)
	delete(c.underway, path)
}

// knows reports whether a file was diagnosed or will be.
func (c *closedFiles) knows(path string) bool { return c.swept[path] || c.isDue(path) }

// known returns the files that were diagnosed or will be, in no particular order and with duplicates.
func (c *closedFiles) known() []string {
	paths := slices.AppendSeq(make([]string, 0, len(c.swept)), maps.Keys(c.swept))
	paths = slices.AppendSeq(paths, maps.Keys(c.Dirty))
	return slices.AppendSeq(paths, maps.Keys(c.underway))
}

// isDue reports whether a file waits for its diagnosis or is being diagnosed.
func (c *closedFiles) isDue(path string) bool { return c.Dirty[path] || c.underway[path] != nil }

// result returns the diagnostics of a file as far as they are known.
func (c *closedFiles) result(path string) *result {
	if f, ok := c.Found[path]; ok {
		return f.result
	}
	return noDiagnostics
}

// wantsClosed reports whether the client must get the diagnostics of closed files.
func (d *Diagnoser) wantsClosed(v *session.View) bool {
	if !v.Client.Pulls {
		return v.Settings.WantsWorkspaceDiagnostics()
	}
	d.Mu.Lock()
	defer d.Mu.Unlock()
	return d.Pulls.pulledWorkspace
}

// markClosed marks the closed files that must be diagnosed, and forgets files that are gone. The caller holds
// mu.
func (d *Diagnoser) markClosed(e effects) {
	before := d.ClosedFiles.on
	switch {
	case e.closedFiles && !e.scanned:
		return // the known diagnostics stay valid until the end of the scan
	case !e.closedFiles && before:
		d.ClosedFiles.forget()
		d.republishClosed()
	}
	d.ClosedFiles.on = e.closedFiles
	if !e.closedFiles {
		return
	}
	open := make(map[string]bool)
	for _, f := range d.Files {
		if f.doc != nil {
			open[f.Path] = true
		}
	}
	for _, path := range e.files {
		if !open[path] && (e.Whole || !before || !d.ClosedFiles.knows(path) || e.concerns(path)) {
			d.ClosedFiles.Dirty[path] = true
		}
	}
	left := d.ClosedFiles.known()
	left = slices.AppendSeq(left, maps.Keys(e.affected))
	// e.paths includes buffers without a file, which were never workspace files.
	left = slices.AppendSeq(left, maps.Keys(e.paths))
	for _, path := range left {
		if _, ours := slices.BinarySearch(e.files, path); !ours && !open[path] {
			d.ForgetClosed(path)
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

// republishClosed starts publishing the current diagnostics of all documents that are not open. The caller holds mu.
func (d *Diagnoser) republishClosed() {
	for _, f := range d.Files {
		if f.doc == nil {
			d.start(f)
		}
	}
}

// ForgetClosed forgets the diagnostics of a file that no longer exists. The caller holds mu.
func (d *Diagnoser) ForgetClosed(path string) {
	known, had := d.ClosedFiles.Found[path]
	d.ClosedFiles.drop(path)
	if had {
		d.announceClosed(path, known.Key)
	} else if f := d.fileNamed(path); f != nil && f.doc == nil {
		d.start(f)
	}
}

// fileNamed returns the entry for the document with the path, or nil. It does not ask the disk which
// spellings of the path are equal: that was determined when the document was opened. The caller holds mu.
func (d *Diagnoser) fileNamed(path string) *diagnosed {
	for folding := vfs.Folding(0); folding <= vfs.FoldsCase|vfs.FoldsMarks; folding++ {
		if f := d.Files[folding.Key(path)]; f != nil && folding.Key(f.Path) == f.key {
			return f
		}
	}
	return nil
}

// announceClosed notifies the client of new diagnostics of a closed file. The caller holds mu.
func (d *Diagnoser) announceClosed(path, key string) {
	if d.pulling() {
		d.Pulls.announceClosed()
		return
	}
	f := d.Files[key]
	if f == nil {
		f = newDiagnosed(key)
		f.Path = path
		d.Files[key] = f
	}
	d.start(f)
}

// Sweep starts the diagnosis of closed files in the background. During a scan it does nothing, because the
// end of the scan starts a round. The caller holds mu.
func (d *Diagnoser) Sweep() {
	for d.held == nil && workspace.Scanned(d.session.View().Snapshot) && d.ClosedFiles.Workers < cap(d.BackgroundSlots) && d.ClosedFiles.Workers < len(d.ClosedFiles.Dirty) {
		d.ClosedFiles.Workers++
		go d.sweepWorker()
	}
}

func (d *Diagnoser) sweepWorker() {
	for swept := 1; ; swept++ {
		task := d.NextClosed()
		if task == nil {
			return
		}
		select {
		case d.BackgroundSlots <- struct{}{}:
		case <-d.ctx.Done():
		}
		v := d.session.View()
		r := d.findSwept(v, task.path)
		if d.ctx.Err() == nil {
			<-d.BackgroundSlots
		}
		d.SettleClosed(v, task, r, swept%SweepBatch == 0)
	}
}

// SweepBatch is the number of files that a worker diagnoses before requests that wait for diagnostics are
// notified.
const SweepBatch = 100

// NextClosed returns the next file to diagnose. If no file is left, it returns nil and the worker must end.
func (d *Diagnoser) NextClosed() *sweeping {
	d.Mu.Lock()
	defer d.Mu.Unlock()
	if d.ctx.Err() == nil && workspace.Scanned(d.session.View().Snapshot) {
		for path := range d.ClosedFiles.Dirty {
			if d.ClosedFiles.underway[path] == nil {
				delete(d.ClosedFiles.Dirty, path)
				task := &sweeping{path}
				d.ClosedFiles.underway[path] = task
				return task
			}
		}
	}
	d.ClosedFiles.Workers--
	if d.ClosedFiles.Workers == 0 {
		d.Pulls.wakeHeld()
		d.askToPull()
	}
	d.idle.Broadcast()
	return nil
}

// findSwept is [Diagnoser.FindClosed] for workspace files. A closed document may have no file, because it was
// never saved, or be outside of the workspace. Then there are no diagnostics, not even one for a missing
// file.
func (d *Diagnoser) findSwept(v *session.View, path string) (r *result) {
	defer d.logPanic(path, &r)
	if _, err := v.Snapshot.File(path); errors.Is(err, fs.ErrNotExist) || !v.Snapshot.InFolders(path) {
		return noDiagnostics
	}
	return d.FindClosed(v, path)
}

// logPanic is deferred by functions that run rules on a closed file. If a rule panics, it logs the panic and
// sets the result to nil.
func (d *Diagnoser) logPanic(path string, r **result) {
	if p := recover(); p != nil {
		d.log.Error("diagnosis panicked", "path", path, "panic", p, "stack", string(debug.Stack()))
		*r = nil
	}
}

// FindClosed diagnoses a closed file. It returns nil if a rule panics or the result cannot be encoded, which
// is logged.
func (d *Diagnoser) FindClosed(v *session.View, path string) (r *result) {
	defer d.logPanic(path, &r)
	var found []diagnostic.Diagnostic
	if workspace.Scanned(v.Snapshot) {
		found = rules.Diagnose(d.ctx, v.Snapshot, path)
	} else {
		found = rules.DiagnoseOwn(d.ctx, v.Snapshot, path)
	}
	if len(found) == 0 {
		return noDiagnostics
	}
	m := position.NewFileMapper("", v.Client.Encoding)
	if src, ok := v.SourceOf(path); ok {
		m = src.Mapper
	}
	r, err := resultOf(v, nil, m, found)
	if err != nil {
		d.log.Error("encoding findings failed", "path", path, "error", err)
	}
	return r
}

// SettleClosed stores the diagnostics of a closed file, unless the file was opened or is no longer wanted. If
// r is nil, the previous diagnostics stay.
func (d *Diagnoser) SettleClosed(v *session.View, task *sweeping, r *result, tell bool) {
	path := task.path
	own := v.KeyOf(position.PathURI(path))
	d.Mu.Lock()
	defer d.Mu.Unlock()
	if d.ClosedFiles.underway[path] != task {
		return
	}
	delete(d.ClosedFiles.underway, path)
	if d.ctx.Err() != nil || !d.ClosedFiles.on {
		return
	}
	d.ClosedFiles.swept[path] = true
	if f := d.Files[own]; f != nil && f.doc != nil {
		return
	}
	if r != nil {
		d.storeClosed(path, own, r)
	}
	if tell {
		d.Pulls.wakeHeld()
	}
}

// storeClosed stores the diagnostics of a closed file and notifies the client if it has others. The caller holds mu.
func (d *Diagnoser) storeClosed(path, key string, r *result) {
	known := d.ClosedFiles.result(path).Hash
	if !d.pulling() { // the known result may not have been published, because the file became due again
		known = ""
		if f := d.Files[key]; f != nil {
			known = f.Sent.Hash
		}
	}
	if r.Hash == "" {
		delete(d.ClosedFiles.Found, path)
	} else {
		d.ClosedFiles.Found[path] = closedFile{key, r}
	}
	if known != r.Hash {
		d.announceClosed(path, key)
	}
}
