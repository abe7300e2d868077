package lsp

import (
	"context"
	"fmt"
	"time"

	"skills-ls/analysis"
	"skills-ls/lsp/internal/watch"
)

// recheckEvery is for how long what the disk said is trusted where its changes cannot be watched.
const recheckEvery = time.Second

// remoteRoot returns a root that lies on a file system whose changes are not all told of, nil where there is none.
func remoteRoot(roots []analysis.WatchedRoot) *watch.Trouble {
	for _, root := range roots {
		if root.Reach == analysis.Itself {
			continue
		}
		if kind := watch.Remote(root.Path); kind != "" {
			return &watch.Trouble{Dir: root.Path, Err: fmt.Errorf("other machines may change files on %s unnoticed", kind)}
		}
	}
	return nil
}

// judge decides whether changes may go unnoticed. The first time that they may, the log says so.
func (w *watching) judge() {
	own := w.own.Load()
	if own == nil || w.ctx.Err() != nil {
		return // what is not a disk tells of its changes some other way
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

// recheck makes the session look anew at what cannot be watched, if some time has passed since it last did, and reports whether
// it has. What depends on it is not told: whoever calls this is about to look at it, or tells it.
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
	w.session.look(func(snapshot *analysis.Snapshot) *analysis.Look {
		if distrust {
			return snapshot.LookAgain()
		}
		return snapshot.Look(changed...)
	}, unchanged)
	return true
}

// afterRecheck makes an answer of a view; of a later one where files had to be looked at anew.
func (s *server) afterRecheck(v *view, handler func(*view) answer) answer {
	return func(ctx context.Context, params []byte) (any, error) {
		if s.watching.recheck() {
			s.session.refreshed()
			v = v.over(s.session.view())
		}
		return handler(v)(ctx, params)
	}
}
