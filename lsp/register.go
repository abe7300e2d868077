package lsp

import (
	"go.lsp.dev/protocol"

	"skills-ls/lsp/session"
	"skills-ls/lsp/watch"
)

// register requests notifications about changed settings, if the client supports that. It waits for the
// client.
func register(s *server) {
	if !s.session.View().Client.RegisterConfigChange {
		return
	}
	method := protocol.MethodWorkspaceDidChangeConfiguration
	err := watch.Register(s.ctx, s.conn, session.Section+":"+method, method,
		&protocol.DidChangeConfigurationRegistrationOptions{Section: protocol.String(session.Section)})
	if err != nil && s.ctx.Err() == nil {
		s.log.Warn("the client rejected a registration", "error", err)
	}
}
