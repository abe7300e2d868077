package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"go.lsp.dev/protocol"

	"skills-ls/lsp/position"
	"skills-ls/lsp/session"
	"skills-ls/lsp/wire"
)

// skillText returns the text of a skill that has no problems in a directory of the same name.
func skillText(name string, body ...string) string {
	return "---\nname: " + name + "\ndescription: Does one thing well. Use when a test asks for it.\n---\n" + strings.Join(append(body, "Body."), "\n") + "\n"
}

// withRequests makes the server answer further methods. It must be called before the first message.
func withRequests(s *server, methods map[string]wire.Answer) {
	for name, a := range methods {
		s.requests[name] = func(*session.View) wire.Answer { return a }
	}
}

// TestPanic checks that a panic in a handler ends only that request. jsonrpc2 would end the connection.
func TestPanic(t *testing.T) {
	c, s := startMemory(t, session.Options{FS: noFiles})
	withRequests(s, map[string]wire.Answer{
		"test/panic": func(context.Context, []byte) (any, error) { panic("at the disco") },
		"test/fail": func(context.Context, []byte) (any, error) {
			return nil, fmt.Errorf("reading x: %w", context.DeadlineExceeded)
		},
		"test/bad":   func(context.Context, []byte) (any, error) { return make(chan int), nil },
		"test/worse": func(context.Context, []byte) (any, error) { return panickyResult{}, nil },
	})
	c.initialize(`{}`)
	for range 3 * runtime.GOMAXPROCS(0) { // a panic must also release its slot
		m := c.call("test/panic", nil)
		wantError(t, m, -32603)
		if strings.Contains(m.Error.Message, "disco") {
			t.Errorf("the client is shown the panic: %s", m.Error.Message)
		}
	}
	if log := c.log(); !strings.Contains(log, "at the disco") || !strings.Contains(log, "server_test.go") {
		t.Errorf("the log shows no panic with its stack:\n%s", log)
	}
	wantError(t, c.call("test/fail", nil), -32603)
	wantError(t, c.call("test/bad", nil), -32603)
	wantError(t, c.call("test/worse", nil), -32603)
	wantAlive(t, c)
}

type panickyResult struct{}

func (panickyResult) MarshalJSON() ([]byte, error) { panic("while encoding") }

// TestRequestsAreBounded checks that requests beyond the limit wait without blocking the reading goroutine,
// and that cancellation reaches both running and waiting requests.
func TestRequestsAreBounded(t *testing.T) {
	c, s := startMemory(t, session.Options{FS: noFiles})
	var at, most atomic.Int32
	withRequests(s, map[string]wire.Answer{
		"test/block": func(ctx context.Context, _ []byte) (any, error) {
			if n := at.Add(1); n > most.Load() {
				most.Store(n)
			}
			defer at.Add(-1)
			<-ctx.Done()
			return "an answer that nobody wants", nil
		},
	})
	c.initialize(`{}`)
	const n = 50
	var answers []chan message
	for i := range n {
		answers = append(answers, c.start(fmt.Sprint("b", i), "test/block", nil))
	}
	c.open("untitled:SKILL.md", brokenSkill) // its diagnostics are published nonetheless
	var p publishedList
	c.nextOf("textDocument/publishDiagnostics", &p)
	for i := range n {
		c.notify("$/cancelRequest", map[string]any{"id": fmt.Sprint("b", n-1-i)})
	}
	for i, a := range answers {
		wantError(t, c.await(a, fmt.Sprint("request ", i)), -32800)
	}
	if bound := int32(cap(s.conn.Slots)); most.Load() > bound {
		t.Errorf("%d requests ran at once, want at most %d", most.Load(), bound)
	}
	wantAlive(t, c)
}

// TestExitWhileRunning checks that requests that do not end do not keep the server running.
func TestExitWhileRunning(t *testing.T) {
	for _, end := range []string{"exit", "input"} {
		c, s := startMemory(t, session.Options{FS: noFiles})
		withRequests(s, map[string]wire.Answer{
			"test/block": func(ctx context.Context, _ []byte) (any, error) { <-ctx.Done(); return nil, nil },
		})
		c.initialize(`{}`)
		c.start("x", "test/block", nil)
		if end == "exit" {
			c.notify("exit", nil)
		} else {
			_ = c.in.Close()
		}
		if code := c.exit(); code != 1 {
			t.Errorf("%s: exit code %d, want 1", end, code)
		}
	}
}

