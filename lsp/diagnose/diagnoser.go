// Package diagnose decides when each document is diagnosed, and what the client is sent or may pull.
//
// An open document is in one of three stages. Work takes it one stage further, from the newest text:
//
//	          own rules                    cross-file rules
//	stale ------------------> ownCurrent ------------------> current
//	  ^                           |                             |
//	  +---------------------------+-----------------------------+
//	          an edit, or a change elsewhere that affects it
//
// The second step waits until cross-file diagnostics are due: an edit makes them wait for a pause in the typing,
// and nothing is due before the end of the first scan. Work that is canceled takes the document back to the stage
// from which it began.
package diagnose

import (
	"context"
	"log/slog"
	"runtime"
	"sync"
	"time"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/workspace"
	"skills-ls/lsp/session"
)

// CrossFileDelay is how long the typing must pause before cross-file rules run and files that were not edited
// are diagnosed.
const CrossFileDelay = 150 * time.Millisecond

// A Client receives messages from the server; [wire.Conn] is one.
type Client interface {
	Notify(ctx context.Context, method string, params any) error
	// Call sends a request and waits for the response, which it decodes into result unless that is nil.
	Call(ctx context.Context, method string, params, result any) error
}

// A Diagnoser finds the problems in the files of a session and delivers them to the client: it publishes
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
type Diagnoser struct {
	ctx     context.Context
	session *session.Session
	log     *slog.Logger
	Client  Client
	// Own and CrossFile run the rules: [rules.DiagnoseOwn] and [rules.DiagnoseCrossFile]. Tests count the calls.
	Own, CrossFile  func(context.Context, *workspace.Snapshot, string) []diagnostic.Diagnostic
	BackgroundSlots chan struct{} // bounds concurrent diagnoses, except those of files that the user is editing
	Delay           time.Duration // how long the typing must pause; tests that end pauses themselves set a longer one
	TypingDelay     time.Duration // see the constant; 0 means that no problem waits for the author
	due             chan struct{} // holds one if a change waits for a round; see [Diagnoser.NextChange]

	Mu          sync.Mutex
	Files       map[string]*diagnosed // by document key: open or with published diagnostics; mu guards values, too
	news        chan struct{}         // see wake; nil while no request waits; guarded by mu
	Round       round                 // guarded by mu
	turns       uint64                // source of turns, see [shown]; guarded by mu
	ClosedFiles closedFiles           // guarded by mu
	Pulls       pulls                 // guarded by mu
	held        *time.Timer           // runs while diagnosis is held, see hold; guarded by mu
	// background is the context of all work on files that the user is not editing; interrupt replaces it.
	// Guarded by mu.
	background       context.Context
	cancelBackground context.CancelFunc
	Working          int // number of documents at work; guarded by mu
}

// diagnosed is the state of one document: its diagnostics and the work on it.
type diagnosed struct {
	key, Path string
	// doc is the open text that the diagnostics are for, or will be for; nil while the document is closed. It
	// is the document of the current view, except between an edit of the view and the call that reports the
	// edit.
	doc       *session.Document
	stage     stage                   // of doc, once the work under way has ended
	due       bool                    // cross-file diagnostics wait for no pause in the typing
	own       []diagnostic.Diagnostic // from [rules.DiagnoseOwn]
	crossFile []diagnostic.Diagnostic // cross-file diagnostics, moved along to doc
	crossed   bool                    // crossFile were found for some text since the document was opened
	result    *result                 // own and crossFile for one text; nil before the first diagnosis
	failed    *session.Document       // the text for which a rule panicked, nil if none did

	typing typing

	Working  bool
	crossing bool // the work is on cross-file diagnostics
	again    bool // newer work is pending
	urgent   bool // the user is looking at this document, so it does not wait for others
	cancel   context.CancelFunc
	pullers  int // number of requests that wait for the result

	Shown shown
}

// A stage says which diagnostics of a document are current; see the package's comment.
type stage uint8

const (
	stale      stage = iota // none
	ownCurrent              // its own, of the newest text
	current                 // all
)

// NewDiagnoser returns a diagnoser that works until ctx ends.
func NewDiagnoser(ctx context.Context, s *session.Session, client Client, log *slog.Logger) *Diagnoser {
	d := &Diagnoser{
		ctx: ctx, session: s, log: log, Client: client,
		Own: rules.DiagnoseOwn, CrossFile: rules.DiagnoseCrossFile,
		BackgroundSlots: make(chan struct{}, max(1, runtime.GOMAXPROCS(0)/2)),
		Delay:           CrossFileDelay,
		TypingDelay:     TypingDelay,
		due:             make(chan struct{}, 1),
		Files:           make(map[string]*diagnosed),
		Round:           newRound(),
		Pulls:           pulls{ClosedDocuments: make(map[string]ClosedDocument)},
	}
	d.background, d.cancelBackground = context.WithCancel(ctx)
	d.ClosedFiles.forget()
	return d
}

