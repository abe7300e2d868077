package lsp

import (
	"context"
	"sync"

	"go.lsp.dev/protocol"

	"skills-ls/analysis/refactor"
	"skills-ls/lsp/session"
	"skills-ls/lsp/watch"
)

// formatting formats the frontmatter of a skill as the settings say. The options of the request for spaces
// and tabs concern the body, which is not changed.
func formatting(ctx context.Context, v *session.View, src session.Source, p *protocol.DocumentFormattingParams) ([]protocol.TextEdit, error) {
	edits := []protocol.TextEdit{}
	for _, e := range refactor.FormatFile(ctx, v.Snapshot, src.Path, v.Settings.FormatChosen()) {
		edits = append(edits, protocol.TextEdit{Range: src.Range(e.Span), NewText: e.Text})
	}
	return edits, nil
}

// A formattingOffer records whether the formatter is registered with a client that supports dynamic
// registration. A server that formats nothing must not be registered, because editors make the user choose if
// there are two formatters.
type formattingOffer struct {
	mu         sync.Mutex // held while the client is asked
	registered bool
}

// formattingID is the ID of the registration.
const formattingID = session.Section + ":" + string(protocol.MethodTextDocumentFormatting)

// offerFormatting registers the formatter when the settings enable it, and unregisters it when they disable
// it.
func offerFormatting(s *server) {
	if !s.session.View().Client.RegisterFormatting {
		return
	}
	go func() {
		o := &s.formatter
		o.mu.Lock()
		defer o.mu.Unlock()
		wanted := s.session.View().Settings.FormatChosen() != 0
		if wanted == o.registered {
			return
		}
		ctx, cancel := context.WithTimeout(s.ctx, watch.RegisterPatience)
		defer cancel()
		if err := registerFormatting(ctx, s, wanted); err != nil {
			if s.ctx.Err() == nil {
				s.log.Warn("the client rejected a registration", "method", protocol.MethodTextDocumentFormatting, "error", err)
			}
			return
		}
		o.registered = wanted
	}()
}

func registerFormatting(ctx context.Context, s *server, wanted bool) error {
	method := string(protocol.MethodTextDocumentFormatting)
	if !wanted {
		return watch.Unregister(ctx, s.conn, formattingID, method)
	}
	options := map[string]any{"documentSelector": []map[string]string{{"pattern": "**/{SKILL,skill,Skill}.md"}}}
	return watch.Register(ctx, s.conn, formattingID, method, options)
}
