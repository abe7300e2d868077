package lsp

import (
	"context"
	"log/slog"
	"runtime"
	"sync"
	"time"

	"skills-ls/analysis/diagnostic"
)

// othersDelay is how long the typing must pause before cross-file rules run and files that were not edited
// are diagnosed.
const othersDelay = 150 * time.Millisecond

// A diagnoser finds the problems in the files of a session and delivers them to the client: it publishes
// them, or answers a client that pulls and asks it to pull again.
//
// A document is diagnosed in two phases. Its own diagnostics are published as soon as it has changed,
// together with its last known cross-file diagnostics, which move along with the text. When the typing
// pauses, a round updates the cross-file diagnostics and everything in other files that the edits affect. A
// change that the user did not type, such as one on disk, starts a round at once. Changes during a round lead
// to one more round.
//
// At most one goroutine works on a document, so its publications are in order. An edit cancels work on an
// older text, and nothing is published for a text that is known to be outdated. The diagnoser never makes the
// reading goroutine wait for the client.
type diagnoser struct {
	ctx     context.Context
	session *session
	log     *slog.Logger
	publish func(*publishParams) error
	refresh func() error  // asks the client to pull again and waits for its answer
	rounded func(*view)   // called after each round
	recheck func() bool   // checks what cannot be watched on disk and reports whether it did
	behind  chan struct{} // bounds concurrent diagnoses, except those of files that the user is editing
	delay   time.Duration // how long the typing must pause; tests that end pauses themselves set a longer one

	mu    sync.Mutex
	files map[string]*diagnosed // by document key: open or with published diagnostics; mu guards values, too
	round round                 // guarded by mu
	rest  closedFiles           // guarded by mu
	pulls pulls                 // guarded by mu
	held  *time.Timer           // runs while diagnosis is held, see hold; guarded by mu
	idle  *sync.Cond            // of mu: signaled when work ends
	// resting is the context of all work on files that the user is not editing; interrupt replaces it.
	// Guarded by mu.
	resting context.Context
	rouse   context.CancelFunc
	working int // number of documents at work; guarded by mu
}

// diagnosed is the state of one document: its diagnostics and the work on it.
type diagnosed struct {
	key, path string
	// doc is the open text that the diagnostics are for, or will be for; nil while the document is closed. It
	// is the document of the current view, except between an edit of the view and the call that reports the
	// edit.
	doc     *document
	own     []diagnostic.Diagnostic // diagnostics of ownOf from [rules.DiagnoseOwn]
	ownOf   *document               // nil before the first diagnosis
	others  []diagnostic.Diagnostic // cross-file diagnostics, moved along to doc
	crossed bool                    // others were found for some text since the document was opened
	// ownStale and othersStale say that something has changed on which the diagnostics depend, since they
	// were found or since the search for them began. Cross-file diagnostics are updated only if they are also
	// due: typing delays them.
	ownStale, othersStale, due bool
	result                     *result   // own and others for one text; nil before the first diagnosis
	failed                     *document // the text for which a rule panicked, nil if none did

	working  bool
	crossing bool // the work is on cross-file diagnostics
	again    bool // newer work is pending
	urgent   bool // the user is looking at this document, so it does not wait for others
	cancel   context.CancelFunc
	pullers  int           // number of requests that wait for the result
	done     chan struct{} // closed when the goroutine has finished a step; nil while no request waits

	sent  sent  // what a client that does not pull has
	given given // what a client that pulls has
}

func newDiagnoser(ctx context.Context, s *session, log *slog.Logger) *diagnoser {
	d := &diagnoser{
		ctx: ctx, session: s, log: log,
		publish: func(*publishParams) error { return nil },
		refresh: func() error { return nil },
		rounded: func(*view) {},
		recheck: func() bool { return false },
		behind:  make(chan struct{}, max(1, runtime.GOMAXPROCS(0)/2)),
		delay:   othersDelay,
		files:   make(map[string]*diagnosed),
	}
	d.idle = sync.NewCond(&d.mu)
	d.resting, d.rouse = context.WithCancel(ctx)
	d.pulls = newPulls()
	d.rest.forget()
	return d
}

