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

// sent describes the list that was last published for a document.
type sent struct {
	uri  uri.URI // empty if nothing was published
	Hash string  // of the list; empty for an empty list
	end  int     // byte offset of the end of the last range, -1 for an empty list
	// touched is set if an edit since then may have moved a range in the editor. Then even the same list is
	// published again.
	touched bool
}

// touch records an edit that changed nothing before the byte offset first.
func (s *sent) touch(first int) { s.touched = s.touched || first <= s.end }

// publication returns the notifications, in order, that give the client the result.
func (s *sent) publication(doc *session.Document, r *result) (list []*PublishParams) {
	to, version := s.uri, (*int32)(nil)
	if doc != nil {
		to, version = doc.URI, &doc.Version
	}
	if s.Hash != "" && s.uri != to { // the client used another spelling of the URI
		list = append(list, &PublishParams{URI: s.uri, Diagnostics: noDiagnostics.list})
		s.Hash = ""
	}
	if r.Hash == s.Hash && (r.Hash == "" || !s.touched) {
		return list
	}
	*s = sent{uri: to, Hash: r.Hash, end: r.end}
	return append(list, &PublishParams{URI: to, Version: version, Diagnostics: r.list})
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
	r := d.ClosedFiles.result(f.Path)
	if f.Sent.uri == "" {
		f.Sent.uri = position.PathURI(f.Path)
	}
	return f.Sent.publication(nil, r)
}
