package lsp

import (
	"bytes"
	"context"
	"log/slog"
	"runtime"
	"runtime/debug"
	"sync"
	"time"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"skills-ls/analysis"
)

// othersDelay is how long the diagnosis of files that were not edited waits for the typing to pause.
const othersDelay = 150 * time.Millisecond

// A diagnoser finds and publishes what is wrong with the open documents: an edited one at once, the others, whose findings may
// depend on it, when the typing pauses.
//
// A document has at most one goroutine at work, which makes its publications come in order. Work that a newer change has
// overtaken is cancelled and starts over with the newest view; nothing is published that was known to be outdated. Nothing
// here makes the reading goroutine wait for the client.
type diagnoser struct {
	ctx     context.Context
	session *session
	log     *slog.Logger
	publish func(*protocol.PublishDiagnosticsParams) error
	behind  chan struct{} // bounds the documents that are diagnosed at once though nobody has just edited them

	mu    sync.Mutex
	files map[string]*published // by document key; guarded by mu, as are the values
	timer *time.Timer           // runs while the diagnosis of others is due; guarded by mu
	held  *time.Timer           // runs while nothing is to be diagnosed, see hold; guarded by mu
	idle  *sync.Cond            // of mu: signalled when work ends
}

// published is what the client has of one document, and the work on it.
type published struct {
	uri  uri.URI
	list []byte // the encoded list the client has, nil for none or an empty one
	end  int    // byte offset at which the last of its ranges ends
	// moved says that an edit since then may have moved a range in the editor, so that even the same list is news.
	moved bool
	seen  int64 // turn of the view that was last diagnosed

	working bool
	again   bool // there is newer work
	urgent  bool // somebody looks at this document, so it waits for no other
	cancel  context.CancelFunc
}

func newDiagnoser(ctx context.Context, s *session, log *slog.Logger, publish func(*protocol.PublishDiagnosticsParams) error) *diagnoser {
	d := &diagnoser{
		ctx: ctx, session: s, log: log, publish: publish,
		behind: make(chan struct{}, max(1, runtime.GOMAXPROCS(0)/2)),
		files:  make(map[string]*published),
	}
	d.idle = sync.NewCond(&d.mu)
	return d
}

// edited tells of a change of a document that left everything before a byte offset as it was.
func (d *diagnoser) edited(key string, first int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	f := d.start(key)
	f.urgent = true
	f.moved = f.moved || first <= f.end
}

// closed tells that a document was closed.
func (d *diagnoser) closed(key string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.start(key).urgent = true
}

// all starts the diagnosis of every open document.
func (d *diagnoser) all() {
	docs := d.session.view().docs
	d.mu.Lock()
	defer d.mu.Unlock()
	for key := range docs {
		d.start(key)
	}
}

// others starts, after a pause, the diagnosis of every open document that has not been diagnosed in the state of that time.
func (d *diagnoser) others() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.timer != nil {
		d.timer.Stop()
	}
	d.timer = time.AfterFunc(othersDelay, d.paused)
}

func (d *diagnoser) paused() {
	view := d.session.view()
	d.mu.Lock()
	defer d.mu.Unlock()
	d.timer = nil
	for key := range view.docs {
		if f := d.files[key]; f == nil || !f.working && f.seen != view.turn {
			d.start(key)
		}
	}
	d.idle.Broadcast()
}

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
	for key := range d.files {
		d.start(key)
	}
}

// stop ends what is due. Work that has begun ends with the diagnoser's context.
func (d *diagnoser) stop() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.timer != nil {
		d.timer.Stop()
	}
}

// start makes sure that the newest state of the document will be diagnosed. The caller holds mu.
func (d *diagnoser) start(key string) *published {
	f := d.files[key]
	if f == nil {
		f = new(published)
		d.files[key] = f
	}
	if d.held != nil {
		return f
	}
	if f.working {
		f.again = true
		f.cancel()
		return f
	}
	f.working = true
	ctx, cancel := context.WithCancel(d.ctx)
	f.cancel = cancel
	go d.work(ctx, key, f)
	return f
}

// work diagnoses a document until nothing newer has come in the meantime.
func (d *diagnoser) work(ctx context.Context, key string, f *published) {
	for {
		if p := d.diagnose(ctx, key, f); p != nil {
			if err := d.publish(p); err != nil {
				d.log.Debug("publishing failed", "uri", p.URI, "error", err)
			}
		}
		d.mu.Lock()
		f.cancel()
		if !f.again || d.ctx.Err() != nil {
			f.working = false
			if d.session.view().docs[key] == nil {
				delete(d.files, key)
			}
			d.idle.Broadcast()
			d.mu.Unlock()
			return
		}
		f.again = false
		ctx, f.cancel = context.WithCancel(d.ctx)
		d.mu.Unlock()
	}
}

// diagnose returns what has to be published, nil for nothing.
func (d *diagnoser) diagnose(ctx context.Context, key string, f *published) *protocol.PublishDiagnosticsParams {
	if !d.isUrgent(f) {
		select {
		case d.behind <- struct{}{}:
			defer func() { <-d.behind }()
		case <-ctx.Done():
			return nil
		}
	}
	v := d.session.view()
	doc := v.docs[key]
	var found []analysis.Diagnostic
	if doc != nil {
		var ok bool
		if found, ok = d.find(ctx, v, doc); !ok {
			return nil
		}
	}
	list := v.diagnostics(doc, found)
	encoded := encodeDiagnostics(list)

	d.mu.Lock()
	defer d.mu.Unlock()
	if ctx.Err() != nil {
		return nil
	}
	f.seen, f.urgent = v.turn, false
	if bytes.Equal(encoded, f.list) && (encoded == nil || !f.moved && f.uri == doc.uri) {
		return nil
	}
	f.list, f.moved, f.end = encoded, false, -1
	for _, one := range found {
		f.end = max(f.end, one.Span.End)
	}
	if doc == nil {
		return &protocol.PublishDiagnosticsParams{URI: f.uri, Diagnostics: list}
	}
	f.uri = doc.uri
	return &protocol.PublishDiagnosticsParams{URI: doc.uri, Version: protocol.NewOptional(doc.version), Diagnostics: list}
}

func (d *diagnoser) isUrgent(f *published) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return f.urgent
}

// find diagnoses a document. A panic is logged, and leaves the client with what it has.
func (d *diagnoser) find(ctx context.Context, v *view, doc *document) (found []analysis.Diagnostic, ok bool) {
	defer func() {
		if r := recover(); r != nil {
			d.log.Error("diagnosis panicked", "uri", doc.uri, "panic", r, "stack", string(debug.Stack()))
			ok = false
		}
	}()
	return v.snapshot.Diagnose(ctx, doc.path), true
}

// encodeDiagnostics returns what two lists are compared by, nil for an empty one.
func encodeDiagnostics(list []protocol.Diagnostic) []byte {
	if len(list) == 0 {
		return nil
	}
	encoded, err := protocol.Marshal(&protocol.PublishDiagnosticsParams{Diagnostics: list})
	if err != nil {
		return []byte(err.Error()) // equal to no list, and sending it will say what is wrong
	}
	return encoded
}

// wait returns when everything that is due has been published. It serves tests.
func (d *diagnoser) wait() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for d.busy() {
		d.idle.Wait()
	}
}

func (d *diagnoser) busy() bool {
	for _, f := range d.files {
		if f.working {
			return true
		}
	}
	return d.timer != nil || d.held != nil
}
