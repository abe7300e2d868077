package lsp

import (
	"context"
	"log/slog"
	"runtime"
	"sync"
	"time"

	"skills-ls/analysis/diagnostic"
)

// othersDelay is how long cross-file rules, and the diagnosis of files that were not edited, wait for the typing to pause.
const othersDelay = 150 * time.Millisecond

// A diagnoser knows what is wrong with the files of a session, and sees to it that the client learns of it: it publishes, or
// answers a client that pulls and tells it when to pull again.
//
// A document is diagnosed in two phases. Its own findings go out as soon as it has changed, together with its last known
// cross-file findings, which move along with the text. Those are found anew when the typing pauses, in a round, together with
// everything that the edits have a part in elsewhere. A change that nobody typed, such as one on disk, makes a round at once;
// while one begins, whatever else happens makes one more.
//
// A document has at most one goroutine at work, which makes its publications come in order. Work that an edit has overtaken is
// cancelled, and nothing is published of a text that is known to be outdated. Nothing here makes the reading goroutine wait
// for the client.
type diagnoser struct {
	ctx     context.Context
	session *session
	log     *slog.Logger
	publish func(*publishParams) error
	refresh func() error  // asks the client to pull again and waits for its answer
	rounded func(*view)   // called after each round
	recheck func() bool   // makes the session look at what on disk may have changed without its being told
	behind  chan struct{} // bounds the files that are diagnosed at once though nobody has just edited them
	delay   time.Duration // how long typing has to pause; tests that end a pause themselves make it longer

	mu    sync.Mutex
	files map[string]*diagnosed // by document key: open documents, and closed ones that findings were published of; guarded by mu, as are the values
	round round                 // guarded by mu
	rest  closedFiles           // guarded by mu
	pulls pulls                 // guarded by mu
	held  *time.Timer           // runs while nothing is to be diagnosed, see hold; guarded by mu
	idle  *sync.Cond            // of mu: signalled when work ends
	// resting is the context of all work on files that nobody has just edited; interrupt replaces it. Guarded by mu.
	resting context.Context
	rouse   context.CancelFunc
	working int // documents at work; guarded by mu
}

// diagnosed is what is known of one document, and the work on it.
type diagnosed struct {
	key, path string
	// doc is the open text that the findings here are of, or on their way to; nil while the document is closed. It is the one
	// of the current view but for the moment between an edit of that and the call that tells of it.
	doc     *document
	own     []diagnostic.Diagnostic // findings of ownOf that [analysis.Snapshot.DiagnoseOwn] makes
	ownOf   *document               // nil before the first diagnosis
	others  []diagnostic.Diagnostic // cross-file findings, moved along to doc
	crossed bool                    // others were found, of whatever text since the document was opened
	// What the findings depend on has changed since they were found, or began to be. Cross-file findings are found only once
	// they are due: typing makes them wait.
	ownStale, othersStale, due bool
	result                     *result   // own and others of a text together; nil before the first diagnosis
	failed                     *document // the text at which a rule panicked, nil for none

	working  bool
	crossing bool // on cross-file findings
	again    bool // there is newer work
	urgent   bool // somebody looks at this document, so it waits for no other
	cancel   context.CancelFunc
	pullers  int           // requests that wait for the result
	done     chan struct{} // closed when the goroutine has done something; nil while nobody waits for that

	sent  sent  // what a client has that does not pull
	given given // what a client has that pulls
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

// opened tells of a document that was opened.
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

// edited tells of a document's next version, made by the edits, which left everything before the byte offset first as it was.
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

// closed tells that a document was closed.
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

// forget drops everything but what was published, and the work under way.
func (f *diagnosed) forget() {
	next := newDiagnosed(f.key)
	next.path, next.sent = f.path, f.sent
	next.working, next.again, next.cancel, next.pullers = f.working, f.again, f.cancel, f.pullers
	*f = *next
}

// overtake makes what is under way start over with the newest text, and to a client that does not pull, publishes at once what
// comes of it. The caller holds mu.
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

// pulling reports whether the client asks for findings.
func (d *diagnoser) pulling() bool { return d.session.view().client.pulls }

// maxHold is how long findings wait for settings that a client may never tell.
const maxHold = time.Second

// hold makes all diagnosis wait for release.
func (d *diagnoser) hold() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.held == nil {
		d.held = time.AfterFunc(maxHold, d.release)
	}
}

// release starts the diagnosis that was held, if any was.
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

// stop ends what is due. Work that has begun ends with the diagnoser's context.
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

// wait returns when everything that is due has been published, or is ready to be pulled. It serves tests.
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
