package lsp

import (
	"context"
	"crypto/sha256"
	"net/url"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"skills-ls/analysis/file"
	"skills-ls/analysis/vantage"
	"skills-ls/lsp/position"
	"skills-ls/lsp/session"
)

// textDocumentContent returns the content of a preview for a client that shows it as a document: the injected
// text and nothing else. See [parsePreviewURI] for the format of the URI.
func textDocumentContent(ctx context.Context, s *server, v *session.View, p *textDocumentContentParams) (*protocol.TextDocumentContentResult, error) {
	q, err := previewQuery(v, string(p.URI))
	if err != nil {
		return nil, err
	}
	text, err := vantage.PreviewText(ctx, s.latest(v, "").Snapshot, q)
	if err != nil {
		return nil, customError(err)
	}
	s.previews.show(string(p.URI), text)
	if s.session.View().Turn != v.Turn { // the check for a change may have run before this preview was recorded
		s.previewsChanged()
	}
	return &protocol.TextDocumentContentResult{Text: text}, nil
}

// textDocumentContentParams are the protocol's parameters, with the URI as the client wrote it.
type textDocumentContentParams struct {
	URI session.URIText `json:"uri"`
}

// A previewAddress is the parsed URI of a preview.
type previewAddress struct {
	document  uri.URI // of a SKILL.md file, or of a buffer without a file
	agent     string  // empty for the agent that the skill's directory belongs to
	arguments *string // nil if there are no arguments
}

// parsePreviewURI parses the URI of a preview: a file's URI with the preview scheme,
// "skills-preview:///dir/SKILL.md", or that scheme before another URI, "skills-preview:untitled:Untitled-1".
// A query may name the agent and then the arguments, which extend to the end of the query and may contain any
// character: "?agent=codex&arguments=a&b". Clients differ in which characters of a query they encode, so it
// is decoded as a whole. The message says what is wrong with the URI; it is empty if the URI is valid.
func parsePreviewURI(text string) (a previewAddress, message string) {
	scheme, rest, ok := strings.Cut(text, ":")
	if !ok || !strings.EqualFold(scheme, file.PreviewScheme) {
		return a, "URI scheme is not " + file.PreviewScheme
	}
	rest, _, _ = strings.Cut(rest, "#")
	rest, query, _ := strings.Cut(rest, "?")
	switch {
	case rest == "":
		return a, "URI without a skill"
	case strings.HasPrefix(rest, "/"):
		a.document = uri.URI("file:" + rest)
	case strings.Contains(rest, ":"):
		a.document = uri.URI(rest)
	default:
		a.document = uri.URI(position.PercentDecoded(rest))
	}
	for query = position.PercentDecoded(query); query != ""; {
		if arguments, ok := strings.CutPrefix(query, "arguments="); ok {
			a.arguments = &arguments
			break
		}
		var part string
		part, query, _ = strings.Cut(query, "&")
		id, ok := strings.CutPrefix(part, "agent=")
		if !ok && part != "" {
			return a, "unknown query parameter " + part + ": expected agent or arguments"
		}
		a.agent = id
	}
	return a, ""
}

// previewURI is the inverse of [parsePreviewURI].
func previewURI(a previewAddress) string {
	text := file.PreviewScheme + ":" + string(a.document)
	if rest, ok := strings.CutPrefix(string(a.document), "file:"); ok {
		text = file.PreviewScheme + ":" + rest
	}
	var query []string
	if a.agent != "" {
		query = append(query, "agent="+queryEncoded(a.agent))
	}
	if a.arguments != nil {
		query = append(query, "arguments="+queryEncoded(*a.arguments))
	}
	if len(query) > 0 {
		text += "?" + strings.Join(query, "&")
	}
	return text
}

// queryEncoded percent-encodes all bytes except letters, digits and the marks "-._~".
func queryEncoded(text string) string { return strings.ReplaceAll(url.QueryEscape(text), "+", "%20") }

