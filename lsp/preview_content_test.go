package lsp

import (
	"fmt"
	"strings"
	"testing"

	"go.lsp.dev/uri"

	"skills-ls/lsp/session"
)

// TestPreviewURI checks that parsePreviewURI reads URIs, and that previewURI writes them with the same
// meaning.
func TestPreviewURI(t *testing.T) {
	for text, want := range map[string]string{
		"skills-preview:///a/SKILL.md":                                  "file:///a/SKILL.md",
		"skills-preview:/a/SKILL.md":                                    "file:/a/SKILL.md",
		"SKILLS-PREVIEW:///a%20b/SKILL.md#x":                            "file:///a%20b/SKILL.md",
		"skills-preview:untitled:Untitled-1?agent=codex":                "untitled:Untitled-1 codex",
		"skills-preview:untitled%3AUntitled-1":                          "untitled:Untitled-1",
		"skills-preview:file:///a/SKILL.md":                             "file:///a/SKILL.md",
		"skills-preview:///a/SKILL.md?agent=codex&arguments=a&b=c":      "file:///a/SKILL.md codex [a&b=c]",
		"skills-preview:///a/SKILL.md?agent%3Dcodex%26arguments%3Da%26": "file:///a/SKILL.md codex [a&]",
		"skills-preview:///a/SKILL.md?arguments=":                       "file:///a/SKILL.md  []",
		"skills-preview:///a/SKILL.md?arguments=agent=codex":            "file:///a/SKILL.md  [agent=codex]",
		"skills-preview:///a/SKILL.md?":                                 "file:///a/SKILL.md",
		"skills-preview:///a/SKILL.md?&&":                               "file:///a/SKILL.md",
		"skills-preview:///a/SKILL.md?model=codex":                      "error: unknown query parameter model=codex: expected agent or arguments",
		"skills-preview:":                                               "error: URI without a skill",
		"skills-preview:?agent=codex":                                   "error: URI without a skill",
		"skills-preview":                                                "error: URI scheme is not skills-preview",
		"file:///a/SKILL.md":                                            "error: URI scheme is not skills-preview",
		"":                                                              "error: URI scheme is not skills-preview",
	} {
		describe := func(text string) (previewAddress, string) {
			a, message := parsePreviewURI(text)
			if message != "" {
				return a, "error: " + message
			}
			got := string(a.document) + " " + a.agent
			if a.arguments != nil {
				got += " [" + *a.arguments + "]"
			}
			return a, strings.TrimRight(got, " ")
		}
		a, got := describe(text)
		if got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
		if strings.HasPrefix(got, "error") {
			continue
		}
		if _, again := describe(previewURI(a)); again != want {
			t.Errorf("%s: written as %s, which says %s", text, previewURI(a), again)
		}
	}
}

// previewContent returns the text of a preview document, or the error as text.
func previewContent(c *testClient, at string) string {
	var result struct{ Text string }
	m := c.call("workspace/textDocumentContent", map[string]any{"uri": at})
	if m.Error != nil {
		return fmt.Sprintf("error %d %s", m.Error.Code, m.Error.Data)
	}
	if err := decodeResult(m.Result, &result); err != nil {
		return err.Error()
	}
	return result.Text
}

// TestPreviewContent checks that a preview document has the content of skills/preview, and which error the
// client gets if there is no preview.
func TestPreviewContent(t *testing.T) {
	path := "/ws/.agents/skills/my skill/SKILL.md"
	c, _ := startMemory(t, session.Options{FS: memoryFiles{path: skillText("my-skill", "Take $ARGUMENTS."), "/secret/SKILL.md": skillText("secret", "Text.")}})
	answer := c.initialize(`{"workspace":{"textDocumentContent":{}}}`, workspaceFolder("/ws"))
	if !strings.Contains(string(answer.Result), `"textDocumentContent":{"schemes":["skills-preview"]}`) {
		t.Errorf("advertised is %s", answer.Result)
	}
	at := strings.Replace(memoryURI(path), "file:", "skills-preview:", 1)
	preview := func(params map[string]any) string {
		var result struct{ Content string }
		c.result("skills/preview", params, &result)
		return result.Content
	}
	named := map[string]any{"uri": memoryURI(path)}
	if got, want := previewContent(c, at), preview(map[string]any{"textDocument": named}); got != want || got == "" {
		t.Errorf("got %q, want %q", got, want)
	}
	want := preview(map[string]any{"textDocument": named, "agent": "claude-code", "arguments": "a&b"})
	if got := previewContent(c, at+"?agent=claude-code&arguments=a%26b"); got != want || !strings.Contains(got, "a&b") {
		t.Errorf("got %q, want %q", got, want)
	}
	text := skillText("fresh", "Unsaved.")
	c.open("untitled:Untitled-1", text)
	if got := previewContent(c, "skills-preview:untitled:Untitled-1"); !strings.Contains(got, "Unsaved.") {
		t.Errorf("of an unsaved skill: %q", got)
	}
	c.open(at, text) // some editors send didOpen for every document
	if got := c.call("textDocument/documentSymbol", map[string]any{"textDocument": map[string]any{"uri": at}}); string(got.Result) != "[]" {
		t.Errorf("a preview is taken for a skill: %s", got.Result)
	}
	for at, want := range map[string]string{
		at + "?agent=none":                              `unknown_agent`,
		at + "?nonsense":                                `invalid_uri`,
		"skills-preview:/ws/none/SKILL.md":              `not_found`,
		"skills-preview:/secret/SKILL.md":               `not_found`,
		"skills-preview:/ws/none.txt":                   `not_a_skill`,
		"skills-preview:untitled:none":                  `not_`,
		"file:///ws/.agents/skills/my%20skill/SKILL.md": `invalid_uri`,
		"": `invalid_uri`,
	} {
		if got := previewContent(c, at); !strings.HasPrefix(got, `error -32602 {"reason":"`+want) {
			t.Errorf("%s: %s, want %s", at, got, want)
		}
	}
}

