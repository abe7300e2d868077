package lsp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"skills-ls/lsp/session"
	"skills-ls/lsp/wire"
)

type testTrace struct {
	Message string
	Verbose *string
}

// traceUntil reads traces until each start is that of one, in any order: a notification is traced after the server has
// handled it, and the server may send something meanwhile. traceUntil leaves out the times in them.
func traceUntil(c *testClient, starts ...string) (seen []testTrace) {
	c.t.Helper()
	starts = slices.Clone(starts)
	for {
		var trace testTrace
		c.nextOf("$/logTrace", &trace)
		trace.Message = regexp.MustCompile(`[0-9.]+ ms`).ReplaceAllString(trace.Message, "N ms")
		seen = append(seen, trace)
		starts = slices.DeleteFunc(starts, func(start string) bool { return strings.HasPrefix(trace.Message, start) })
		if len(starts) == 0 {
			return seen
		}
	}
}

func messagesOf(seen []testTrace) (list []string) {
	for _, trace := range seen {
		list = append(list, trace.Message)
	}
	return list
}

// TestTrace checks what is traced: every message from initialized on, except traces, and parameters only if
// the client requests them.
func TestTrace(t *testing.T) {
	c, _ := startMemory(t, session.Options{FS: noFiles})
	c.answers["client/registerCapability"] = nil
	c.initialize(`{"workspace":{"didChangeWatchedFiles":{"dynamicRegistration":true}}}`, `"trace":"messages"`)
	c.call("skills/search", map[string]any{"query": "x"})
	c.call("no/such", nil)
	c.open("untitled:SKILL.md", brokenSkill)
	c.notify("$/cancelRequest", map[string]any{"id": 99})
	wanted := []string{
		"received notification initialized, N ms",
		"sent request client/registerCapability, N ms",
		"received request skills/search (2), N ms",
		"received request no/such (3), N ms, unknown method no/such",
		"sent notification textDocument/publishDiagnostics, N ms",
		"received notification $/cancelRequest, N ms",
	}
	seen := traceUntil(c, wanted...)
	got := strings.Join(messagesOf(seen), "\n") + "\n"
	for _, want := range wanted {
		if strings.Count(got, want+"\n") != 1 {
			t.Errorf("not traced, or not once: %s", want)
		}
	}
	if strings.Contains(got, "logTrace") {
		t.Error("a trace was traced")
	}
	for _, trace := range seen {
		if trace.Verbose != nil {
			t.Errorf("parameters at the level of messages: %s", *trace.Verbose)
		}
	}
	if t.Failed() {
		t.Log(got)
	}

	c.notify("$/setTrace", map[string]any{"value": "loud"}) // rejected, and changes nothing
	c.notify("$/setTrace", map[string]any{"value": "verbose"})
	c.notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": "untitled:SKILL.md"}})
	const closed, published = "received notification textDocument/didClose", "sent notification textDocument/publishDiagnostics"
	for _, trace := range traceUntil(c, closed, published) {
		want := ""
		switch {
		case strings.HasPrefix(trace.Message, closed):
			want = `{"textDocument":{"uri":"untitled:SKILL.md"}}`
		case strings.HasPrefix(trace.Message, published):
			want = `"diagnostics":[]`
		}
		if want != "" && (trace.Verbose == nil || !strings.Contains(*trace.Verbose, want)) {
			t.Errorf("%s: the parameters are traced as %+v, want %s", trace.Message, trace.Verbose, want)
		}
	}

	c.notify("$/setTrace", map[string]any{"value": "off"})
	wantAlive(t, c)
	for len(c.inbox) > 0 {
		<-c.inbox
	}
	for range 10 {
		wantAlive(t, c)
	}
	late := 0 // one may have been under way
	for len(c.inbox) > 0 {
		if m := <-c.inbox; m.Method == "$/logTrace" {
			late++
		}
	}
	if late > 1 {
		t.Errorf("%d traces came though it is off", late)
	}
}

// TestTraceBeforeInitialized checks that the answer to initialize is the first message that the client gets.
func TestTraceBeforeInitialized(t *testing.T) {
	c, _ := startMemory(t, session.Options{FS: noFiles})
	c.call("initialize", json.RawMessage(`{"capabilities":{},"trace":"verbose"}`))
	if len(c.inbox) > 0 {
		t.Errorf("the server said %+v", <-c.inbox)
	}
}

