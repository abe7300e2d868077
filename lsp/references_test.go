package lsp

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"skills-ls/lsp/session"
)

// TestReferencesOfUnsaved requests references after unsaved edits. The buffers count, and the files on disk
// do not.
func TestReferencesOfUnsaved(t *testing.T) {
	files := memoryFiles{
		"/ws/.agents/skills/demo/SKILL.md":  skillText("demo", "Body.\n"),
		"/ws/.agents/skills/other/SKILL.md": skillText("other", "Ask $demo.\n"),
		"/ws/AGENTS.md":                     "Use $demo, or [it](.agents/skills/demo).\n",
	}
	c, s := startMemory(t, session.Options{FS: files, Home: nativePath("/home/user"), Cwd: nativePath("/ws")})
	c.initialize(fullCapabilities, fmt.Sprintf(`"workspaceFolders":[{"uri":%q,"name":"ws"}]`, markerURI("")))
	wait(s, t)
	asked := markerURI(".agents/skills/demo/SKILL.md")
	names := func() []string {
		var list []struct {
			URI   string
			Range testRange
		}
		params := at(asked, 1, 7)
		params["context"] = map[string]any{"includeDeclaration": false}
		c.result("textDocument/references", params, &list)
		found := []string{}
		for _, l := range list {
			found = append(found, fmt.Sprintf("%s:%d", archiveName(l.URI), l.Range.Start.Line))
		}
		return found
	}
	want := func(what string, want ...string) {
		t.Helper()
		if got := names(); !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", what, got, want)
		}
	}
	want("nothing is open", ".agents/skills/other/SKILL.md:4", "AGENTS.md:0", "AGENTS.md:0")

	agents := markerURI("AGENTS.md")
	c.open(agents, "Nothing.\n")
	want("the mention is gone from a buffer", ".agents/skills/other/SKILL.md:4")
	c.change(agents, 2, map[string]any{"text": "One.\n\nNow $demo.\n"})
	want("there is another", ".agents/skills/other/SKILL.md:4", "AGENTS.md:2")
	c.notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": agents}})
	want("it was closed unsaved", ".agents/skills/other/SKILL.md:4", "AGENTS.md:0", "AGENTS.md:0")

	c.open(asked, strings.Replace(files["/ws/.agents/skills/demo/SKILL.md"], "name: demo", "name: new", 1))
	want("the name is another one, unsaved, and links stay", "AGENTS.md:0")
}
