package lsp

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"runtime"
	"testing"
)

// TestLinksOutUnread checks that the server reveals nothing of the content of a file outside of the workspace
// that a symbolic link in a skill leads to: not in a hover, completion or preview, and not in a diagnostic or
// its related locations.
func TestLinksOutUnread(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("its links need a privilege")
	}
	const secret = "# Known\n\n[zanzibar](zanzibar.md) and $zanzibar\n\n## Zanzibar coast\n"
	text := "---\nname: a\ndescription: Links out. Use when a test asks for it.\n---\n" +
		"[n](references/n.md#known) [d](docs/n.md#zanziba-coast) [n](references/n.md)\n\n`docs/n.md` and [](references/n.md#\n"
	root := diskTree(t, map[string]string{
		"outside/n.md":                         secret,
		"outside/SKILL.md":                     described("zanzibar", "Zanzibar. Use when a test asks for it."),
		"ws/.agents/skills/a/SKILL.md":         text,
		"ws/.agents/skills/a/references/n.md":  "->../../../../../outside/n.md",
		"ws/.agents/skills/a/references/in.md": "# Inside\n",
		"ws/.agents/skills/a/docs":             "->../../../../outside",
	})
	c := startBinary(t)
	c.openFolder(filepath.Join(root, "ws"))
	skill := uriIn(root, "ws/.agents/skills/a/SKILL.md")
	c.open(skill, text)
	c.open(uriIn(root, "ws/.agents/skills/a/references/in.md"), "[n](n.md#zanziba)\n")
	quiet := func(what string, said []byte) {
		if bytes.Contains(bytes.ToLower(said), []byte("zanzibar")) {
			t.Errorf("%s reveals text from outside the workspace: %s", what, said)
		}
	}
	document := map[string]any{"uri": skill}
	ask := func(method string, params map[string]any) {
		t.Helper()
		m := c.call(method, params)
		if m.Error != nil {
			t.Errorf("%s: %s", method, m.Error.Message)
		}
		quiet(method, m.Result)
	}
	for _, place := range [][2]int{{4, 2}, {4, 10}, {4, 25}, {4, 36}, {4, 42}, {4, 60}, {6, 3}, {6, 35}} {
		for _, method := range []string{
			"textDocument/hover", "textDocument/definition", "textDocument/references",
			"textDocument/documentHighlight", "textDocument/completion",
		} {
			params := at(skill, place[0], place[1])
			params["context"] = map[string]any{"includeDeclaration": true, "triggerKind": 1}
			ask(method, params)
		}
	}
	for _, method := range []string{
		"textDocument/documentLink", "textDocument/documentSymbol", "textDocument/codeLens", "textDocument/semanticTokens/full",
		"textDocument/foldingRange",
	} {
		ask(method, map[string]any{"textDocument": document})
	}
	whole := map[string]any{"start": testPosition{}, "end": testPosition{9, 0}}
	ask("textDocument/inlayHint", map[string]any{"textDocument": document, "range": whole})
	ask("textDocument/codeAction", map[string]any{"textDocument": document, "range": whole, "context": map[string]any{"diagnostics": []any{}}})
	ask("skills/preview", map[string]any{"textDocument": document, "render": "html"})
	ask("skills/list", map[string]any{})
	ask("workspace/symbol", map[string]any{"query": ""})
	ask("skills/search", map[string]any{"query": ""})
	for _, name := range []string{"SKILL.md", "references/in.md"} {
		var list json.RawMessage
		c.nextOf("textDocument/publishDiagnostics", &list)
		quiet("a list of diagnostics, as of "+name+",", list)
	}
}
