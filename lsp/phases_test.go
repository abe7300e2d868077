package lsp

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"skills-ls/lsp/position"
	"skills-ls/lsp/session"
)

// gatedFiles is a file system with one file that cannot be read while the gate is locked.
type gatedFiles struct {
	memoryFiles
	file string
	gate sync.RWMutex
	read atomic.Int64 // number of attempts to read the file
}

func (g *gatedFiles) ReadFile(name string) (string, error) {
	if memoryName(name) == g.file {
		g.read.Add(1)
		g.gate.RLock()
		defer g.gate.RUnlock()
	}
	return g.memoryFiles.ReadFile(name)
}

// memoryURI returns the URI of a file in memory.
func memoryURI(name string) string { return string(position.PathURI(nativePath(name))) }

// workspaceFolder returns the field of initialize that names a folder in memory.
func workspaceFolder(name string) string { return fmt.Sprintf(`"rootUri":%q`, memoryURI(name)) }

// nextPublished waits for the next publishDiagnostics notification.
func nextPublished(c *testClient) (p publishedList) {
	c.t.Helper()
	c.nextOf("textDocument/publishDiagnostics", &p)
	return p
}

// starts returns the rule and the start of each diagnostic, as rule@line:character.
func starts(list []testDiagnostic) string {
	var described []string
	for _, d := range list {
		described = append(described, fmt.Sprintf("%s@%d:%d", d.Code, d.Range.Start.Line, d.Range.Start.Character))
	}
	return strings.Join(described, " ")
}

// TestOthersMoveAlong checks that cross-file diagnostics neither disappear nor lag behind while the user
// types. The first list published after an edit has their moved ranges, and nothing new is published after
// the pause.
func TestOthersMoveAlong(t *testing.T) {
	t.Parallel()
	text := skillText("other", "[x](gone.md)", "Run $deplyo now.")
	files := memoryFiles{
		"/ws/.agents/skills/deploy/SKILL.md": skillText("deploy"),
		"/ws/.agents/skills/other/SKILL.md":  text,
	}
	c, s := startMemory(t, session.Options{FS: files})
	c.initialize(`{}`, workspaceFolder("/ws"))
	settle(t, c, s)
	uri := memoryURI("/ws/.agents/skills/other/SKILL.md")
	c.open(uri, text)
	for starts(nextPublished(c).Diagnostics) != "link/broken@4:4 mention/unknown@5:4" {
	}
	settle(t, c, s)
	version := 1
	for _, test := range []struct {
		name    string
		changes []map[string]any
		want    []string // what is published, in order
	}{
		{"a line before", []map[string]any{edit(4, 0, 4, 0, "new\n")}, []string{"link/broken@5:4 mention/unknown@6:4"}},
		{"several edits, from the end to the start", []map[string]any{edit(6, 0, 6, 3, "Do"), edit(4, 0, 5, 0, "")}, []string{"link/broken@4:4 mention/unknown@5:3"}},
		{"within, so that it is another", []map[string]any{edit(5, 8, 5, 8, "x")}, []string{"link/broken@4:4 mention/unknown@5:3", "link/broken@4:4"}},
		{"and back", []map[string]any{edit(5, 8, 5, 9, "")}, []string{"link/broken@4:4 mention/unknown@5:3"}},
		{"the whole text", []map[string]any{{"text": strings.Replace(text, "Run", "é Run", 1)}}, []string{"link/broken@4:4 mention/unknown@5:6"}},
		{"all of it", []map[string]any{edit(5, 6, 5, 13, "")}, []string{"link/broken@4:4"}},
		{"another one", []map[string]any{edit(5, 6, 5, 6, "$deploi")}, []string{"link/broken@4:4 mention/unknown@5:6"}}, // after the pause
	} {
		version++
		c.change(uri, version, test.changes...)
		var got []string
		for _, p := range settle(t, c, s) {
			if p.Version == nil || *p.Version != version {
				t.Fatalf("%s: published version %v, want %d", test.name, p.Version, version)
			}
			got = append(got, starts(p.Diagnostics))
		}
		if fmt.Sprint(got) != fmt.Sprint(test.want) {
			t.Errorf("%s: published %q, want %q", test.name, got, test.want)
		}
	}
}

// TestOthersWaitForTheScan checks that cross-file diagnostics are not published before the scan has read the
// other files, and are published at once afterward.
func TestOthersWaitForTheScan(t *testing.T) {
	text := skillText("other", "[x](gone.md)", "Run $deplyo.")
	files := &gatedFiles{
		memoryFiles: memoryFiles{
			"/ws/.agents/skills/deploy/SKILL.md":     skillText("deploy"),
			"/ws/.agents/skills/deploy/more/SLOW.md": "# Slow\n",
			"/ws/.agents/skills/other/SKILL.md":      text,
		},
		file: "/ws/.agents/skills/deploy/more/SLOW.md",
	}
	files.gate.Lock()
	c, s := startMemory(t, session.Options{FS: files})
	c.initialize(`{}`, workspaceFolder("/ws"))
	uri := memoryURI("/ws/.agents/skills/other/SKILL.md")
	c.open(uri, text)
	if got := starts(nextPublished(c).Diagnostics); got != "link/broken@4:4" {
		t.Errorf("during the scan %q is published", got)
	}
	wantAlive(t, c)
	waitDiagnosed(t, s)
	c.change(uri, 2, edit(4, 0, 4, 0, "\n"))
	if got := starts(nextPublished(c).Diagnostics); got != "link/broken@5:4" {
		t.Errorf("during the scan %q is published of the second version", got)
	}
	waitDiagnosed(t, s)
	files.gate.Unlock()
	if p := nextPublished(c); starts(p.Diagnostics) != "link/broken@5:4 mention/unknown@6:4" || *p.Version != 2 {
		t.Errorf("after the scan %+v is published", p)
	}
	wantPublished(t, settle(t, c, s))
}

// TestRoundsAreCoalesced checks that any number of file changes during a round cause only one more round. The
// test counts the reads of a linked file, which each diagnosis of the document reads again.
func TestRoundsAreCoalesced(t *testing.T) {
	text := skillText("other", "[x](notes.md#none)")
	files := &gatedFiles{
		memoryFiles: memoryFiles{"/ws/.agents/skills/other/SKILL.md": text, "/ws/.agents/skills/other/notes.md": "# Notes\n"},
		file:        "/ws/.agents/skills/other/notes.md",
	}
	c, s := startMemory(t, session.Options{FS: files})
	c.initialize(`{}`, workspaceFolder("/ws"))
	c.open(memoryURI("/ws/.agents/skills/other/SKILL.md"), text)
	wantPublished(t, settle(t, c, s), "v1 link/fragment")

	files.read.Store(0)
	files.gate.Lock()
	notes := map[string]any{"uri": memoryURI(files.file), "type": 2}
	for range 100 {
		c.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{notes}})
	}
	c.call("textDocument/hover", at("untitled:none", 0, 0)) // the answer shows that the server has read the notifications
	files.gate.Unlock()
	wantPublished(t, settle(t, c, s))
	if n := files.read.Load(); n < 1 || n > 5 {
		t.Errorf("the file was read %d times", n)
	}
}
