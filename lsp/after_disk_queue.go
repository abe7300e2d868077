package lsp

import (
	"context"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"skills-ls/lsp/session"
	"skills-ls/lsp/wire"
)

// needsTextOnly holds the requests that need only the text of an open document, or nothing at all. They do not wait
// for the disk checks that earlier notifications started.
var needsTextOnly = map[string]bool{
	protocol.MethodTextDocumentDocumentSymbol:    true,
	protocol.MethodTextDocumentFoldingRange:      true,
	protocol.MethodTextDocumentSelectionRange:    true,
	protocol.MethodTextDocumentDocumentHighlight: true,
	protocol.MethodTextDocumentFormatting:        true,
	methodSkillsAgents:                           true,
}

// afterDiskQueue returns the answer to a request and how to run it. The request sees the state of the disk for
// every earlier notification, and the document texts as of the request. The caller must call diskQueue.pending
// before it takes the view.
func afterDiskQueue(s *server, pending <-chan struct{}, v *session.View, method string, handler func(*session.View) wire.Answer) (wire.Answer, wire.Manner) {
	if needsTextOnly[method] {
		return func(ctx context.Context, params []byte) (any, error) {
			own := v
			if len(v.Opening) > 0 && speaksOfOpening(v, params) {
				if err := await(ctx, pending); err != nil {
					return nil, err
				}
				own = v.Over(s.session.View())
			}
			free, err := wire.TakeSlot(ctx, s.conn.TextSlots)
			if err != nil {
				return nil, err
			}
			defer free()
			return handler(own)(ctx, params)
		}, wire.Waiting
	}
	if pending == nil {
		return s.afterRecheck(v, handler), wire.Bounded
	}
	return func(ctx context.Context, params []byte) (any, error) {
		if err := await(ctx, pending); err != nil {
			return nil, err
		}
		free, err := s.conn.Slot(ctx)
		if err != nil {
			return nil, err
		}
		defer free()
		return s.afterRecheck(v.Over(s.session.View()), handler)(ctx, params)
	}, wire.Waiting
}

// await waits until a channel is closed; nil counts as closed.
func await(ctx context.Context, done <-chan struct{}) error {
	if done == nil {
		return nil
	}
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// speaksOfOpening reports whether the parameters name a document that the disk is still being asked about.
func speaksOfOpening(v *session.View, params []byte) bool {
	var p documentParams
	return wire.Decode(params, &p) == nil && v.IsOpening(uri.URI(p.TextDocument.URI)) != nil
}
