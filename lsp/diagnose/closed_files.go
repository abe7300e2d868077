package diagnose

import (
	"errors"
	"io/fs"
	"slices"

	"skills-ls/analysis/rules"
	"skills-ls/analysis/workspace"
	"skills-ls/lsp/position"
	"skills-ls/lsp/session"
)

// closedFiles holds the diagnostics of workspace files that are not open. They are kept only if the client
// uses them: a client that pulls must have requested workspace diagnostics, and for other clients the user
// must have enabled the setting.
type closedFiles struct {
	on      bool
	Files   map[string]*closedFile // by path: the files that were diagnosed or will be
	queue   []*closedFile          // files to diagnose, some of them no longer in Files
	Workers int
}

// A closedFile is what is kept of a closed file: its diagnostics, but not its text. If it is not in
// closedFiles.Files any more, the result of its diagnosis is dropped.
type closedFile struct {
	path   string
	Key    string // of the document that the file would be; empty until that is known
	state  closedState
	result *result // noDiagnostics before the first diagnosis
}

type closedState uint8

const (
	diagnosedClosed closedState = iota
	queued
	underway
	underwayAgain // and it must be diagnosed again
)

// forget drops all diagnostics, and the results of the diagnosis that is running.
func (c *closedFiles) forget() { c.Files, c.queue = make(map[string]*closedFile), nil }

// Enqueue makes sure that a file will be diagnosed.
func (c *closedFiles) Enqueue(path string) *closedFile {
	f := c.Files[path]
	if f == nil {
		f = &closedFile{path: path, result: noDiagnostics}
		c.Files[path] = f
	}
	switch f.state {
	case diagnosedClosed:
		f.state = queued
		c.queue = append(c.queue, f)
	case underway:
		f.state = underwayAgain
	}
	return f
}

// isDue reports whether a file waits for its diagnosis or is being diagnosed.
func (c *closedFiles) isDue(path string) bool {
	f := c.Files[path]
	return f != nil && f.state != diagnosedClosed
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
		for _, f := range d.Files {
			if f.doc == nil {
				d.start(f) // publishes that it has no diagnostics
			}
		}
	}
	d.ClosedFiles.on = e.closedFiles
	if !e.closedFiles {
		return
	}
	open := make(map[string]bool)
	for key, f := range d.Files {
		if f.doc != nil {
			open[f.Path] = true
		} else if closed := d.ClosedFiles.Files[f.Path]; closed != nil && closed.Key == "" {
			closed.Key = key // what was published must be cleared even if the file is forgotten before its diagnosis
		}
	}
	for _, path := range e.files {
		if !open[path] && (e.Whole || !before || d.ClosedFiles.Files[path] == nil || e.affected[path]) {
			d.ClosedFiles.Enqueue(path)
		}
	}
	for path := range d.ClosedFiles.Files {
		if _, ours := slices.BinarySearch(e.files, path); !ours && !open[path] {
			d.ForgetClosed(path)
		}
	}
}

// ForgetClosed forgets the diagnostics of a file that no longer exists. The caller holds mu.
func (d *Diagnoser) ForgetClosed(path string) {
	f := d.ClosedFiles.Files[path]
	delete(d.ClosedFiles.Files, path)
	switch document := d.Files[f.Key]; {
	case f.result.Hash != "":
		d.announceClosed(path, f.Key)
	case document != nil && document.doc == nil:
		d.start(document)
	}
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

// Sweep starts the diagnosis of closed files in the background. During a scan or while the user types it does
// nothing, because the end of both starts a round. The caller holds mu.
func (d *Diagnoser) Sweep() {
	c := &d.ClosedFiles
	for d.held == nil && d.isIdle() && c.Workers < min(cap(d.BackgroundSlots), len(c.queue)) {
		c.Workers++
		go d.sweepWorker()
	}
}

// isIdle reports whether closed files can be diagnosed now (TestClosedFilesWaitForTyping). The caller holds mu.
func (d *Diagnoser) isIdle() bool {
	return d.Round.Pause == nil && workspace.Scanned(d.session.View().Snapshot)
}

func (d *Diagnoser) sweepWorker() {
	for swept := 1; ; swept++ {
		f := d.NextClosed()
		if f == nil {
			return
		}
		select {
		case d.BackgroundSlots <- struct{}{}:
		case <-d.ctx.Done():
		}
		v := d.session.View()
		r := d.findSwept(v, f.path)
		if d.ctx.Err() == nil {
			<-d.BackgroundSlots
		}
		d.SettleClosed(v, f, r, swept%SweepBatch == 0)
	}
}

// SweepBatch is the number of files that a worker diagnoses before requests that wait for diagnostics are
// notified.
const SweepBatch = 100

// NextClosed returns the next file to diagnose. If no file is left, it returns nil and the worker must end.
func (d *Diagnoser) NextClosed() *closedFile {
	d.Mu.Lock()
	defer d.Mu.Unlock()
	c := &d.ClosedFiles
	for d.ctx.Err() == nil && d.isIdle() && len(c.queue) > 0 {
		f := c.queue[0]
		c.queue = c.queue[1:]
		if c.Files[f.path] == f {
			f.state = underway
			return f
		}
	}
	d.ClosedFiles.Workers--
	if d.ClosedFiles.Workers == 0 {
		d.wake()
		d.askToPull()
	}
	return nil
}

// findSwept is [Diagnoser.FindClosed] for workspace files. A closed document may have no file, because it was
// never saved, or be outside of the workspace. Then there are no diagnostics, not even one for a missing
// file.
func (d *Diagnoser) findSwept(v *session.View, path string) *result {
	return d.guarded(path, func() (*result, error) {
		if _, err := v.Snapshot.File(path); errors.Is(err, fs.ErrNotExist) || !v.Snapshot.InFolders(path) {
			return noDiagnostics, nil
		}
		return d.FindClosed(v, path), nil
	})
}

// FindClosed diagnoses a closed file. It returns nil like guarded.
func (d *Diagnoser) FindClosed(v *session.View, path string) *result {
	return d.guarded(path, func() (*result, error) {
		run := rules.DiagnoseOwn
		if workspace.Scanned(v.Snapshot) {
			run = rules.Diagnose
		}
		found := run(d.ctx, v.Snapshot, path)
		if len(found) == 0 {
			return noDiagnostics, nil
		}
		m := position.NewFileMapper("", v.Client.Encoding)
		if src, ok := v.SourceOf(path); ok {
			m = src.Mapper
		}
		return resultOf(v, nil, path, m, found)
	})
}

// SettleClosed stores the diagnostics of a closed file, unless the file was opened or is no longer wanted. If
// r is nil, the previous diagnostics stay.
func (d *Diagnoser) SettleClosed(v *session.View, f *closedFile, r *result, tell bool) {
	key := v.KeyOf(position.PathURI(f.path))
	d.Mu.Lock()
	defer d.Mu.Unlock()
	if d.ClosedFiles.Files[f.path] != f || d.ctx.Err() != nil {
		return
	}
	again := f.state == underwayAgain
	f.state = diagnosedClosed
	if again {
		d.ClosedFiles.Enqueue(f.path)
	}
	document := d.Files[key]
	if document != nil && document.doc != nil {
		return
	}
	if r != nil {
		changed := f.result.Hash != r.Hash
		f.Key, f.result = key, r
		// The known result may not have been published, because the file became due again.
		if changed || !d.pulling() && (r.Hash != "" || document != nil) {
			d.announceClosed(f.path, key)
		}
	}
	if tell {
		d.wake()
	}
}
