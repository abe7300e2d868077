package diagnose

import (
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"skills-ls/lsp/position"
	"skills-ls/lsp/session"
)

// PublishParams are the parameters of textDocument/publishDiagnostics, with the list already encoded.
type PublishParams struct {
	URI         uri.URI         `json:"uri"`
	Version     *int32          `json:"version,omitzero"`
	Diagnostics protocol.LSPAny `json:"diagnostics"`
}

// shown is the list that the client last received for a document.
type shown struct {
	uri uri.URI // that it was published for; empty if nothing was published
	id  string  // of the result, see [shown.idOf]; empty if the client received nothing
	end int     // byte offset of the end of the last range, -1 for an empty list
	// turn is a part of the result's ID. It changes when an edit may have moved a range in the editor, so that
	// even the same list is another result and is sent again.
	turn uint64

	doc       *session.Document // the text of the report that the client pulled; nil if it never did
	announced string            // ID of the result that the client was asked to pull
}

// IsEmpty reports whether the client shows no diagnostics.
func (s *shown) IsEmpty() bool { return s.id == "" || s.id == emptyID }

// idOf returns the ID of a result.
func (s *shown) idOf(r *result) string {
	if r.Hash == "" {
		return emptyID
	}
	return resultID(r.Hash, s.turn)
}

// publication returns the notifications, in order, that give the client the result.
func (s *shown) publication(doc *session.Document, r *result) (list []*PublishParams) {
	to, version := s.uri, (*int32)(nil)
	if doc != nil {
		to, version = doc.URI, &doc.Version
	}
	if !s.IsEmpty() && s.uri != to { // the client used another spelling of the URI
		list = append(list, &PublishParams{URI: s.uri, Diagnostics: noDiagnostics.list})
		s.id = emptyID
	}
	if id := s.idOf(r); id != s.id && (r.Hash != "" || !s.IsEmpty()) {
		s.uri, s.id, s.end = to, id, r.end
		list = append(list, &PublishParams{URI: to, Version: version, Diagnostics: r.list})
	}
	return list
}

// publishClosed returns the notifications for a document that is not open: the diagnostics of its file if the
// client asked for those, else an empty list if the client still has another one.
func (d *Diagnoser) publishClosed(f *diagnosed) []*PublishParams {
	d.Mu.Lock()
	defer d.Mu.Unlock()
	f.urgent = false
	if d.pulling() || f.doc != nil || d.ClosedFiles.isDue(f.Path) { // a file that is due is published after its diagnosis
		return nil
	}
	r := noDiagnostics
	if closed := d.ClosedFiles.Files[f.Path]; closed != nil {
		r = closed.result
	}
	if f.Shown.uri == "" {
		f.Shown.uri = position.PathURI(f.Path)
	}
	return f.Shown.publication(nil, r)
}
