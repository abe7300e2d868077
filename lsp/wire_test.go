package lsp

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// brokenSkill has one problem, on its first line: its frontmatter is not closed.
const brokenSkill = "---\nname: demo\ndescription: Breaks. Use when a test asks for it.\n"

// TestMalformedBodies checks that a body that is not a message is answered and does not end the session.
// protocol.NewServer ends the connection.
func TestMalformedBodies(t *testing.T) {
	t.Parallel()
	c := startBinary(t)
	c.initialize(`{}`)
	for _, test := range []struct {
		body string
		code int
	}{
		{`{not json`, -32700},
		{``, -32700},
		{`null`, -32700},
		{`"text"`, -32700},
		{`{"jsonrpc":"2.0","id":1,"method":"shutdown"} trailing`, -32700},
		{`{}`, -32600},
		{`[]`, -32600},
		{`[{"jsonrpc":"2.0","id":1,"method":"shutdown"}]`, -32600}, // LSP has no batches; jsonrpc2's stream would answer
		{`{"jsonrpc":"1.0","id":1,"method":"shutdown"}`, -32600},
		{`{"id":1,"method":"shutdown"}`, -32600},
		{`{"jsonrpc":"2.0","id":1.5,"method":"shutdown"}`, -32600},
		{`{"jsonrpc":"2.0","id":{},"method":"shutdown"}`, -32600},
		{`{"jsonrpc":"2.0","id":1,"method":7}`, -32600},
		{strings.Repeat("[", 100000), -32600},
		{strings.Repeat(`{"a":`, 100000), -32700},
	} {
		c.frame([]byte(test.body))
		m := c.next()
		if string(m.ID) != "null" || m.Error == nil || m.Error.Code != test.code {
			t.Errorf("%.60q was answered by id %s, error %+v; want null and %d", test.body, m.ID, m.Error, test.code)
		}
	}
	wantAlive(t, c)
}

// TestRequestWithNullID checks that a method with "id":null is a notification, which is not answered.
func TestRequestWithNullID(t *testing.T) {
	t.Parallel()
	c := startBinary(t)
	c.initialize(`{}`)
	c.frame([]byte(`{"jsonrpc":"2.0","id":null,"method":"textDocument/hover","params":{}}`))
	c.frame([]byte(`{"jsonrpc":"2.0","id":99,"result":null}`)) // an answer to no request
	c.frame([]byte(`{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"x"}}`))
	wantAlive(t, c)
	select {
	case m := <-c.inbox:
		t.Errorf("the server said %+v", m)
	default:
	}
}

// TestBadNotifications checks that no notification ends the connection. With protocol.ServerHandler any error
// that one returns does, so an unknown "$/foo" or a "$/cancelRequest" with a null ID is enough.
func TestBadNotifications(t *testing.T) {
	t.Parallel()
	c := startBinary(t)
	c.initialize(`{}`)
	for _, body := range []string{
		`"$/foo"`,
		`"$/setTrace","params":{"value":"verbose"}`,
		`"no/such"`,
		`"initialized"`,
		`"initialized","params":null`,
		`"$/cancelRequest"`,
		`"$/cancelRequest","params":null`,
		`"$/cancelRequest","params":{"id":null}`,
		`"$/cancelRequest","params":{"id":{}}`,
		`"$/cancelRequest","params":{"id":123456789012345678901234567890}`,
		`"$/cancelRequest","params":{"id":"no such"}`,
		`"$/cancelRequest","params":[7]`,
		`"textDocument/didOpen"`,
		`"textDocument/didOpen","params":{"textDocument":7}`,
		`"textDocument/didChange","params":[]`,
		`"textDocument/didChange","params":{"textDocument":{"uri":"untitled:never-opened","version":1},"contentChanges":[{"text":"x"}]}`,
		`"textDocument/didChange","params":{"textDocument":{"uri":"untitled:x","version":1},"contentChanges":[{"range":7}]}`,
		`"textDocument/didClose","params":{"textDocument":{"uri":"untitled:never-opened"}}`,
		`"textDocument/didSave","params":{"textDocument":{"uri":"file:///never/opened"}}`,
		`"textDocument/didSave","params":{}`,
		`"workspace/didChangeWatchedFiles","params":{"changes":[{"uri":"::::","type":1},{"uri":"file:///x","type":99}]}`,
		`"workspace/didChangeWatchedFiles","params":{}`,
		`"workspace/didChangeConfiguration","params":{"settings":null}`,
		`"workspace/didChangeConfiguration","params":{"settings":[1]}`,
		`"workspace/didChangeWorkspaceFolders","params":{"event":{"added":[{"uri":"untitled:x","name":""}],"removed":[]}}`,
		`"workspace/didChangeWorkspaceFolders","params":{}`,
		`"window/workDoneProgress/cancel","params":{"token":1}`,
	} {
		c.frame([]byte(`{"jsonrpc":"2.0","method":` + body + `}`))
		wantAlive(t, c)
	}
}

