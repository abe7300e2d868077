package lsp

import (
	"fmt"

	"go.lsp.dev/protocol"
)

// setTrace handles $/setTrace.
func (s *server) setTrace(params []byte) error {
	var p protocol.SetTraceParams
	if err := decode(params, &p); err != nil {
		return err
	}
	level, ok := traceLevels[p.Value]
	if !ok {
		return fmt.Errorf("%q is no trace value: off, messages or verbose", p.Value)
	}
	s.conn.trace.choose(s.ctx, level)
	return nil
}
