package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"skills-ls/lsp/position"
	"skills-ls/lsp/session"
	"skills-ls/lsp/wire"
)

// bugReportOf requests a bug report.
func bugReportOf(t *testing.T, c *testClient) string {
	t.Helper()
	var text string
	c.result("workspace/executeCommand", map[string]any{"command": "skills-ls.bugReport"}, &text)
	return text
}

// TestBugReport checks that a report contains what is needed, and no text, name or path of the user: all of
// these contain the canary.
func TestBugReport(t *testing.T) {
	const canary = "zanzibar"
	const dir = "/home/" + canary + "/work " + canary
	skill := dir + "/.agents/skills/" + canary + "/SKILL.md"
	text := "---\nname: Zanzibar " + canary + "\n" + canary + ": x\n---\n# " + canary + "\n"
	files := memoryFiles{
		skill: text, dir + "/AGENTS.md": "Use $" + canary + ".\n",
		dir + "/.agents/skills/b-" + canary + "/SKILL.md": skillText("b-"+canary, canary),
	}
	c, s := startMemory(t, session.Options{FS: files, Home: nativePath("/home/" + canary), Version: "v1.2.3"})
	withRequests(s, map[string]wire.Answer{
		"test/panic": func(context.Context, []byte) (any, error) { panic("at " + canary) },
		"test/fail":  func(context.Context, []byte) (any, error) { return nil, errors.New(canary) },
	})
	settings := fmt.Sprintf(`"initializationOptions":{"targets":["codex",%q],"rules":{"link/broken":"error",%q:"off"},"docsBaseUrl":"https://%s",%q:1}`, canary, canary, canary, canary)
	folder := position.PathURI(nativePath(dir))
	c.initialize(`{}`, fmt.Sprintf(`"rootUri":%q,"clientInfo":{"name":"Test | Editor","version":"7"},%s`, folder, settings))
	c.open(string(position.PathURI(nativePath(skill))), text)
	c.open("untitled:"+canary+".md", text)
	c.call("test/panic", nil)
	c.call("test/fail", nil)
	c.notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{canary: canary}})
	c.notify("textDocument/didClose", at("file:///home/"+canary+"/x.md", 0, 0))
	wantAlive(t, c)
	waitScanned(t, s)
	report := bugReportOf(t, c)
	if strings.Contains(strings.ToLower(report), canary) {
		t.Error("the canary is in the report")
	}
	for _, want := range []string{
		"- skills-ls: `v1.2.3`", "- Go: `go", "- system: `" + runtime.GOOS, "- client: `Test | Editor 7`",
		"- workspace folders: `1`", "- files: `3`", "- skills: `2`", "- open documents: `2`",
		"- running requests: `1, with this one`",
		fmt.Sprintf("- logged warnings: `%d`", strings.Count(c.log(), "level=WARN")), "- logged errors: `2`",
		"- watching: `", "- settings: `docsBaseUrl, rules, targets`",
	} {
		if !strings.Contains(report, want) {
			t.Errorf("no %q", want)
		}
	}
	if t.Failed() {
		t.Log(report, c.log())
	}
}

// TestBugReportWithoutAnswers checks that a server whose file system hangs still makes a report, which says so.
func TestBugReportWithoutAnswers(t *testing.T) {
	t.Parallel()
	files := &stuckFiles{memoryFiles: memoryFiles{"/ws/.agents/skills/a/SKILL.md": skillText("a")}, stuck: make(chan struct{})}
	files.on.Store(true)
	c, s := startMemory(t, session.Options{FS: files, DiskTimeout: time.Hour})
	c.initialize(`{}`, fmt.Sprintf(`"rootUri":%q`, position.PathURI(nativePath("/ws"))))
	if text := bugReportOf(t, c); !strings.Contains(text, "- skills: `not counted yet`") || !strings.Contains(text, "- logged errors: `0`") {
		t.Error(text)
	}
	files.on.Store(false)
	close(files.stuck)
	waitScanned(t, s)
	if text := bugReportOf(t, c); !strings.Contains(text, "- skills: `1`") {
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