// TestBadParams checks the error code of malformed parameters. The protocol package reports a parse error
// (-32700), as if the message itself were malformed.
func TestBadParams(t *testing.T) {
	t.Parallel()
	c := startBinary(t)
	c.initialize(`{}`)
	for _, params := range []string{
		`[]`, `7`, `"x"`, `{"textDocument":7}`, `{"textDocument":{"uri":7}}`,
		`{"textDocument":{"uri":"untitled:x"},"position":{"line":-1,"character":0}}`,
		`{"textDocument":{"uri":"untitled:x"},"position":{"line":4294967296,"character":0}}`,
		`{"textDocument":{"uri":"untitled:x"},"position":{"line":"1","character":0}}`,
	} {
		wantError(t, c.call("textDocument/hover", json.RawMessage(params)), -32602)
	}
	wantError(t, c.call("no/such", nil), -32601)
	wantError(t, c.call("$/no/such", nil), -32601)
	wantError(t, c.call("skills/list", []any{}), -32602)
	wantAlive(t, c)
}

// TestCustomParamsAbsent checks that the custom methods accept absent and null parameters. With
// protocol.ServerHandler, requests with these parameters and a method that it does not know fail before the
// handler is called, and vscode-languageclient leaves out parameters that its caller does not pass.
func TestCustomParamsAbsent(t *testing.T) {
	t.Parallel()
	c := startBinary(t)
	c.initialize(`{}`)
	for i, params := range []string{``, `,"params":null`, `,"params":{}`, `,"params":{"forceReload":true}`, `,"params":{"force_reload":true}`} {
		id := 1000 + i
		answer := make(chan message, 1)
		c.mu.Lock()
		c.pending[fmt.Sprint(id)] = answer
		c.mu.Unlock()
		c.frame(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%d,"method":"skills/list"%s}`, id, params))
		m := c.await(answer, "skills/list"+params)
		if m.Error != nil {
			t.Fatalf("skills/list%s: %s", params, m.Error.Message)
		}
		var list map[string]json.RawMessage
		if err := json.Unmarshal(m.Result, &list); err != nil || string(list["skills"]) != "[]" || string(list["errors"]) != "[]" || string(list["truncated"]) != "false" {
			t.Errorf("skills/list%s: %s", params, m.Result)
		}
	}
}

// TestCustomErrors checks the data of errors, which clients show as choices.
func TestCustomErrors(t *testing.T) {
	t.Parallel()
	c := startBinary(t)
	c.initialize(`{}`)
	newSkill := func(arguments string) string {
		return `{"command":"skills-ls.newSkill","arguments":[` + arguments + `]}`
	}
	for _, test := range []struct{ method, params, reason, message string }{
		{"skills/preview", `{"name":"no-such-skill"}`, "not_found", "no-such-skill"},
		{"skills/preview", `{"path":"/no/such/SKILL.md"}`, "not_found", "/no/such/SKILL.md"},
		{"skills/list", `{"agent":"no-such-agent"}`, "unknown_agent", `unknown agent "no-such-agent": expected codelia, `},
		{"skills/search", `{"query":"a","scope":"bogus"}`, "invalid_arguments", `invalid scope "bogus": expected one of ["repo" "user" `},
		{"skills/search", `{"query":"a","limit":-5}`, "invalid_arguments", `limit must be at least 1`},
		{"skills/list", `{"agent":"claud-code"}`, "unknown_agent", `unknown agent "claud-code": did you mean "claude-code"?`},
		{"workspace/executeCommand", newSkill(`{"name":"x","agent":"none"}`), "unknown_agent", `unknown agent "none": expected `},
	} {
		m := c.call(test.method, json.RawMessage(test.params))
		wantError(t, m, -32602)
		var data struct {
			Reason     string
			Candidates []string
		}
		if err := json.Unmarshal(m.Error.Data, &data); err != nil || data.Reason != test.reason || data.Candidates == nil {
			t.Errorf("%s %s: data %s, want reason %q and a list of candidates", test.method, test.params, m.Error.Data, test.reason)
		}
		if !strings.Contains(m.Error.Message, test.message) {
			t.Errorf("%s %s: %q, want %q", test.method, test.params, m.Error.Message, test.message)
		}
	}
}

// TestURISpelling checks that a document is published under the client's spelling of its URI, and found under
// every other. The protocol package rewrites URIs when it decodes them, and an editor that gets another
// string opens a phantom buffer.
func TestURISpelling(t *testing.T) {
	t.Parallel()
	c := startBinary(t)
	c.initialize(`{}`)
	for _, test := range []struct{ uri, other string }{
		{"file:///tmp/a b/SKILL.md", "file:///tmp/a%20b/SKILL.md"},
		{"file:///C:/x/SKILL.md", "file:///c%3A/x/SKILL.md"},
		{"file:///tmp/%e4%b8%ad/SKILL.md", "file:///tmp/中/SKILL.md"},
		{"file:///tmp/(1)%5B2%5D/SKILL.md", "file:///tmp/%281%29[2]/SKILL.md"},
		{"untitled:SKILL.md", "untitled:SKILL.md"},
		{"vscode-vfs://github/o/r/SKILL.md", "vscode-vfs://github/o/r/SKILL.md"},
	} {
		c.open(test.uri, brokenSkill)
		var p publishedList
		c.nextOf("textDocument/publishDiagnostics", &p)
		if p.URI != test.uri || p.Version == nil || *p.Version != 1 || len(p.Diagnostics) == 0 {
			t.Errorf("opened %s, published %+v", test.uri, p)
		}
		if m := c.call("textDocument/hover", at(test.other, 1, 1)); m.Error != nil || string(m.Result) == "null" {
			t.Errorf("opened as %s, no hover as %s: %s", test.uri, test.other, m.Result)
		}
		c.notify("textDocument/didClose", at(test.other, 0, 0))
		c.nextOf("textDocument/publishDiagnostics", &p)
		if p.URI != test.uri || len(p.Diagnostics) != 0 {
			t.Errorf("closed %s, published %+v; want an empty list for it", test.uri, p)
		}
	}
}

// TestOddText checks decoding. Lone surrogates and invalid UTF-8 become replacement characters, the last of
// repeated members counts, and the client and the server neither lose text nor count it differently.
func TestOddText(t *testing.T) {
	t.Parallel()
	c := startBinary(t)
	c.initialize(`{}`)
	c.frame([]byte(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"untitled:SKILL.md","languageId":"skill","version":1,"text":"x","text":"---\nname: a\ud800b` + "\xff" + `\n"}}}`))
	var p publishedList
	c.nextOf("textDocument/publishDiagnostics", &p)
	c.change("untitled:SKILL.md", 2, edit(1, 9, 1, 10, ""), edit(1, 9, 1, 9, "\nlicense: x"))
	var hover struct{ Range testRange }
	c.result("textDocument/hover", at("untitled:SKILL.md", 2, 3), &hover)
	if hover.Range.Start.Line != 2 || hover.Range.Start.Character != 0 {
		t.Errorf("hover of the key at %+v", hover.Range)
	}
}

