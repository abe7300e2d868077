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

// TestResolveWhole checks that a fix that moves files is made only for the text that it was offered for, and
// that the request fails with a reason otherwise.
func TestResolveWhole(t *testing.T) {
	const text = "---\nname: demo\ndescription: Shows. Use when testing.\n---\nText.\n"
	c, s := startMemory(t, session.Options{FS: memoryFiles{
		"/ws/skills/show/SKILL.md":  text,
		"/ws/skills/other/SKILL.md": strings.Replace(text, "demo", "other", 1) + "[it](../show/SKILL.md)\n",
	}})
	c.initialize(fullCapabilities, fmt.Sprintf(`"workspaceFolders":[{"uri":%q,"name":"ws"}]`, position.PathURI(nativePath("/ws"))))
	uri := string(position.PathURI(nativePath("/ws/skills/show/SKILL.md")))
	c.open(uri, text)
	wait(s, t)
	c.call("skills/list", map[string]any{}) // returns after everything has been read
	offer := func() json.RawMessage {
		t.Helper()
		m := c.call("textDocument/codeAction", map[string]any{
			"textDocument": map[string]any{"uri": uri}, "range": map[string]any{"start": testPosition{1, 7}, "end": testPosition{1, 7}},
			"context": map[string]any{"diagnostics": []any{}, "only": []string{"quickfix"}},
		})
		var offered []json.RawMessage
		if err := json.Unmarshal(m.Result, &offered); err != nil {
			t.Fatal(err)
		}
		for _, action := range offered {
			if strings.Contains(string(action), "Rename directory") {
				return action
			}
		}
		t.Fatalf("offered are %s", m.Result)
		return nil
	}
	taken := offer()
	if strings.Contains(string(taken), `"edit"`) {
		t.Errorf("%s has an edit that nobody has asked for", taken)
	}
	var action actionResult
	m := c.call("codeAction/resolve", taken)
	if err := json.Unmarshal(m.Result, &action); err != nil || len(action.Edit.DocumentChanges) != 2 || action.Edit.DocumentChanges[1].Kind != "rename" {
		t.Errorf("resolved is %s, %+v", m.Result, m.Error)
	}

	c.change(uri, 2, edit(4, 0, 4, 0, "More. "))
	if m := c.call("codeAction/resolve", taken); m.Error == nil || m.Error.Code != wire.CodeModified {
		t.Errorf("of another text: %s", m.Result)
	}
	for what, change := range map[string][2]string{
		"of another finding": {"name/directory", "name/format"},
		"of another fix":     {"Rename directory", "Burn directory"},
	} {
		if m := c.call("codeAction/resolve", json.RawMessage(strings.ReplaceAll(string(offer()), change[0], change[1]))); m.Error == nil || m.Error.Code != wire.CodeModified {
			t.Errorf("%s: %s", what, m.Result)
		}
	}
	elsewhere := strings.ReplaceAll(string(offer()), "skills/show", "skills/gone")
	if m := c.call("codeAction/resolve", json.RawMessage(elsewhere)); string(m.Result) != elsewhere {
		t.Errorf("of a file that is not there: %s, %+v", m.Result, m.Error)
	}
	if m := c.call("codeAction/resolve", json.RawMessage(`{"title":"x","kind":"quickfix","data":[7]}`)); m.Error == nil || m.Error.Code != wire.CodeInvalidParams {
		t.Errorf("data of another shape: %s", m.Result)
	}
}
