package lsp

import (
	"fmt"
	"strings"
	"testing"

	"skills-ls/lsp/diagnose"
	"skills-ls/lsp/position"
	"skills-ls/lsp/session"
)

// The tests of this file reproduce races that occur about once in a thousand sessions. In each of them,
// TestSoak found that a client had outdated diagnostics or missed some.

// sweptClient starts a server that publishes the diagnostics of closed files, in a workspace with the files,
// and waits for these diagnostics.
func sweptClient(t *testing.T, files memoryFiles) (*testClient, *server) {
	t.Helper()
	c, s := startMemory(t, session.Options{FS: files})
	c.initialize(`{}`, workspaceFolder("/ws"), `"initializationOptions":{"workspaceDiagnostics":true}`)
	settle(t, c, s)
	return c, s
}

func skillURI(name string) string {
	return string(position.PathURI(nativePath(fmt.Sprintf("/ws/.agents/skills/%s/SKILL.md", name))))
}

// TestClosedBufferWithoutFile checks that a document that was never saved has no diagnostics after it is
// closed, not even one for a missing file.
func TestClosedBufferWithoutFile(t *testing.T) {
	c, s := sweptClient(t, memoryFiles{"/ws/.agents/skills/a/SKILL.md": skillText("a")})
	c.open(skillURI("demo"), brokenSkill)
	wantPublished(t, settle(t, c, s), "v1 frontmatter/unclosed")
	c.notify("textDocument/didClose", at(skillURI("demo"), 0, 0))
	wantPublished(t, settle(t, c, s), "closed")
}

// TestPulledBufferWithoutFile is TestClosedBufferWithoutFile for a client that pulls.
func TestPulledBufferWithoutFile(t *testing.T) {
	c, s := startMemory(t, session.Options{FS: memoryFiles{"/ws/.agents/skills/a/SKILL.md": skillText("a")}})
	c.initialize(pulling, workspaceFolder("/ws"))
	w := &workspacePull{c, make(map[string]string)}
	c.open(skillURI("demo"), brokenSkill)
	pull(c, skillURI("demo"), "")
	answer := w.start("held", nil)
	settle(t, c, s)
	c.notify("textDocument/didClose", at(skillURI("demo"), 0, 0))
	wantLines(t, "after it was closed", w.take(memoryURI("/ws/.agents/skills"), c.await(answer, "the workspace").Result), "demo/SKILL.md full")
}

// TestClosedBufferElsewhere checks that a document outside of the workspace has no diagnostics after it is
// closed while a round is about to mark files. The document was open when the round began.
func TestClosedBufferElsewhere(t *testing.T) {
	c, s := sweptClient(t, memoryFiles{"/ws/.agents/skills/a/SKILL.md": skillText("a"), "/else/demo/SKILL.md": skillText("demo", "[x](gone.md)")})
	elsewhere := memoryURI("/else/demo/SKILL.md")
	c.open(elsewhere, brokenSkill)
	wantPublished(t, settle(t, c, s), "v1 frontmatter/unclosed")
	e := s.diagnoser.Effects(s.session.View(), diagnose.Change{Whole: true})
	c.notify("textDocument/didClose", at(elsewhere, 0, 0))
	wantAlive(t, c)
	s.diagnoser.Mark(e)
	wantPublished(t, settle(t, c, s), "closed")
}

// TestClosedFileDueAgain checks that diagnostics are published if they were not published at first, because
// the file had become due again, and the next diagnosis found the same.
func TestClosedFileDueAgain(t *testing.T) {
	c, s := sweptClient(t, memoryFiles{"/ws/.agents/skills/demo/SKILL.md": brokenSkill})
	path := nativePath("/ws/.agents/skills/demo/SKILL.md")
	d := s.diagnoser
	d.Mu.Lock()
	delete(d.Files, d.ClosedFiles.Files[path].Key) // as if nothing had been published
	d.ClosedFiles.Enqueue(path)
	d.Sweep()
	d.Mu.Unlock()
	wantPublished(t, settle(t, c, s), "closed frontmatter/unclosed")
}

// TestClosedFileInterrupted checks that the diagnostics of a closed file are published even if the user
// starts to type at that moment. Typing interrupts all work except that on the edited document.
func TestClosedFileInterrupted(t *testing.T) {
	c, s := sweptClient(t, memoryFiles{"/ws/.agents/skills/demo/SKILL.md": brokenSkill})
	path := nativePath("/ws/.agents/skills/demo/SKILL.md")
	d := s.diagnoser
	for range cap(d.BackgroundSlots) { // other files are being diagnosed
		d.BackgroundSlots <- struct{}{}
	}
	d.Mu.Lock()
	key := d.ClosedFiles.Files[path].Key
	d.ForgetClosed(path)
	d.Mu.Unlock()
	waitFor(t, func() bool {
		d.Mu.Lock()
		defer d.Mu.Unlock()
		d.Interrupt()
		return d.Files[key] == nil || !d.Files[key].Working
	})
	for range cap(d.BackgroundSlots) {
		<-d.BackgroundSlots
	}
	wantPublished(t, settle(t, c, s), "closed")
}

