// Package fswatch notices changes of files by the operating system's notifications, for clients that tell of none.
//
// Notifications are had for single directories. A [Watcher] makes of them what is needed: a directory with everything below it,
// and a place that does not exist yet. Of what cannot be watched it says so, that it may be looked at when it counts.
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

// MaxDirs is how many directories are watched. Where watching a directory keeps the files in it open, these count too.
const MaxDirs = 20_000

// Options is what a watcher is made of.
type Options struct {
	// Changed is told of what may have changed. It is called by one goroutine, after all that is new there is watched, and must
	// not wait for long.
	Changed func(Changes)
	Ignored func(dir string) bool // reports whether a directory is left out where names count; nil means that none is
	Log     *slog.Logger
	Open    func() (*Source, error) // nil means the system's notifications
	MaxDirs int                     // instead of [MaxDirs]; 0 means that
}

// Changes are what came together.
type Changes struct {
	All   bool     // anything may have changed, and nothing else is said
	Paths []string // may have changed, and everything below each
	Maybe []string // came or went, which matters only for what is or was below, or for who refers to it
}

// A Trouble is a directory of which everything counts and that cannot be watched, and why.
type Trouble struct {
	Dir string
	Err error
}

// A Watcher watches places until its context ends.
//
// It watches real directories, each once: those asked for, and those on the way to every place, in which only the next name on
// the way counts. When something there comes or goes it looks at all places anew. A directory is watched before it is read, so
// that nothing is missed in between.
type Watcher struct {
	opts    Options
	trouble atomic.Pointer[Trouble]
	looked  chan struct{} // holds one after Recheck has found changes
	missed  chan struct{} // holds one after more has happened than the system can tell of
	done    chan struct{} // closed when the goroutine has ended

	mu       sync.Mutex
	source   *Source                 // nil where there are no notifications; guarded by mu, as is all below it
	opening  error                   // why source is nil
	roots    []watchlist.WatchedRoot // the places
	interest *Interest               // in the roots
	dirs     map[string]watchedDir   // by path; none without source
	weight   int                     // of all dirs
	names    map[string]fs.FileInfo  // places in directories that cannot be watched, nil where there is nothing
	found    []string                // what Recheck has found
}

// A watchedDir is a directory as it was when it was added.
type watchedDir struct {
	info   fs.FileInfo
	weight int // what it counts in [MaxDirs]
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
		opts: opts, looked: make(chan struct{}, 1), missed: make(chan struct{}, 1), done: make(chan struct{}),
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

// Watch makes the watcher watch the places instead of those before. It returns the paths that were not watched before, or not as
// far; what was read of these until now may have changed unnoticed.
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

// Trouble returns why not everything is watched that counts, nil if it is.
func (w *Watcher) Trouble() *Trouble { return w.trouble.Load() }

// Recheck looks at the single names that cannot be watched and returns those that have changed. It costs a look at each.
func (w *Watcher) Recheck() []string {
	if !w.mu.TryLock() {
		return nil // all places are being looked at already
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
		w.found = append(w.found, changed...)
		select {
		case w.looked <- struct{}{}:
		default:
		}
	}
	return changed
}

// lookAt describes what is at a path, nil where there is nothing.
func lookAt(path string) fs.FileInfo {
	info, err := os.Lstat(path)
	if err != nil {
		return nil
	}
	return info
}

// same reports whether nothing has happened to what was at a path but that the entries of a directory have changed.
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
	var b batch
	for {
		select {
		case <-ctx.Done():
			return
		case e, ok := <-events:
			if !ok {
				events = nil
				continue
			}
			w.note(e, &b)
		case <-w.missed:
			w.opts.Log.Info("more changes at once than the system can tell of; everything is looked at anew")
			b.addAll()
		case <-w.looked:
			w.noteFound(&b)
		case <-b.due():
			w.flush(&b)
		}
	}
}