// TestVersions checks that versions need not be consecutive. Real clients skip some, and some number them in
// their own way. TestLateChanges checks versions that are merely late.
func TestVersions(t *testing.T) {
	t.Parallel()
	c := startBinary(t)
	c.initialize(`{}`)
	c.open("untitled:SKILL.md", brokenSkill)
	for _, version := range []int{7, 100, 100, 1, 1} {
		c.change("untitled:SKILL.md", version, edit(0, 0, 0, 0, ""))
		for {
			var p publishedList
			c.nextOf("textDocument/publishDiagnostics", &p)
			if p.Version != nil && *p.Version == version {
				break
			}
		}
	}
}

// TestIDReuse checks that the server answers every request, even if its ID is in use.
func TestIDReuse(t *testing.T) {
	t.Parallel()
	c := startBinary(t)
	c.initialize(`{}`)
	c.open("untitled:SKILL.md", brokenSkill)
	for _, id := range []any{7, "seven"} {
		for range 100 {
			c.send(map[string]any{"jsonrpc": "2.0", "id": id, "method": "textDocument/hover", "params": at("untitled:SKILL.md", 1, 1)})
		}
		c.notify("$/cancelRequest", map[string]any{"id": id})
	}
	for answers := 0; answers < 200; {
		if m := c.next(); m.ID != nil {
			answers++
		}
	}
	wantAlive(t, c)
}