// TestTraceCut checks that the parameters in a trace have a bounded length and end with a whole character.
func TestTraceCut(t *testing.T) {
	c, _ := startMemory(t, session.Options{FS: noFiles})
	c.initialize(`{}`, `"trace":"verbose"`)
	for _, start := range []string{"", "x"} {
		c.notify("no/such", start+strings.Repeat("ä", wire.MaxTraceText))
		seen := traceUntil(c, "received notification no/such")
		got := *seen[len(seen)-1].Verbose
		if len(got) < wire.MaxTraceText-1 || len(got) > wire.MaxTraceText || !strings.HasSuffix(got, "ä") {
			t.Errorf("%d bytes of long parameters are traced, ending in %q", len(got), got[len(got)-3:])
		}
	}
}

// TestTraceToSlowClient checks that a client that does not read its traces blocks no message, and that no more
// than MaxTraceBacklog bytes and one trace wait for it.
func TestTraceToSlowClient(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, in, out := pipeConn(t, taker{})
		if err := c.SetTrace(protocol.TraceValueVerbose); err != nil {
			t.Fatal(err)
		}
		const size = 2 * wire.MaxTraceText
		var f frames
		f.tell("large", fmt.Sprintf("%q", strings.Repeat("x", size)))
		for range 2 * wire.MaxTraceBacklog / wire.MaxTraceText {
			if _, err := in.Write(f.Bytes()); err != nil { // blocks if the messages are not read
				t.Fatal(err)
			}
		}
		synctest.Wait()
		if got := c.Framer.Queued(); got <= wire.MaxTraceBacklog || got > wire.MaxTraceBacklog+size {
			t.Errorf("%d bytes are queued", got)
		}
		read := func() string {
			body, err := out.ReadFrame()
			if err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
			return string(body)
		}
		for c.Framer.Queued() > 0 {
			read()
		}
		var last frames
		last.tell("last", "{}")
		if _, err := in.Write(last.Bytes()); err != nil {
			t.Fatal(err)
		}
		for !strings.Contains(read(), "received notification last") {
		}
	})
}

// TestTraceSwitching lets the race detector check messages while the client keeps changing the level.
func TestTraceSwitching(t *testing.T) {
	c, _ := startMemory(t, session.Options{FS: noFiles})
	c.initialize(`{}`)
	var calls sync.WaitGroup
	for range 4 {
		calls.Go(func() {
			for range 25 {
				c.call("skills/search", map[string]any{"query": "x"})
			}
		})
	}
	for i := range 100 {
		c.notify("$/setTrace", map[string]any{"value": []string{"off", "messages", "verbose"}[i%3]})
	}
	calls.Wait()
	wantAlive(t, c)
}

// taker is a dispatcher that accepts all notifications and does nothing.
type taker struct{ wire.Dispatcher }

func (taker) Notified(context.Context, string, []byte) error { return nil }

// TestTraceOffIsFree checks that a message allocates no memory for traces while tracing is off.
func TestTraceOffIsFree(t *testing.T) {
	c, req := idleConn(), new(jsonrpc2.Request)
	allocs := testing.AllocsPerRun(1000, func() {
		if _, err := c.Dispatch(t.Context(), req, taker{}); err != nil {
			t.Fatal(err)
		}
	})
	if allocs != 0 {
		t.Errorf("dispatching a notification allocates %v times", allocs)
	}
}

// BenchmarkDispatch measures the cost of a notification before and after its handler.
func BenchmarkDispatch(b *testing.B) {
	for _, value := range []protocol.TraceValue{protocol.TraceValueOff, protocol.TraceValueMessages, protocol.TraceValueVerbose} {
		b.Run(string(value), func(b *testing.B) {
			c, req := idleConn(), new(jsonrpc2.Request)
			if err := c.SetTrace(value); err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := c.Dispatch(b.Context(), req, taker{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// idleConn returns a connection without a client.
func idleConn() *wire.Conn {
	return wire.NewConn(new(bytes.Buffer), io.Discard, slog.New(slog.DiscardHandler))
}