// opened records that a document was opened.
func (d *diagnoser) opened(doc *document) {
	d.mu.Lock()
	defer d.mu.Unlock()
	f := d.files[doc.key]
	if f == nil {
		f = newDiagnosed(doc.key)
		d.files[doc.key] = f
	}
	f.path, f.doc = doc.path, doc
	f.othersStale, f.due = true, true
	d.rest.drop(doc.path)
	delete(d.pulls.left, doc.key)
	d.overtake(f)
	d.later(doc.path)
}

// edited records the next version of a document, which the edits made. The text before the byte offset first
// is unchanged.
func (d *diagnoser) edited(doc *document, first int, edits []replacement) {
	d.mu.Lock()
	defer d.mu.Unlock()
	f := d.files[doc.key]
	f.others = movedFindings(doc.path, f.others, edits)
	f.path, f.doc = doc.path, doc
	f.othersStale, f.due = true, false
	f.sent.touch(first)
	f.given.touch(first, &d.pulls)
	d.interrupt()
	d.overtake(f)
	d.later(doc.path)
}

// closed records that a document was closed.
func (d *diagnoser) closed(doc *document) {
	d.mu.Lock()
	defer d.mu.Unlock()
	f := d.files[doc.key]
	d.pulls.leave(doc, f.given)
	f.wake()
	f.forget()
	if d.rest.on && doc.inside {
		d.rest.dirty[doc.path] = true
		d.sweep()
	}
	d.overtake(f)
	if !f.working && f.sent.hash == "" {
		delete(d.files, doc.key)
	}
	d.later(doc.path)
}

func newDiagnosed(key string) *diagnosed {
	return &diagnosed{key: key, sent: sent{end: -1}, given: given{end: -1}, cancel: func() {}}
}

// forget resets f, except for what was published and the work under way.
func (f *diagnosed) forget() {
	next := newDiagnosed(f.key)
	next.path, next.sent = f.path, f.sent
	next.working, next.again, next.cancel, next.pullers = f.working, f.again, f.cancel, f.pullers
	*f = *next
}

// overtake makes work under way start over with the newest text. For a client that does not pull, it also
// starts work if none is under way, and the work waits for no other document. The caller holds mu.
func (d *diagnoser) overtake(f *diagnosed) {
	if f.working {
		f.cancel()
	}
	switch {
	case !d.pulling():
		f.urgent = true
		d.start(f)
	case f.working:
		f.again = true
	}
}

// pulling reports whether the client pulls diagnostics.
func (d *diagnoser) pulling() bool { return d.session.view().client.pulls }

// maxHold is the maximum time that diagnosis waits for settings, because a client may never send them.
const maxHold = time.Second

// hold delays all diagnosis until release.
func (d *diagnoser) hold() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.held == nil {
		d.held = time.AfterFunc(maxHold, d.release)
	}
}

// release starts the diagnosis that hold delayed, if it did.
func (d *diagnoser) release() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.held == nil {
		return
	}
	d.held.Stop()
	d.held = nil
	for _, f := range d.files {
		f.wake()
		if !d.pulling() {
			d.start(f)
		}
	}
	d.sweep()
	d.pulls.tell()
	d.idle.Broadcast()
}

// stop cancels pending timers. Work that has begun ends with the diagnoser's context.
func (d *diagnoser) stop() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.round.pause != nil {
		d.round.pause.Stop()
	}
	if d.held != nil {
		d.held.Stop()
	}
}

// wait returns when everything that is due has been published or is ready to be pulled. Tests use it.
func (d *diagnoser) wait() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for d.busy() {
		d.idle.Wait()
	}
}

func (d *diagnoser) busy() bool {
	return d.working > 0 || d.round.running || d.round.pause != nil || d.held != nil || d.rest.workers > 0 || d.pulls.refreshing
}
