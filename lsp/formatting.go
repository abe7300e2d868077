package lsp

import (
	"context"
	"sync"

	"go.lsp.dev/protocol"

	"skills-ls/analysis/refactor"
)

// formatting gives the frontmatter of a skill the look that the settings ask for. What the request says of blanks and tabs is about the
// body, which is left alone.
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

// A formattingOffer is whether a client that lets servers register has been told that there is a formatter. Who formats nothing must not be
// offered as one: an editor asks its user to choose where there are two.
type formattingOffer struct {
	mu         sync.Mutex // held while the client is asked
	registered bool
}

// formattingID names the registration.
const formattingID = section + ":" + string(protocol.MethodTextDocumentFormatting)

// offerFormatting registers a formatter of skills when the settings ask for one, and takes it back when they do not any more.
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
