package lsp

import (
	"strings"
	"testing"

	"skills-ls/lsp/session"
)

// TestFormattingOffered checks that the server is a formatter only for clients whose settings enable it, and
// only as long as they do.
func TestFormattingOffered(t *testing.T) {
	set := func(c *testClient, format string) {
		c.notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{session.Section: map[string]any{"frontmatterFormat": format}}})
	}
	text := "---\nname:  a\ndescription: Formats. Use when testing.\n---\nText.\n"
	uri := memoryURI("/ws/.agents/skills/a/SKILL.md")
	edits := func(c *testClient) int {
		var list []textEdit
		c.result("textDocument/formatting", map[string]any{"textDocument": map[string]any{"uri": uri}, "options": map[string]any{"tabSize": 4, "insertSpaces": true}}, &list)
		return len(list)
	}

	t.Run("registered", func(t *testing.T) {
		c, _ := startMemory(t, session.Options{FS: memoryFiles{}})
		c.answers["client/registerCapability"], c.answers["client/unregisterCapability"] = nil, nil
		answer := c.initialize(`{"textDocument":{"formatting":{"dynamicRegistration":true}}}`, workspaceFolder("/ws"))
		if strings.Contains(string(answer.Result), "documentFormattingProvider") {
			t.Errorf("advertised: %s", answer.Result)
		}
		c.open(uri, text)
		if n := edits(c); n != 0 || c.askedFor("client/registerCapability") > 0 {
			t.Errorf("%d edits without being asked for", n)
		}
		set(c, "spaced")
		waitFor(t, func() bool { return c.askedFor("client/registerCapability") == 1 })
		if n := edits(c); n != 1 {
			t.Errorf("%d edits, want 1", n)
		}
		set(c, "nonsense")
		waitFor(t, func() bool { return c.askedFor("client/unregisterCapability") == 1 })
		set(c, "sorted")
		waitFor(t, func() bool { return c.askedFor("client/registerCapability") == 2 })
		set(c, "off")
		waitFor(t, func() bool { return c.askedFor("client/unregisterCapability") == 2 })
	})
	t.Run("advertised", func(t *testing.T) {
		for _, format := range []string{"off", "spaced", "sorted"} {
			c, _ := startMemory(t, session.Options{FS: memoryFiles{}})
			answer := c.initialize(`{}`, workspaceFolder("/ws"), `"initializationOptions":{"frontmatterFormat":"`+format+`"}`)
			if got := strings.Contains(string(answer.Result), "documentFormattingProvider"); got != (format != "off") {
				t.Errorf("%s: advertised %t", format, got)
			}
		}
	})
}
