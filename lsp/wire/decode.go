package wire

import (
	"fmt"
	"time"

	"go.lsp.dev/protocol"
)

// ShutdownGrace is how long, after the end of a session, requests may take to end, and the client may take to read
// the last messages.
const ShutdownGrace = time.Second

// Decode decodes parameters. Absent ones, which the protocol package's dispatcher rejects, count as an empty
// object.
func Decode(params []byte, p any) error {
	if len(params) == 0 {
		params = []byte("{}")
	}
	if err := protocol.Unmarshal(params, p); err != nil {
		return &ResponseError{Code: CodeInvalidParams, Message: fmt.Sprintf("params: %v", err)}
	}
	return nil
}
