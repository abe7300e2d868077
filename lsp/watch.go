package lsp

import (
	"context"
	"errors"
	"log/slog"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"skills-ls/analysis"
	"skills-ls/lsp/internal/watch"
	"skills-ls/skills/vfs"
)

// A watching sees to it that the session hears of every change on disk, whatever the client does: the client watches what it
// can, the server itself the rest, and what neither can is looked at anew before it counts.
//
// One goroutine plans who watches what, and plans again when that may have changed.
type watching struct {
	ctx     context.Context
	session *session
	log     *slog.Logger
	fs      vfs.FS
	open    func() (*watch.Source, error) // nil means the system's notifications
	began   func()                        // called when everything is watched for the first time; what was read before may have changed

	kicks    chan struct{}                  // holds one when the plan may be out of date
	moved    atomic.Bool                    // and its roots too, not only its links
	settings atomic.Bool                    // and what is ignored may be something else
	interest atomic.Pointer[watch.Interest] // in everything planned; nil before there is a plan
	own      atomic.Pointer[watch.Watcher]  // nil before there is a plan, and where the session does not read the disk
	remote   atomic.Pointer[watch.Trouble]  // a root on a file system that others change, nil for none
	distrust atomic.Pointer[watch.Trouble]  // why changes may go unnoticed, nil if none does

	mu       sync.Mutex
	started  bool      // guarded by mu
	begun    bool      // began was called; it serves tests; guarded by mu
	vantages []string  // directories that requests stood in, the latest last; never changed in place; guarded by mu
	watched  []string  // those of them for which files are watched; guarded by mu
	pending  []doubt   // see consider; guarded by mu
	contents []string  // files of which no more than the contents has changed since the plan; guarded by mu
	checked  time.Time // when recheck last did something; guarded by mu
	warned   bool      // the log says that changes may go unnoticed; guarded by mu

	// What follows is the goroutine's own.
	client  clientWatch
	refused bool                   // the client does not watch though it said it could
	roots   []analysis.WatchedRoot // of the plan
	planned []analysis.WatchedRoot // what own watches
}

func newWatching(ctx context.Context, s *session, c *conn, opts Options) *watching {
	w := &watching{ctx: ctx, session: s, log: opts.Logger, fs: opts.FS, kicks: make(chan struct{}, 1)}
	w.client.call = func(ctx context.Context, method string, params any) error { return c.call(ctx, method, params, nil) }
	return w
}

// start begins to watch. Only the first call counts.
func (w *watching) start() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.started {
		w.started = true
		w.kick(true)
		go w.run()
	}
}

func (w *watching) ignored(dir string) bool { return w.session.view().snapshot.Ignored(dir, true) }

// kick says that the plan may be out of date: the links of open documents, or with moved set everything.
func (w *watching) kick(moved bool) {
	if moved {
		w.moved.Store(true)
	}
	select {
	case w.kicks <- struct{}{}:
	default:
	}
}

// configured says that settings have changed, and with them perhaps what is ignored.
func (w *watching) configured() {
	w.settings.Store(true)
	w.kick(true)
}

// planPause is how long a plan holds at least, while documents are edited and files change, and planShare how often that must
// be the time that it took to make.
const (
	planPause = 100 * time.Millisecond
	planShare = 10
)

func (w *watching) run() {
	if _, onDisk := w.fs.(vfs.Disk); onDisk {
		w.own.Store(watch.New(w.ctx, watch.Options{Changed: w.noticed, Ignored: w.ignored, Log: w.log, Open: w.open}))
	}
	pause := time.NewTimer(0)
	defer pause.Stop()
	<-pause.C
	for {
		select {
		case <-w.ctx.Done():
			return
		case <-w.kicks:
		}
		began := time.Now()
		w.tryPlan()
		pause.Reset(max(planPause, planShare*time.Since(began)))
		select {
		case <-w.ctx.Done():
			return
		case <-pause.C:
		}
	}
}

// tryPlan makes a plan. A panic is logged; what it leaves unwatched is looked at when it counts, until there is a new plan.
func (w *watching) tryPlan() {
	defer func() {
		if r := recover(); r != nil {
			w.log.Error("planning what to watch panicked", "panic", r, "stack", string(debug.Stack()))
			w.moved.Store(true)
			w.distrust.Store(&watch.Trouble{Err: errors.New("planning what to watch panicked")}) // the value may name anything
		}
	}()
	w.plan()
}

// plan finds what has to be watched, and has it watched.
func (w *watching) plan() {
	v := w.session.view()
	first := w.roots == nil
	standing := w.standing()
	if w.rearranged(v) {
		w.roots = v.snapshot.WatchedRoots(standing...)
		w.remote.Store(remoteRoot(w.roots))
	}
	all := slices.Concat(w.roots, v.snapshot.WatchedLinks())
	w.interest.Store(watch.NewInterest(slices.Concat(all, written(v, all))))
	own, outside := w.divide(v, all)
	added := append(w.watch(own), w.ask(v.client, outside)...)
	switch {
	case first:
		w.log.Info("watching files", "by client", v.client.watches() && !w.refused, "outside", len(outside), "by server", len(own))
		w.began()
	case len(added) > 0:
		w.changed(added...)
	}
	w.stands(standing)
	w.judge()
}

