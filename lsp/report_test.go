package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"skills-ls/lsp/position"
	"skills-ls/lsp/session"
	"skills-ls/lsp/wire"
)

// canary is a word for private text. It must not appear where text of documents, settings and the user's
// names are excluded.
const canary = "zanzibar"

// bugReportOf requests a bug report.
func bugReportOf(t *testing.T, c *testClient) string {
	t.Helper()
	var text string
	c.result("workspace/executeCommand", map[string]any{"command": "skills-ls.bugReport"}, &text)
	return text
}

// leakyFiles is a file system that can be made to panic, with names in the message.
type leakyFiles struct {
	memoryFiles
	panics atomic.Bool
}

func (f *leakyFiles) Stat(name string) (fs.FileInfo, error) {
	f.check(name)
	return f.memoryFiles.Stat(name)
}

func (f *leakyFiles) ReadDir(name string) ([]fs.DirEntry, error) {
	f.check(name)
	return f.memoryFiles.ReadDir(name)
}

func (f *leakyFiles) ReadFile(name string) (string, error) {
	f.check(name)
	return f.memoryFiles.ReadFile(name)
}

func (f *leakyFiles) check(name string) {
	if f.panics.Load() {
		panic(fmt.Sprintf("cannot look at %s and %s", name, canary))
	}
}

// startCanary starts a server in a workspace that is full of the canary. Its client does everything with the
// canary that makes the server log, panic and trace.
func startCanary(t *testing.T, fields ...string) (*testClient, *server) {
	t.Helper()
	const dir = "/home/" + canary + "/work " + canary
	skill := dir + "/.agents/skills/" + canary + "/SKILL.md"
	text := "---\nname: Zanzibar " + canary + "\ndescription: " + canary + ".\n" + canary + ": x\n---\n# " + canary + "\n\n[" + canary + "](" + canary + "/" + canary + ".md) and $" + canary + ".\n"
	files := &leakyFiles{memoryFiles: memoryFiles{
		skill: text, dir + "/AGENTS.md": "Use $" + canary + " and $" + canary + "-2.\n", dir + "/.codelia/x": "",
		dir + "/.agents/skills/b-" + canary + "/SKILL.md": skillText("b-"+canary, canary), dir + "/.agents/skills/" + canary + "/unread.md": "",
	}}
	c, s := startMemory(t, session.Options{FS: files, Home: nativePath("/home/" + canary), Version: "v1.2.3", Env: map[string]string{"CODEX_HOME": "/home/" + canary}})
	withRequests(s, map[string]wire.Answer{
		"test/panic": func(context.Context, []byte) (any, error) { panic("at " + canary) },
		"test/index": func(context.Context, []byte) (any, error) { return indexError2(nil), nil },
		"test/fail": func(context.Context, []byte) (any, error) {
			return nil, fmt.Errorf("reading %q: %w", canary, &fs.PathError{Op: "open", Path: nativePath(skill), Err: fs.ErrPermission})
		},
	})
	settings := fmt.Sprintf(`"initializationOptions":{"targets":["codex",%q],"rules":{"link/broken":"error",%q:"off"},"docsBaseUrl":"https://%s"}`, canary, canary, canary)
	folder := position.PathURI(nativePath(dir))
	c.initialize(fullCapabilities, append(fields, fmt.Sprintf(`"rootUri":%q,"clientInfo":{"name":"Test | Editor","version":"7"},%s`, folder, settings))...)

	uri := string(position.PathURI(nativePath(skill)))
	c.open(uri, text)
	c.open("untitled:"+canary+".md", text)
	c.change(uri, 2, edit(5, 0, 5, 0, canary), edit(6, 0, 6, 0, "$"))
	s.diagnoser.Wait()
	diagnostic := map[string]any{"range": testRange{}, "message": canary, "data": canary}
	for method, params := range map[string]any{
		"textDocument/codeAction":  map[string]any{"textDocument": at(uri, 0, 0)["textDocument"], "range": testRange{}, "context": map[string]any{"diagnostics": []any{diagnostic}}},
		"textDocument/completion":  at(uri, 6, 1),
		"textDocument/hover":       at(uri, 1, 1),
		"skills/search":            map[string]any{"query": canary},
		"skills/preview":           map[string]any{"name": canary, "arguments": canary},
		"skills/list":              map[string]any{"agent": canary},
		"textDocument/definition":  map[string]any{"textDocument": canary},
		"workspace/executeCommand": map[string]any{"command": canary, "arguments": []any{canary}},
		"no/such":                  map[string]any{canary: canary},
		"test/panic":               nil, "test/index": nil, "test/fail": nil,
	} {
		c.call(method, params)
	}
	c.notify("textDocument/didClose", at("file:///home/"+canary+"/"+canary+".md", 0, 0))
	c.notify("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": uri, "version": 3}, "contentChanges": canary})
	c.notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{canary: canary, "rules": canary}})
	c.notify("$/setTrace", map[string]any{"value": canary})
	c.notify(canary, map[string]any{"x": canary})
	c.frame([]byte(`{"` + canary + `": not JSON ` + canary))
	wantAlive(t, c)
	wait(s, t)
	files.panics.Store(true)
	c.change(uri, 4, edit(6, 0, 6, 0, "[x](unread.md#x)")) // only the diagnosis reads that file, and nothing has read it yet
	c.call("no/such", nil)                                 // the answer shows that the server has read the change
	s.diagnoser.Wait()
	files.panics.Store(false)
	return c, s
}

