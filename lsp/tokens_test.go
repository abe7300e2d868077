package lsp

import (
	"fmt"
	"strings"
	"testing"

	"skills-ls/lsp/session"
	"skills-ls/skills"
)

// TestOneTokenCount checks that everything that shows the size of a skill shows an estimate at first and the exact count
// of its preview from then on, and that the client is asked to show it.
func TestOneTokenCount(t *testing.T) {
	t.Parallel()
	const path = "/ws/.agents/skills/demo/SKILL.md"
	c, _ := startMemory(t, session.Options{FS: memoryFiles{"/ws/.codelia/x": "", path: skillText("demo")}})
	c.initialize(`{"workspace":{"codeLens":{"refreshSupport":true}}}`, workspaceFolder("/ws"),
		`"initializationOptions":{"previewCommand":"show","skillsDidChange":true}`)
	document := map[string]any{"textDocument": map[string]any{"uri": memoryURI(path)}}
	shown := func() (lens string, skill, catalog skills.Tokens) {
		t.Helper()
		var lenses []struct{ Command struct{ Title string } }
		c.result("textDocument/codeLens", document, &lenses)
		var inventory InventoryResult
		c.result("skills/inventory", map[string]any{"complete": true, "tokens": true}, &inventory)
		if len(lenses) != 3 || len(inventory.Skills) != 1 || len(inventory.Catalogs) != 1 {
			t.Fatalf("lenses %+v, inventory %+v", lenses, inventory)
		}
		return lenses[1].Command.Title, *inventory.Skills[0].Tokens, inventory.Catalogs[0].Tokens
	}
	lens, skill, catalog := shown()
	if !strings.HasPrefix(lens, "~") || skill.Tilde() == "" || catalog.Tilde() == "" {
		t.Errorf("at first: lens %s, skill %+v, catalog %+v", lens, skill, catalog)
	}

	asked := c.askedFor("workspace/codeLens/refresh") // after the first scan, perhaps
	var preview PreviewResult
	c.result("skills/preview", document, &preview)
	c.nextOf("skills/didChange", new(struct{}))
	waitFor(t, func() bool { return c.askedFor("workspace/codeLens/refresh") > asked })
	var own CatalogResult
	c.result("skills/catalog", nil, &own)
	lens, skill, catalog = shown()
	if lens != fmt.Sprintf("%d tokens", preview.Tokens.Count) || skill != preview.Tokens || catalog != own.Tokens || skill.Tilde() != "" {
		t.Errorf("after a preview with %+v: lens %s, skill %+v, catalog %+v of %+v", preview.Tokens, lens, skill, catalog, own.Tokens)
	}
}
