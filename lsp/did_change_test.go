package lsp

import (
	"testing"
	"time"

	"skills-ls/lsp/session"
)

// TestSkillsDidChange checks when a client that asked for it is notified that catalogs may have changed: for
// changes that an agent would see, once for many changes in a row, and for the text of a body below its first
// line only when it is saved. Other clients are never notified.
func TestSkillsDidChange(t *testing.T) {
	t.Parallel()
	for _, wanted := range []bool{true, false} {
		text := skillText("deploy", "What some agents take for a description.")
		c, s := startMemory(t, session.Options{FS: memoryFiles{"/ws/.agents/skills/deploy/SKILL.md": text}})
		s.diagnoser.Delay = time.Hour // told ends the pause in typing, however long the edits take
		fields := []string{workspaceFolder("/ws")}
		if wanted {
			fields = append(fields, `"initializationOptions":{"skillsDidChange":true}`)
		}
		c.initialize(pulling, fields...)
		uri := memoryURI("/ws/.agents/skills/deploy/SKILL.md")
		told := func(what string, want bool) {
			t.Helper()
			wantAlive(t, c)
			s.diagnoser.Paused()
			wait(s, t)
			wantAlive(t, c)
			n := 0
			for len(c.inbox) > 0 {
				m := c.next()
				if m.Method != "skills/didChange" || string(m.Params) != "{}" {
					t.Fatalf("%s: the server said %s %s", what, m.Method, m.Params)
				}
				n++
			}
			if n > 1 || n == 1 != (want && wanted) {
				t.Errorf("%s: told %d times, wanted %v", what, n, wanted)
			}
		}
		c.open(uri, text)
		wantAlive(t, c)
		s.diagnoser.Paused()
		wait(s, t)
		wantAlive(t, c)
		for len(c.inbox) > 0 {
			c.next()
		}
		for version := range 20 {
			c.change(uri, version+2, edit(5, 0, 5, 0, "More.\n"))
		}
		told("typed in the body", false)
		c.notify("textDocument/didSave", at(uri, 0, 0))
		told("saved the body", true)
		for version := range 20 {
			c.change(uri, version+30, edit(1, 12, 1, 12, "x"))
		}
		told("typed in the name", true)
		c.notify("textDocument/didClose", at(uri, 0, 0))
		told("closed, and the file has another name", true)
		c.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": memoryURI("/ws/.agents/skills/new/SKILL.md"), "type": 1}}})
		told("a file came", true)
	}
}

// TestSkillsDidChangeMeanwhile checks that the client is notified of a change even if a request has read the
// disk again before the round for the change ends.
func TestSkillsDidChangeMeanwhile(t *testing.T) {
	path := "/ws/.agents/skills/deploy/SKILL.md"
	c, s := startMemory(t, session.Options{FS: memoryFiles{path: skillText("deploy")}})
	c.initialize(pulling, workspaceFolder("/ws"), `"initializationOptions":{"skillsDidChange":true}`)
	wait(s, t)
	wantAlive(t, c)
	for len(c.inbox) > 0 {
		c.next()
	}
	changed := s.session.Update(func(next *session.View) { next.Snapshot = next.Snapshot.Refresh(path) })
	if s.latest(changed, "").Snapshot == changed.Snapshot {
		t.Fatal("the disk was not looked at")
	}
	catalogRounded(s, changed)
	s.catalog.wait(t)
	if m := c.next(); m.Method != "skills/didChange" {
		t.Errorf("the server said %s", m.Method)
	}
}
