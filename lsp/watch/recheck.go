package watch

import (
	"fmt"
	"time"

	"skills-ls/analysis/watchlist"
	"skills-ls/analysis/workspace"
	"skills-ls/lsp/fswatch"
	"skills-ls/lsp/session"
)

// recheckEvery is how long the results of reading the disk are trusted if its changes cannot be watched.
const recheckEvery = time.Second

// remoteRoot returns a root on a file system that does not report all changes, nil if there is none.
func remoteRoot(roots []watchlist.WatchedRoot) *fswatch.Trouble {
	for _, root := range roots {
		if root.Reach == watchlist.Itself {
			continue
		}
		if kind := fswatch.Remote(root.Path); kind != "" {
			return &fswatch.Trouble{Dir: root.Path, Err: fmt.Errorf("other machines may change files on %s unnoticed", kind)}
		}
	}
	return nil
}

// updateTrust determines whether changes may go unnoticed. The first time that they may, it logs a warning.
func (w *Watching) updateTrust() {
	own := w.own.Load()
	w.Mu.Lock()
	begun := w.Begun
	w.Mu.Unlock()
	if own == nil || !begun || w.ctx.Err() != nil {
		return // there is no plan yet, or the file system is not the disk and reports its changes in some other way
	}
	trouble := w.remote.Load()
	if own.Trouble() != nil {
		trouble = own.Trouble()
	}
	w.Distrust.Store(trouble)
	w.Watched.Store(trouble == nil)
	w.Mu.Lock()
	defer w.Mu.Unlock()
	if trouble != nil && !w.warned {
		w.warned = true
		w.log.Warn("changes of files may go unnoticed, so files are looked at anew when something is asked",
			"directory", trouble.Dir, "reason", trouble.Err)
	}
}

// Recheck makes the session check what cannot be watched, unless it has done so recently, and reports whether
// it did. The caller must tell everything that depends on the disk.
func (w *Watching) Recheck() bool {
	own := w.own.Load()
	if own == nil {
		return false
	}
	w.Mu.Lock()
	due := time.Since(w.Checked) > recheckEvery
	if due {
		w.Checked = time.Now()
	}
	w.Mu.Unlock()
	if !due {
		return false
	}
	changed, distrust := own.Recheck(), w.Distrust.Load() != nil
	if !distrust && len(changed) == 0 {
		return false
	}
	w.session.ReadDisk(func(snapshot *workspace.Snapshot) *workspace.DiskState {
		if distrust {
			return snapshot.RecheckDisk()
		}
		return snapshot.ReadDisk(changed...)
	}, session.Unchanged)
	return true
}