// previewQuery returns the query for the URI of a preview.
func previewQuery(v *session.View, text string) (vantage.PreviewQuery, error) {
	a, message := parsePreviewURI(text)
	if message != "" {
		return vantage.PreviewQuery{}, invalidParams("invalid_uri", "uri: "+message, nil)
	}
	return vantage.PreviewQuery{Path: pathOf(v, a.document), Agent: a.agent, Arguments: a.arguments}, nil
}

// maxShownPreviews is the number of previews that are kept up to date. The client does not report when it
// closes a preview, and no user looks at more of them at once.
const maxShownPreviews = 16

// shownPreviews are the previews that the client has requested.
type shownPreviews struct {
	mu         sync.Mutex
	list       []shownPreview // in the order of the last requests
	refreshing bool           // a call of refresh is running
	again      bool           // and must run again
}

type shownPreview struct {
	uri  string            // as the client wrote it
	text [sha256.Size]byte // hash of the text that the client received
}

// show records the text of a preview that the client received.
func (p *shownPreviews) show(uri, text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.list = slices.DeleteFunc(p.list, func(s shownPreview) bool { return s.uri == uri })
	p.list = append(p.list, shownPreview{uri: uri, text: sha256.Sum256([]byte(text))})
	if len(p.list) > maxShownPreviews {
		p.list = slices.Delete(p.list, 0, len(p.list)-maxShownPreviews)
	}
}

// replace records a new text of a preview. It reports whether the text differs and the entry is still in the
// list: a request in the meantime replaces the entry.
func (p *shownPreviews) replace(was shownPreview, text string) bool {
	sum := sha256.Sum256([]byte(text))
	if sum == was.text {
		return false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	i := slices.Index(p.list, was)
	if i >= 0 {
		p.list[i].text = sum
	}
	return i >= 0
}

// refresh calls each with the previews that are shown. It does nothing if there are none. If a call is already
// running, refresh returns at once and the running call starts over.
func (p *shownPreviews) refresh(each func([]shownPreview)) {
	p.mu.Lock()
	if len(p.list) == 0 || p.refreshing {
		p.again = p.refreshing
		p.mu.Unlock()
		return
	}
	p.refreshing = true
	for {
		p.again = false
		list := slices.Clone(p.list)
		p.mu.Unlock()
		each(list)
		p.mu.Lock()
		if !p.again {
			p.refreshing = false
			p.mu.Unlock()
			return
		}
	}
}

// previewsChanged asks the client to refresh the previews whose text has changed.
func (s *server) previewsChanged() {
	if !s.session.View().Client.TextDocumentContent {
		return
	}
	go s.previews.refresh(func(shown []shownPreview) {
		v := s.session.View()
		for _, p := range shown {
			if s.previews.replace(p, previewNow(s, v, p.uri)) {
				go refreshPreview(s, p.uri)
			}
		}
	})
}

// previewNow returns the text of a preview, or "" if it cannot be made. If the skill is gone, the client gets
// the error with its next request.
func previewNow(s *server, v *session.View, at string) (text string) {
	defer func() {
		if r := recover(); r != nil {
			s.log.Error("a preview panicked", "panic", r, "stack", string(debug.Stack()))
		}
	}()
	q, err := previewQuery(v, at)
	if err != nil {
		return ""
	}
	text, err = vantage.PreviewText(s.ctx, v.Snapshot, q)
	if err != nil {
		s.log.Debug("rendering a visible preview failed", "error", err)
	}
	return text
}

// refreshPreview asks the client to request a preview again. The client may never answer.
func refreshPreview(s *server, at string) {
	params := map[string]string{"uri": at} // as the client wrote it; the protocol package's type would not preserve it
	if err := s.conn.Call(s.ctx, protocol.MethodWorkspaceTextDocumentContentRefresh, params, nil); err != nil {
		s.log.Debug("the client did not refresh a preview", "error", err)
	}
}
