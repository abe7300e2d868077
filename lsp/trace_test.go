package lsp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"regexp"
	"strings"
	"sync"
	"testing"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"skills-ls/lsp/session"
	"skills-ls/lsp/wire"
)

type testTrace struct {
	Message string
	Verbose *string
}

// traceUntil reads traces up to one that begins with start. It leaves out the times in them.
func traceUntil(c *testClient, start string) (seen []testTrace) {
	c.t.Helper()
	for {
		var trace testTrace
		c.nextOf("$/logTrace", &trace)
		trace.Message = regexp.MustCompile(`[0-9.]+ ms`).ReplaceAllString(trace.Message, "N ms")
		seen = append(seen, trace)
		if strings.HasPrefix(trace.Message, start) {
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
	first := c.next()
	if !strings.Contains(string(first.Params), "initialized, 2 bytes, done in") && !strings.Contains(string(first.Params), "sent request client/registerCapability") {
		t.Errorf("the first trace is %s", first.Params)
	}
	seen := traceUntil(c, "received answer to request client/registerCapability")
	c.call("skills/search", map[string]any{"query": "x"})
	c.call("no/such", nil)
	c.notify("$/cancelRequest", map[string]any{"id": 99})
	c.frame([]byte(`{}`))
	seen = append(seen, traceUntil(c, "refused")...)
	got := strings.Join(messagesOf(seen), "\n") + "\n"
	for _, want := range []string{
		"received answer to request client/registerCapability after N ms",
		"received request skills/search (2), 13 bytes",
		"answered request skills/search (2) with 42 bytes after N ms",
		"received request no/such (3), 0 bytes",
		"answered request no/such (3) with error -32601 after N ms",
		"received notification $/cancelRequest, 9 bytes, done in N ms",
		"refused a message of 2 bytes",
	} {
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
	c.open("untitled:SKILL.md", brokenSkill)
	seen = traceUntil(c, "received notification textDocument/didOpen")
	want := fmt.Sprintf(`{"textDocument":{"languageId":"skill","text":"(%d bytes)","uri":"untitled:SKILL.md","version":1}}`, len(brokenSkill))
	if last := seen[len(seen)-1]; last.Verbose == nil || *last.Verbose != want {
		t.Errorf("the parameters are traced as %+v, want %s", last.Verbose, want)
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

// TestTraceBeforeInitialized checks that the client gets no message before it has sent initialized, and that
// the last level that it chose counts.
func TestTraceBeforeInitialized(t *testing.T) {
	c, s := startMemory(t, session.Options{FS: noFiles})
	c.call("initialize", json.RawMessage(`{"capabilities":{},"trace":"verbose"}`))
	c.notify("$/setTrace", map[string]any{"value": "messages"})
	wantAlive(t, c)
	if len(c.inbox) > 0 {
		t.Errorf("the server said %+v", <-c.inbox)
	}
	c.notify("initialized", struct{}{})
	wantAlive(t, c)
	if got := s.conn.Trace.Level(); got != wire.TraceMessages {
		t.Errorf("the level is %s", got)
	}
}

// TestUntexted checks that no text of a document gets into a trace, in any member.
func TestUntexted(t *testing.T) {
	for _, test := range []struct{ params, want string }{
		{`{"textDocument":{"uri":"file:///a","languageId":"skill","version":3,"text":"größer"}}`, `{"textDocument":{"languageId":"skill","text":"(8 bytes)","uri":"file:///a","version":3}}`},
		{`{"contentChanges":[{"range":{"start":{"line":1,"character":2}},"text":"x"},{"text":""}]}`, `{"contentChanges":[{"range":{"start":{"character":2,"line":1}},"text":"(1 bytes)"},{"text":"(0 bytes)"}]}`},
		{`{"context":{"only":["quickfix"],"diagnostics":[{"message":"no skill is called x","code":"a/b","data":{"x":["y"]}}]}}`, `{"context":{"diagnostics":[{"code":"(3 bytes)","data":{"x":["(1 bytes)"]},"message":"(20 bytes)"}],"only":["quickfix"]}}`},
		{`{"label":"x","kind":{"text":"x"},"edit":{"documentChanges":[{"edits":[{"newText":"x"}]}]}}`, `{"edit":{"documentChanges":[{"edits":[{"newText":"(1 bytes)"}]}]},"kind":{"text":"(1 bytes)"},"label":"(1 bytes)"}`},
		{`{"query":"x","newName":"y","arguments":["z",7,true,null]}`, `{"arguments":["(1 bytes)",7,true,null],"newName":"(1 bytes)","query":"(1 bytes)"}`},
		{`{"capabilities":{"general":{"positionEncodings":["utf-8"]}},"trace":"off"}`, `{"capabilities":{"general":{"positionEncodings":["utf-8"]}},"trace":"off"}`},
		{`"x"`, `"(1 bytes)"`},
		{`7`, `7`},
		{`{no`, `(3 bytes that are no JSON)`},
	} {
		if got := wire.WithoutTexts([]byte(test.params)); got != test.want {
			t.Errorf("%s\ngot  %s\nwant %s", test.params, got, test.want)
		}
	}
	if got := wire.WithoutTexts([]byte(`{"uri":"` + strings.Repeat("ä", wire.MaxTraceText) + `"}`)); len(got) > wire.MaxTraceText || !strings.HasSuffix(got, "ä…") {
		t.Errorf("%d bytes of a long URI are traced, ending in %q", len(got), got[len(got)-8:])
	}
}

// TestTraceToSlowClient checks that a client that does not read its traces blocks nothing, and that it gets
// the number of dropped traces.
func TestTraceToSlowClient(t *testing.T) {
	reads := make(chan *protocol.LogTraceParams)
	trace := wire.NewTracer(func(_ context.Context, p *protocol.LogTraceParams) error { reads <- p; return nil })
	trace.Begin(t.Context())
	trace.SetLevel(t.Context(), wire.TraceMessages)
	const dropped = 10
	for i := range 1 + wire.TraceQueue + dropped {
		trace.Log(nil, "message %d", i)
		if i == 0 {
			waitFor(t, func() bool { return len(trace.Queue) == 0 }) // the sender holds the first one
		}
	}
	want := func(message string) {
		t.Helper()
		if p := <-reads; p.Message != message {
			t.Fatalf("got %q, want %q", p.Message, message)
		}
	}
	for i := range 1 + wire.TraceQueue {
		want(fmt.Sprint("message ", i))
	}
	trace.Log(nil, "later")
	want(fmt.Sprintf("(%d traces before this one were dropped: they are read too slowly) later", dropped))
	trace.Log(nil, "last")
	want("last")
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
	for value, level := range wire.TraceLevels {
		b.Run(string(value), func(b *testing.B) {
			c, req := idleConn(), new(jsonrpc2.Request)
			c.Trace.Send = func(context.Context, *protocol.LogTraceParams) error { return nil }
			c.Trace.Begin(b.Context())
			c.Trace.SetLevel(b.Context(), level)
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
