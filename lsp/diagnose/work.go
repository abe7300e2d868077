package diagnose

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"runtime/debug"
	"slices"

	"go.lsp.dev/protocol"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/workspace"
	"skills-ls/lsp/convert"
	"skills-ls/lsp/position"
	"skills-ls/lsp/session"
)

// A result is the diagnostics of a file in protocol types, encoded. It is immutable.
type result struct {
	doc  *session.Document // the text that they are for; nil for a closed file
	list protocol.LSPAny   // the encoded list
	Hash string            // of the list; empty if the list is empty
	end  int               // byte offset at which the last of the ranges ends, -1 for an empty list
}

// noDiagnostics is the result of a closed file without problems.
var noDiagnostics = &result{list: protocol.LSPAny("[]"), end: -1}

// resultOf converts the diagnostics of the text at a path. doc is the document with the text, or nil for a
// closed file.
func resultOf(
	v *session.View, doc *session.Document, path string, m *position.Mapper, found []diagnostic.Diagnostic,
) (*result, error) {
	if len(found) == 0 {
		return &result{doc: doc, list: noDiagnostics.list, end: -1}, nil
	}
	list, err := protocol.Marshal(convert.Diagnostics(v, path, m, found))
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(list)
	r := &result{doc: doc, list: list, Hash: hex.EncodeToString(sum[:8])}
	for _, f := range found {
		r.end = max(r.end, f.Span.End)
	}
	return r, nil
}

// A task is one step of the work on a document: what to find, and from what.
type task struct {
	view           *session.View
	doc            *session.Document
	from           stage                   // of the document before the task
	own, crossFile bool                    // what to find
	ownFound       []diagnostic.Diagnostic // the known diagnostics, later those that were found
	crossFileFound []diagnostic.Diagnostic
	typing         typing // of the document when the task began, then with what the task reports
}

// start ensures that a goroutine does the pending work on a document, unless diagnosis is held. The caller
// holds mu.
func (d *Diagnoser) start(f *diagnosed) {
	if d.held != nil {
		return
	}
	if f.Working {
		f.again = true
		return
	}
	f.Working = true
	d.Working++
	go d.work(f)
}

// work does the pending work on a document until no newer work is pending.
func (d *Diagnoser) work(f *diagnosed) {
	for again := true; again; {
		d.Mu.Lock()
		f.again = false
		base := d.background
		if f.urgent {
			base = d.ctx
		}
		ctx, cancel := context.WithCancel(base)
		f.cancel = cancel
		d.Mu.Unlock()

		for _, p := range d.step(ctx, f) {
			if err := d.Client.Notify(d.ctx, protocol.MethodTextDocumentPublishDiagnostics, p); err != nil {
				d.log.Debug("publishing failed", "uri", p.URI, "error", err)
			}
		}
		cancel()
		d.Mu.Lock()
		d.wake()
		again = f.again && d.ctx.Err() == nil
		if !again {
			d.endWork(f)
		}
		d.Mu.Unlock()
	}
}

// endWork ends the work on a document. The caller holds mu.
func (d *Diagnoser) endWork(f *diagnosed) {
	f.Working = false
	d.Working--
	if f.doc == nil && f.Shown.IsEmpty() {
		delete(d.Files, f.key)
	}
	d.askToPull()
}

// step does one step of the work on a document and returns what must be published.
func (d *Diagnoser) step(ctx context.Context, f *diagnosed) []*PublishParams {
	d.Mu.Lock()
	waits := !f.urgent && f.doc != nil // for a closed document there is nothing to find
	d.Mu.Unlock()
	if waits {
		select {
		case d.BackgroundSlots <- struct{}{}:
			defer func() { <-d.BackgroundSlots }()
		case <-ctx.Done():
			return nil
		}
	}
	t, ok := d.take(f)
	if !ok {
		return nil
	}
	if t.doc == nil {
		return d.publishClosed(f)
	}
	if !t.own && !t.crossFile {
		return nil
	}
	r := d.find(ctx, t)
	return d.settle(ctx, f, t, r)
}

// take returns the next task for a document, based on the newest view. It returns false if the view has an
// edit that was not reported yet: the report starts the work again.
func (d *Diagnoser) take(f *diagnosed) (*task, bool) {
	d.Mu.Lock()
	defer d.Mu.Unlock()
	v := d.session.View()
	if v.Docs[f.key] != f.doc {
		return nil, false
	}
	t := &task{view: v, doc: f.doc, from: f.stage, ownFound: f.own, crossFileFound: f.crossFile, typing: f.typing}
	switch {
	case f.doc == nil:
	case f.stage == stale:
		t.own = true
		f.stage = ownCurrent
	case f.stage == ownCurrent && f.due && workspace.Scanned(v.Snapshot):
		t.crossFile = true
		f.stage = current
	}
	f.crossing = t.crossFile
	return t, true
}

// find performs a task. It returns nil if the context is canceled, and like guarded.
func (d *Diagnoser) find(ctx context.Context, t *task) *result {
	return d.guarded(string(t.doc.URI), func() (*result, error) {
		if t.own {
			t.ownFound = d.Own(ctx, t.view.Snapshot, t.doc.Path)
		}
		if t.crossFile {
			t.crossFileFound = d.CrossFile(ctx, t.view.Snapshot, t.doc.Path)
		}
		if ctx.Err() != nil {
			return nil, nil
		}
		found := slices.Concat(t.ownFound, t.crossFileFound)
		rules.SortDiagnostics(found)
		found, t.typing = t.ripe(found)
		return resultOf(t.view, t.doc, t.doc.Path, t.doc.Mapper, found)
	})
}

// guarded returns the result of find for a document or a file. It returns nil if a rule panics or the result
// cannot be encoded, which is logged.
func (d *Diagnoser) guarded(name string, find func() (*result, error)) (r *result) {
	defer func() {
		if p := recover(); p != nil {
			d.log.Error("diagnosis panicked", "file", name, "panic", p, "stack", string(debug.Stack()))
			r = nil
		}
	}()
	r, err := find()
	if err != nil {
		d.log.Error("encoding diagnostics failed", "file", name, "error", err)
	}
	return r
}

// settle stores a result and returns what must be published. Canceled work stays pending. After a panic, the
// client keeps what it has.
func (d *Diagnoser) settle(ctx context.Context, f *diagnosed, t *task, r *result) []*PublishParams {
	d.Mu.Lock()
	defer d.Mu.Unlock()
	f.crossing = false
	if ctx.Err() != nil {
		f.stage = min(f.stage, t.from)
		return nil
	}
	f.urgent = false
	if r == nil {
		f.failed, f.crossed = t.doc, true
		if t.own {
			f.stage = stale
		}
		return nil
	}
	f.own = t.ownFound
	if t.crossFile {
		f.crossFile, f.crossed = t.crossFileFound, true
	}
	f.result, f.failed = r, nil
	f.settleTyping(&t.typing)
	// The cheap rules did not wait for the others.
	f.again = f.again || t.own && f.due && workspace.Scanned(t.view.Snapshot)
	if t.view.Client.Pulls {
		d.offer(f)
		return nil
	}
	return f.Shown.publication(t.doc, r)
}