// indexError2 panics as a bug in the program would.
func indexError2(list []int) int { return list[len(list)+1] }

// TestBugReport checks that a report contains what is needed, and nothing private.
func TestBugReport(t *testing.T) {
	c, _ := startCanary(t)
	text := bugReportOf(t, c)
	if at := strings.Index(strings.ToLower(text), canary); at >= 0 {
		t.Errorf("the canary is in the report:\n…%s", text[max(0, at-80):])
	}
	for _, want := range []string{
		"- skills-ls: `v1.2.3`", "- client: `Test | Editor 7`", "- folders: `1`", "- open documents: `2, of ",
		"- skills: `", "- positions: `utf-16`", "- trace: `off`", "snippets", "- targets: `codex`",
		"- rules: `link/broken: error`", "- docsBaseUrl: `set`", "- environment: `CODEX_HOME`",
		"WARN setting ignored", "ERROR request failed, method test/fail, error reading \"…\": open <path>: permission denied",
		"ERROR handler panicked, method test/panic, panic (string of 11 bytes)\ngoroutine ",
		"panic runtime error: index out of range [1] with length 0\ngoroutine ", "\nskills-ls/lsp.indexError2\n\tlsp/report_test.go:",
		"ERROR diagnosis panicked, uri <folder1>/.agents/skills/*/SKILL.md, panic (string of ",
		"WARN notification ignored, method textDocument/didClose, error ",
		"WARN message refused",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q", want)
		}
	}
	t.Log(text)
}

// TestBugReportWithoutAnswers checks that a server whose analysis hangs still makes a report, which says so.
func TestBugReportWithoutAnswers(t *testing.T) {
	t.Parallel()
	files := &stuckFiles{memoryFiles: memoryFiles{"/ws/.agents/skills/a/SKILL.md": skillText("a")}, stuck: make(chan struct{})}
	files.on.Store(true)
	c, _ := startMemory(t, session.Options{FS: files, DiskTimeout: time.Hour})
	c.initialize(`{}`, fmt.Sprintf(`"rootUri":%q`, position.PathURI(nativePath("/ws"))))
	if text := bugReportOf(t, c); !strings.Contains(text, "- skills: `not known") || !strings.Contains(text, "No warnings and no errors.") {
		t.Error(text)
	}
	files.on.Store(false)
	close(files.stuck)
	if text := bugReportOf(t, c); !strings.Contains(text, "- skills: `1, and 0 that are not loaded`") {
		t.Error(text)
	}
}

func TestExecuteCommand(t *testing.T) {
	c, _ := startMemory(t, session.Options{FS: noFiles})
	var result struct {
		Capabilities struct {
			ExecuteCommandProvider struct{ Commands []string }
		}
	}
	if err := json.Unmarshal(c.initialize(`{}`).Result, &result); err != nil {
		t.Fatal(err)
	}
	if got := result.Capabilities.ExecuteCommandProvider.Commands; len(got) != 3 || got[0] != "skills-ls.bugReport" {
		t.Errorf("the commands are %q", got)
	}
	for _, params := range []any{map[string]any{"command": "no.such"}, map[string]any{"command": ""}, nil, map[string]any{}} {
		m := c.call("workspace/executeCommand", params)
		wantError(t, m, -32602)
		var data errorData
		if err := json.Unmarshal(m.Error.Data, &data); err != nil || data.Reason != "unknown_command" || len(data.Candidates) != len(commands()) || !strings.Contains(m.Error.Message, "skills-ls.bugReport") {
			t.Errorf("%v: %s, %s", params, m.Error.Message, m.Error.Data)
		}
	}
	wantError(t, c.call("workspace/executeCommand", map[string]any{"command": 7}), -32602)
}

// TestTraceHoldsNoText checks that a trace contains no text of a document, for any request. It does contain
// paths.
func TestTraceHoldsNoText(t *testing.T) {
	c, _ := startCanary(t, `"trace":"verbose"`)
	c.notify("$/setTrace", map[string]any{"value": "verbose"})
	seen := traceUntil(c, "received notification $/setTrace, 19 bytes")
	if len(seen) < 20 {
		t.Errorf("only %d traces", len(seen))
	}
	for _, trace := range seen {
		if trace.Verbose != nil && strings.Contains(withoutURIs(*trace.Verbose), canary) {
			t.Errorf("%s: %s", trace.Message, *trace.Verbose)
		}
	}
}

// withoutURIs returns a trace without the values of "uri" members, and without the canary as the name of a
// member, which comes from the client.
func withoutURIs(trace string) string {
	var b strings.Builder
	for part := range strings.SplitSeq(trace, `"uri":"`) {
		if b.Len() > 0 {
			_, part, _ = strings.Cut(part, `"`)
		}
		b.WriteString(part)
		b.WriteByte(' ')
	}
	return strings.ReplaceAll(b.String(), `"`+canary+`":`, "")
}