// TestClosedFiles checks that requests about files that are not open are answered inside the workspace, and
// nowhere else.
func TestClosedFiles(t *testing.T) {
	files := memoryFiles{
		"/ws/skills/a/SKILL.md":    skillText("a"),
		"/other/skills/b/SKILL.md": skillText("b"),
	}
	c, _ := startMemory(t, session.Options{FS: files})
	c.initialize(`{}`, fmt.Sprintf(`"workspaceFolders":[{"uri":%q,"name":"ws"}]`, position.PathURI(nativePath("/ws"))))
	inside, outside := string(position.PathURI(nativePath("/ws/skills/a/SKILL.md"))), string(position.PathURI(nativePath("/other/skills/b/SKILL.md")))
	if m := c.call("textDocument/hover", at(inside, 1, 1)); string(m.Result) == "null" {
		t.Error("a closed file of the workspace is not answered for")
	}
	empty := map[string]string{
		"textDocument/hover": "null", "textDocument/completion": `{"isIncomplete":false,"items":[]}`,
		"textDocument/definition": "[]", "textDocument/documentLink": "[]", "textDocument/codeAction": "[]",
	}
	for _, uri := range []string{outside, string(position.PathURI(nativePath("/ws/gone.md"))), string(position.PathURI(nativePath("/ws/../other/skills/b/SKILL.md"))), "untitled:x", "http://example.com/SKILL.md", ""} {
		for method, want := range empty {
			params := at(uri, 1, 1)
			params["range"] = testRange{}
			params["context"] = map[string]any{"diagnostics": []any{}}
			if m := c.call(method, params); string(m.Result) != want {
				t.Errorf("%s of %q answered %s, %+v; want %s", method, uri, m.Result, m.Error, want)
			}
		}
	}
	folder := map[string]any{"uri": position.PathURI(nativePath("/other")), "name": "other"}
	c.notify("workspace/didChangeWorkspaceFolders", map[string]any{"event": map[string]any{"added": []any{folder}, "removed": []any{}}})
	if m := c.call("textDocument/hover", at(outside, 1, 1)); string(m.Result) == "null" {
		t.Error("a folder was added, and a file of it is not answered for")
	}
	c.notify("workspace/didChangeWorkspaceFolders", map[string]any{"event": map[string]any{"removed": []any{folder}, "added": []any{}}})
	if m := c.call("textDocument/hover", at(outside, 1, 1)); string(m.Result) != "null" {
		t.Error("a folder was removed, and a file of it is answered for")
	}
}

// TestEncodingChoice checks the negotiation of the position encoding.
func TestEncodingChoice(t *testing.T) {
	for offered, want := range map[string]string{
		`{}`:                                   "utf-16",
		`{"general":{}}`:                       "utf-16",
		`{"general":null}`:                     "utf-16",
		`{"general":{"positionEncodings":[]}}`: "utf-16",
		`{"general":{"positionEncodings":["utf-16"]}}`:                  "utf-16",
		`{"general":{"positionEncodings":["utf-16","utf-8"]}}`:          "utf-8",
		`{"general":{"positionEncodings":["utf-32","utf-16","utf-8"]}}`: "utf-8",
		`{"general":{"positionEncodings":["utf-32"]}}`:                  "utf-32",
		`{"general":{"positionEncodings":["utf-7","utf-16"]}}`:          "utf-16",
	} {
		c, _ := startMemory(t, session.Options{FS: noFiles})
		var result struct {
			Capabilities struct{ PositionEncoding string }
		}
		if err := json.Unmarshal(c.initialize(offered).Result, &result); err != nil {
			t.Fatal(err)
		}
		if got := result.Capabilities.PositionEncoding; got != want {
			t.Errorf("%s: %s, want %s", offered, got, want)
		}
	}
}

// TestInitializeParams checks the many ways in which editors name the workspace folders.
func TestInitializeParams(t *testing.T) {
	root, other := position.PathURI(nativePath("/ws")), position.PathURI(nativePath("/other"))
	for fields, want := range map[string][]string{
		`"rootUri":null`:                                                                   nil,
		`"rootUri":null,"workspaceFolders":null`:                                           nil,
		`"rootUri":null,"rootPath":null`:                                                   nil,
		fmt.Sprintf(`"rootUri":%q`, root):                                                  {"/ws"},
		fmt.Sprintf(`"rootUri":null,"rootPath":%q`, nativePath("/ws")):                     {"/ws"},
		fmt.Sprintf(`"rootUri":%q,"workspaceFolders":[]`, root):                            {"/ws"},
		fmt.Sprintf(`"rootUri":%q,"workspaceFolders":[{"uri":%q,"name":""}]`, root, other): {"/other"},
		fmt.Sprintf(`"workspaceFolders":[{"uri":%q,"name":"a"},{"uri":%q,"name":"b"},{"uri":%q}]`, root, other, root): {"/ws", "/other"},
		`"workspaceFolders":[{"uri":"vscode-vfs://github/x","name":"x"}]`:                                             nil,
		`"rootUri":"","rootPath":""`:                                                                                     nil,
		`"processId":"x","rootUri":7,"workspaceFolders":{},"clientInfo":[]`:                                              nil,
		fmt.Sprintf(`"workspaceFolders":[null,7,{"uri":null},{"uri":%q}]`, root):                                         {"/ws"},
		`"clientInfo":{"name":"x"},"locale":"de","trace":"off","initializationOptions":[1,2],"workDoneToken":"t","x":{}`: nil,
	} {
		c, s := startMemory(t, session.Options{FS: noFiles})
		m := c.call("initialize", json.RawMessage(`{"capabilities":{},`+fields+`}`))
		if m.Error != nil {
			t.Errorf("%s: %s", fields, m.Error.Message)
			continue
		}
		var got []string
		for _, folder := range s.session.View().Snapshot.Config().Folders {
			got = append(got, memoryName(folder))
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: folders %v, want %v", fields, got, want)
		}
	}
}

