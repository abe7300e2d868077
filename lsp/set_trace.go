package lsp

import (
	"fmt"

	"go.lsp.dev/protocol"

	"skills-ls/lsp/wire"
)

// setTrace handles $/setTrace.
func setTrace(s *server, params []byte) error {
	var p protocol.SetTraceParams
	if err := wire.Decode(params, &p); err != nil {
		return err
	}
	level, ok := wire.TraceLevels[p.Value]
	if !ok {
		return fmt.Errorf("%q is no trace value: off, messages or verbose", p.Value)
	}
	s.conn.Trace.SetLevel(s.ctx, level)
	return nil
}
