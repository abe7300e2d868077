package lsp

import (
	"context"
	"slices"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"skills-ls/analysis/workspace"
)

type (
	workspaceDiagnosticParams struct {
		PreviousResultIDs []struct {
			URI   uriText `json:"uri"`
			Value string  `json:"value"`
		} `json:"previousResultIds"`
		PartialResultToken protocol.LSPAny `json:"partialResultToken"`
	}
	workspaceReport struct {
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
	progressParams struct {
		Token protocol.LSPAny `json:"token"`
		Value any             `json:"value"`
	}
)

// knownResults holds the results that a client has, by document key.
type knownResults map[string]knownResult

type knownResult struct {
	uri uri.URI // as the client writes it
	id  string
}

// pullWorkspace returns the reports of all files whose newest result the client does not have, as soon as
// there are any and no more are expected. If stream is not nil, pullWorkspace passes to it the reports that
// are ready earlier.
func (d *diagnoser) pullWorkspace(ctx context.Context, known knownResults, stream func(*workspaceReport) error) (*workspaceReport, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	enough := d.pulls.hold()
	defer d.pulls.let(enough)
	d.pulls.announced = false
	d.pulls.resolve()
	if !d.pulls.asked {
		d.pulls.asked = true
		d.begin()
	}
	for streamed := false; ctx.Err() == nil && d.ctx.Err() == nil; {
		news, settled := d.pulls.news, d.isSettled()
		reports := d.unknown(known, settled)
		if stream != nil && len(reports) > 0 && (streamed || !settled) {
			streamed = true
			if err := d.unlocked(func() error { return stream(&workspaceReport{reports}) }); err != nil {
				return nil, err
			}
			known.learn(reports)
			if !settled { // wait for the next batch; do not send a message for each file
				d.await(ctx, news, enough)
			}
			continue
		}
		if settled && (streamed || len(reports) > 0) || d.pulls.over || isClosed(enough) {
			return &workspaceReport{present(reports)}, nil
		}
		d.await(ctx, news, enough)
	}
	return nil, context.Canceled
}

// unlocked calls a function without holding mu.
func (d *diagnoser) unlocked(call func() error) error {
	d.mu.Unlock()
	defer d.mu.Lock()
	return call()
}

func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// maxHeld is the number of requests that are held at once. Some clients send a request before the last one is
// answered.
const maxHeld = 64

// hold adds a held request. The channel is closed when the request must be answered. That of the oldest
// request is closed if more than maxHeld are held.
func (p *pulls) hold() chan struct{} {
	enough := make(chan struct{})
	p.held = append(p.held, enough)
	if len(p.held) > maxHeld {
		close(p.held[0])
		p.held = slices.Delete(p.held, 0, 1)
	}
	return enough
}

// let removes a held request.
func (p *pulls) let(enough chan struct{}) {
	if i := slices.Index(p.held, enough); i >= 0 {
		p.held = slices.Delete(p.held, i, i+1)
	}
}

// end makes all requests that are held, and all later ones, answer with what is known.
func (d *diagnoser) end() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.pulls.over = true
	d.pulls.tell()
}

// isSettled reports whether the diagnostics of the workspace are complete, except those of documents in which
// the user is typing. The caller holds mu.
func (d *diagnoser) isSettled() bool {
	if d.held != nil || d.round.running || !d.rest.on || len(d.rest.dirty) > 0 || d.rest.workers > 0 || !workspace.Scanned(d.session.view().snapshot) {
		return false
	}
	for _, f := range d.files {
		if f.working && !f.urgent && f.failed != f.doc && !f.isCurrent() {
			return false
		}
	}
	return true
}

// unknown returns the reports of the files whose newest result the client does not have, sorted by URI. A
// file without diagnostics is reported only if the client has some for it. A document in which the user is
// typing is left out, because the client is about to pull it. The caller holds mu.
func (d *diagnoser) unknown(known knownResults, settled bool) (list []fileReport) {
	seen := make(map[string]bool)
	add := func(key string, report fileReport) {
		seen[key] = true
		if k, ok := known[key]; ok && k.id == report.ResultID || !ok && report.ResultID == emptyID {
			return
		}
		report.Kind, report.key = protocol.DocumentDiagnosticReportKindFull, key
		list = append(list, report)
	}
	for key, f := range d.files {
		if f.doc == nil {
			continue
		}
		seen[key] = true // even if it cannot be reported now
		if f.isCurrent() && f.id() != f.given.id && f.pullers == 0 && !d.round.typed[f.path] {
			f.given.end = f.result.end
			add(key, fileReport{URI: f.doc.uri, Version: &f.doc.version, ResultID: f.id(), Items: f.result.list})
		}
	}
	for path, c := range d.rest.found {
		seen[c.key] = true
		if !d.rest.isDue(path) {
			id := resultID(c.result.hash, d.pulls.left[c.key].turn)
			add(c.key, fileReport{URI: known.uri(c.key, path), ResultID: id, Items: c.result.list})
		}
	}
	for key, l := range d.pulls.left {
		if !seen[key] && !d.rest.isDue(l.path) {
			add(key, fileReport{URI: l.uri, ResultID: resultID("", l.turn), Items: noFindings.list})
		}
	}
	for key, k := range known {
		if settled && !seen[key] {
			add(key, fileReport{URI: k.uri, ResultID: emptyID, Items: noFindings.list})
		}
	}
	slices.SortFunc(list, func(a, b fileReport) int { return strings.Compare(string(a.URI), string(b.URI)) })
	return list
}

// uri returns the URI under which the client knows a file.
func (known knownResults) uri(key, path string) uri.URI {
	if k, ok := known[key]; ok {
		return k.uri
	}
	return pathURI(path)
}

// learn records the results that the client has received.
func (known knownResults) learn(reports []fileReport) {
	for _, r := range reports {
		known[r.key] = knownResult{r.URI, r.ResultID}
	}
}
