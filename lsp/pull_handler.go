package lsp

import (
	"context"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// diagnostic answers textDocument/diagnostic for the newest text. A client that has edited the text in the
// meantime pulls again, and one that gets an error may clear what it shows. The request takes no slot,
// because it may wait for the client's settings. A document is diagnosed once for all requests that wait for
// it.
//
// If the document is open, the answer does not wait for the disk. The client is asked to pull again when the
// disk has answered.
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

// pullHandler returns the handler of a method that pulls diagnostics. It returns nil for other methods, and
// if the client does not pull.
func (s *server) pullHandler(pending <-chan struct{}, v *view, method string) answer {
	switch {
	case method == protocol.MethodTextDocumentDiagnostic && v.client.pulls:
		return func(ctx context.Context, params []byte) (any, error) { return s.diagnostic(ctx, v, pending, params) }
	case method == protocol.MethodWorkspaceDiagnostic && v.client.pullsWorkspace():
		return s.workspaceDiagnostic
	}
	return nil
}

// workspaceDiagnostic answers workspace/diagnostic with the results that are new to the client. While there
// are none, the request is held, because a client sends another one as soon as it gets an answer.
func (s *server) workspaceDiagnostic(ctx context.Context, params []byte) (any, error) {
	var p workspaceDiagnosticParams
	if err := decode(params, &p); err != nil {
		return nil, err
	}
	v := s.session.view()
	known := make(knownResults, len(p.PreviousResultIDs))
	for _, previous := range p.PreviousResultIDs {
		u := uri.URI(previous.URI)
		known[v.keyOf(u)] = knownResult{u, previous.Value}
	}
	var stream func(*workspaceReport) error
	if kind := p.PartialResultToken.Kind(); kind == '"' || kind == '0' {
		stream = func(r *workspaceReport) error {
			return s.conn.notify(ctx, protocol.MethodProgress, &progressParams{p.PartialResultToken, r})
		}
	}
	return s.diagnoser.pullWorkspace(ctx, known, stream)
}
