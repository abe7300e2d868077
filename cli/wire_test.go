package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"
)

// wire returns messages in the form in which a client sends them.
func wire(messages ...string) string {
	var b strings.Builder
	for _, m := range messages {
		fmt.Fprintf(&b, "Content-Length: %d\r\n\r\n%s", len(m), m)
	}
	return b.String()
}

// answersIn returns the results among the messages that a server has sent, by request ID. An error fails the
// test.
func answersIn(t *testing.T, sent []byte) map[int]json.RawMessage {
	t.Helper()
	results := make(map[int]json.RawMessage)
	for {
		var length int
		if _, err := fmt.Fscanf(bytes.NewReader(sent), "Content-Length: %d\r\n", &length); err != nil {
			return results
		}
		_, body, _ := bytes.Cut(sent, []byte("\r\n\r\n"))
		if len(body) < length {
			return results
		}
		var m struct {
			ID     int
			Method string
			Result json.RawMessage
			Error  json.RawMessage
		}
		if err := json.Unmarshal(body[:length], &m); err != nil {
			t.Fatalf("%v in %s", err, body[:length])
		}
		if m.Error != nil {
			t.Fatalf("request %d: %s", m.ID, m.Error)
		}
		if m.Method == "" {
			results[m.ID] = m.Result
		}
		sent = body[length:]
	}
}

// A lockedBuffer is the output of a running server.
type lockedBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}

// await waits for n results and returns them.
func (b *lockedBuffer) await(t *testing.T, n int) map[int]json.RawMessage {
	t.Helper()
	for ; ; time.Sleep(5 * time.Millisecond) {
		if results := answersIn(t, []byte(b.String())); len(results) >= n {
			return results
		}
	}
}
