package lsp

import (
	"context"
	"runtime/debug"
	"sync"
	"time"

	"skills-ls/analysis/workspace"
)

// scans scans the whole workspace in the background: when the session begins, and when folders or settings
// have changed. One scan runs at a time. Cross-file diagnostics are not reported before the first one has
// ended.
//
// A scan collects garbage often. Without that, a server of 10,000 skills peaks at 170 MB instead of 145 MB. When the
// requests and diagnoses that wait for a scan are done, its memory is returned. Without that, the server keeps 125 MB
// instead of 80 MB, or more if it also keeps the parsed files (BenchmarkAfterList).
type scans struct {
	server *server

	mu      sync.Mutex
	running bool // guarded by mu, as are again and over
	ended   bool // a scan has ended; only the scanning goroutine uses it
	again   bool // another scan must follow, because what the running one reads has changed since it began
	// over is closed when the running scan ends, and sometimes before. It is nil if none is running.
	over chan struct{}
}

// releaseDelay is the time from the end of a scan to the release of its memory.
const releaseDelay = 5 * time.Second

// start makes sure that a scan begins after this call. It returns at once.
func (sc *scans) start() {
	sc.mu.Lock()
	defer sc.mu.Unlock()
	sc.again = true
	if !sc.running {
		sc.running, sc.over = true, make(chan struct{})
		go sc.work()
	}
}

// await waits until the workspace is scanned. It returns at once if no scan is running. The error is the context's.
func (sc *scans) await(ctx context.Context) error {
	for !workspace.Scanned(sc.server.session.View().Snapshot) {
		sc.mu.Lock()
		over := sc.over
		sc.mu.Unlock()
		if over == nil {
			return nil
		}
		if err := await(ctx, over); err != nil {
			return err
		}
	}
	return nil
}

// changed makes another scan follow the running one, if any: that one may already have read what has changed.
func (sc *scans) changed() {
	sc.mu.Lock()
	defer sc.mu.Unlock()
	sc.again = sc.running
}

func (sc *scans) work() {
	for sc.next() {
		sc.once()
	}
}

// next reports whether a scan must begin. Otherwise none is running any more.
func (sc *scans) next() bool {
	sc.mu.Lock()
	defer sc.mu.Unlock()
	sc.running = sc.again && sc.server.ctx.Err() == nil
	sc.again = false
	close(sc.over)
	sc.over = nil
	if sc.running {
		sc.over = make(chan struct{})
	}
	return sc.running
}

// once scans the workspace and reports the result.
func (sc *scans) once() {
	s := sc.server
	defer func() {
		if r := recover(); r != nil {
			s.log.Error("the scan of the workspace panicked", "panic", r, "stack", string(debug.Stack()))
		}
	}()
	defer time.AfterFunc(releaseDelay, debug.FreeOSMemory)
	defer collectOften()()
	snapshot := s.session.View().Snapshot
	began := time.Now()
	var report workspace.ScanReport
	withProgress(s, "Looking for skills", func(ctx context.Context, tell func(done, total int)) {
		report, _ = workspace.Scan(ctx, snapshot, tell) // its only error is that it was canceled
	})
	snapshot.Disk().Documents.Clear()
	s.log.Info("workspace scanned", "files", report.Files, "folders", snapshot.Config().Folders, "took", time.Since(began).Round(time.Millisecond), "complete", workspace.Scanned(snapshot))
	for _, id := range workspace.UnknownTargets(snapshot) {
		s.log.Warn("unknown target ignored", "agent", id)
	}
	for _, panicked := range report.Panics {
		s.log.Error("reading a file panicked", "panic", panicked)
	}
	for _, dir := range report.Unreadable {
		s.log.Warn("a directory cannot be read: skipping its skills", "directory", dir)
	}
	if report.Truncated {
		s.log.Warn("the workspace has too many files: skipping the rest", "limit", workspace.MaxFiles)
	}
	s.diagnoser.DiagnoseAll()
	if !sc.ended {
		sc.ended = true
		notifySkills(s, s.session.View()) // skills that no agent finds are known now
	}
}
