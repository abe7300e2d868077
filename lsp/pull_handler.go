package lsp

import (
	"context"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"skills-ls/lsp/diagnose"
	"skills-ls/lsp/session"
	"skills-ls/lsp/wire"
)

// pullDiagnostics answers textDocument/diagnostic for the newest text. A client that has edited the text in the
// meantime pulls again, and one that gets an error may clear what it shows. The request takes no slot,
// because it may wait for the client's settings. A document is diagnosed once for all requests that wait for
// it.
//
// If the document is open, the answer does not wait for the disk. The client is asked to pull again when the
// disk has answered.
func pullDiagnostics(ctx context.Context, s *server, v *session.View, pending <-chan struct{}, params []byte) (any, error) {
	var p diagnose.DiagnosticParams
	if err := wire.Decode(params, &p); err != nil {
		return nil, err
	}
	u := uri.URI(p.TextDocument.URI)
	if v.Document(u) == nil {
		if err := await(ctx, pending); err != nil {
			return nil, err
		}
	}
	report, err := s.diagnoser.Pull(ctx, s.session.View().KeyOf(u), p.PreviousResultID)
	if report != nil || err != nil {
		return report, err
	}
	if err := s.conn.Slot(ctx, s.conn.Slots); err != nil {
		return nil, err
	}
	return s.diagnoser.PullClosed(u, p.PreviousResultID), nil
}

// pullHandler returns the handler of a method that pulls diagnostics. It returns nil for other methods, and
// if the client does not pull.
func pullHandler(s *server, pending <-chan struct{}, v *session.View, method string) wire.Answer {
	switch {
	case method == protocol.MethodTextDocumentDiagnostic && v.Client.Pulls:
		return func(ctx context.Context, params []byte) (any, error) {
			return pullDiagnostics(ctx, s, v, pending, params)
		}
	case method == protocol.MethodWorkspaceDiagnostic && diagnose.PullsWorkspace(v.Client):
		return func(ctx context.Context, params []byte) (any, error) { return workspaceDiagnostic(ctx, s, params) }
	}
	return nil
}

// workspaceDiagnostic answers workspace/diagnostic with the results that are new to the client. While there
// are none, the request is held, because a client sends another one as soon as it gets an answer.
func workspaceDiagnostic(ctx context.Context, s *server, params []byte) (any, error) {
	var p diagnose.WorkspaceDiagnosticParams
	if err := wire.Decode(params, &p); err != nil {
		return nil, err
	}
	v := s.session.View()
	known := make(diagnose.KnownResults, len(p.PreviousResultIDs))
	for _, previous := range p.PreviousResultIDs {
		u := uri.URI(previous.URI)
		known[v.KeyOf(u)] = diagnose.KnownResult{URI: u, ID: previous.Value}
	}
	var stream func(*diagnose.WorkspaceReport) error
	if kind := p.PartialResultToken.Kind(); kind == '"' || kind == '0' {
		stream = func(r *diagnose.WorkspaceReport) error {
			return s.conn.Notify(ctx, protocol.MethodProgress, &diagnose.ProgressParams{Token: p.PartialResultToken, Value: r})
		}
	}
	return s.diagnoser.PullWorkspace(ctx, known, stream)
}
