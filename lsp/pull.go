package lsp

import (
	"cmp"
	"context"
	"strconv"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// pulls is what there is to know of a client that pulls.
type pulls struct {
	asked bool            // for the findings of the workspace
	left  map[string]left // by document key
	turns uint64          // of ranges that may have moved in the editor, see given

	news chan struct{}   // closed, and replaced, when held requests shall look again
	held []chan struct{} // of each held request, the earliest first: closed to make it answer with what it has
	over bool            // none is held any more

	// refreshDue says that the client shall be asked to pull again, refreshing that it is being asked.
	refreshDue, refreshing bool
	// announced says that the client was asked since it last asked for the findings of the workspace.
	announced bool
}

func newPulls() pulls { return pulls{left: make(map[string]left), news: make(chan struct{})} }

// given is what a client that pulls was last told of an open document.
type given struct {
	doc  *document // the text it was told of; nil if it never asked
	id   string    // of the result
	hash string    // of the list
	end  int       // byte offset at which the last of its ranges ends, -1 for none
	// turn is a part of the result's ID. It changes when an edit may have moved a range in the editor, so that the same list is
	// another result. 0 is left out.
	turn      uint64
	announced string // ID of the result that the client was asked to pull
}

// touch tells of an edit that left everything before a byte offset as it was.
func (g *given) touch(first int, p *pulls) {
	if first <= g.end {
		p.turns++
		g.turn = p.turns
	}
}

// A left document is one that was closed and that the client had pulled. Some clients go on showing its findings until they are
// told otherwise, and so what is in its file counts as another result where there were any.
type left struct {
	uri  uri.URI
	path string
	turn uint64
	// doubted says that the client pulled the document after it had closed it: VS Code throws away what reports of the workspace
	// say of the document until that is answered, then the answer itself, and takes their result for known all the same.
	doubted bool
}

// leave tells that a document was closed.
func (p *pulls) leave(doc *document, g given) {
	if g.doc == nil {
		return
	}
	l := left{uri: doc.uri, path: doc.path}
	if g.hash != "" {
		p.turns++
		l.turn = p.turns
	}
	p.left[doc.key] = l
}

// doubt tells that a left document is being pulled. What the client knows of it will be another result as soon as it asks for
// the findings of the workspace again, which it does when what it asked before is answered.
func (p *pulls) doubt(key string) {
	l := p.left[key]
	l.doubted = true
	p.left[key] = l
	for _, enough := range p.held {
		close(enough)
	}
	p.held = nil
}

// resolve ends doubts.
func (p *pulls) resolve() {
	for key, l := range p.left {
		if l.doubted {
			p.turns++
			l.turn, l.doubted = p.turns, false
			p.left[key] = l
		}
	}
}

// emptyID is the ID of the result in which nothing is wrong.
const emptyID = "0"

// resultID returns the ID of a result.
func resultID(hash string, turn uint64) string {
	id := cmp.Or(hash, emptyID)
	if turn > 0 {
		id += "." + strconv.FormatUint(turn, 36)
	}
	return id
}

// id returns the ID of the result of an open document.
func (f *diagnosed) id() string {
	if f.result.hash == "" {
		return emptyID
	}
	return resultID(f.result.hash, f.given.turn)
}

// tell makes held requests look again. The caller holds the diagnoser's mu, as for all of pulls.
func (p *pulls) tell() {
	close(p.news)
	p.news = make(chan struct{})
}

// announceRest tells of new findings in closed files. A client that asks for them now and then is asked to do so, once.
func (p *pulls) announceRest() {
	if p.asked && len(p.held) == 0 && !p.announced {
		p.announced, p.refreshDue = true, true
	}
}

// offer tells of a document's result: that there is something to pull, unless somebody is waiting for it, or will pull anyhow
// because the text is another since. The caller holds mu.
func (d *diagnoser) offer(f *diagnosed) {
	d.pulls.tell()
	if f.pullers > 0 {
		return
	}
	if id := f.id(); f.given.doc == f.doc && id != f.given.id && id != f.given.announced {
		f.given.announced = id
		d.pulls.refreshDue = true
	}
}

// askToPull asks the client to pull again if that is due, once all work on documents has ended, so that it has to pull only
// once. The caller holds mu.
func (d *diagnoser) askToPull() {
	if !d.pulls.refreshDue || d.pulls.refreshing || d.working > 0 {
		return
	}
	d.pulls.refreshDue, d.pulls.refreshing = false, true
	go func() {
		if err := d.refresh(); err != nil && d.ctx.Err() == nil {
			d.log.Warn("the client did not refresh its diagnostics", "error", err)
		}
		d.mu.Lock()
		defer d.mu.Unlock()
		d.pulls.refreshing = false
		d.askToPull()
		d.idle.Broadcast()
	}()
}

// The types of reports are our own, because protocol's hold lists that are not encoded.
type (
	diagnosticParams struct {
		TextDocument struct {
			URI uriText `json:"uri"`
		} `json:"textDocument"`
		PreviousResultID string `json:"previousResultId"`
	}
	documentReport struct {
		Kind     protocol.DocumentDiagnosticReportKind `json:"kind"`
		ResultID string                                `json:"resultId,omitzero"`
		Items    protocol.LSPAny                       `json:"items,omitzero"` // of a full report
	}
)

// newDocumentReport returns what a client is told that has the result of the ID.
func newDocumentReport(r *result, id, previous string) *documentReport {
	if id == previous {
		return &documentReport{Kind: protocol.DocumentDiagnosticReportKindUnchanged, ResultID: id}
	}
	return &documentReport{Kind: protocol.DocumentDiagnosticReportKindFull, ResultID: id, Items: r.list}
}

// diagnostic answers textDocument/diagnostic, for the newest text there is: a client that has edited it meanwhile asks again,
// and one that is refused an answer may clear what it shows. It is not among the requests that are bounded, because it may
// wait for the client's settings; what has to be found of a document is found once for all that ask.
//
// A document that is open need not wait for the disk: the client is asked to pull again when that has answered.
func (s *server) diagnostic(ctx context.Context, v *view, pending <-chan struct{}, params []byte) (any, error) {
	var p diagnosticParams
	if err := decode(params, &p); err != nil {
		return nil, err
	}
	u := uri.URI(p.TextDocument.URI)
	if v.document(u) == nil {
		if err := await(ctx, pending); err != nil {
			return nil, err
		}
	}
	report, err := s.diagnoser.pull(ctx, s.session.view().keyOf(u), p.PreviousResultID)
	if report != nil || err != nil {
		return report, err
	}
	release, err := s.conn.slot(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	return s.diagnoser.pullClosed(u, p.PreviousResultID), nil
}

// pull returns the report of an open document, nil for one that is not. It waits for its own findings, and for cross-file
// findings where none are known yet.
func (d *diagnoser) pull(ctx context.Context, key, previous string) (*documentReport, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for asked := false; ctx.Err() == nil && d.ctx.Err() == nil; {
		f := d.files[key]
		switch {
		case f == nil || f.doc == nil:
			return nil, nil
		case d.held != nil:
		case asked && f.failed == f.doc:
			return nothingNew(previous), nil
		case d.isReady(f):
			id := f.id()
			f.given = given{doc: f.doc, id: id, hash: f.result.hash, end: f.result.end, turn: f.given.turn}
			return newDocumentReport(f.result, id, previous), nil
		default:
			f.failed, f.urgent = nil, true
			d.start(f)
			asked = true
		}
		if f.done == nil {
			f.done = make(chan struct{})
		}
		f.pullers++
		d.await(ctx, f.done, nil)
		f.pullers--
	}
	return nil, context.Canceled
}

// await waits for either of two channels without holding mu.
func (d *diagnoser) await(ctx context.Context, a, b <-chan struct{}) {
	d.mu.Unlock()
	defer d.mu.Lock()
	select {
	case <-a:
	case <-b:
	case <-ctx.Done():
	case <-d.ctx.Done():
	}
}

// isReady reports whether a document's result is good enough for an answer. The caller holds mu.
func (d *diagnoser) isReady(f *diagnosed) bool {
	return f.isCurrent() && !f.ownStale && (f.crossed || !f.due || !d.session.view().snapshot.Scanned())
}

// isCurrent reports whether the result is of the document's newest text.
func (f *diagnosed) isCurrent() bool { return f.result != nil && f.result.doc == f.doc }

// nothingNew leaves a client with what it has; an error would make some clear it, or show the error to the user.
func nothingNew(previous string) *documentReport {
	if previous != "" {
		return &documentReport{Kind: protocol.DocumentDiagnosticReportKindUnchanged, ResultID: previous}
	}
	return &documentReport{Kind: protocol.DocumentDiagnosticReportKindFull, Items: noFindings.list}
}

// pullClosed returns the report of a file that is not open. Nothing outside the workspace is looked at.
func (d *diagnoser) pullClosed(u uri.URI, previous string) *documentReport {
	v := d.session.view()
	r := noFindings
	// VS Code asks about a document that it has just closed because its file was renamed or deleted, and would show that it cannot be read.
	if path, ok := filePath(u); ok && v.snapshot.InFolders(path) && !v.snapshot.IsGone(path) {
		if r = d.findClosed(v, path); r == nil {
			return nothingNew(previous)
		}
	}
	key := v.keyOf(u) // which looks at the disk
	d.mu.Lock()
	defer d.mu.Unlock()
	l, ok := d.pulls.left[key]
	id := resultID(r.hash, l.turn)
	if ok && id != previous {
		d.pulls.doubt(key)
	}
	return newDocumentReport(r, id, previous)
}

// pullHandler returns the handler of a method by which a client pulls, nil if it is another one, or the client does not pull.
func (s *server) pullHandler(pending <-chan struct{}, v *view, method string) answer {
	switch {
	case method == protocol.MethodTextDocumentDiagnostic && v.client.pulls:
		return func(ctx context.Context, params []byte) (any, error) { return s.diagnostic(ctx, v, pending, params) }
	case method == protocol.MethodWorkspaceDiagnostic && v.client.pullsWorkspace():
		return s.workspaceDiagnostic
	}
	return nil
}

// pullsWorkspace reports whether the client can make use of the findings of closed files. Neovim 0.12 cannot: asked to pull
// again, it pulls those if it can, and passes over what is open.
func (c *client) pullsWorkspace() bool {
	return c.pulls && !(c.name == "Neovim" && strings.HasPrefix(c.version, "0.12."))
}
