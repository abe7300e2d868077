package lsp

import (
	"testing"
	"time"

	"skills-ls/analysis/workspace"
	"skills-ls/lsp/session"
)

// TestRefreshShown checks when the client is asked to refresh what depends on other files: after a skill may
// have been added, removed or renamed, once for many changes in a row, and not while the user types in a
// body. The server sends only requests that the client supports.
func TestRefreshShown(t *testing.T) {
	t.Parallel()
	text := skillText("deploy", "Text.")
	path := "/ws/.agents/skills/deploy/SKILL.md"
	c, s := startMemory(t, session.Options{FS: memoryFiles{path: text}})
	s.diagnoser.Delay = time.Hour // settle ends the pause in typing, however long the edits take
	c.initialize(`{"workspace":{"semanticTokens":{"refreshSupport":true},"codeLens":{"refreshSupport":true},"inlayHint":{"refreshSupport":false}}}`, workspaceFolder("/ws"))
	uri := memoryURI(path)
	asked := func(what string) int { return c.askedFor("workspace/" + what + "/refresh") }
	settle := func() {
		t.Helper()
		wantAlive(t, c)
		s.diagnoser.Paused()
		wait(s, t)
		waitFor(t, func() bool { return asked("semanticTokens") == asked("codeLens") }) // both are sent together
		for len(c.inbox) > 0 {
			c.next()
		}
	}
	c.open(uri, text)
	settle()
	waitFor(t, func() bool { // the first scan has ended, and the client was asked after it
		v := s.session.View()
		s.shown.mu.Lock()
		defer s.shown.mu.Unlock()
		return workspace.Scanned(v.Snapshot) && s.shown.turn == shownTurn(v) && s.shown.due == 0
	})
	waitFor(t, func() bool { return asked("semanticTokens") > 0 })
	settle()
	for i, step := range []struct {
		what    string
		change  map[string]any
		refresh int
	}{
		{"typed in the body", edit(6, 0, 6, 0, "More.\n"), 0},
		{"typed in the name", edit(1, 12, 1, 12, "x"), 1},
	} {
		before := asked("semanticTokens")
		for n := range 5 {
			c.change(uri, 10*(i+1)+n, step.change)
		}
		settle()
		waitFor(t, func() bool { return asked("semanticTokens") >= before+step.refresh })
		settle()
		if got := asked("semanticTokens") - before; got != step.refresh {
			t.Errorf("%s: asked %d times, want %d", step.what, got, step.refresh)
		}
	}
	if asked("inlayHint") > 0 {
		t.Error("the client was asked for what it does not answer")
	}
}
