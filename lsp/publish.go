package lsp

import (
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// publishParams are the parameters of textDocument/publishDiagnostics, with the list already encoded.
type publishParams struct {
	URI         uri.URI         `json:"uri"`
	Version     *int32          `json:"version,omitzero"`
	Diagnostics protocol.LSPAny `json:"diagnostics"`
}

// sent describes the list that was last published for a document.
type sent struct {
	uri  uri.URI // empty if nothing was published
	hash string  // of the list; empty for an empty list
	end  int     // byte offset of the end of the last range, -1 for an empty list
	// touched is set if an edit since then may have moved a range in the editor. Then even the same list is
	// published again.
	touched bool
}

// touch records an edit that changed nothing before the byte offset first.
func (s *sent) touch(first int) { s.touched = s.touched || first <= s.end }

// publication returns the notifications, in order, that give the client the result.
func (s *sent) publication(doc *document, r *result) (list []*publishParams) {
	to, version := s.uri, (*int32)(nil)
	if doc != nil {
		to, version = doc.uri, &doc.version
	}
	if s.hash != "" && s.uri != to { // the client used another spelling of the URI
		list = append(list, &publishParams{URI: s.uri, Diagnostics: noFindings.list})
		s.hash = ""
	}
	if r.hash == s.hash && (r.hash == "" || !s.touched) {
		return list
	}
	*s = sent{uri: to, hash: r.hash, end: r.end}
	return append(list, &publishParams{URI: to, Version: version, Diagnostics: r.list})
}

// publishClosed returns the notifications for a document that is not open: the diagnostics of its file if the
// client asked for those, else an empty list if the client still has another one.
func (d *diagnoser) publishClosed(f *diagnosed) []*publishParams {
	d.mu.Lock()
	defer d.mu.Unlock()
	f.urgent = false
	if d.pulling() || f.doc != nil || d.rest.isDue(f.path) { // a file that is due is published after its diagnosis
		return nil
	}
	r := d.rest.result(f.path)
	if f.sent.uri == "" {
		f.sent.uri = pathURI(f.path)
	}
	return f.sent.publication(nil, r)
}
