// Package fswatch detects changes of files with the operating system's notifications, for clients that do not
// report changes.
//
// The system's notifications are for single directories. A [Watcher] adds what the server needs: it watches
// directories with everything below them, and paths that do not exist yet. It reports what cannot be watched,
// so that the server can check that when it matters.
package fswatch

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/fsnotify/fsnotify"

	"skills-ls/analysis/watchlist"
)

// MaxDirs is the maximum number of watched directories. If watching a directory keeps the files in it open,
// they count, too.
const MaxDirs = 20_000

// Options are the options of a watcher.
type Options struct {
	// Changed is called with what may have changed, after everything new there is watched. One goroutine
	// makes all calls. A call must not block for long.
	Changed func(Changes)
	Ignored func(dir string) bool // reports whether to skip a directory where only names matter; nil for never
	Log     *slog.Logger
	Open    func() (*Source, error) // nil means the system's notifications
	MaxDirs int                     // limit instead of [MaxDirs]; 0 means [MaxDirs]
}

// Changes are changes that arrived together.
type Changes struct {
	All   bool     // anything may have changed, and Paths and Maybe are empty
	Paths []string // these may have changed, and everything below each
	Maybe []string // created or deleted; they matter only for what is or was below, or what refers to them
}

// A Trouble is a directory that must be watched with everything in it and cannot be, and the reason.
type Trouble struct {
	Dir string
	Err error
}

// A Watcher watches roots until its context ends.
//
// It watches real directories, each once: those that the roots require, and those on the way to every root,
// in which only the next name on the way matters. When something there is created or deleted, the watcher
// checks all roots again. A directory is watched before it is read, so that no change in between is missed.
type Watcher struct {
	opts    Options
	trouble atomic.Pointer[Trouble]
	others  chan Changes  // that no event reports
	done    chan struct{} // closed when the goroutine has ended

	mu       sync.Mutex
	source   *Source                 // nil if there are no notifications; guarded by mu, as are all below
	opening  error                   // why source is nil
	roots    []watchlist.WatchedRoot // as passed to Watch
	interest *Interest               // in the roots
	dirs     map[string]watchedDir   // by path; empty without source
	weight   int                     // sum over dirs
	names    map[string]fs.FileInfo  // paths in directories that cannot be watched, nil if they do not exist
}

// A watchedDir is a directory as it was when it was added.
type watchedDir struct {
	info   fs.FileInfo
	weight int // how much it counts toward [MaxDirs]
}

// New returns a watcher that watches nothing yet.
func New(ctx context.Context, opts Options) *Watcher {
	opts.MaxDirs = cmp.Or(opts.MaxDirs, MaxDirs)
	if opts.Ignored == nil {
		opts.Ignored = func(string) bool { return false }
	}
	if opts.Open == nil {
		opts.Open = openSource
	}
	w := &Watcher{
		opts: opts, others: make(chan Changes), done: make(chan struct{}),
		interest: NewInterest(nil), dirs: make(map[string]watchedDir),
	}
	var events <-chan fsnotify.Event
	if w.source, w.opening = opts.Open(); w.source != nil {
		events = w.source.Events
		go w.takeErrors(w.source.Errors)
	}
	go w.run(ctx, events)
	return w
}

// Watch replaces the roots. It returns the paths that were not watched before, or of which less was watched.
// What the caller has read of these may have changed unnoticed.
func (w *Watcher) Watch(roots []watchlist.WatchedRoot) (added []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	before := make(map[string]watchlist.Reach, len(w.roots))
	for _, root := range w.roots {
		before[root.Path] = root.Reach
	}
	for _, root := range roots {
		if reach, ok := before[root.Path]; ok && reach >= root.Reach || w.interest.reach(fold(root.Path)) >= max(root.Reach, watchlist.Names) {
			continue
		}
		added = append(added, root.Path)
	}
	w.roots, w.interest = roots, NewInterest(roots)
	w.sync()
	return added
}

// Trouble returns why not everything that matters is watched, or nil if it is.
func (w *Watcher) Trouble() *Trouble { return w.trouble.Load() }

// Recheck checks the names that cannot be watched and returns those that have changed. It makes one system
// call for each.
func (w *Watcher) Recheck() []string {
	if !w.mu.TryLock() {
		return nil // all roots are being checked already
	}
	defer w.mu.Unlock()
	var changed []string
	for path, before := range w.names {
		if now := lookAt(path); !same(before, now) {
			w.names[path] = now
			changed = append(changed, path)
		}
	}
	if changed != nil {
		w.add(Changes{Paths: changed})
	}
	return changed
}

// add adds changes that no event reports. It does not wait for the goroutine that collects them.
func (w *Watcher) add(c Changes) {
	go func() {
		select {
		case w.others <- c:
		case <-w.done:
		}
	}()
}

// lookAt returns the file information of a path, or nil if nothing exists there.
func lookAt(path string) fs.FileInfo {
	info, err := os.Lstat(path)
	if err != nil {
		return nil
	}
	return info
}

// same reports whether a file or directory is unchanged. Changes of the entries of a directory do not count.
func same(a, b fs.FileInfo) bool {
	if a == nil || b == nil {
		return a == b
	}
	return os.SameFile(a, b) && a.Mode() == b.Mode() && (a.IsDir() || a.Size() == b.Size() && a.ModTime().Equal(b.ModTime()))
}

