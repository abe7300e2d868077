package lsp

import (
	"fmt"
	"slices"
	"testing"

	"skills-ls/lsp/position"
	"skills-ls/lsp/session"
)

// TestColonTrigger checks that a colon requests the skills of a plugin, and nothing after a field.
func TestColonTrigger(t *testing.T) {
	t.Parallel()
	files := memoryFiles{
		"/ws/.claude-plugin/plugin.json":   `{"name":"tools"}`,
		"/ws/skills/deploy/SKILL.md":       "---\nname: deploy\ndescription: Deploys. Use when the user asks for it.\neffort:\n---\nAs in tools:\nAs in other:\n",
		"/ws/.claude/agents/helper.md":     "---\nname: helper\nskills:\n---\n",
		"/ws/.claude/skills/plan/SKILL.md": skillText("plan"),
	}
	c, s := startMemory(t, session.Options{FS: files})
	c.initialize(`{}`, fmt.Sprintf(`"rootUri":%q`, position.PathURI(nativePath("/ws"))))
	for _, test := range []struct {
		path            string
		line, character int
		want            []string
	}{
		{"/ws/skills/deploy/SKILL.md", 5, 12, []string{"tools:deploy"}},
		{"/ws/skills/deploy/SKILL.md", 6, 12, nil},
		{"/ws/skills/deploy/SKILL.md", 3, 7, nil},
		{"/ws/.claude/agents/helper.md", 2, 7, nil},
	} {
		uri := string(position.PathURI(nativePath(test.path)))
		c.open(uri, files[test.path])
		settle(t, c, s)
		params := at(uri, test.line, test.character)
		params["context"] = map[string]any{"triggerKind": 2, "triggerCharacter": ":"}
		var list struct{ Items []completionResult }
		if err := decodeResult(c.call("textDocument/completion", params).Result, &list); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, item := range list.Items {
			got = append(got, item.Label)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s:%d: got %q, want %q", test.path, test.line, got, test.want)
		}
		c.notify("textDocument/didClose", at(uri, 0, 0))
	}
}