// Opened records that a document was opened.
func (d *Diagnoser) Opened(doc *session.Document) {
	d.Mu.Lock()
	defer d.Mu.Unlock()
	f := d.Files[doc.Key]
	if f == nil {
		f = newDiagnosed(doc.Key)
		d.Files[doc.Key] = f
	}
	f.Path, f.doc = doc.Path, doc
	f.stage, f.due = stale, true
	f.typing.opened(doc)
	delete(d.ClosedFiles.Files, doc.Path)
	delete(d.Pulls.ClosedDocuments, doc.Key)
	d.restartWork(f)
	d.startPause(doc.Path)
}

// Edited records the next version of a document, which the edits made. The text before the byte offset first
// is unchanged.
func (d *Diagnoser) Edited(doc *session.Document, first int, edits []session.Replacement) {
	d.Mu.Lock()
	defer d.Mu.Unlock()
	f := d.Files[doc.Key]
	f.crossFile = movedDiagnostics(doc.Path, f.crossFile, edits)
	f.Path, f.doc = doc.Path, doc
	f.stage, f.due = stale, false
	f.startTyping(d, edits)
	if first <= f.Shown.end {
		d.turns++
		f.Shown.turn = d.turns
	}
	d.Interrupt()
	d.restartWork(f)
	d.startPause(doc.Path)
}

// Closed records that a document was closed.
func (d *Diagnoser) Closed(doc *session.Document) {
	d.Mu.Lock()
	defer d.Mu.Unlock()
	f := d.Files[doc.Key]
	if d.pulling() {
		d.documentClosed(f, doc)
	}
	d.wake()
	f.forget()
	if d.ClosedFiles.on && doc.Inside {
		d.ClosedFiles.Enqueue(doc.Path).Key = doc.Key
		d.Sweep()
	}
	d.restartWork(f)
	if !f.Working && f.Shown.IsEmpty() {
		delete(d.Files, doc.Key)
	}
	d.startPause(doc.Path)
}

func newDiagnosed(key string) *diagnosed {
	return &diagnosed{key: key, Shown: shown{end: -1}, cancel: func() {}}
}

// forget resets f, except for what was published and the work under way.
func (f *diagnosed) forget() {
	f.typing.end()
	next := newDiagnosed(f.key)
	next.Path, next.Shown = f.Path, f.Shown
	next.Working, next.again, next.cancel, next.pullers = f.Working, f.again, f.cancel, f.pullers
	*f = *next
}

// restartWork makes work under way start over with the newest text. For a client that does not pull, it also
// starts work if none is under way, and the work waits for no other document. The caller holds mu.
func (d *Diagnoser) restartWork(f *diagnosed) {
	if f.Working {
		f.cancel()
	}
	switch {
	case !d.pulling():
		f.urgent = true
		d.start(f)
	case f.Working:
		f.again = true
	}
}

// pulling reports whether the client pulls diagnostics.
func (d *Diagnoser) pulling() bool { return d.session.View().Client.Pulls }

// maxHold is the maximum time that diagnosis waits for settings, because a client may never send them.
const maxHold = time.Second

// Hold delays all diagnosis until release.
func (d *Diagnoser) Hold() {
	d.Mu.Lock()
	defer d.Mu.Unlock()
	if d.held == nil {
		d.held = time.AfterFunc(maxHold, d.Release)
	}
}

// Release starts the diagnosis that hold delayed, if it did.
func (d *Diagnoser) Release() {
	d.Mu.Lock()
	defer d.Mu.Unlock()
	if d.held == nil {
		return
	}
	d.held.Stop()
	d.held = nil
	for _, f := range d.Files {
		if !d.pulling() {
			d.start(f)
		}
	}
	d.Sweep()
	d.wake()
}

// wake makes the requests that wait check again. The caller holds mu.
func (d *Diagnoser) wake() {
	if d.news != nil {
		close(d.news)
		d.news = nil
	}
}

// nextNews returns the channel that the next wake closes. The caller holds mu.
func (d *Diagnoser) nextNews() <-chan struct{} {
	if d.news == nil {
		d.news = make(chan struct{})
	}
	return d.news
}

// Stop cancels pending timers. Work that has begun ends with the diagnoser's context.
func (d *Diagnoser) Stop() {
	d.Mu.Lock()
	defer d.Mu.Unlock()
	if d.Round.Pause != nil {
		d.Round.Pause.Stop()
	}
	if d.held != nil {
		d.held.Stop()
	}
	for _, f := range d.Files {
		f.typing.end()
	}
}

// IsBusy reports whether anything that is due has neither been published nor is ready to be pulled. Tests use it.
func (d *Diagnoser) IsBusy() bool {
	d.Mu.Lock()
	defer d.Mu.Unlock()
	for _, f := range d.Files {
		if f.typing.timer != nil && f.typing.withheld {
			return true
		}
	}
	return d.Working > 0 || d.Round.Running || d.Round.Pause != nil || d.held != nil || d.ClosedFiles.Workers > 0 || d.Pulls.refreshing
}
