package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"skills-ls/lsp/wire"
)

// dispatched is a dispatcher that answers every request by calling the function, and ignores notifications.
type dispatched func(ctx context.Context) (any, error)

func (dispatched) Notified(context.Context, string, []byte) error { return nil }

func (d dispatched) Asked(string) (wire.Answer, bool, error) {
	return func(ctx context.Context, _ []byte) (any, error) { return d(ctx) }, false, nil
}

// pipeConn starts a connection and returns it with a writer for requests and a reader of answers. The
// connection ends with the test. pipeConn must be called in a synctest bubble.
func pipeConn(t *testing.T, d wire.Dispatcher) (c *wire.Conn, in io.Writer, out *wire.Framer) {
	t.Helper()
	ins, toServer := io.Pipe()
	fromServer, outs := io.Pipe()
	c = wire.NewConn(ins, outs, slog.New(slog.DiscardHandler))
	done := c.Serve(t.Context(), d)
	t.Cleanup(func() {
		_ = toServer.Close()
		<-done
	})
	return c, toServer, wire.NewFramer(fromServer, io.Discard)
}

// TestLargeAnswersUnread checks that the server keeps reading requests while the client reads no answers, and
// bounds the answers that it computes.
func TestLargeAnswersUnread(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const n, size = 50, wire.MaxUnwritten / 4
		var computed atomic.Int32
		text := strings.Repeat("x", size)
		var c *wire.Conn
		c, in, out := pipeConn(t, dispatched(func(ctx context.Context) (any, error) {
			if err := c.Slot(ctx, c.Slots); err != nil {
				return nil, err
			}
			computed.Add(1)
			return text, nil
		}))
		var f frames
		for i := range n {
			f.ask(fmt.Sprint(i), "large", "{}")
		}
		if _, err := in.Write(f.Bytes()); err != nil {
			t.Fatal(err)
		}
		synctest.Wait() // until every goroutine is blocked
		if got, most := int(computed.Load()), wire.MaxUnwritten/size+1+cap(c.Slots); got > most {
			t.Errorf("computed %d answers of %d bytes before the client read one, want at most %d", got, size, most)
		} else if waiting := c.Running(); waiting < n-most {
			t.Errorf("%d requests wait, want at least %d", waiting, n-most)
		}
		for range n {
			if body, err := out.ReadFrame(); err != nil || len(body) < size {
				t.Fatalf("an answer of %d bytes, %v", len(body), err)
			}
		}
	})
}

// TestAnswersWithoutSlots checks that no answer is computed while the client leaves too much unread, even if it takes
// no slot.
func TestAnswersWithoutSlots(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var computed atomic.Int32
		text := strings.Repeat("x", wire.MaxUnwritten+2*wire.PieceSize)
		_, in, out := pipeConn(t, dispatched(func(context.Context) (any, error) {
			computed.Add(1)
			return text, nil
		}))
		for i := range 2 {
			var f frames
			f.ask(fmt.Sprint(i), "large", "{}")
			if _, err := in.Write(f.Bytes()); err != nil {
				t.Fatal(err)
			}
			synctest.Wait() // until every goroutine is blocked
		}
		if got := computed.Load(); got != 1 {
			t.Errorf("computed %d answers before the client read one, want 1", got)
		}
		for range 2 {
			if body, err := out.ReadFrame(); err != nil || len(body) < len(text) {
				t.Fatalf("an answer of %d bytes, %v", len(body), err)
			}
		}
	})
}

// TestCancelReusedID checks that canceling a reused ID cancels the latest request with it, even after an
// earlier one was answered.
func TestCancelReusedID(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		_, in, out := pipeConn(t, dispatched(func(ctx context.Context) (any, error) {
			select {
			case <-release:
				return "released", nil
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		}))
		send := func(add func(*frames)) {
			t.Helper()
			var f frames
			add(&f)
			if _, err := in.Write(f.Bytes()); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
		}
		want := func(result string, code int) {
			t.Helper()
			var m message
			if body, err := out.ReadFrame(); err != nil || json.Unmarshal(body, &m) != nil {
				t.Fatalf("read %q, %v", body, err)
			}
			if string(m.Result) != result || (m.Error == nil) != (code == 0) || m.Error != nil && m.Error.Code != code {
				t.Fatalf("answered %s, %+v, want %q, %d", m.Result, m.Error, result, code)
			}
		}
		ask := func(f *frames) { f.ask("7", "held", "{}") }
		send(ask)
		send(ask)
		release <- struct{}{}
		want(`"released"`, 0)
		send(func(f *frames) { f.tell("$/cancelRequest", `{"id":7}`) })
		want("", -32800)
	})
}
