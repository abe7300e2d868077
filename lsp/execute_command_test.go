package lsp

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"skills-ls/analysis/vantage"
	"skills-ls/lsp/session"
	"skills-ls/lsp/wire"
)

// commandClient is the capabilities of a client that supports everything that commands use.
const commandClient = `{"workspace":{"applyEdit":true,"textDocumentContent":{},"workspaceEdit":{"documentChanges":true,"resourceOperations":["create"]}},"window":{"showDocument":{"support":true}}}`

// execute returns the result of a command, or its error as a string: the code, the reason and the candidates.
func execute(c *testClient, command string, arguments ...any) string {
	m := c.call("workspace/executeCommand", map[string]any{"command": command, "arguments": arguments})
	if m.Error == nil {
		return string(m.Result)
	}
	var data errorData
	_ = json.Unmarshal(m.Error.Data, &data) // an error may have no data
	return strings.TrimSpace(strings.Join([]string{"error", jsonOf(m.Error.Code), data.Reason, strings.Join(data.Candidates, " ")}, " "))
}

func jsonOf(v any) string {
	encoded, err := json.Marshal(v)
	if err != nil {
		panic(err) // tests encode only what can be encoded
	}
	return string(encoded)
}

// lastAsked returns the parameters of the last request of a method that the server sent, and the number of
// such requests.
func (c *testClient) lastAsked(method string) (params string, n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, m := range c.asked {
		if m.Method == method {
			params = string(m.Params)
			n++
		}
	}
	return params, n
}

// TestNewSkill checks what the client is asked to create, and that it is asked for nothing if the skill
// cannot be created.
func TestNewSkill(t *testing.T) {
	c, _ := startMemory(t, session.Options{FS: memoryFiles{
		"/ws/.agents/skills/Taken/notes.md": "", "/ws/file": "", "/elsewhere/x": "",
	}})
	c.answers["workspace/applyEdit"] = map[string]any{"applied": true}
	c.answers["window/showDocument"] = map[string]any{"success": true}
	answer := c.initialize(commandClient, workspaceFolder("/ws"))
	if !strings.Contains(string(answer.Result), `"skills-ls.newSkill"`) {
		t.Errorf("advertised is %s", answer.Result)
	}
	path := nativePath("/ws/.claude/skills/release-notes/SKILL.md")
	got := execute(c, commandNewSkill, map[string]any{"name": "release-notes", "agent": "claude-code", "description": "Writes  notes. Use when\nreleasing."})
	want := jsonOf(NewSkillResult{"release-notes", "Writes notes. Use when releasing.", path, nativePath("/ws/.claude/skills/release-notes"), "claude-code", vantage.AgentNamed})
	if got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	edit, n := c.lastAsked("workspace/applyEdit")
	uri := memoryURI("/ws/.claude/skills/release-notes/SKILL.md")
	for _, part := range []string{`"documentChanges":[{"kind":"create","uri":"` + uri + `"},{"textDocument":{"uri":"` + uri + `","version":null},"edits":[`, `name: release-notes\ndescription: Writes notes.`} {
		if n != 1 || !strings.Contains(edit, part) {
			t.Errorf("%d edits, the last is %s, without %s", n, edit, part)
		}
	}
	if shown, _ := c.lastAsked("window/showDocument"); !strings.Contains(shown, uri) || !strings.Contains(shown, `"selection":{"start":{"line":2,"character":13},"end":{"line":2,"character":13}}`) {
		t.Errorf("shown is %s, not the description", shown)
	}
	for _, arguments := range []struct {
		of   []any
		want string
	}{
		{nil, "error -32602 invalid_arguments"},
		{[]any{"release"}, "error -32602 invalid_arguments"},
		{[]any{map[string]any{"name": 7}}, "error -32602 invalid_arguments"},
		{[]any{map[string]any{"name": "a"}, map[string]any{}}, "error -32602 invalid_arguments"},
		{[]any{map[string]any{}}, "error -32602 invalid_name"},
		{[]any{map[string]any{"name": "Release Notes"}}, "error -32602 invalid_name release-notes"},
		{[]any{map[string]any{"name": "../x"}}, "error -32602 invalid_name x"},
		{[]any{map[string]any{"name": "taken"}}, "error -32602 exists " + nativePath("/ws/.agents/skills/taken")},
		{[]any{map[string]any{"name": "a", "dir": "file"}}, "error -32602 exists " + nativePath("/ws/file/a")},
		{[]any{map[string]any{"name": "a", "dir": nativePath("/elsewhere")}}, "error -32602 outside " + nativePath("/elsewhere/a")},
		{[]any{map[string]any{"name": "a", "dir": "../elsewhere"}}, "error -32602 outside " + nativePath("/elsewhere/a")},
		{[]any{map[string]any{"name": "a", "cwd": nativePath("/elsewhere")}}, "error -32602 not_found " + nativePath("/ws")},
		{[]any{map[string]any{"name": "a", "agent": "none"}}, "error -32602 unknown_agent"},
	} {
		if got := execute(c, commandNewSkill, arguments.of...); !strings.HasPrefix(got, arguments.want) {
			t.Errorf("%v: %s, want %s", arguments.of, got, arguments.want)
		}
	}
	if _, after := c.lastAsked("workspace/applyEdit"); after != n {
		t.Errorf("the client was asked to make %d edits for nothing", after-n)
	}
	c.mu.Lock()
	c.answers["workspace/applyEdit"] = map[string]any{"applied": false, "failureReason": "read-only"}
	c.mu.Unlock()
	m := c.call("workspace/executeCommand", map[string]any{"command": commandNewSkill, "arguments": []any{map[string]any{"name": "a"}}})
	if m.Error == nil || m.Error.Code != wire.CodeRequestFailed || !strings.Contains(m.Error.Message, "read-only") {
		t.Errorf("of an edit that failed: %+v, %s", m.Error, m.Result)
	}
}

