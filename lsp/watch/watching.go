// Package watch decides who watches the file system, the client or the server, and passes on what changed.
package watch

import (
	"context"
	"errors"
	"log/slog"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"skills-ls/analysis/file"
	"skills-ls/analysis/watchlist"
	"skills-ls/lsp/fswatch"
	"skills-ls/lsp/session"
	"skills-ls/lsp/wire"
	"skills-ls/skills/vfs"
)

// A Watching learns of every change on disk, with any client. The client watches what it can, the server
// watches the rest, and what neither can watch is checked again before it is used. A Watching does not read files
// again, except in [Watching.Recheck]: it sends on Changes what the server must read.
//
// One goroutine plans who watches what, and plans again when that may have changed.
type Watching struct {
	ctx     context.Context
	session *session.Session
	log     *slog.Logger
	fs      vfs.FS
	Open    func() (*fswatch.Source, error) // nil means the system's notifications
	After   func(time.Duration, func())     // calls a function later, as [time.AfterFunc] does; tests replace it
	start   sync.Once
	Changes chan Change // unbuffered; the receiver must call [Change.Done]

	PlanRequests chan struct{}                    // holds one if the plan may be out of date
	Interest     atomic.Pointer[fswatch.Interest] // in everything planned; nil before there is a plan
	own          atomic.Pointer[fswatch.Watcher]  // nil before there is a plan, and if the session does not read the disk
	// Distrust is why the plan does not make every change known: NotPlanned, or a root on a file system that
	// other machines change. It is nil if it does. See [Watching.Trouble].
	Distrust atomic.Pointer[fswatch.Trouble]

	Mu          sync.Mutex
	outdated    Outdated         // part of the plan; guarded by mu
	contents    []string         // files whose contents have changed since the plan; guarded by mu
	workingDirs []string         // working directories of requests, the latest last; never changed in place; guarded by mu
	watchedDirs []string         // those of workingDirs for which files are watched; guarded by mu
	Pending     []PossibleChange // see Examine; guarded by mu
	Checked     time.Time        // when recheck last did something; guarded by mu

	// Only the planning goroutine uses the fields below.
	client  clientWatch
	refused bool                    // the client has the capability to watch, but does not
	roots   []watchlist.WatchedRoot // of the plan
	planned []watchlist.WatchedRoot // what own watches
	remote  *fswatch.Trouble        // one of roots that other machines change, nil if there is none
	warned  bool                    // the log says that changes may go unnoticed
}

var (
	// NotPlanned is the reason for distrust before the first plan is in effect.
	NotPlanned = &fswatch.Trouble{Err: errors.New("nothing is watched yet")}
	// notDisk is the reason if the file system is not the disk, and reports its changes in some other way.
	notDisk = &fswatch.Trouble{Err: errors.New("only the disk is watched")}
)

// Outdated says which part of a plan may be out of date. Each includes the ones before it.
type Outdated uint8

const (
	Links   Outdated = iota // of open documents
	Roots                   // which paths must be watched
	Ignored                 // which directories below them are ignored
)

func NewWatching(ctx context.Context, s *session.Session, c *wire.Conn, opts session.Options) *Watching {
	w := &Watching{
		ctx: ctx, session: s, log: opts.Logger, fs: opts.FS, client: clientWatch{conn: c},
		Changes: make(chan Change), PlanRequests: make(chan struct{}, 1),
		After: func(d time.Duration, f func()) { time.AfterFunc(d, f) },
	}
	w.Distrust.Store(NotPlanned)
	return w
}

// A Change says what on disk must be read again.
type Change struct {
	Paths []string // with everything below them; nil for all files
	// Began is set when everything is watched for the first time. What was read before may have changed.
	Began bool
	done  chan bool // buffered
}

// Done tells the sender of a change whether the session has read everything again.
func (c Change) Done(read bool) { c.done <- read }

// report sends a change and waits until it is done. It reports whether the session has read everything again,
// and false when the session ends.
func (w *Watching) report(c Change) bool {
	c.done = make(chan bool, 1)
	select {
	case w.Changes <- c:
	case <-w.ctx.Done():
		return false
	}
	select {
	case read := <-c.done:
		return read
	case <-w.ctx.Done():
		return false
	}
}

// Start starts to watch. Only the first call counts.
func (w *Watching) Start() {
	w.start.Do(func() {
		w.RequestPlan(Roots)
		go w.run()
	})
}