// TestSilentClient checks that the server continues to read if the client answers none of its requests. A
// call to the client on the reading goroutine would wait forever.
func TestSilentClient(t *testing.T) {
	t.Parallel()
	c := startBinary(t)
	c.answers["workspace/configuration"] = struct{}{}    // not the list it must be
	c.answers["client/registerCapability"] = []int{1, 2} // nonsense
	c.initialize(`{"workspace":{"configuration":true,"didChangeConfiguration":{"dynamicRegistration":true},"didChangeWatchedFiles":{"dynamicRegistration":true}}}`)
	for range 3 {
		c.notify("workspace/didChangeConfiguration", map[string]any{"settings": nil})
		wantAlive(t, c)
	}
}

// TestUnreadOutput checks that the server continues to read while the client does not. An editor may send a
// burst of edits before it reads the answers, and the server must not wait for that.
func TestUnreadOutput(t *testing.T) {
	t.Parallel()
	c := startBinary(t)
	c.initialize(`{}`)
	c.mu.Lock() // stops the client from reading after one message
	c.open("untitled:SKILL.md", brokenSkill)
	line := strings.Repeat("a: b\n", 200) // a frontmatter of many repeated keys, for many findings
	sent := make(chan bool)
	go func() {
		for i := range 500 {
			c.change("untitled:SKILL.md", i+2, edit(1, 0, 1, 0, line[:5*(i%200)]))
		}
		c.change("untitled:SKILL.md", 1000, map[string]any{"text": brokenSkill})
		close(sent)
	}()
	select {
	case <-sent:
	case <-overdue:
		t.Error("the server stopped reading")
	}
	c.mu.Unlock()
	for {
		var p publishedList
		c.nextOf("textDocument/publishDiagnostics", &p)
		if *p.Version == 1000 {
			break
		}
	}
}

// TestHugeDocument checks that a document near the size limit of a message is accepted, and reported as too
// large to analyze.
func TestHugeDocument(t *testing.T) {
	if testing.Short() {
		t.Skip("moves 50 MB")
	}
	c := startBinary(t)
	c.initialize(`{}`)
	text := brokenSkill + "---\n" + strings.Repeat("All work and no play makes Jack a dull boy.\n", 50<<20/44)
	c.open("untitled:SKILL.md", text)
	var p publishedList
	c.nextOf("textDocument/publishDiagnostics", &p)
	if len(p.Diagnostics) == 0 {
		t.Error("nothing is said of a document of 50 MB")
	}
	c.change("untitled:SKILL.md", 2, edit(1, 0, 1, 0, "license: MIT\n"))
	var hover struct{ Range *testRange }
	c.result("textDocument/hover", at("untitled:SKILL.md", 1, 1), &hover)
	c.change("untitled:SKILL.md", 3, map[string]any{"text": brokenSkill})
	for {
		c.nextOf("textDocument/publishDiagnostics", &p)
		if *p.Version == 3 {
			break
		}
	}
	wantAlive(t, c)
}
