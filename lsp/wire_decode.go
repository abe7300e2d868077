package lsp

import (
	"fmt"
	"time"

	"go.lsp.dev/protocol"
)

// farewell is how long, after the end of a session, requests may take to end, and the client may take to read
// the last messages.
const farewell = time.Second

// decode decodes parameters. Absent ones, which the protocol package's dispatcher rejects, count as an empty
// object.
func decode(params []byte, p any) error {
	if len(params) == 0 {
		params = []byte("{}")
	}
	if err := protocol.Unmarshal(params, p); err != nil {
		return &responseError{code: codeInvalidParams, message: fmt.Sprintf("params: %v", err)}
	}
	return nil
}