func (w *Watching) ignored(dir string) bool { return w.session.View().Snapshot.Ignored(dir, true) }

// RequestPlan requests a new plan. The contents of the files have changed.
func (w *Watching) RequestPlan(part Outdated, files ...string) {
	w.Mu.Lock()
	defer w.Mu.Unlock()
	w.outdated, w.contents = max(w.outdated, part), append(w.contents, files...)
	select {
	case w.PlanRequests <- struct{}{}:
	default:
	}
}

// planPause is the minimum time between two plans while documents are edited and files change. The time is
// also at least planShare times as long as the last plan took.
const (
	planPause = 100 * time.Millisecond
	planShare = 10
)

func (w *Watching) run() {
	if _, onDisk := w.fs.(vfs.Disk); onDisk {
		w.own.Store(fswatch.New(w.ctx, fswatch.Options{Changed: w.handleOwnEvents, Ignored: w.ignored, Log: w.log, Open: w.Open}))
	}
	for {
		select {
		case <-w.ctx.Done():
			return
		case <-w.PlanRequests:
		}
		began := time.Now()
		w.tryPlan()
		select {
		case <-w.ctx.Done():
			return
		case <-time.After(max(planPause, planShare*time.Since(began))):
		}
	}
}

// tryPlan makes a plan and logs a panic. What is then not watched is checked before it is used, until there
// is a new plan.
func (w *Watching) tryPlan() {
	defer func() {
		if r := recover(); r != nil {
			w.log.Error("planning the watches panicked", "panic", r, "stack", string(debug.Stack()))
			w.distrust("planning the watches panicked") // the panic value may contain names
		}
	}()
	w.plan()
}

// distrust makes requests check what they use, until there is a new plan.
func (w *Watching) distrust(why string) {
	w.Mu.Lock()
	defer w.Mu.Unlock()
	w.outdated = Ignored
	w.Distrust.Store(&fswatch.Trouble{Err: errors.New(why)})
}

// plan determines what must be watched, and starts to watch it.
func (w *Watching) plan() {
	first := w.roots == nil
	w.Mu.Lock()
	part, changed, standing := w.outdated, w.contents, w.workingDirs
	w.outdated, w.contents = Links, nil
	w.Mu.Unlock()
	v := w.session.View() // later, so that it includes what the plan was requested for
	if part >= Roots || watchlist.LinkToIgnored(v.Snapshot, changed) {
		w.roots = watchlist.WatchedRoots(v.Snapshot, standing...)
		w.remote = remoteRoot(w.roots)
	}
	all := slices.Concat(w.roots, watchlist.WatchedLinks(v.Snapshot))
	w.Interest.Store(fswatch.NewInterest(slices.Concat(all, clientSpellings(v, all))))
	own, outside := w.split(v, all)
	added := append(w.watch(own, part), w.registerOutside(v.Client, outside)...)
	read := true
	switch {
	case first:
		w.log.Info("watching files", "by client", watches(v.Client) && !w.refused, "outside", len(outside), "by server", len(own))
		read = w.report(Change{Began: true})
	case len(added) > 0:
		read = w.report(Change{Paths: added})
	}
	if !read {
		w.distrust("reading the watched files panicked")
		return
	}
	w.Mu.Lock()
	w.watchedDirs = standing
	w.Mu.Unlock()
	w.updateTrust()
}

// clientSpellings returns the roots that the client knows by paths other than their real ones, with those paths.
func clientSpellings(v *session.View, roots []watchlist.WatchedRoot) (others []watchlist.WatchedRoot) {
	for _, root := range roots {
		if path := v.Snapshot.FolderPath(root.Path); path != root.Path {
			others = append(others, watchlist.WatchedRoot{Path: path, Reach: root.Reach, Inside: root.Inside})
		}
	}
	return others
}

// clientStartup is how long a client may still be starting to watch after it has answered a registration
// (lsp.TestUnconcernedChanges).
const clientStartup = 3 * time.Second

