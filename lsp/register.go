package lsp

import "go.lsp.dev/protocol"

// register requests notifications about changed settings, if the client supports that. It waits for the
// client.
func (s *server) register() {
	if !s.session.view().client.registerConfigChange {
		return
	}
	method := protocol.MethodWorkspaceDidChangeConfiguration
	err := s.conn.call(s.ctx, protocol.MethodClientRegisterCapability, &protocol.RegistrationParams{
		Registrations: []protocol.Registration{registration(section+":"+method, method,
			&protocol.DidChangeConfigurationRegistrationOptions{Section: protocol.String(section)})},
	}, nil)
	if err != nil && s.ctx.Err() == nil {
		s.log.Warn("the client refused a registration", "error", err)
	}
}
