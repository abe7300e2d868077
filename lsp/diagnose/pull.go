package diagnose

import (
	"cmp"
	"context"
	"strconv"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"skills-ls/analysis/workspace"
	"skills-ls/lsp/position"
	"skills-ls/lsp/session"
)

// pulls is the state of a client that pulls diagnostics.
type pulls struct {
	pulledWorkspace bool                      // the client has requested workspace diagnostics
	ClosedDocuments map[string]ClosedDocument // by document key
	// Every held request has a number. Those up to enough are answered with what is known.
	last, enough int
	Held         int // number of held requests

	// refreshDue is set if the client must be asked to pull again, refreshing while it is being asked.
	refreshDue, refreshing bool
	// announced is set if the client was asked to pull since its last request for workspace diagnostics.
	announced bool
}

// A ClosedDocument is a closed document that the client had pulled. Some clients keep showing its diagnostics until
// they get another result. So if there were any, the result of its file gets another ID.
type ClosedDocument struct {
	URI  uri.URI
	Path string
	Turn uint64
	// doubted is set if the client pulled the document after closing it. Until that request is answered, VS
	// Code discards what workspace reports say about the document. Then it discards the answer too, but it
	// records the IDs of the discarded results as known (lsp.TestPullWorkspaceAfterClosing).
	doubted bool
}

// documentClosed records that a client that pulls has closed a document. The caller holds mu.
func (d *Diagnoser) documentClosed(f *diagnosed, doc *session.Document) {
	if f.Shown.doc != nil {
		closed := ClosedDocument{URI: doc.URI, Path: doc.Path}
		if !f.Shown.IsEmpty() {
			d.turns++
			closed.Turn = d.turns
		}
		d.Pulls.ClosedDocuments[f.key] = closed
	}
	f.Shown = shown{end: -1}
}

// markDoubtful records that the client is pulling a closed document. The next request for workspace diagnostics will
// get another result ID for it. The client sends that request once the held ones are answered, which markDoubtful
// causes. The caller holds mu.
func (d *Diagnoser) markDoubtful(key string) {
	l := d.Pulls.ClosedDocuments[key]
	l.doubted = true
	d.Pulls.ClosedDocuments[key] = l
	d.Pulls.enough = max(d.Pulls.enough, d.Pulls.last) // more after [Diagnoser.End]
	d.wake()
}

// resolve gives each doubted document another result ID and clears the doubt. The caller holds mu.
func (d *Diagnoser) resolve() {
	for key, l := range d.Pulls.ClosedDocuments {
		if l.doubted {
			d.turns++
			l.Turn, l.doubted = d.turns, false
			d.Pulls.ClosedDocuments[key] = l
		}
	}
}

// emptyID is the ID of a result without diagnostics.
const emptyID = "0"

// resultID returns the ID of a result.
func resultID(hash string, turn uint64) string {
	id := cmp.Or(hash, emptyID)
	if turn > 0 {
		id += "." + strconv.FormatUint(turn, 36)
	}
	return id
}

// announceClosed asks the client to pull again because closed files have new diagnostics. A client that has no
// held request is asked once, until it requests workspace diagnostics again.
func (p *pulls) announceClosed() {
	if p.pulledWorkspace && p.Held == 0 && !p.announced {
		p.announced, p.refreshDue = true, true
	}
}

// offer announces a new result of a document. The client is asked to pull unless a request already waits for
// the result, or the client will pull anyway because the text has changed since. The caller holds mu.
func (d *Diagnoser) offer(f *diagnosed) {
	s := &f.Shown
	if id := s.idOf(f.result); f.pullers == 0 && s.doc == f.doc && id != s.id && id != s.announced {
		s.announced = id
		d.Pulls.refreshDue = true
	}
}

// askToPull asks the client to pull again if that is due. It waits for the end of all work on documents, so
// that the client has to pull only once. The caller holds mu.
func (d *Diagnoser) askToPull() {
	if !d.Pulls.refreshDue || d.Pulls.refreshing || d.Working > 0 {
		return
	}
	d.Pulls.refreshDue, d.Pulls.refreshing = false, true
	go func() {
		if err := d.Client.Call(d.ctx, protocol.MethodWorkspaceDiagnosticRefresh, nil, nil); err != nil && d.ctx.Err() == nil {
			d.log.Warn("the client did not refresh its diagnostics", "error", err)
		}
		d.Mu.Lock()
		defer d.Mu.Unlock()
		d.Pulls.refreshing = false
		d.askToPull()
	}()
}

