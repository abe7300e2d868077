package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/workspace"
	"skills-ls/lsp/position"
	"skills-ls/lsp/session"
)

// countRules counts how often a server runs the rules of each kind. It must be called before the server gets
// a message.
func countRules(s *server) (own, crossFile *atomic.Int64) {
	counted := func(run func(context.Context, *workspace.Snapshot, string) []diagnostic.Diagnostic) (func(context.Context, *workspace.Snapshot, string) []diagnostic.Diagnostic, *atomic.Int64) {
		n := new(atomic.Int64)
		return func(ctx context.Context, snapshot *workspace.Snapshot, path string) []diagnostic.Diagnostic {
			n.Add(1)
			return run(ctx, snapshot, path)
		}, n
	}
	s.diagnoser.Own, own = counted(s.diagnoser.Own)
	s.diagnoser.CrossFile, crossFile = counted(s.diagnoser.CrossFile)
	return own, crossFile
}

// TestActionsOfKnownFindings checks that code actions run no rule whose diagnostics are known, and that they
// never offer fixes for diagnostics from before a change of the text, of another open file, or on disk.
func TestActionsOfKnownFindings(t *testing.T) {
	files := memoryFiles{"/ws/.git/HEAD": "", "/ws/.agents/skills/b/SKILL.md": skillText("b")}
	c, s := startMemory(t, session.Options{FS: files})
	own, crossFile := countRules(s)
	c.initialize(fullCapabilities, fmt.Sprintf(`"rootUri":%q`, position.PathURI(nativePath("/ws"))))
	s.diagnoser.Delay = time.Hour // no pause in typing ends by itself
	uri, otherURI := string(position.PathURI(nativePath("/ws/.agents/skills/a/SKILL.md"))), string(position.PathURI(nativePath("/ws/.agents/skills/b/SKILL.md")))
	pause := func() {
		t.Helper()
		wantAlive(t, c)
		s.diagnoser.Mu.Lock()
		s.diagnoser.Round.Pause.Stop()
		s.diagnoser.Mu.Unlock()
		s.diagnoser.Paused()
		settle(t, c, s)
	}
	wait(s, t)
	s.watching.Distrust.Store(nil) // so that no request reads the disk again
	params := map[string]any{
		"textDocument": map[string]any{"uri": uri}, "context": map[string]any{"diagnostics": []any{}},
		"range": edit(0, 0, 50, 0, "")["range"],
	}
	asks := func(step, want string, ownRuns, crossFileRuns int64) {
		t.Helper()
		wantAlive(t, c)
		beforeOwn, beforeCrossFile := own.Load(), crossFile.Load()
		var actions []struct{ Diagnostics []testDiagnostic }
		m := c.call("textDocument/codeAction", params)
		if err := json.Unmarshal(m.Result, &actions); err != nil {
			t.Fatalf("%s: %s", step, m.Result)
		}
		codes := make(map[string]bool)
		for _, a := range actions {
			for _, d := range a.Diagnostics {
				codes[d.Code] = true
			}
		}
		if got := fmt.Sprint(codes); got != want {
			t.Errorf("%s: actions for %s, want %s", step, got, want)
		}
		if a, b := own.Load()-beforeOwn, crossFile.Load()-beforeCrossFile; a != ownRuns || b != crossFileRuns {
			t.Errorf("%s: own rules ran %d times, want %d; cross-file rules %d, want %d", step, a, ownRuns, b, crossFileRuns)
		}
	}
	c.open(uri, skillText("a", "[x](x.md)"))
	c.open(otherURI, skillText("b"))
	pause()
	asks("all is known", "map[link/broken:true]", 0, 0)
	asks("and stays so", "map[link/broken:true]", 0, 0)

	c.change(uri, 2, edit(5, 0, 5, 0, "Text.\n"))
	waitForWork(t, c, s)
	asks("while somebody types", "map[link/broken:true]", 0, 1)
	pause()
	asks("after that", "map[link/broken:true]", 0, 0)

	c.change(otherURI, 2, edit(1, 0, 2, 0, "name: a\n"))
	waitForWork(t, c, s)
	asks("while somebody types elsewhere", "map[link/broken:true name/ambiguous:true]", 1, 1)
	pause()
	asks("after that", "map[link/broken:true name/ambiguous:true]", 0, 0)

	files.put("/ws/.agents/skills/a/x.md", "")
	c.notify("workspace/didChangeWatchedFiles", toldOf(nativePath("/ws/.agents/skills/a/x.md"), 1))
	wantAlive(t, c)
	settle(t, c, s)
	asks("the file is there", "map[name/ambiguous:true]", 0, 0)
}

// waitForWork waits until no document is being worked on. The typing need not have paused.
func waitForWork(t *testing.T, c *testClient, s *server) {
	wantAlive(t, c)
	waitFor(t, func() bool {
		s.diagnoser.Mu.Lock()
		defer s.diagnoser.Mu.Unlock()
		return s.diagnoser.Working == 0 && !s.diagnoser.Round.Running
	})
}