// written returns the places that the client calls by other names than their real paths, by those names.
func written(v *view, roots []analysis.WatchedRoot) (others []analysis.WatchedRoot) {
	for _, root := range roots {
		if path := v.snapshot.FolderPath(root.Path); path != root.Path {
			others = append(others, analysis.WatchedRoot{Path: path, Reach: root.Reach, Inside: root.Inside})
		}
	}
	return others
}

// settling is how long after having answered a registration a client may be busy with beginning to watch.
const settling = 3 * time.Second

// ask has the client watch its workspace and the directories outside of it, and returns those that it did not watch before.
func (w *watching) ask(c *client, outside []string) []string {
	if !c.watches() || w.refused {
		return nil
	}
	first := w.client.id == ""
	added, err := w.client.set(w.ctx, outside)
	switch {
	case err != nil && w.ctx.Err() == nil:
		w.log.Warn("the client does not watch files as it said; the server does it", "error", err)
		w.refused = true
		w.kick(false)
	case first:
		w.later(w.began)
	case len(added) > 0:
		w.later(func() { w.changed(added...) })
	}
	return added
}

// later calls a function when the client will have begun to watch what it was asked to.
func (w *watching) later(f func()) {
	time.AfterFunc(settling, func() {
		if w.ctx.Err() == nil {
			f()
		}
	})
}

// divide says what the server watches itself, and of which directories outside of the workspace the client watches everything
// below. What leads to these the server watches too: to see a directory come and go that lies in a home directory, many clients
// would watch all that is below that.
func (w *watching) divide(v *view, all []analysis.WatchedRoot) (own []analysis.WatchedRoot, outside []string) {
	watched := v.client.watches() && !w.refused
	for _, root := range all {
		switch {
		case watched && root.Inside:
		case watched && root.Reach == analysis.Below && v.client.relativePatterns && w.isDir(root.Path):
			outside = append(outside, root.Path)
			own = append(own, analysis.WatchedRoot{Path: root.Path, Reach: analysis.Itself})
		default:
			own = append(own, root)
		}
	}
	if watched {
		own = append(own, v.snapshot.WatchedFolders()...)
	}
	return own, outside
}

func (w *watching) isDir(path string) bool {
	info, err := w.fs.Stat(path)
	return err == nil && info.IsDir()
}

// watch has the server itself watch the places, and returns those that it did not watch before.
func (w *watching) watch(roots []analysis.WatchedRoot) []string {
	own := w.own.Load()
	if own == nil || !w.settings.Swap(false) && w.planned != nil && slices.Equal(w.planned, roots) {
		return nil
	}
	w.planned = roots
	return own.Watch(roots)
}

// changed makes the session look at paths anew, and at everything below them; without paths at all files.
func (w *watching) changed(paths ...string) {
	before := w.session.view().snapshot.Layout()
	after := w.session.refresh(paths...).snapshot.Layout()
	w.judge()
	switch {
	case len(paths) == 0 || slices.ContainsFunc(paths, analysis.DecidesSettings):
		w.configured()
	case before != after:
		w.kick(true)
	default:
		w.mu.Lock()
		w.contents = append(w.contents, paths...)
		w.mu.Unlock()
		w.kick(false)
	}
}

// rearranged reports whether the places to watch may be others than those planned.
func (w *watching) rearranged(v *view) bool {
	w.mu.Lock()
	changed := w.contents
	w.contents = nil
	w.mu.Unlock()
	return w.moved.Swap(false) || v.snapshot.LinkToIgnored(changed)
}

// entered says that folders have come to the workspace, or gone. A client may take a while to begin to watch a new one.
func (w *watching) entered(folders []string) {
	w.kick(true)
	if len(folders) > 0 && w.session.view().client.watches() {
		w.later(func() { w.changed(folders...) })
	}
}

// maxStanding is for how many directories that requests stand in files are watched.
const maxStanding = 16

// standsIn has files watched for the sake of requests that stand in a directory, and reports whether they are; dir is as in
// [analysis.ListQuery].
func (w *watching) standsIn(dir string) bool {
	if dir == "" {
		return true
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if !slices.Contains(w.vantages, dir) {
		w.vantages = append(slices.Clone(w.vantages[max(0, len(w.vantages)+1-maxStanding):]), dir)
		w.kick(true)
	}
	return slices.Contains(w.watched, dir)
}

// standing returns the directories that requests stand in. They must not be written to.
func (w *watching) standing() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.vantages
}

// stands says for the sake of which directories files are watched.
func (w *watching) stands(dirs []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.begun, w.watched = true, dirs
}

// describe says how the server hears of files that change on disk, in words that name no file.
func (w *watching) describe() string {
	v := w.session.view()
	switch trouble := w.distrust.Load(); {
	case trouble != nil:
		return "changes may go unnoticed: " + trouble.Err.Error()
	case !v.session.watched.Load():
		return "not yet"
	case v.client.watches():
		return "the client, and the server outside of the workspace"
	}
	return "the server"
}