// takeErrors takes the errors of the notifications until these end. It does so in a goroutine of its own that waits for nothing
// else: fsnotify sends some while it holds the lock that every addition and removal takes, so that whoever does these cannot be
// the one to take the errors. After an overflow nobody knows what has happened.
func (w *Watcher) takeErrors(errs <-chan error) {
	for err := range errs {
		if !errors.Is(err, fsnotify.ErrEventOverflow) {
			w.opts.Log.Debug("watching files", "error", err)
			continue
		}
		select {
		case w.missed <- struct{}{}:
		default:
		}
	}
}

// close ends the notifications.
func (w *Watcher) close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.source != nil {
		w.lose(context.Canceled)
	}
}

// note puts an event into the batch if it concerns any place.
func (w *Watcher) note(e fsnotify.Event, b *batch) {
	gone := e.Has(fsnotify.Remove) || e.Has(fsnotify.Rename)
	w.mu.Lock()
	if _, ok := w.dirs[e.Name]; ok && gone {
		w.drop(e.Name) // the name may already be that of another directory
	}
	interest := w.interest
	w.mu.Unlock()
	switch moved := gone || e.Has(fsnotify.Create); {
	case interest.Concerns(e.Name, moved):
		b.moved = b.moved || moved || e.Has(fsnotify.Chmod) // which may make a directory readable
		b.add(e.Name)
	case moved && interest.InTree(e.Name):
		b.moved = true
		b.addMaybe(e.Name)
	}
}

func isDir(path string) bool {
	info := lookAt(path)
	return info != nil && info.IsDir()
}

func (w *Watcher) noteFound(b *batch) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, path := range w.found {
		b.moved = true
		b.add(path)
	}
	w.found = nil
}

// flush hands a batch on.
func (w *Watcher) flush(b *batch) {
	moved := b.moved || b.all
	changes := b.take()
	if moved {
		w.follow(changes)
	}
	w.opts.Log.Debug("files changed", "all", changes.All, "paths", len(changes.Paths), "perhaps", len(changes.Maybe))
	w.opts.Changed(changes)
}

// follow makes the watched directories those that the places need after something came or went. What lies where it did may lie
// there again, or be something else, so all of it is added anew. Everything is dropped before anything is added, since a
// directory that was moved cannot be added under its new name while it is watched under the old one.
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
	if c.All || slices.ContainsFunc(paths, func(path string) bool { return !w.interest.InTree(path) }) {
		w.sync()
		return
	}
	p := pass{Watcher: w, held: make(map[string]bool), names: w.names, trouble: w.trouble.Load()}
	for _, path := range paths {
		if isDir(path) && p.leftOut(path) && w.interest.leads(path) { // what is ignored may hold a place
			w.sync()
			return
		}
		p.again(path)
	}
	p.restore()
	if p.fatal != nil {
		w.sync()
		return
	}
	w.trouble.Store(p.trouble)
}

// lose does without notifications from now on. The caller holds mu.
func (w *Watcher) lose(why error) {
	_ = w.source.Close() // it has nothing to say any more
	w.source, w.opening = nil, why
	clear(w.dirs)
	w.weight = 0
}

// drop ends the watching of a directory. The caller holds mu.
func (w *Watcher) drop(dir string) {
	w.weight -= w.dirs[dir].weight
	delete(w.dirs, dir)
	_ = w.source.Remove(dir) // which fails where the directory has gone, and its watch with it
}

// lost returns the directories that count as watched and that the source does not watch, sorted, nil if there are
// none. The caller holds mu.
func (w *Watcher) lost() []string {
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

// sync makes the watched directories those that the places need. Where the system has not enough for all of them it watches
// none, and leaves the rest to other programs. The caller holds mu.
func (w *Watcher) sync() {
	p := pass{Watcher: w, held: make(map[string]bool), seen: make(map[string]fs.FileInfo)}
	if err := p.run(); err != nil {
		w.lose(err)
		first := p.trouble
		p = pass{Watcher: w, seen: p.seen}
		_ = p.run() // without notifications nothing can fail
		if first != nil {
			p.trouble = first
		}
	}
	w.names = p.names
	w.trouble.Store(p.trouble)
}
