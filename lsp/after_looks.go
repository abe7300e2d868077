package lsp

import (
	"context"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// textual holds the requests that need only the text of an open document, or nothing at all. They do not wait
// for the disk checks that earlier notifications started.
var textual = map[string]bool{
	protocol.MethodTextDocumentDocumentSymbol:    true,
	protocol.MethodTextDocumentFoldingRange:      true,
	protocol.MethodTextDocumentSelectionRange:    true,
	protocol.MethodTextDocumentDocumentHighlight: true,
	protocol.MethodTextDocumentFormatting:        true,
	methodSkillsAgents:                           true,
}

// afterLooks returns the answer to a request and how to run it. The request sees the state of the disk for
// every earlier notification, and the document texts as of the request. The caller must call looks.pending
// before it takes the view.
func (s *server) afterLooks(pending <-chan struct{}, v *view, method string, handler func(*view) answer) (answer, manner) {
	if textual[method] {
		return func(ctx context.Context, params []byte) (any, error) {
			own := v
			if len(v.opening) > 0 && v.speaksOfOpening(params) {
				if err := await(ctx, pending); err != nil {
					return nil, err
				}
				own = v.over(s.session.view())
			}
			free, err := takeSlot(ctx, s.conn.textSlots)
			if err != nil {
				return nil, err
			}
			defer free()
			return handler(own)(ctx, params)
		}, waiting
	}
	if pending == nil {
		return s.afterRecheck(v, handler), bounded
	}
	return func(ctx context.Context, params []byte) (any, error) {
		if err := await(ctx, pending); err != nil {
			return nil, err
		}
		free, err := s.conn.slot(ctx)
		if err != nil {
			return nil, err
		}
		defer free()
		return s.afterRecheck(v.over(s.session.view()), handler)(ctx, params)
	}, waiting
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
func (v *view) speaksOfOpening(params []byte) bool {
	var p documentParams
	return decode(params, &p) == nil && v.isOpening(uri.URI(p.TextDocument.URI)) != nil
}
