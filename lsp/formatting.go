package lsp

import (
	"context"
	"sync"

	"go.lsp.dev/protocol"

	"skills-ls/analysis/refactor"
)

// formatting formats the frontmatter of a skill as the settings say. The options of the request for spaces
// and tabs concern the body, which is not changed.
func (v *view) formatting(ctx context.Context, p *protocol.DocumentFormattingParams) ([]protocol.TextEdit, error) {
	edits := []protocol.TextEdit{}
	src, ok := v.source(p.TextDocument.URI)
	if !ok {
		return edits, nil
	}
	for _, e := range refactor.FormatFile(ctx, v.snapshot, src.path, v.settings.format()) {
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
const formattingID = section + ":" + string(protocol.MethodTextDocumentFormatting)

// offerFormatting registers the formatter when the settings enable it, and unregisters it when they disable
// it.
func (s *server) offerFormatting() {
	if !s.session.view().client.registerFormatting {
		return
	}
	go func() {
		o := &s.formatter
		o.mu.Lock()
		defer o.mu.Unlock()
		wanted := s.session.view().settings.format() != 0
		if wanted == o.registered {
			return
		}
		ctx, cancel := context.WithTimeout(s.ctx, registerPatience)
		defer cancel()
		if err := s.registerFormatting(ctx, wanted); err != nil {
			if s.ctx.Err() == nil {
				s.log.Warn("the client refused a registration", "method", protocol.MethodTextDocumentFormatting, "error", err)
			}
			return
		}
		o.registered = wanted
	}()
}

func (s *server) registerFormatting(ctx context.Context, wanted bool) error {
	method := string(protocol.MethodTextDocumentFormatting)
	if !wanted {
		return s.conn.call(ctx, protocol.MethodClientUnregisterCapability, &protocol.UnregistrationParams{
			Unregisterations: []protocol.Unregistration{{ID: formattingID, Method: method}},
		}, nil)
	}
	options := map[string]any{"documentSelector": []map[string]string{{"pattern": "**/{SKILL,skill,Skill}.md"}}}
	return s.conn.call(ctx, protocol.MethodClientRegisterCapability, &protocol.RegistrationParams{
		Registrations: []protocol.Registration{registration(formattingID, method, options)},
	}, nil)
}
