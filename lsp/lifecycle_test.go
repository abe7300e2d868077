package lsp

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"skills-ls/lsp/wire"
)

// The tests of this file and of wire_test.go talk to the real binary. Each comment names what is checked.
// Most tests guard against defects of the libraries' standard parts, observed in go.lsp.dev/protocol v1.0.1
// and go.lsp.dev/jsonrpc2 v1.0.1, which a rewrite based on those parts would bring back.

func wantError(t *testing.T, m message, code int) {
	t.Helper()
	if m.Error == nil {
		t.Fatalf("got the result %s, want error %d", m.Result, code)
	}
	if m.Error.Code != code {
		t.Fatalf("got error %d (%s), want %d", m.Error.Code, m.Error.Message, code)
	}
}

// wantAlive fails unless the server answers.
func wantAlive(t *testing.T, c *testClient) {
	t.Helper()
	if m := c.call("skills/search", map[string]any{"query": ""}); m.Error != nil {
		t.Fatalf("the server is in a bad way: %s", m.Error.Message)
	}
}

func TestLifecycle(t *testing.T) {
	for _, test := range []struct {
		name string
		play func(t *testing.T, c *testClient)
		exit int
	}{
		{"orderly", func(t *testing.T, c *testClient) {
			c.initialize(`{}`)
			if m := c.call("shutdown", nil); m.Error != nil || string(m.Result) != "null" {
				t.Errorf("shutdown answered %s, %v", m.Result, m.Error)
			}
			c.notify("exit", nil)
		}, 0},
		{"exit without shutdown", func(t *testing.T, c *testClient) {
			c.initialize(`{}`)
			c.notify("exit", nil)
		}, 1},
		{"exit before initialize", func(t *testing.T, c *testClient) { c.notify("exit", nil) }, 1},
		{"the input ends", func(t *testing.T, c *testClient) {
			c.initialize(`{}`)
			_ = c.in.Close()
		}, 1},
		{"the input ends after shutdown", func(t *testing.T, c *testClient) {
			c.initialize(`{}`)
			c.call("shutdown", nil)
			_ = c.in.Close()
		}, 0},
		{"the input ends at once", func(t *testing.T, c *testClient) { _ = c.in.Close() }, 1},
		{"the input ends within a message", func(t *testing.T, c *testClient) {
			c.initialize(`{}`)
			c.raw([]byte("Content-Length: 100\r\n\r\n{"))
			_ = c.in.Close()
		}, 1},
		{"requests before initialize", func(t *testing.T, c *testClient) {
			wantError(t, c.call("textDocument/hover", at("untitled:a", 0, 0)), -32002)
			wantError(t, c.call("shutdown", nil), -32002)
			wantError(t, c.call("no/such", nil), -32002)
			c.initialize(`{}`)
			wantAlive(t, c)
			c.notify("exit", nil)
		}, 1},
		{"notifications before initialize", func(t *testing.T, c *testClient) {
			c.open("untitled:SKILL.md", "---\n")
			c.initialize(`{}`)
			m := c.call("textDocument/hover", at("untitled:SKILL.md", 0, 0))
			if string(m.Result) != "null" {
				t.Errorf("a document opened before initialize is known: %s", m.Result)
			}
			c.notify("exit", nil)
		}, 1},
		{"requests after shutdown", func(t *testing.T, c *testClient) {
			c.initialize(`{}`)
			c.call("shutdown", nil)
			wantError(t, c.call("textDocument/hover", at("untitled:a", 0, 0)), -32600)
			wantError(t, c.call("shutdown", nil), -32600)
			wantError(t, c.call("initialize", map[string]any{"capabilities": map[string]any{}}), -32600)
			c.notify("exit", nil)
		}, 0},
		{"initialize twice", func(t *testing.T, c *testClient) {
			c.initialize(`{}`)
			wantError(t, c.call("initialize", map[string]any{"capabilities": map[string]any{}}), -32600)
			wantAlive(t, c)
			c.notify("exit", nil)
		}, 1},
		{"initialize fails and succeeds", func(t *testing.T, c *testClient) {
			wantError(t, c.call("initialize", []any{}), -32602)
			c.initialize(`{}`)
			c.call("shutdown", nil)
			c.notify("exit", nil)
		}, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			c := startBinary(t)
			test.play(t, c)
			if code := c.exit(); code != test.exit {
				t.Errorf("exit code %d, want %d; log:\n%s", code, test.exit, c.log())
			}
		})
	}
}

// TestBrokenFraming checks that an unreadable header ends the session with a failure, at once and without
// allocating the memory that the header claims. The standard stream of jsonrpc2 allocates up to 1 GiB for
// such a header.
func TestBrokenFraming(t *testing.T) {
	for name, bytes := range map[string]string{
		"no header":       "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"shutdown\"}\r\n\r\n",
		"no length":       "Content-Type: x\r\n\r\n{}",
		"garbage length":  "Content-Length: many\r\n\r\n{}",
		"negative length": "Content-Length: -1\r\n\r\n{}",
		"oversize":        fmt.Sprintf("Content-Length: %d\r\n\r\n", wire.MaxMessage+1),
		"gigantic":        "Content-Length: 1073741824\r\n\r\n",
		"endless header":  strings.Repeat("X-Field: value\r\n", 10000),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := startBinary(t)
			c.initialize(`{}`)
			c.raw([]byte(bytes))
			if code := c.exit(); code != 1 {
				t.Errorf("exit code %d, want 1", code)
			}
		})
	}
}

func TestInitializeResult(t *testing.T) {
	t.Parallel()
	c := startBinary(t)
	m := c.initialize(`{"general":{"positionEncodings":["utf-16","utf-8"]}}`)
	var result struct {
		Capabilities map[string]json.RawMessage
		ServerInfo   struct{ Name, Version string }
	}
	if err := json.Unmarshal(m.Result, &result); err != nil {
		t.Fatal(err)
	}
	if result.ServerInfo.Name != "skills-ls" || result.ServerInfo.Version == "" {
		t.Errorf("serverInfo %+v", result.ServerInfo)
	}
	if got := string(result.Capabilities["positionEncoding"]); got != `"utf-8"` {
		t.Errorf("positionEncoding %s, want utf-8, which was offered", got)
	}
	for _, name := range []string{"textDocumentSync", "completionProvider", "hoverProvider", "definitionProvider", "documentLinkProvider", "workspace"} {
		if result.Capabilities[name] == nil {
			t.Errorf("no %s", name)
		}
	}
	if result.Capabilities["codeActionProvider"] != nil {
		t.Error("code actions are offered to a client that takes only commands")
	}
}
