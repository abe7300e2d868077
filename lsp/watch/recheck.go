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
			return &fswatch.Trouble{Dir: root.Path, Err: fmt.Errorf("changes by other machines on %s are not reported", kind)}
		}
	}
	return nil
}

// Trouble returns why changes on disk may go unnoticed, nil if every change is reported as it happens.
func (w *Watching) Trouble() *fswatch.Trouble {
	trouble := w.Distrust.Load()
	if own := w.own.Load(); own != nil && trouble == nil {
		return own.Trouble()
	}
	return trouble
}

// updateTrust records that the plan is in effect. The first time that changes may go unnoticed, it logs a
// warning.
func (w *Watching) updateTrust() {
	if w.own.Load() == nil || w.ctx.Err() != nil {
		w.Distrust.CompareAndSwap(NotPlanned, notDisk)
		return
	}
	w.Distrust.Store(w.remote)
	if trouble := w.Trouble(); trouble != nil && !w.warned {
		w.warned = true
		w.log.Warn("some file changes are not reported: checking the files again before each answer",
			"directory", trouble.Dir, "reason", trouble.Err)
	}
}

// Recheck makes the session check what cannot be watched, unless it has done so recently, and reports whether
// it did. The caller must tell everything that depends on the disk.
func (w *Watching) Recheck() bool {
	own, trouble := w.own.Load(), w.Trouble()
	if own == nil || !w.isCheckDue() {
		return false
	}
	changed, distrust := own.Recheck(), trouble != nil && trouble != NotPlanned
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

// isCheckDue reports whether the last check is not recent, and if so, counts the caller's check as the last.
func (w *Watching) isCheckDue() bool {
	w.Mu.Lock()
	defer w.Mu.Unlock()
	if time.Since(w.Checked) <= recheckEvery {
		return false
	}
	w.Checked = time.Now()
	return true
}
