package lsp

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"skills-ls/lsp/wire"
)

// overdue is closed shortly before go test's -timeout ends the run. No wait has a limit of its own, because a
// slow machine would exceed it. A wait that never ends fails when overdue is closed, and prints what it
// waited for.
var overdue = make(chan struct{})

// A message is any JSON-RPC message.
type message struct {
	ID     json.RawMessage `json:"id,omitempty"`
	Method string          `json:"method,omitempty"`
	Params json.RawMessage `json:"params,omitempty"`
	Result json.RawMessage `json:"result,omitempty"`
	Error  *struct {
		Code    int             `json:"code"`
		Message string          `json:"message"`
		Data    json.RawMessage `json:"data"`
	} `json:"error,omitempty"`
}

// A testClient is the client of a server that runs as the real binary or in memory. Except for the framer, it
// shares no code with the server.
type testClient struct {
	t       testing.TB
	in      io.WriteCloser
	writing sync.Mutex

	mu      sync.Mutex
	lastID  int
	pending map[string]chan message
	answers map[string]any // to the server's requests, by method; null by default
	ignores string         // method of a server request that the client does not answer
	refuses string         // method of a server request that the client answers with an error
	asked   []message      // the server's requests

	inbox chan message // everything except answers to calls and requests of the server
	ended chan struct{}
	exit  func() int // waits for the server and returns its exit code
	log   func() string
	pid   int // of the server's process, 0 if the server runs in memory
}

func newTestClient(t testing.TB, in io.WriteCloser, out io.Reader) *testClient {
	c := &testClient{
		t: t, in: in, pending: make(map[string]chan message), answers: make(map[string]any),
		inbox: make(chan message, 1<<12), ended: make(chan struct{}), log: func() string { return "" },
	}
	go c.read(out)
	return c
}

func (c *testClient) read(out io.Reader) {
	defer close(c.ended)
	f := wire.NewFramer(out, nil)
	for {
		body, err := f.ReadFrame()
		if err != nil {
			return
		}
		var m message
		if err := json.Unmarshal(body, &m); err != nil {
			c.t.Errorf("the server sent %q: %v", body, err)
			return
		}
		c.receive(m)
	}
}

func (c *testClient) receive(m message) {
	c.mu.Lock()
	if m.Method != "" && m.ID != nil {
		c.asked = append(c.asked, m)
		answer, ignored, refused := c.answers[m.Method], c.ignores == m.Method, c.refuses == m.Method
		c.mu.Unlock()
		if refused {
			go c.send(map[string]any{"jsonrpc": "2.0", "id": m.ID, "error": map[string]any{"code": -32601, "message": "not here"}})
			return
		}
		if ignored {
			return
		}
		go c.send(map[string]any{"jsonrpc": "2.0", "id": m.ID, "result": answer})
		return
	}
	wanted := c.pending[string(m.ID)]
	if wanted != nil && m.Method == "" {
		delete(c.pending, string(m.ID))
	} else {
		wanted = c.inbox
	}
	c.mu.Unlock()
	wanted <- m
}

// frame sends a body after the right header.
func (c *testClient) frame(body []byte) {
	c.raw(append(fmt.Appendf(nil, "Content-Length: %d\r\n\r\n", len(body)), body...))
}

// raw sends bytes as they are. It ignores errors: if the server is gone, the test fails for lack of an
// answer.
func (c *testClient) raw(bytes []byte) {
	c.writing.Lock()
	defer c.writing.Unlock()
	_, _ = c.in.Write(bytes)
}

func (c *testClient) send(v any) {
	body, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	c.frame(body)
}

func (c *testClient) notify(method string, params any) {
	c.send(map[string]any{"jsonrpc": "2.0", "method": method, "params": params})
}

// start sends a request with the ID and returns the channel for its answer.
func (c *testClient) start(id any, method string, params any) chan message {
	key, err := json.Marshal(id)
	if err != nil {
		panic(err)
	}
	answer := c.expect(string(key))
	m := map[string]any{"jsonrpc": "2.0", "id": id, "method": method}
	if params != nil {
		m["params"] = params
	}
	c.send(m)
	return answer
}

