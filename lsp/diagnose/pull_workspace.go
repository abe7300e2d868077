package diagnose

import (
	"context"
	"math"
	"slices"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"skills-ls/analysis/workspace"
	"skills-ls/lsp/convert"
	"skills-ls/lsp/position"
	"skills-ls/lsp/session"
)

type (
	WorkspaceDiagnosticParams struct {
		PreviousResultIDs []struct {
			URI   session.URIText `json:"uri"`
			Value string          `json:"value"`
		} `json:"previousResultIds"`
		PartialResultToken protocol.LSPAny `json:"partialResultToken"`
	}
	WorkspaceReport struct {
		Items []fileReport `json:"items"`
	}
	// A fileReport is the full report of one file. Unchanged files are not reported.
	fileReport struct {
		Kind     protocol.DocumentDiagnosticReportKind `json:"kind"`
		URI      uri.URI                               `json:"uri"`
		Version  *int32                                `json:"version"` // null for a closed file
		ResultID string                                `json:"resultId"`
		Items    protocol.LSPAny                       `json:"items"`

		key string // of the document
	}
	ProgressParams struct {
		Token protocol.LSPAny `json:"token"`
		Value any             `json:"value"`
	}
)

// KnownResults holds the results that a client has, by document key.
type KnownResults map[string]KnownResult

type KnownResult struct {
	URI uri.URI // as the client writes it
	ID  string
}

// PullWorkspace returns the reports of all files whose newest result the client does not have, as soon as
// there are any and no more are expected. If stream is not nil, pullWorkspace passes to it the reports that
// are ready earlier.
func (d *Diagnoser) PullWorkspace(ctx context.Context, known KnownResults, stream func(*WorkspaceReport) error) (*WorkspaceReport, error) {
	d.Mu.Lock()
	defer d.Mu.Unlock()
	p := &d.Pulls
	p.last++
	number := p.last
	p.enough = max(p.enough, number-MaxHeld)
	p.Held++
	defer func() { p.Held-- }()
	d.wake() // the request that is one too many
	p.announced = false
	d.resolve()
	if !p.pulledWorkspace {
		p.pulledWorkspace = true
		d.requestRound()
	}
	for streamed := false; ctx.Err() == nil && d.ctx.Err() == nil; {
		news, settled := d.nextNews(), d.isSettled()
		reports := d.unknown(known, settled)
		if stream != nil && len(reports) > 0 && (streamed || !settled) {
			streamed = true
			if err := d.unlocked(func() error { return stream(&WorkspaceReport{reports}) }); err != nil {
				return nil, err
			}
			known.learn(reports)
			if !settled { // wait for the next batch; do not send a message for each file
				d.await(ctx, news)
			}
			continue
		}
		if settled && (streamed || len(reports) > 0) || number <= p.enough {
			return &WorkspaceReport{convert.Present(reports)}, nil
		}
		d.await(ctx, news)
	}
	return nil, context.Canceled
}

// unlocked calls a function without holding mu.
func (d *Diagnoser) unlocked(call func() error) error {
	d.Mu.Unlock()
	defer d.Mu.Lock()
	return call()
}

// MaxHeld is the number of the latest requests that are held. Some clients send a request before the last one is
// answered.
const MaxHeld = 64

// End makes all requests that are held, and all later ones, answer with what is known.
func (d *Diagnoser) End() {
	d.Mu.Lock()
	defer d.Mu.Unlock()
	d.Pulls.enough = math.MaxInt
	d.wake()
}

// isSettled reports whether the diagnostics of the workspace are complete, except those of documents in which
// the user is typing. The caller holds mu.
func (d *Diagnoser) isSettled() bool {
	if d.held != nil || d.Round.Running || !d.ClosedFiles.on || len(d.ClosedFiles.queue) > 0 || d.ClosedFiles.Workers > 0 || !workspace.Scanned(d.session.View().Snapshot) {
		return false
	}
	for _, f := range d.Files {
		if f.Working && !f.urgent && f.failed != f.doc && !f.IsCurrent() {
			return false
		}
	}
	return true
}

// unknown returns the reports of the files whose newest result the client does not have, sorted by URI. A
// file without diagnostics is reported only if the client has some for it. A document in which the user is
// typing is left out, because the client is about to pull it. The caller holds mu.
func (d *Diagnoser) unknown(known KnownResults, settled bool) (list []fileReport) {
	seen := make(map[string]bool)
	add := func(key string, report fileReport) {
		seen[key] = true
		if k, ok := known[key]; ok && k.ID == report.ResultID || !ok && report.ResultID == emptyID {
			return
		}
		report.Kind, report.key = protocol.DocumentDiagnosticReportKindFull, key
		list = append(list, report)
	}
	for key, f := range d.Files {
		if f.doc == nil {
			continue
		}
		seen[key] = true // even if it cannot be reported now
		if !f.IsCurrent() {
			continue
		}
		if id := f.Shown.idOf(f.result); id != f.Shown.id && f.pullers == 0 && !d.Round.typed[f.Path] {
			f.Shown.end = f.result.end
			add(key, fileReport{URI: f.doc.URI, Version: &f.doc.Version, ResultID: id, Items: f.result.list})
		}
	}
	for path, c := range d.ClosedFiles.Files {
		if c.result.Hash == "" {
			continue
		}
		seen[c.Key] = true
		if c.state == diagnosedClosed {
			id := resultID(c.result.Hash, d.Pulls.ClosedDocuments[c.Key].Turn)
			add(c.Key, fileReport{URI: known.uri(c.Key, path), ResultID: id, Items: c.result.list})
		}
	}
	for key, l := range d.Pulls.ClosedDocuments {
		if !seen[key] && !d.ClosedFiles.isDue(l.Path) {
			add(key, fileReport{URI: l.URI, ResultID: resultID("", l.Turn), Items: noDiagnostics.list})
		}
	}
	for key, k := range known {
		if settled && !seen[key] {
			add(key, fileReport{URI: k.URI, ResultID: emptyID, Items: noDiagnostics.list})
		}
	}
	slices.SortFunc(list, func(a, b fileReport) int { return strings.Compare(string(a.URI), string(b.URI)) })
	return list
}

// uri returns the URI under which the client knows a file.
func (known KnownResults) uri(key, path string) uri.URI {
	if k, ok := known[key]; ok {
		return k.URI
	}
	return position.PathURI(path)
}

// learn records the results that the client has received.
func (known KnownResults) learn(reports []fileReport) {
	for _, r := range reports {
		known[r.key] = KnownResult{r.URI, r.ResultID}
	}
}