// The report types are our own because the lists in the protocol package's types are not encoded.
type (
	DiagnosticParams struct {
		TextDocument struct {
			URI session.URIText `json:"uri"`
		} `json:"textDocument"`
		PreviousResultID string `json:"previousResultId"`
	}
	documentReport struct {
		Kind     protocol.DocumentDiagnosticReportKind `json:"kind"`
		ResultID string                                `json:"resultId,omitzero"`
		Items    protocol.LSPAny                       `json:"items,omitzero"` // of a full report
	}
)

// newDocumentReport returns the report for a client that has the result with the ID previous.
func newDocumentReport(r *result, id, previous string) *documentReport {
	if id == previous {
		return &documentReport{Kind: protocol.DocumentDiagnosticReportKindUnchanged, ResultID: id}
	}
	return &documentReport{Kind: protocol.DocumentDiagnosticReportKindFull, ResultID: id, Items: r.list}
}

// Pull returns the report of an open document, nil if the document is not open. It waits for the document's
// own diagnostics, and for its cross-file diagnostics if none are known yet.
func (d *Diagnoser) Pull(ctx context.Context, key, previous string) (*documentReport, error) {
	d.Mu.Lock()
	defer d.Mu.Unlock()
	for asked := false; ctx.Err() == nil && d.ctx.Err() == nil; {
		f := d.Files[key]
		switch {
		case f == nil || f.doc == nil:
			return nil, nil
		case d.held != nil:
		case asked && f.failed == f.doc:
			return unchangedReport(previous), nil
		case d.isReady(f):
			id := f.Shown.idOf(f.result)
			f.Shown = shown{doc: f.doc, id: id, end: f.result.end, turn: f.Shown.turn}
			return newDocumentReport(f.result, id, previous), nil
		default:
			f.failed, f.urgent = nil, true
			d.start(f)
			asked = true
		}
		f.pullers++
		d.await(ctx, d.nextNews())
		f.pullers--
	}
	return nil, context.Canceled
}

// await waits until the channel is closed or a context ends. It releases mu while it waits.
func (d *Diagnoser) await(ctx context.Context, news <-chan struct{}) {
	d.Mu.Unlock()
	defer d.Mu.Lock()
	select {
	case <-news:
	case <-ctx.Done():
	case <-d.ctx.Done():
	}
}

// isReady reports whether the document's result can be sent as an answer. The caller holds mu.
func (d *Diagnoser) isReady(f *diagnosed) bool {
	return f.IsCurrent() && f.stage != stale && (f.crossed || !f.due || !workspace.Scanned(d.session.View().Snapshot))
}

// IsCurrent reports whether the result is for the document's newest text.
func (f *diagnosed) IsCurrent() bool { return f.result != nil && f.result.doc == f.doc }

// unchangedReport returns a report that leaves the client with what it has. An error would make some clients clear
// it, or show the error to the user.
func unchangedReport(previous string) *documentReport {
	if previous != "" {
		return &documentReport{Kind: protocol.DocumentDiagnosticReportKindUnchanged, ResultID: previous}
	}
	return &documentReport{Kind: protocol.DocumentDiagnosticReportKindFull, Items: noDiagnostics.list}
}

// PullClosed returns the report of a file that is not open. It diagnoses no file outside the workspace.
func (d *Diagnoser) PullClosed(u uri.URI, previous string) *documentReport {
	v := d.session.View()
	r := noDiagnostics
	// VS Code pulls a document that it has just closed because the file was renamed or deleted. It would show
	// that the file cannot be read.
	if path, ok := position.FilePath(u); ok && v.Snapshot.InFolders(path) && !v.Snapshot.IsGone(path) {
		if r = d.FindClosed(v, path); r == nil {
			return unchangedReport(previous)
		}
	}
	key := v.KeyOf(u) // accesses the disk, so it must be called before mu is locked
	d.Mu.Lock()
	defer d.Mu.Unlock()
	l, ok := d.Pulls.ClosedDocuments[key]
	id := resultID(r.Hash, l.Turn)
	if ok && id != previous {
		d.markDoubtful(key)
	}
	return newDocumentReport(r, id, previous)
}

// PullsWorkspace reports whether the client can use diagnostics of closed files. Neovim 0.12 cannot: asked to
// pull again, it pulls the workspace if it can, and skips the open documents (lsp.TestPullOrPush).
func PullsWorkspace(c *session.Client) bool {
	return c.Pulls && !(c.Name == "Neovim" && strings.HasPrefix(c.Version, "0.12."))
}
