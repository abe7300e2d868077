package lsp

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"skills-ls/lsp/position"
	"skills-ls/lsp/session"
	"skills-ls/lsp/wire"
)

// TestCodeActionOnce checks that no action is offered twice. A quick fix may be a refactoring, too.
func TestCodeActionOnce(t *testing.T) {
	const text = "---\nname: demo\ndescription: Shows. Use when testing.\nallowed-tools: Read, Grep\n---\nText.\n"
	c, _ := startMemory(t, session.Options{FS: memoryFiles{"/ws/.claude/skills/demo/SKILL.md": text}})
	c.initialize(fullCapabilities, fmt.Sprintf(`"workspaceFolders":[{"uri":%q,"name":"ws"}]`, position.PathURI(nativePath("/ws"))))
	uri := string(position.PathURI(nativePath("/ws/.claude/skills/demo/SKILL.md")))
	c.open(uri, text)
	for _, test := range []struct {
		only []string
		want int
	}{{nil, 1}, {[]string{"quickfix"}, 1}, {[]string{"refactor"}, 1}, {[]string{"source"}, 0}} {
		m := c.call("textDocument/codeAction", map[string]any{
			"textDocument": map[string]any{"uri": uri}, "range": map[string]any{"start": testPosition{3, 17}, "end": testPosition{3, 17}},
			"context": map[string]any{"diagnostics": []any{}, "only": test.only},
		})
		if n := strings.Count(string(m.Result), `"title":"Separate tools with spaces"`); n != test.want {
			t.Errorf("of %q there are %d, want %d: %s", test.only, n, test.want, m.Result)
		}
	}
}

// TestResolveCodeAction checks that the edit of an action is for the text at the time when the client
// resolves it, and that an action without an edit to make comes back unchanged.
func TestResolveCodeAction(t *testing.T) {
	files := memoryFiles{"/ws/skills/demo/SKILL.md": "---\nname: demo\ndescription: Shows. Use when testing.\n---\nText.\n"}
	c, _ := startMemory(t, session.Options{FS: files})
	c.initialize(fullCapabilities, fmt.Sprintf(`"workspaceFolders":[{"uri":%q,"name":"ws"}]`, position.PathURI(nativePath("/ws"))))
	uri := string(position.PathURI(nativePath("/ws/skills/demo/SKILL.md")))
	c.open(uri, "---\nname: Demo\ndescription: Shows. Use when testing.\n---\nText.\n")
	m := c.call("textDocument/codeAction", map[string]any{
		"textDocument": map[string]any{"uri": uri}, "range": testRange{},
		"context": map[string]any{"diagnostics": []any{}, "only": []string{"source.fixAll"}},
	})
	var offered []json.RawMessage
	if err := json.Unmarshal(m.Result, &offered); err != nil || len(offered) != 1 || strings.Contains(string(offered[0]), `"edit"`) {
		t.Fatalf("offered are %s, want one action without its edit: %v", m.Result, err)
	}
	c.change(uri, 2, edit(0, 3, 0, 3, "\n# one line more"))
	m = c.call("codeAction/resolve", offered[0])
	var action actionResult
	if err := json.Unmarshal(m.Result, &action); err != nil || len(action.Edit.DocumentChanges) != 1 {
		t.Fatalf("resolved is %s: %v", m.Result, err)
	}
	change := action.Edit.DocumentChanges[0]
	if *change.TextDocument.Version != 2 || len(change.Edits) != 1 || change.Edits[0].Range.Start.Line != 2 || change.Edits[0].NewText != "d" {
		t.Errorf("the edit is %+v, want that of version 2", change)
	}

	for _, action := range []string{
		`{"title":"x","kind":"quickfix"}`,
		`{"title":"x"}`,
		`{"title":"x","kind":"source.fixAll.skills-ls"}`,
		`{"title":"x","kind":"source.fixAll.skills-ls","data":{"uri":"file:///elsewhere/SKILL.md"}}`,
		`{"title":"x","kind":"source.fixAll.skills-ls","data":{"uri":"untitled:x"}}`,
	} {
		if m := c.call("codeAction/resolve", json.RawMessage(action)); string(m.Result) != action {
			t.Errorf("%s came back as %s, %+v", action, m.Result, m.Error)
		}
	}
	m = c.call("codeAction/resolve", json.RawMessage(`{"title":"x","kind":"source.fixAll.skills-ls","data":[7]}`))
	if m.Error == nil || m.Error.Code != wire.CodeInvalidParams || !strings.Contains(m.Error.Message, "data") {
		t.Errorf("data of another shape: %s, %+v", m.Result, m.Error)
	}
}

// TestFixAllWithoutResolve checks when the fix-all action is offered to a client that cannot resolve actions.
// It is not offered when the editor requests actions by itself, as with every move of the cursor, because the
// edit requires running every rule.
func TestFixAllWithoutResolve(t *testing.T) {
	c, _ := startMemory(t, session.Options{FS: memoryFiles{}})
	c.initialize(`{"textDocument":{"codeAction":{"codeActionLiteralSupport":{"codeActionKind":{"valueSet":["quickfix","source"]}}}}}`)
	const uri = "untitled:SKILL.md"
	c.open(uri, "---\nname: Demo\ndescription: Shows. Use when testing.\nlicence: MIT\n---\nText.\n")
	for _, test := range []struct {
		context string
		offered bool
	}{
		{`{"diagnostics":[]}`, true},
		{`{"diagnostics":[],"triggerKind":1}`, true},
		{`{"diagnostics":[],"triggerKind":2}`, false},
		{`{"diagnostics":[],"triggerKind":2,"only":["source.fixAll"]}`, true},
	} {
		m := c.call("textDocument/codeAction", map[string]any{
			"textDocument": map[string]any{"uri": uri}, "range": testRange{}, "context": json.RawMessage(test.context),
		})
		if offered := strings.Contains(string(m.Result), `"kind":"source.fixAll.skills-ls"`); offered != test.offered {
			t.Errorf("%s: offered %v, want %v: %s", test.context, offered, test.offered, m.Result)
		}
	}
}
