package lsp

import (
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// publishParams are those of textDocument/publishDiagnostics, of which the list is encoded already.
type publishParams struct {
	URI         uri.URI         `json:"uri"`
	Version     *int32          `json:"version,omitzero"`
	Diagnostics protocol.LSPAny `json:"diagnostics"`
}

// sent is what was last published of a document.
type sent struct {
	uri  uri.URI // empty if nothing ever was
	hash string  // of the list; empty for an empty one
	end  int     // byte offset at which the last of its ranges ends, -1 for an empty list
	// touched says that an edit since then may have moved a range in the editor, so that even the same list is news.
	touched bool
}

// touch tells of an edit that left everything before a byte offset as it was.
func (s *sent) touch(first int) { s.touched = s.touched || first <= s.end }

// publication returns what has to be published to make the client have the result, in this order.
func (s *sent) publication(doc *document, r *result) (list []*publishParams) {
	to, version := s.uri, (*int32)(nil)
	if doc != nil {
		to, version = doc.uri, &doc.version
	}
	if s.hash != "" && s.uri != to { // the document was known under another spelling
		list = append(list, &publishParams{URI: s.uri, Diagnostics: noFindings.list})
		s.hash = ""
	}
	if r.hash == s.hash && (r.hash == "" || !s.touched) {
		return list
	}
	*s = sent{uri: to, hash: r.hash, end: r.end}
	return append(list, &publishParams{URI: to, Version: version, Diagnostics: r.list})
}

// publishClosed returns what has to be published of a document that is not open: what is found in its file where the client
// wants that, else an empty list if it has another.
func (d *diagnoser) publishClosed(f *diagnosed) []*publishParams {
	d.mu.Lock()
	defer d.mu.Unlock()
	f.urgent = false
	if d.pulling() || f.doc != nil || d.rest.isDue(f.path) { // the last is published when it has been found
		return nil
	}
	r := d.rest.result(f.path)
	if f.sent.uri == "" {
		f.sent.uri = pathURI(f.path)
	}
	return f.sent.publication(nil, r)
}
