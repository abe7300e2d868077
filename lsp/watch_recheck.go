package lsp

import (
	"fmt"
	"time"

	"skills-ls/lsp/fswatch"

	"skills-ls/analysis/watchlist"
	"skills-ls/analysis/workspace"
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

// judge determines whether changes may go unnoticed. The first time that they may, it logs a warning.
func (w *watching) judge() {
	own := w.own.Load()
	if own == nil || w.ctx.Err() != nil {
		return // a file system other than the disk reports its changes in some other way
	}
	trouble := w.remote.Load()
	if own.Trouble() != nil {
		trouble = own.Trouble()
	}
	w.distrust.Store(trouble)
	w.session.watched.Store(trouble == nil)
	w.mu.Lock()
	defer w.mu.Unlock()
	if trouble != nil && !w.warned {
		w.warned = true
		w.log.Warn("changes of files may go unnoticed, so files are looked at anew when something is asked",
			"directory", trouble.Dir, "reason", trouble.Err)
	}
}

// recheck makes the session check what cannot be watched, unless it has done so recently, and reports whether
// it did. It does not call refreshed: the caller does, or is about to diagnose everything.
func (w *watching) recheck() bool {
	own := w.own.Load()
	if own == nil {
		return false
	}
	w.mu.Lock()
	due := time.Since(w.checked) > recheckEvery
	if due {
		w.checked = time.Now()
	}
	w.mu.Unlock()
	if !due {
		return false
	}
	changed, distrust := own.Recheck(), w.distrust.Load() != nil
	if !distrust && len(changed) == 0 {
		return false
	}
	w.session.look(func(snapshot *workspace.Snapshot) *workspace.Look {
		if distrust {
			return snapshot.LookAgain()
		}
		return snapshot.Look(changed...)
	}, unchanged)
	return true
}