// expect returns the channel for the answer to a request. The ID is as in the JSON text.
func (c *testClient) expect(id string) chan message {
	answer := make(chan message, 1)
	c.mu.Lock()
	c.pending[id] = answer
	c.mu.Unlock()
	return answer
}

// call sends a request and waits for the answer.
func (c *testClient) call(method string, params any) message {
	c.t.Helper()
	c.mu.Lock()
	c.lastID++
	id := c.lastID
	c.mu.Unlock()
	return c.await(c.start(id, method, params), method)
}

func (c *testClient) await(answer chan message, what string) message {
	c.t.Helper()
	select {
	case m := <-answer:
		return m
	case <-c.ended:
		select {
		case m := <-answer:
			return m
		default:
		}
		c.t.Fatalf("the connection ended before the answer to %s; log:\n%s", what, c.log())
	case <-overdue:
		c.t.Fatalf("no answer to %s; log:\n%s", what, c.log())
	}
	return message{}
}

// result decodes the result of a request that must succeed.
func (c *testClient) result(method string, params, into any) {
	c.t.Helper()
	m := c.call(method, params)
	if m.Error != nil {
		c.t.Fatalf("%s: error %d: %s", method, m.Error.Code, m.Error.Message)
	}
	if err := json.Unmarshal(m.Result, into); err != nil {
		c.t.Fatalf("%s: result %s: %v", method, m.Result, err)
	}
}

// next waits for the next message of the server that is neither the answer to a call nor a request.
func (c *testClient) next() message {
	c.t.Helper()
	return c.await(c.inbox, "anything")
}

// nextOf waits for the next notification of the method and drops all messages before it.
func (c *testClient) nextOf(method string, into any) {
	c.t.Helper()
	for {
		m := c.next()
		if m.Method != method {
			continue
		}
		if err := json.Unmarshal(m.Params, into); err != nil {
			c.t.Fatalf("%s: %s: %v", method, m.Params, err)
		}
		return
	}
}

// initialize initializes the server with the capabilities, as JSON, and with further fields.
func (c *testClient) initialize(capabilities string, fields ...string) message {
	c.t.Helper()
	params := json.RawMessage(`{"processId":null,"rootUri":null,"capabilities":` + capabilities + strings.Join(append([]string{""}, fields...), ",") + `}`)
	m := c.call("initialize", params)
	if m.Error != nil {
		c.t.Fatalf("initialize: %s", m.Error.Message)
	}
	c.notify("initialized", struct{}{})
	return m
}

func (c *testClient) open(uri, text string) {
	c.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{
		"uri": uri, "languageId": "skill", "version": 1, "text": text,
	}})
}

// at returns the parameters of a request about a position.
func at(uri string, line, character int) map[string]any {
	return map[string]any{
		"textDocument": map[string]any{"uri": uri},
		"position":     map[string]any{"line": line, "character": character},
	}
}

// edit returns a change that replaces a range.
func edit(line, character, endLine, endCharacter int, text string) map[string]any {
	return map[string]any{
		"range": map[string]any{
			"start": map[string]any{"line": line, "character": character},
			"end":   map[string]any{"line": endLine, "character": endCharacter},
		},
		"text": text,
	}
}

func (c *testClient) change(uri string, version int, changes ...map[string]any) {
	c.notify("textDocument/didChange", map[string]any{
		"textDocument":   map[string]any{"uri": uri, "version": version},
		"contentChanges": changes,
	})
}

type publishedList struct {
	URI         string
	Version     *int
	Diagnostics []testDiagnostic
}

type testDiagnostic struct {
	Range    testRange
	Severity int
	Code     string
	Source   string
	Message  string
}

type testRange struct{ Start, End testPosition }

type testPosition struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

// waitFor waits until the condition holds.
func waitFor(t testing.TB, condition func() bool) {
	t.Helper()
	for !condition() {
		select {
		case <-overdue:
			t.Fatal("the condition does not hold")
		default:
			time.Sleep(5 * time.Millisecond)
		}
	}
}