// registerOutside asks the client to watch its workspace and the directories outside of it. It returns those that the
// client did not watch before.
func (w *Watching) registerOutside(c *session.Client, outside []string) []string {
	if !watches(c) || w.refused {
		return nil
	}
	first := w.client.id == ""
	added, err := w.client.set(w.ctx, outside)
	switch {
	case err != nil && w.ctx.Err() == nil:
		w.log.Warn("the client does not watch files although it supports it: the server watches them", "error", err)
		w.refused = true
		w.RequestPlan(Links)
	case first:
		w.later(Change{Began: true})
	case len(added) > 0:
		w.later(Change{Paths: added})
	}
	return added
}

// later reports a change when the client should have started to watch what it was asked to.
func (w *Watching) later(c Change) { w.After(clientStartup, func() { w.report(c) }) }

// split returns what the server watches itself, and the directories outside of the workspace below which the
// client watches everything. The server also watches whether these directories come and go. For a directory
// in a home directory, many clients would watch everything below the home directory for that.
func (w *Watching) split(v *session.View, all []watchlist.WatchedRoot) (own []watchlist.WatchedRoot, outside []string) {
	watched := watches(v.Client) && !w.refused
	for _, root := range all {
		switch {
		case watched && root.Inside:
		case watched && root.Reach == watchlist.Below && v.Client.RelativePatterns && w.isDir(root.Path):
			outside = append(outside, root.Path)
			own = append(own, watchlist.WatchedRoot{Path: root.Path, Reach: watchlist.Itself})
		default:
			own = append(own, root)
		}
	}
	if watched {
		own = append(own, watchlist.WatchedFolders(v.Snapshot)...)
	}
	return own, outside
}

func (w *Watching) isDir(path string) bool {
	info, err := w.fs.Stat(path)
	return err == nil && info.IsDir()
}

// watch makes the server itself watch the roots. It returns the paths that it did not watch before.
func (w *Watching) watch(roots []watchlist.WatchedRoot, part Outdated) []string {
	own := w.own.Load()
	if own == nil || part < Ignored && w.planned != nil && slices.Equal(w.planned, roots) {
		return nil
	}
	w.planned = roots
	return own.Watch(roots)
}

// PlanAfterRead requests a new plan because paths and everything below them were read again; without paths, all
// files. moved is set if files were created or deleted.
func (w *Watching) PlanAfterRead(moved bool, paths ...string) {
	switch {
	case len(paths) == 0 || slices.ContainsFunc(paths, file.DecidesSettings):
		w.RequestPlan(Ignored)
	case moved:
		w.RequestPlan(Roots)
	default:
		w.RequestPlan(Links, paths...)
	}
}

// FoldersChanged requests a new plan because workspace folders were added or removed. folders are the new ones,
// which a client may take a while to start watching.
func (w *Watching) FoldersChanged(folders []string) {
	w.RequestPlan(Roots)
	if len(folders) > 0 && watches(w.session.View().Client) {
		w.later(Change{Paths: folders})
	}
}

// maxRequestDirs is the number of working directories of requests for which files are watched.
const maxRequestDirs = 16

// Trusted reports whether every change is reported that matters to requests with the working directory dir. If
// changes of that directory are not, it has them reported from the next plan on. dir is as in
// [vantage.ListQuery].
func (w *Watching) Trusted(dir string) bool {
	if trouble := w.Trouble(); dir == "" || trouble != nil {
		return trouble == nil
	}
	known, watched := w.addWorkingDir(dir)
	if !known {
		w.RequestPlan(Roots)
	}
	return watched
}

// addWorkingDir records the working directory of a request, which makes the roots out of date. It reports whether
// the directory was known, and whether files are watched for it.
func (w *Watching) addWorkingDir(dir string) (known, watched bool) {
	w.Mu.Lock()
	defer w.Mu.Unlock()
	if known = slices.Contains(w.workingDirs, dir); !known {
		w.workingDirs = append(slices.Clone(w.workingDirs[max(0, len(w.workingDirs)+1-maxRequestDirs):]), dir)
		w.outdated = max(w.outdated, Roots) // at once, because a plan may begin now
	}
	return known, slices.Contains(w.watchedDirs, dir)
}

// Describe says how the server learns of changes on disk, in words that name no file.
func (w *Watching) Describe() string {
	switch trouble := w.Trouble(); {
	case trouble == NotPlanned:
		return "not yet"
	case trouble != nil:
		return "some changes are not reported" // the reason is logged; it may contain names
	case watches(w.session.View().Client):
		return "the client, and the server outside of the workspace"
	}
	return "the server"
}
