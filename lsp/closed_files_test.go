package lsp

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"skills-ls/lsp/position"
	"skills-ls/lsp/session"
	"skills-ls/skills/vfs"
)

// TestWorkspaceDiagnostics checks the setting that publishes the diagnostics of closed files. They follow the
// files on disk, are replaced by those of a document when it is opened, return when it is closed, and are
// cleared once when the setting is switched off. Nothing is published for a file that never had a diagnostic.
func TestWorkspaceDiagnostics(t *testing.T) {
	t.Parallel()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	path := func(name string) string {
		return filepath.Join(root, ".agents", "skills", filepath.FromSlash(name))
	}
	uri := func(name string) string { return string(position.PathURI(path(name))) }
	write := func(name, text string) { writeWhole(t, path(name), text) }
	broken := skillText("bad", "[x](gone.md)")
	write("good/SKILL.md", skillText("good"))
	write("bad/SKILL.md", broken)
	write("worse/SKILL.md", skillText("worse", "Run $goood."))
	c, s := startMemory(t, session.Options{FS: vfs.Disk{}})
	c.initialize(`{}`, fmt.Sprintf(`"rootUri":%q,"initializationOptions":{"workspaceDiagnostics":true}`, position.PathURI(root)))
	configure := func(on bool) {
		c.notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"skills-ls": map[string]any{"workspaceDiagnostics": on}}})
	}
	watched := func(name string, kind int) {
		c.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": uri(name), "type": kind}}})
	}
	step := func(what string, want ...string) {
		t.Helper()
		var got []string
		for _, p := range settle(t, c, s) {
			version := "closed"
			if p.Version != nil {
				version = fmt.Sprint("v", *p.Version)
			}
			got = append(got, strings.TrimSpace(strings.TrimPrefix(p.URI, uri(""))+" "+version+" "+starts(p.Diagnostics)))
		}
		slices.Sort(got)
		wantLines(t, what, got, want...)
	}
	step("at first", "/bad/SKILL.md closed link/broken@4:4", "/worse/SKILL.md closed mention/unknown@4:4")
	watched("bad/SKILL.md", 2)
	step("nothing has changed")
	c.open(uri("bad/SKILL.md"), broken)
	step("opened as it is")
	c.change(uri("bad/SKILL.md"), 2, edit(4, 0, 4, 0, "\n"))
	step("edited", "/bad/SKILL.md v2 link/broken@5:4")
	c.notify("textDocument/didClose", at(uri("bad/SKILL.md"), 0, 0))
	step("closed", "/bad/SKILL.md closed link/broken@4:4")
	c.open(uri("bad/SKILL.md"), skillText("bad"))
	step("opened without what is wrong in the file", "/bad/SKILL.md v1")
	c.notify("textDocument/didClose", at(uri("bad/SKILL.md"), 0, 0))
	step("closed", "/bad/SKILL.md closed link/broken@4:4")
	write("bad/gone.md", "# Here\n")
	watched("bad/gone.md", 1)
	step("what a link leads to came", "/bad/SKILL.md closed")
	if err := os.RemoveAll(path("worse")); err != nil {
		t.Fatal(err)
	}
	watched("worse", 3)
	step("a directory went", "/worse/SKILL.md closed")
	write("worse/SKILL.md", skillText("other"))
	watched("worse/SKILL.md", 1)
	step("a file came", "/worse/SKILL.md closed name/directory@1:6")
	c.open(uri("good/SKILL.md"), skillText("good", "[x](gone.md)"))
	step("an open document", "/good/SKILL.md v1 link/broken@4:4")
	configure(false)
	step("switched off", "/worse/SKILL.md closed")
	c.notify("textDocument/didClose", at(uri("good/SKILL.md"), 0, 0))
	step("closed", "/good/SKILL.md closed")
	configure(true)
	step("switched on", "/worse/SKILL.md closed name/directory@1:6")
	outside := filepath.Join(t.TempDir(), "demo", "SKILL.md")
	c.open(string(position.PathURI(outside)), brokenSkill)
	wantPublished(t, settle(t, c, s), "v1 frontmatter/unclosed")
	c.notify("textDocument/didClose", at(string(position.PathURI(outside)), 0, 0))
	wantPublished(t, settle(t, c, s), "closed")
	if n := len(s.diagnoser.Files); n != 1 {
		t.Errorf("%d documents are remembered, want that which the client has findings of", n)
	}
}

// TestWorkspaceDiagnosticsOfPullers checks that the setting changes nothing for clients that pull.
func TestWorkspaceDiagnosticsOfPullers(t *testing.T) {
	c, s := startMemory(t, session.Options{FS: memoryFiles{"/ws/.agents/skills/bad/SKILL.md": brokenSkill}})
	c.initialize(pulling, workspaceFolder("/ws"), `"initializationOptions":{"workspaceDiagnostics":true}`)
	wantPublished(t, settle(t, c, s))
	c.open("untitled:SKILL.md", brokenSkill)
	wantPublished(t, settle(t, c, s))
	c.notify("textDocument/didClose", at("untitled:SKILL.md", 0, 0))
	wantPublished(t, settle(t, c, s))
}

// TestClosedFilesWaitForTyping checks that no closed file is diagnosed while the user types. If they were, keystrokes
// would take half as long again, and the slowest four times as long.
func TestClosedFilesWaitForTyping(t *testing.T) {
	files := memoryFiles{"/ws/.agents/skills/demo/SKILL.md": skillText("demo")}
	c, s := sweptClient(t, files)
	d := s.diagnoser
	d.Mu.Lock()
	d.Delay = time.Hour // the pause in typing does not end by itself
	d.Mu.Unlock()
	for range cap(d.BackgroundSlots) { // so that a diagnosis that begins does not end
		d.BackgroundSlots <- struct{}{}
	}
	c.open("untitled:SKILL.md", skillText("new"))
	files.put("/ws/.agents/skills/demo/SKILL.md", brokenSkill)
	c.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": skillURI("demo"), "type": 2}}})
	wantAlive(t, c)
	waitFor(t, func() bool {
		d.Mu.Lock()
		defer d.Mu.Unlock()
		return !d.Round.Running
	})
	d.Mu.Lock()
	if d.ClosedFiles.Workers > 0 {
		t.Error("a closed file is being diagnosed")
	}
	d.ClosedFiles.Workers++ // this test
	d.Mu.Unlock()
	if d.NextClosed() != nil {
		t.Error("a closed file is diagnosed next")
	}
	for range cap(d.BackgroundSlots) {
		<-d.BackgroundSlots
	}
	d.Mu.Lock()
	d.Round.Pause.Stop()
	d.Mu.Unlock()
	d.Paused()
	wantPublished(t, settle(t, c, s), "closed frontmatter/unclosed")
}