// TestPreviewRefresh checks that the client is asked to refresh a preview when the injected text changes,
// because of the skill itself or of other files that the agent mentions. No refresh follows another change,
// and none is sent for a preview that the client has not requested.
func TestPreviewRefresh(t *testing.T) {
	t.Parallel()
	path, other := "/ws/.agents/skills/deploy/SKILL.md", "/ws/.agents/skills/other/SKILL.md"
	files := memoryFiles{path: skillText("deploy", "Text."), other: skillText("other", "Text.")}
	c, s := startMemory(t, session.Options{FS: files})
	c.initialize(`{"workspace":{"textDocumentContent":{}}}`, workspaceFolder("/ws"))
	at := strings.Replace(memoryURI(path), "file:", "skills-preview:", 1)
	const refresh = "workspace/textDocumentContent/refresh"
	settle := func() {
		t.Helper()
		wantAlive(t, c)
		wait(s, t)
		waitFor(t, func() bool {
			s.previews.mu.Lock()
			defer s.previews.mu.Unlock()
			return !s.previews.refreshing
		})
		for len(c.inbox) > 0 {
			c.next()
		}
	}
	c.open(memoryURI(path), files[path])
	c.open(memoryURI(other), files[other])
	settle()
	before := previewContent(c, at)
	settle()
	for i, step := range []struct {
		what, path string
		refreshed  bool
	}{
		{"another skill is typed in", other, false},
		{"the skill is typed in", path, true},
		{"it is typed in again", path, true},
	} {
		n := c.askedFor(refresh)
		c.change(memoryURI(step.path), 10+i, edit(6, 0, 6, 0, "More.\n"))
		settle()
		if step.refreshed {
			waitFor(t, func() bool { return c.askedFor(refresh) > n })
			after := previewContent(c, at)
			if after == before {
				t.Errorf("%s: the preview is the same: %q", step.what, after)
			}
			before = after
		}
		settle()
		want := n
		if step.refreshed {
			want++
		}
		if got := c.askedFor(refresh); got != want {
			t.Errorf("%s: asked %d times, want %d", step.what, got-n, want-n)
		}
	}
	n := c.askedFor(refresh)
	for i := range 2 * maxShownPreviews {
		previewContent(c, fmt.Sprintf("%s?arguments=%d", at, i))
	}
	if got := len(s.previews.list); got != maxShownPreviews {
		t.Errorf("%d previews are looked after, want %d", got, maxShownPreviews)
	}
	c.change(memoryURI(path), 20, edit(6, 0, 6, 0, "Even more.\n"))
	settle()
	waitFor(t, func() bool { return c.askedFor(refresh) == n+maxShownPreviews })
}

// FuzzPreviewURI checks that parsePreviewURI reads back what previewURI has written.
func FuzzPreviewURI(f *testing.F) {
	f.Add("/a/SKILL.md", "codex", "a&b", true)
	f.Fuzz(func(t *testing.T, path, agent, arguments string, has bool) {
		if strings.ContainsAny(agent, "&") || path == "" {
			t.Skip("no agent's ID")
		}
		a := previewAddress{document: uri.URI("file:///" + queryEncoded(path)), agent: agent}
		if has {
			a.arguments = &arguments
		}
		got, message := parsePreviewURI(previewURI(a))
		same := got.document == a.document && got.agent == a.agent && (got.arguments == nil) == (a.arguments == nil) && (!has || *got.arguments == arguments)
		if strings.HasPrefix(agent, "arguments=") {
			return
		}
		if message != "" || !same {
			t.Errorf("%s: %s, got %+v", previewURI(a), message, got)
		}
	})
}