// TestClosedFileOvertaken checks that the diagnostics of a closed file are dropped if the setting is switched
// off or the file disappears during its diagnosis.
func TestClosedFileOvertaken(t *testing.T) {
	for name, overtake := range map[string]func(c *testClient, s *server, path string){
		"switched off": func(c *testClient, s *server, _ string) {
			c.notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{session.Section: map[string]any{"workspaceDiagnostics": false}}})
		},
		"lost": func(_ *testClient, s *server, path string) {
			s.diagnoser.Mu.Lock()
			defer s.diagnoser.Mu.Unlock()
			s.diagnoser.ForgetClosed(path)
		},
	} {
		t.Run(name, func(t *testing.T) {
			c, s := sweptClient(t, memoryFiles{"/ws/.agents/skills/demo/SKILL.md": brokenSkill})
			path := nativePath("/ws/.agents/skills/demo/SKILL.md")
			d := s.diagnoser
			d.Mu.Lock()
			d.ClosedFiles.Enqueue(path)
			d.ClosedFiles.Workers++ // this test
			d.Mu.Unlock()
			task := d.NextClosed()
			if task == nil {
				t.Fatal("there is nothing to do")
			}
			r := d.FindClosed(s.session.View(), path)
			overtake(c, s, path)
			wantAlive(t, c)
			waitFor(t, func() bool { // the round that the setting starts
				d.Mu.Lock()
				defer d.Mu.Unlock()
				return !d.Round.Running && d.Working == 0
			})
			d.SettleClosed(s.session.View(), task, r, false)
			if d.NextClosed() != nil {
				t.Error("the file is due again")
			}
			published := settle(t, c, s)
			if n := len(published); n == 0 || len(published[n-1].Diagnostics) > 0 {
				t.Errorf("%+v was published", published)
			}
		})
	}
}

// TestClosedFileGoneUnderway checks that nothing is published for a file that had no diagnostics and whose
// directory is deleted during its diagnosis.
func TestClosedFileGoneUnderway(t *testing.T) {
	files := memoryFiles{"/ws/.agents/skills/demo/SKILL.md": skillText("demo"), "/ws/.agents/skills/stays/SKILL.md": skillText("stays")}
	c, s := sweptClient(t, files)
	path := nativePath("/ws/.agents/skills/demo/SKILL.md")
	d := s.diagnoser
	d.Mu.Lock()
	d.ClosedFiles.Enqueue(path)
	d.ClosedFiles.Workers++ // this test
	d.Mu.Unlock()
	task := d.NextClosed()
	files.remove("/ws/.agents/skills/demo/SKILL.md")
	c.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": memoryURI("/ws/.agents/skills/demo"), "type": 3}}})
	wantAlive(t, c)
	waitFor(t, func() bool {
		d.Mu.Lock()
		defer d.Mu.Unlock()
		return !d.Round.Running && d.Working == 0
	})
	r := d.FindClosed(s.session.View(), path)
	if r.Hash == "" {
		t.Fatal("nothing is wrong with a file that is gone")
	}
	d.SettleClosed(s.session.View(), task, r, false)
	d.Mu.Lock()
	if d.ClosedFiles.Files[path] != nil {
		t.Error("the file is due again")
	}
	d.ClosedFiles.Workers-- // this test
	d.Sweep()
	d.Mu.Unlock()
	wantPublished(t, settle(t, c, s))
}

// TestClosedFileGoneAgain checks that the diagnostics of a file are cleared if it disappears, comes back before that
// was published, and disappears again before it was diagnosed.
func TestClosedFileGoneAgain(t *testing.T) {
	files := memoryFiles{"/ws/.agents/skills/demo/SKILL.md": brokenSkill}
	c, s := sweptClient(t, files)
	path := nativePath("/ws/.agents/skills/demo/SKILL.md")
	d := s.diagnoser
	d.Mu.Lock()
	delete(d.ClosedFiles.Files, path) // it had disappeared
	d.ClosedFiles.Enqueue(path)
	d.Mu.Unlock()
	files.remove("/ws/.agents/skills/demo/SKILL.md")
	c.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": memoryURI("/ws/.agents/skills/demo"), "type": 3}}})
	wantPublished(t, settle(t, c, s), "closed")
}

// TestFolderTakenOut checks that the diagnostics of a folder's files are cleared when the folder leaves the
// workspace.
func TestFolderTakenOut(t *testing.T) {
	c, s := sweptClient(t, memoryFiles{
		"/ws/.agents/skills/demo/SKILL.md": brokenSkill,
		"/other/.agents/skills/b/SKILL.md": skillText("b", "[x](../../../../ws/.agents/skills/demo/SKILL.md)"),
	})
	other := map[string]any{"uri": position.PathURI(nativePath("/other")), "name": "other"}
	folders := func(added, removed []any) {
		c.notify("workspace/didChangeWorkspaceFolders", map[string]any{"event": map[string]any{"added": added, "removed": removed}})
	}
	folders([]any{other}, []any{})
	settle(t, c, s)
	wait(s, t)
	settle(t, c, s)
	ws := map[string]any{"uri": position.PathURI(nativePath("/ws")), "name": "ws"}
	folders([]any{}, []any{ws, other})
	settle(t, c, s)
	wait(s, t)
	settle(t, c, s)
	if paths := s.session.View().Snapshot.Files(); len(paths) > 0 {
		t.Errorf("there are %q in a workspace without folders", paths)
	}
	d := s.diagnoser
	d.Mu.Lock()
	defer d.Mu.Unlock()
	for _, f := range d.Files {
		if strings.HasSuffix(f.Path, "SKILL.md") && !f.Shown.IsEmpty() {
			t.Errorf("the client has findings of %s", f.Path)
		}
	}
}
