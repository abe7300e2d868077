package lsp

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"skills-ls/lsp/session"
	"skills-ls/lsp/wire"
)

// TestRenameUnsaved renames a skill whose name and a mention of it are only in buffers. The edits of open
// documents have the version that the client has. Those of closed files have none.
func TestRenameUnsaved(t *testing.T) {
	files := memoryFiles{
		"/ws/.agents/skills/demo/SKILL.md":  skillText("demo"),
		"/ws/.agents/skills/other/SKILL.md": skillText("other", "Ask $demo."),
		"/ws/AGENTS.md":                     "Use $demo.\n",
	}
	c, s := startMemory(t, session.Options{FS: files, Home: nativePath("/home/user"), Cwd: nativePath("/ws")})
	c.initialize(fullCapabilities, fmt.Sprintf(`"workspaceFolders":[{"uri":%q,"name":"ws"}]`, markerURI("")))
	wait(s, t)
	agents, demo := markerURI("AGENTS.md"), markerURI(".agents/skills/demo/SKILL.md")
	c.open(agents, "Use $demo.\n")
	c.change(agents, 2, map[string]any{"text": "😀\nRather $demo, and [it](.agents/skills/demo).\n"})
	c.open(demo, files["/ws/.agents/skills/demo/SKILL.md"])
	c.change(demo, 2, edit(1, 6, 1, 6, `"`))
	c.change(demo, 3, edit(1, 11, 1, 11, `"`))

	params := at(demo, 1, 8)
	params["newName"] = "show"
	var result struct {
		DocumentChanges []struct {
			TextDocument struct {
				URI     string
				Version *int
			}
			Edits          []textEdit
			Kind           string
			OldURI, NewURI string
		}
	}
	c.result("textDocument/rename", params, &result)
	var got strings.Builder
	for _, change := range result.DocumentChanges {
		if change.Kind != "" {
			fmt.Fprintf(&got, "%s %s %s\n", change.Kind, archiveName(change.OldURI), archiveName(change.NewURI))
			continue
		}
		version := "null"
		if change.TextDocument.Version != nil {
			version = fmt.Sprint(*change.TextDocument.Version)
		}
		fmt.Fprintf(&got, "%s version %s:", archiveName(change.TextDocument.URI), version)
		for _, e := range change.Edits {
			fmt.Fprintf(&got, " %d:%d-%d %s", e.Range.Start.Line, e.Range.Start.Character, e.Range.End.Character, e.NewText)
		}
		got.WriteString("\n")
	}
	want := `.agents/skills/demo/SKILL.md version 3: 1:7-11 show
.agents/skills/other/SKILL.md version null: 4:5-9 show
AGENTS.md version 2: 1:8-12 show 1:38-42 show
rename .agents/skills/demo .agents/skills/show
`
	if got.String() != want {
		t.Errorf("got\n%swant\n%s", got.String(), want)
	}
}

// TestRenameBadInput sends requests that cannot be answered. Each gets an empty answer, or an error with the
// reason, and never an edit.
func TestRenameBadInput(t *testing.T) {
	c, s := startMemory(t, session.Options{FS: memoryFiles{"/ws/.agents/skills/demo/SKILL.md": skillText("demo")}, Cwd: nativePath("/ws")})
	c.initialize(fullCapabilities, fmt.Sprintf(`"workspaceFolders":[{"uri":%q,"name":"ws"}]`, markerURI("")))
	wait(s, t)
	skill := markerURI(".agents/skills/demo/SKILL.md")
	for _, test := range []struct {
		method, uri string
		line        int
	}{
		{"textDocument/rename", skill, 1000},
		{"textDocument/rename", markerURI("nothing.md"), 0},
		{"textDocument/rename", "untitled:Untitled-1", 0},
		{"textDocument/rename", "https://example.com/SKILL.md", 0},
		{"textDocument/rename", "file:///etc/passwd", 0},
		{"textDocument/prepareRename", skill, 1000},
		{"textDocument/prepareRename", "untitled:Untitled-1", 0},
		{"textDocument/references", "untitled:Untitled-1", 0},
		{"textDocument/documentHighlight", skill, 1000},
	} {
		params := at(test.uri, test.line, 3)
		params["newName"] = "x"
		m := c.call(test.method, params)
		if result := string(m.Result); m.Error != nil || result != "null" && result != "[]" {
			t.Errorf("%s of %s: %s, %+v", test.method, test.uri, m.Result, m.Error)
		}
	}
	for _, files := range []string{`[]`, `[{"oldUri":"untitled:a","newUri":"untitled:b"}]`, `[{"oldUri":"file:///etc","newUri":"file:///ets"}]`, `null`} {
		m := c.call("workspace/willRenameFiles", json.RawMessage(`{"files":`+files+`}`))
		if m.Error != nil || string(m.Result) != "null" {
			t.Errorf("willRenameFiles %s: %s, %+v", files, m.Result, m.Error)
		}
	}
	params := at(skill, 1, 8)
	params["newName"] = "Not A Name"
	m := c.call("textDocument/rename", params)
	var data errorData
	if m.Error == nil || m.Error.Code != wire.CodeRequestFailed || json.Unmarshal(m.Error.Data, &data) != nil || data.Reason != "invalid" {
		t.Errorf("a bad name: %s, %+v", m.Result, m.Error)
	}
}