// TestForceReload checks that the disk is read again for the whole session, not only for the answer.
func TestForceReload(t *testing.T) {
	files := memoryFiles{"/ws/.agents/skills/a/SKILL.md": skillText("a")}
	c, s := startMemory(t, session.Options{FS: files})
	c.initialize(`{}`, fmt.Sprintf(`"rootUri":%q`, position.PathURI(nativePath("/ws"))))
	before := s.session.View().Snapshot
	c.call("skills/list", map[string]any{"force_reload": true})
	if s.session.View().Snapshot == before {
		t.Error("force_reload left the session as it was")
	}
}

func TestServeEndsWithContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	in, out := newBlockingPipe()
	defer in.Close()
	code := make(chan int, 1)
	go func() { code <- Serve(ctx, in, out, session.Options{}) }()
	if _, err := out.Write([]byte("C")); err != nil { // returns when the server has read it
		t.Fatal(err)
	}
	cancel()
	select {
	case got := <-code:
		if got != 1 {
			t.Errorf("exit code %d, want 1", got)
		}
	case <-overdue:
		t.Fatal("Serve outlives its context")
	}
}

// TestServeEndsWithoutReader checks that the server ends if it can no longer write its output.
func TestServeEndsWithoutReader(t *testing.T) {
	in, out := newBlockingPipe()
	defer in.Close()
	_ = out.Close()
	code := make(chan int, 1)
	feed := &feedThenBlock{data: []byte("Content-Length: 2\r\n\r\n{}"), block: in}
	go func() { code <- Serve(t.Context(), feed, failingWriter{}, session.Options{}) }()
	select {
	case got := <-code:
		if got != 1 {
			t.Errorf("exit code %d, want 1", got)
		}
	case <-overdue:
		t.Fatal("Serve goes on though it cannot write")
	}
}

// TestCapabilities checks that every capability is read from its place in the protocol, and that a malformed
// one affects no other.
func TestCapabilities(t *testing.T) {
	var everything map[string]any
	if err := json.Unmarshal([]byte(fullCapabilities), &everything); err != nil {
		t.Fatal(err)
	}
	workspace := everything["workspace"].(map[string]any)
	workspace["configuration"] = true
	workspace["didChangeConfiguration"] = map[string]any{"dynamicRegistration": true}
	workspace["didChangeWatchedFiles"] = map[string]any{"dynamicRegistration": true, "relativePatternSupport": true}
	workspace["fileOperations"] = map[string]any{"didCreate": true, "didRename": true, "didDelete": true, "willRename": true, "willDelete": true}
	workspace["applyEdit"] = true
	everything["window"] = map[string]any{"workDoneProgress": true, "showDocument": map[string]any{"support": true}}
	workspace["diagnostics"] = map[string]any{"refreshSupport": true}
	everything["textDocument"].(map[string]any)["diagnostic"] = map[string]any{}
	everything["textDocument"].(map[string]any)["formatting"] = map[string]any{"dynamicRegistration": true}
	encoded, err := json.Marshal(everything)
	if err != nil {
		t.Fatal(err)
	}
	full := reflect.ValueOf(*session.NewClient(encoded))
	for i := range full.NumField() {
		if f := full.Field(i); f.Kind() == reflect.Bool && !f.Bool() {
			t.Errorf("%s is not read", full.Type().Field(i).Name)
		}
	}
	for _, raw := range []string{``, `null`, `{}`, `[]`, `{"textDocument":[],"workspace":7,"general":"x"}`} {
		if got := *session.NewClient(protocol.LSPAny(raw)); !reflect.DeepEqual(got, session.Client{}) {
			t.Errorf("%s: %+v", raw, got)
		}
	}
	odd := session.NewClient(protocol.LSPAny(`{"textDocument":{"completion":{"completionItem":{"snippetSupport":"yes","labelDetailsSupport":true,"documentationFormat":"markdown"}}},"general":{"positionEncodings":["utf-8",7]}}`))
	if odd.Snippets || !odd.LabelDetails || odd.CompletionMarkdown || odd.Encoding != position.UTF16 {
		t.Errorf("%+v", odd)
	}
}

// TestFindingsWaitForSettings checks that a diagnostic that the user has disabled does not appear before the
// settings arrive, and that a client that never sends settings gets diagnostics nonetheless.
func TestFindingsWaitForSettings(t *testing.T) {
	t.Parallel()
	c, s := startMemory(t, session.Options{FS: noFiles})
	c.answers["workspace/configuration"] = []any{unclosed("off")}
	c.initialize(`{"workspace":{"configuration":true}}`)
	c.open("untitled:SKILL.md", brokenSkill)
	wantPublished(t, settle(t, c, s))

	c, s = startMemory(t, session.Options{FS: noFiles})
	c.ignores = "workspace/configuration"
	c.initialize(`{"workspace":{"configuration":true}}`)
	c.open("untitled:SKILL.md", brokenSkill)
	wantPublished(t, settle(t, c, s), "v1 frontmatter/unclosed")
}
