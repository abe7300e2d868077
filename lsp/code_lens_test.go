package lsp

import (
	"fmt"
	"testing"

	"go.lsp.dev/protocol"

	"skills-ls/lsp/position"
	"skills-ls/lsp/session"
)

// TestCodeLens checks the lenses of a skill, and that lenses are not advertised to a client that has no
// command for them.
func TestCodeLens(t *testing.T) {
	c, _ := startMemory(t, session.Options{FS: memoryFiles{}})
	m := c.initialize(`{"textDocument":{"codeLens":{}}}`, `"initializationOptions":{}`)
	if session.Member(protocol.LSPAny(m.Result), "capabilities", "codeLensProvider") != nil {
		t.Error("lenses are advertised to a client without a command")
	}

	c, _ = startMemory(t, session.Options{FS: memoryFiles{"/ws/.codelia/x": "", "/ws/AGENTS.md": "Text.\n"}})
	m = c.initialize(`{}`, fmt.Sprintf(`"rootUri":%q,"initializationOptions":{"previewCommand":"show"}`, position.PathURI(nativePath("/ws"))))
	if session.Member(protocol.LSPAny(m.Result), "capabilities", "codeLensProvider") == nil {
		t.Error("lenses are not advertised")
	}
	uri := string(position.PathURI(nativePath("/ws/.agents/skills/demo/SKILL.md")))
	for _, step := range []struct{ name, accepted, tokens string }{
		{"demo", "loaded by 2 of 2 agents", "~87 tokens"},
		{"Demo", "loaded by 0 of 2 agents, rejected by the Agent Skills standard and Codelia", "~87 tokens"},
	} {
		c.open(uri, "---\nname: "+step.name+"\ndescription: Does one thing well. Use when asked.\n---\nText.\n")
		var lenses []struct {
			Range   testRange
			Command struct {
				Title, Command string
				Arguments      []string
			}
		}
		c.result("textDocument/codeLens", map[string]any{"textDocument": map[string]any{"uri": uri}}, &lenses)
		if len(lenses) != 3 || lenses[0].Command.Title != step.accepted || lenses[1].Command.Title != step.tokens {
			t.Fatalf("%s: lenses %+v", step.name, lenses)
		}
		for _, l := range lenses[:2] {
			if l.Range.Start.Line != 0 || l.Range.End.Line != 0 || l.Command.Command != "show" || len(l.Command.Arguments) != 1 || l.Command.Arguments[0] != uri {
				t.Errorf("%s: lens %+v", step.name, l)
			}
		}
	}
	for _, other := range []string{string(position.PathURI(nativePath("/ws/AGENTS.md"))), "file:///elsewhere/SKILL.md"} {
		var lenses []any
		c.result("textDocument/codeLens", map[string]any{"textDocument": map[string]any{"uri": other}}, &lenses)
		if len(lenses) != 0 {
			t.Errorf("%s has the lenses %v", other, lenses)
		}
	}
}
