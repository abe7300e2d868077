package watch

import (
	"context"
	"log/slog"
	"slices"
	"testing"
	"time"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/watchlist"
	"skills-ls/lsp/session"
)

// newTestWatching returns a Watching of a folder that has one plan. Its changes are read at once.
func newTestWatching(ctx context.Context) *Watching {
	snapshot := analysistest.InMemory("-- AGENTS.md --\n-- sub/AGENTS.md --\n")
	w := NewWatching(ctx, session.NewSession(snapshot), nil, session.Options{Logger: slog.New(slog.DiscardHandler), FS: snapshot.FS()})
	go func() {
		for {
			select {
			case c := <-w.Changes:
				c.Done(true)
			case <-ctx.Done():
				return
			}
		}
	}()
	w.RequestPlan(Roots)
	w.plan()
	return w
}

// TestWorkingDirNotPlanned checks that a working directory does not count as watched after a plan that was begun for
// another reason, between the record of the directory and the request for a plan.
func TestWorkingDirNotPlanned(t *testing.T) {
	w := newTestWatching(t.Context())
	const dir = "/other"
	w.addWorkingDir(dir)
	w.plan()
	_, watched := w.addWorkingDir(dir)
	if want := watchlist.WatchedRoots(w.session.View().Snapshot, dir); watched && !slices.Equal(w.roots, want) {
		t.Errorf("%v is watched, want %v", w.roots, want)
	}
}

// TestPlanOfNewestView checks that a plan for a request does not use a view from before the request.
func TestPlanOfNewestView(t *testing.T) {
	w := newTestWatching(t.Context())
	planned := make(chan struct{})
	w.Mu.Lock()
	go func() {
		defer close(planned)
		w.plan()
	}()
	time.Sleep(50 * time.Millisecond) // the plan waits for the lock; if it does not yet, the test finds nothing
	w.session.Update(func(next *session.View) {
		config := next.Snapshot.Config()
		config.Folders = append(config.Folders, "/other")
		next.Snapshot = next.Snapshot.WithConfig(config)
	})
	w.outdated = Roots
	w.Mu.Unlock()
	<-planned
	if want := watchlist.WatchedRoots(w.session.View().Snapshot); !slices.Equal(w.roots, want) {
		t.Errorf("%v is watched, want %v", w.roots, want)
	}
}
