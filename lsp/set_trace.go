package lsp

import (
	"go.lsp.dev/protocol"

	"skills-ls/lsp/wire"
)

// setTrace handles $/setTrace.
func setTrace(s *server, params []byte) error {
	var p protocol.SetTraceParams
	if err := wire.Decode(params, &p); err != nil {
		return err
	}
	return s.conn.SetTrace(p.Value)
}