// TestNewSkillPlace checks that a skill is created where the agent of the project looks, that the placeholder of its
// description is selected, and that a check has the same result but creates nothing.
func TestNewSkillPlace(t *testing.T) {
	for _, tt := range []struct{ file, dir, agent, reason string }{
		{"/ws/x", "/ws/.agents/skills", "codelia", "default"},
		{"/ws/CLAUDE.md", "/ws/.claude/skills", "claude-code", "project"},
		{"/ws/skills/demo/SKILL.md", "/ws/skills", "", ""},
		{"/ws/plugins/a/.claude-plugin/plugin.json", "/ws/plugins/a/skills", "", ""},
	} {
		c, _ := startMemory(t, session.Options{FS: memoryFiles{tt.file: ""}})
		c.answers["workspace/applyEdit"] = map[string]any{"applied": true}
		c.answers["window/showDocument"] = map[string]any{"success": true}
		c.initialize(commandClient, workspaceFolder("/ws"))
		dir := nativePath(tt.dir + "/tidy")
		want := jsonOf(NewSkillResult{"tidy", "TODO: what tidy does and when to use it", nativePath(tt.dir + "/tidy/SKILL.md"), dir, tt.agent, vantage.AgentReason(tt.reason)})
		if got := execute(c, commandNewSkill, map[string]any{"name": "tidy", "check": true}); got != want {
			t.Errorf("%s: checked is %s, want %s", tt.file, got, want)
		}
		if got := execute(c, commandNewSkill, map[string]any{"name": "Tidy Up", "check": true}); got != "error -32602 invalid_name tidy-up" {
			t.Errorf("%s: checked is %s", tt.file, got)
		}
		if edit, n := c.lastAsked("workspace/applyEdit"); n != 0 {
			t.Errorf("%s: a check makes the edit %s", tt.file, edit)
		}
		if got := execute(c, commandNewSkill, map[string]any{"name": "tidy"}); got != want {
			t.Errorf("%s: %s, want %s", tt.file, got, want)
		}
		if shown, _ := c.lastAsked("window/showDocument"); !strings.Contains(shown, `"selection":{"start":{"line":2,"character":14},"end":{"line":2,"character":53}}`) {
			t.Errorf("%s: shown is %s", tt.file, shown)
		}
		var found LocationsResult
		c.result("skills/locations", nil, &found)
		if first := found.Locations[0]; first.Path != nativePath(tt.dir) || found.Agent != tt.agent || first.Label != strings.TrimPrefix(tt.dir, "/ws/") || first.Own != (tt.agent == "") || first.Used != (tt.reason == "project") {
			t.Errorf("%s: %+v", tt.file, found)
		}
	}
}

