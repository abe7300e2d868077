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
}

// afterDiskQueue returns the answer to a request. The request sees the state of the disk for every earlier
// notification, and the document texts as of the request. The caller must call diskQueue.pending before it takes
// the view.
func afterDiskQueue(s *server, pending <-chan struct{}, v *session.View, method string, handler func(*session.View) wire.Answer) wire.Answer {
	slots, textOnly := s.conn.Slots, needsTextOnly[method]
	if textOnly {
		slots = s.conn.TextSlots
	}
	return func(ctx context.Context, params []byte) (any, error) {
		own := v
		if pending != nil && (!textOnly || speaksOfOpening(v, params)) {
			if err := await(ctx, pending); err != nil {
				return nil, err
			}
			own = v.Over(s.session.View())
		}
		if err := s.conn.Slot(ctx, slots); err != nil {
			return nil, err
		}
		if !textOnly && s.watching.Recheck() {
			s.refreshed()
			own = own.Over(s.session.View())
		}
		return handler(own)(ctx, params)
	}
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