// run collects events until the context ends.
func (w *Watcher) run(ctx context.Context, events <-chan fsnotify.Event) {
	defer close(w.done)
	defer w.close()
	b := newBatch()
	for {
		select {
		case <-ctx.Done():
			return
		case e, ok := <-events:
			if !ok {
				events = nil
				continue
			}
			w.note(e, b)
		case c := <-w.others:
			b.all = b.all || c.All
			b.moved = true
			for _, path := range c.Paths {
				b.paths[path] = true
			}
			b.wait()
		case <-b.timer.C:
			w.flush(b)
		}
	}
}

// takeErrors receives the errors of the notifications until their channel is closed. It runs in a goroutine
// of its own that waits for nothing else: fsnotify sends some errors while it holds the lock that every
// addition and removal takes, so the goroutine that adds and removes cannot receive them. After an overflow,
// anything may have changed.
func (w *Watcher) takeErrors(errs <-chan error) {
	for err := range errs {
		if !errors.Is(err, fsnotify.ErrEventOverflow) {
			w.opts.Log.Debug("watching files", "error", err)
			continue
		}
		w.opts.Log.Info("too many changes at once: reading everything again")
		w.add(Changes{All: true})
	}
}

// close ends the notifications.
func (w *Watcher) close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.source != nil {
		w.recordLoss(context.Canceled)
	}
}

// note adds an event to the batch if it matters for a root.
func (w *Watcher) note(e fsnotify.Event, b *batch) {
	gone := e.Has(fsnotify.Remove) || e.Has(fsnotify.Rename)
	w.mu.Lock()
	if _, ok := w.dirs[e.Name]; ok && gone {
		w.drop(e.Name) // another directory may have the name already
	}
	interest := w.interest
	w.mu.Unlock()
	switch moved := gone || e.Has(fsnotify.Create); {
	case interest.Concerns(e.Name, moved):
		b.moved = b.moved || moved || e.Has(fsnotify.Chmod) // Chmod may make a directory readable
		b.paths[e.Name] = true
	case moved && interest.InTree(e.Name):
		b.moved = true
		b.maybe[e.Name] = true
	default:
		return
	}
	b.wait()
}

func isDir(path string) bool {
	info := lookAt(path)
	return info != nil && info.IsDir()
}

// flush delivers a batch.
func (w *Watcher) flush(b *batch) {
	moved := b.moved
	changes := b.take()
	if moved {
		w.follow(changes)
	}
	w.opts.Log.Debug("files changed", "all", changes.All, "paths", len(changes.Paths), "perhaps", len(changes.Maybe))
	w.opts.Changed(changes)
}

// follow updates the watched directories after something was created or deleted. A directory may exist again
// under its old name or have been replaced by another, so all affected directories are added again. All of
// them are dropped first, because a moved directory cannot be added under its new name while it is watched
// under the old one.
func (w *Watcher) follow(c Changes) {
	w.mu.Lock()
	defer w.mu.Unlock()
	paths := slices.Concat(c.Paths, c.Maybe)
	moved := make(map[string]bool, len(paths))
	for _, path := range paths {
		moved[path] = true
	}
	for dir := range w.dirs {
		if c.All || moved[dir] || above(moved, dir) {
			w.drop(dir)
		}
	}
	isApart := func(path string) bool { return !w.interest.InTree(path) || w.interest.leads(path) && isDir(path) }
	if c.All || slices.ContainsFunc(paths, isApart) {
		w.sync()
		return
	}
	p := pass{Watcher: w, held: make(map[string]bool), names: w.names, trouble: w.trouble.Load()}
	for _, path := range paths {
		p.again(path)
	}
	p.restore()
	if p.fatal != nil {
		w.sync()
		return
	}
	w.trouble.Store(p.trouble)
}

// recordLoss closes the notifications and continues without them. The caller holds mu.
func (w *Watcher) recordLoss(why error) {
	_ = w.source.Close() // nothing depends on the source any more
	w.source, w.opening = nil, why
	clear(w.dirs)
	w.weight = 0
}

// drop stops watching a directory. The caller holds mu.
func (w *Watcher) drop(dir string) {
	w.weight -= w.dirs[dir].weight
	delete(w.dirs, dir)
	_ = w.source.Remove(dir) // fails if the directory is gone, and its watch with it
}

// lostDirs returns the directories that count as watched and that the source does not watch. The caller holds mu.
// The list is sorted, and nil if all are watched.
func (w *Watcher) lostDirs() []string {
	if w.source == nil || w.source.WatchList == nil {
		return nil
	}
	list := w.source.WatchList()
	watched := 0
	for _, dir := range list {
		if _, ok := w.dirs[dir]; ok {
			watched++
		}
	}
	if watched == len(w.dirs) {
		return nil
	}
	missing := maps.Clone(w.dirs)
	for _, dir := range list {
		delete(missing, dir)
	}
	return slices.Sorted(maps.Keys(missing))
}

// sync updates the watched directories for all roots. If the system does not have the resources for all of
// them, sync watches none and leaves the resources to other programs. The caller holds mu.
func (w *Watcher) sync() {
	p := pass{Watcher: w, held: make(map[string]bool), names: make(map[string]fs.FileInfo)}
	if err := p.run(); err != nil {
		w.recordLoss(err)
		first := p.trouble
		p = pass{Watcher: w, names: p.names}
		_ = p.run() // without notifications nothing can fail
		if first != nil {
			p.trouble = first
		}
	}
	w.names = p.names
	if w.trouble.Swap(p.trouble) != nil && p.trouble == nil {
		w.add(Changes{All: true}) // what is watched again has perhaps changed unnoticed
	}
}