// TestNewSkillFolders checks that the user must choose one of several folders, and that the command fails for
// a client that cannot create files.
func TestNewSkillFolders(t *testing.T) {
	c, _ := startMemory(t, session.Options{FS: memoryFiles{"/a/x": "", "/b/x": ""}})
	c.answers["workspace/applyEdit"] = map[string]any{"applied": true}
	c.initialize(commandClient, `"workspaceFolders":[{"uri":"`+memoryURI("/a")+`","name":"a"},{"uri":"`+memoryURI("/b")+`","name":"b"}]`)
	if got, want := execute(c, commandNewSkill, map[string]any{"name": "x"}), "error -32602 ambiguous "+nativePath("/a")+" "+nativePath("/b"); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := execute(c, commandNewSkill, map[string]any{"name": "x", "cwd": nativePath("/b/sub")}); !strings.Contains(got, `"name":"x"`) {
		t.Errorf("got %s", got)
	}
	plain, _ := startMemory(t, session.Options{FS: memoryFiles{"/a/x": ""}})
	if answer := plain.initialize(`{}`, workspaceFolder("/a")); strings.Contains(string(answer.Result), commandNewSkill) {
		t.Errorf("advertised is %s", answer.Result)
	}
	if got := execute(plain, commandNewSkill, map[string]any{"name": "x"}); got != "error -32803" {
		t.Errorf("got %s", got)
	}
}

// TestShowPreview checks that a preview is shown if the client supports it, and is always returned.
func TestShowPreview(t *testing.T) {
	path := "/ws/.agents/skills/deploy/SKILL.md"
	files := memoryFiles{path: skillText("deploy", "Take $ARGUMENTS.")}
	c, _ := startMemory(t, session.Options{FS: files})
	c.answers["window/showDocument"] = map[string]any{"success": true}
	c.initialize(commandClient, workspaceFolder("/ws"))
	var result shownPreviewResult
	read := func(got string) {
		t.Helper()
		result = shownPreviewResult{}
		if err := json.Unmarshal([]byte(got), &result); err != nil {
			t.Fatalf("%s: %v", got, err)
		}
	}
	at := strings.Replace(memoryURI(path), "file:", "skills-preview:", 1)
	read(execute(c, commandShowPreview, memoryURI(path)))
	if shown, _ := c.lastAsked("window/showDocument"); !result.Shown || result.URI != at || !strings.Contains(shown, at) || result.Content != previewContent(c, at) {
		t.Errorf("got %+v, shown is %s", result, shown)
	}
	read(execute(c, commandShowPreview, map[string]any{"path": nativePath(path), "agent": "claude-code", "arguments": "a&b"}))
	if want := at + "?agent=claude-code&arguments=a%26b"; result.URI != want || result.Content != previewContent(c, want) || !strings.Contains(result.Content, "a&b") {
		t.Errorf("got %+v, want the URI %s", result, want)
	}
	plain, _ := startMemory(t, session.Options{FS: files})
	plain.initialize(`{}`, workspaceFolder("/ws"))
	read(execute(plain, commandShowPreview, map[string]any{"path": nativePath(path)}))
	if result.Shown || result.URI != "" || !strings.Contains(result.Content, "$ARGUMENTS") {
		t.Errorf("got %+v", result)
	}
	for _, argument := range []any{nil, 7, []any{}, "", map[string]any{"path": 7}} {
		if got := execute(c, commandShowPreview, argument); got != "error -32602 invalid_arguments" {
			t.Errorf("%v: %s", argument, got)
		}
	}
	if got := execute(c, commandShowPreview, map[string]any{"name": "none"}); got != "error -32602 not_found" {
		t.Errorf("got %s", got)
	}
}

// TestReload checks that the command forgets what is cached from the disk.
func TestReload(t *testing.T) {
	files := memoryFiles{"/ws/.agents/skills/a/SKILL.md": skillText("a", "Text.")}
	c, s := startMemory(t, session.Options{FS: files})
	c.initialize(`{}`, workspaceFolder("/ws"))
	wait(s, t)
	before := s.session.View().Snapshot
	if got := execute(c, commandReload); got != "null" {
		t.Errorf("got %s", got)
	}
	if s.session.View().Snapshot == before {
		t.Error("the disk is remembered")
	}
	if names := commandNames(); !slices.IsSorted(names) || !slices.Contains(names, commandReload) {
		t.Errorf("the commands are %q", names)
	}
}
