package lsp

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"go.lsp.dev/uri"

	"skills-ls/analysis/rules"
	"skills-ls/lsp/position"
	"skills-ls/lsp/session"
	"skills-ls/lsp/watch"
	"skills-ls/skills/vfs"
)

// settle waits until nothing more is due and returns what was published since the last call.
func settle(t *testing.T, c *testClient, s *server) (published []publishedList) {
	t.Helper()
	wantAlive(t, c)
	wait(s, t)
	wantAlive(t, c)
	for {
		select {
		case m := <-c.inbox:
			var p publishedList
			if err := decodeResult(m.Params, &p); err != nil || m.Method != "textDocument/publishDiagnostics" {
				t.Fatalf("the server said %s %s, %v", m.Method, m.Params, err)
			}
			published = append(published, p)
		default:
			return published
		}
	}
}

// byURI sorts what was published for several documents, whose order is not defined.
func byURI(list []publishedList) []publishedList {
	slices.SortStableFunc(list, func(a, b publishedList) int { return strings.Compare(a.URI, b.URI) })
	return list
}

// wait returns when the server has fully handled the messages that it has read, and the state of the files at
// the time when it began to watch them.
func wait(s *server, t testing.TB) {
	t.Helper()
	if pending := s.diskQueue.pending(); pending != nil {
		<-pending
	}
	waitFor(t, func() bool { return isIdle(s.watching) })
	waitScanned(t, s)
	waitDiagnosed(t, s)
	s.catalog.wait(t)
	s.shown.wait(t)
}

// waitDiagnosed waits until everything that is due has been published or is ready to be pulled.
func waitDiagnosed(t testing.TB, s *server) {
	t.Helper()
	waitFor(t, func() bool { return !s.diagnoser.IsBusy() })
}

// waitScanned waits until no scan is running.
func waitScanned(t testing.TB, s *server) {
	t.Helper()
	waitFor(t, func() bool {
		s.scans.mu.Lock()
		defer s.scans.mu.Unlock()
		return !s.scans.running
	})
}

// wait waits until no notice is due.
func (n *catalogNotice) wait(t testing.TB) {
	t.Helper()
	waitFor(t, func() bool {
		n.mu.Lock()
		defer n.mu.Unlock()
		return n.due == 0
	})
}

// isIdle reports whether everything is watched and all changes that the client reported have been handled.
func isIdle(w *watch.Watching) bool {
	w.Mu.Lock()
	defer w.Mu.Unlock()
	return w.Distrust.Load() != watch.NotPlanned && len(w.Pending) == 0
}

func wantPublished(t *testing.T, got []publishedList, want ...string) {
	t.Helper()
	var described []string
	for _, p := range got {
		version := "closed"
		if p.Version != nil {
			version = fmt.Sprint("v", *p.Version)
		}
		var codes []string
		for _, d := range p.Diagnostics {
			codes = append(codes, d.Code)
		}
		described = append(described, strings.TrimSpace(version+" "+strings.Join(codes, " ")))
	}
	if fmt.Sprint(described) != fmt.Sprint(want) {
		t.Errorf("published %q, want %q", described, want)
	}
}

// TestPublishing checks what is published: nothing for a valid file, nothing twice, and one empty list to
// clear.
func TestPublishing(t *testing.T) {
	t.Parallel()
	c, s := startMemory(t, session.Options{FS: noFiles})
	c.initialize(`{}`)
	const uri = "untitled:SKILL.md"
	const good = brokenSkill + "---\nBody.\n"

	c.open(uri, good)
	wantPublished(t, settle(t, c, s))
	c.change(uri, 2, map[string]any{"text": brokenSkill})
	wantPublished(t, settle(t, c, s), "v2 frontmatter/unclosed")

	// After all diagnostics: the editor still has them in the right place.
	c.change(uri, 3, edit(2, 0, 2, 0, "license: MIT\n"))
	wantPublished(t, settle(t, c, s))
	// Before a diagnostic: the editor may have moved it.
	c.change(uri, 4, edit(0, 0, 0, 0, ""))
	wantPublished(t, settle(t, c, s), "v4 frontmatter/unclosed")
	// The whole text again.
	c.change(uri, 5, map[string]any{"text": brokenSkill})
	wantPublished(t, settle(t, c, s), "v5 frontmatter/unclosed")

	c.change(uri, 6, map[string]any{"text": good})
	wantPublished(t, settle(t, c, s), "v6")
	c.change(uri, 7, edit(0, 0, 0, 0, ""))
	wantPublished(t, settle(t, c, s))
	c.notify("textDocument/didClose", at(uri, 0, 0))
	wantPublished(t, settle(t, c, s))

	c.open(uri, brokenSkill)
	wantPublished(t, settle(t, c, s), "v1 frontmatter/unclosed")
	c.notify("textDocument/didClose", at(uri, 0, 0))
	wantPublished(t, settle(t, c, s), "closed")
	c.notify("textDocument/didClose", at(uri, 0, 0))
	wantPublished(t, settle(t, c, s))
	if n := len(s.diagnoser.Files); n != 0 {
		t.Errorf("%d closed documents are remembered", n)
	}
}

// TestOtherDocuments checks that a change in one file updates the diagnostics of the other open files.
func TestOtherDocuments(t *testing.T) {
	t.Parallel()
	files := memoryFiles{
		"/ws/.agents/skills/deploy/SKILL.md": skillText("deploy"),
		"/ws/.agents/skills/other/SKILL.md":  skillText("other", "Run $deplyo."),
	}
	c, s := startMemory(t, session.Options{FS: files})
	c.initialize(`{}`, fmt.Sprintf(`"rootUri":%q`, position.PathURI(nativePath("/ws"))))
	deploy := string(position.PathURI(nativePath("/ws/.agents/skills/deploy/SKILL.md")))
	other := string(position.PathURI(nativePath("/ws/.agents/skills/other/SKILL.md")))

	c.open(other, files["/ws/.agents/skills/other/SKILL.md"])
	wantPublished(t, settle(t, c, s), "v1 mention/unknown")
	c.open(deploy, files["/ws/.agents/skills/deploy/SKILL.md"])
	wantPublished(t, settle(t, c, s))
	c.change(deploy, 2, edit(1, 6, 1, 12, "deplyo")) // now the mention is valid and the name is not
	wantPublished(t, byURI(settle(t, c, s)), "v2 name/directory", "v1")
	c.notify("textDocument/didClose", at(deploy, 0, 0)) // the file on disk counts again
	wantPublished(t, byURI(settle(t, c, s)), "closed", "v1 mention/unknown")
}

// TestWatchedFiles checks that the server notices files that are created and deleted on disk.
func TestWatchedFiles(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) string {
		path := filepath.Join(root, filepath.FromSlash(name))
		writeWhole(t, path, text)
		return string(position.PathURI(path))
	}
	text := skillText("deploy", "Run $sihp.")
	skill := write(".agents/skills/deploy/SKILL.md", text)
	c, s := startMemory(t, session.Options{FS: vfs.Disk{}})
	c.initialize(`{}`, fmt.Sprintf(`"rootUri":%q`, position.PathURI(root)))
	c.open(skill, text)
	wantPublished(t, settle(t, c, s))

	ship := write(".agents/skills/ship/SKILL.md", skillText("ship"))
	c.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": ship, "type": 1}}})
	wantPublished(t, settle(t, c, s), "v1 mention/unknown")

	if err := os.RemoveAll(filepath.Join(root, ".agents/skills/ship")); err != nil {
		t.Fatal(err)
	}
	// Clients report only the directory.
	c.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": strings.TrimSuffix(ship, "/SKILL.md"), "type": 3}}})
	wantPublished(t, settle(t, c, s), "v1")

	// This client watches nothing, so the server must notice it itself.
	write(".agents/skills/ship/SKILL.md", skillText("ship"))
	var p publishedList
	for len(p.Diagnostics) != 1 {
		c.nextOf("textDocument/publishDiagnostics", &p)
	}
	if p.Diagnostics[0].Code != "mention/unknown" {
		t.Errorf("published %+v", p)
	}
}

// TestEditedFirst checks that the document that the user is editing does not wait for others, however many
// are open.
func TestEditedFirst(t *testing.T) {
	files := &stuckFiles{memoryFiles: make(memoryFiles), stuck: make(chan struct{})}
	for i := range 20 {
		files.memoryFiles[fmt.Sprintf("/ws/.agents/skills/s%d/SKILL.md", i)] = brokenSkill
	}
	c, s := startMemory(t, session.Options{FS: files})
	c.initialize(`{}`, fmt.Sprintf(`"rootUri":%q`, position.PathURI(nativePath("/ws"))))
	for name, text := range files.memoryFiles {
		c.open(string(position.PathURI(nativePath(name))), text)
	}
	c.open("untitled:SKILL.md", brokenSkill)
	settle(t, c, s)

	files.on.Store(true)
	folder := map[string]any{"uri": position.PathURI(nativePath("/other")), "name": "other"}
	c.notify("workspace/didChangeWorkspaceFolders", map[string]any{"event": map[string]any{"added": []any{folder}, "removed": []any{}}})
	c.change("untitled:SKILL.md", 2, edit(0, 0, 0, 0, ""))
	for {
		var p publishedList
		if c.nextOf("textDocument/publishDiagnostics", &p); p.URI == "untitled:SKILL.md" && *p.Version == 2 {
			break
		}
	}
	files.on.Store(false)
	close(files.stuck)
	settle(t, c, s)
}

// stuckFiles is a file system that blocks while on is set.
type stuckFiles struct {
	memoryFiles
	on    atomic.Bool
	stuck chan struct{}
}

func (f *stuckFiles) Stat(name string) (fs.FileInfo, error) {
	if f.on.Load() {
		<-f.stuck
	}
	return f.memoryFiles.Stat(name)
}

func (f *stuckFiles) ReadDir(name string) ([]fs.DirEntry, error) {
	if f.on.Load() {
		<-f.stuck
	}
	return f.memoryFiles.ReadDir(name)
}

// TestDiagnosisPanic checks that the server and the next diagnosis survive a panic during a diagnosis.
func TestDiagnosisPanic(t *testing.T) {
	files := &panickyFiles{memoryFiles: memoryFiles{"/ws/.agents/skills/a/SKILL.md": brokenSkill, "/ws/.agents/skills/a/other.md": "# Other\n"}}
	c, s := startMemory(t, session.Options{FS: files})
	c.initialize(`{}`, fmt.Sprintf(`"rootUri":%q`, position.PathURI(nativePath("/ws"))))
	c.call("textDocument/hover", at("untitled:none", 0, 0)) // initialized was read before this request
	waitScanned(t, s)
	files.panics.Store(true)
	uri := string(position.PathURI(nativePath("/ws/.agents/skills/a/SKILL.md")))
	c.open(uri, brokenSkill+"---\n[other](other.md#none)\n")
	c.call("textDocument/hover", at("untitled:none", 0, 0)) // didOpen was read before this request
	waitDiagnosed(t, s)
	if !strings.Contains(c.log(), "diagnosis panicked") {
		t.Errorf("no panic was logged:\n%s", c.log())
	}
	files.panics.Store(false)
	c.change(uri, 2, edit(0, 0, 0, 0, ""))
	got := settle(t, c, s)
	if len(got) != 1 || *got[0].Version != 2 {
		t.Errorf("published %+v after the panic", got)
	}
}

// panickyFiles is a file system that can be made to panic.
type panickyFiles struct {
	memoryFiles
	panics atomic.Bool
}

func (p *panickyFiles) ReadFile(name string) (string, error) {
	if p.panics.Load() {
		panic("disk on fire")
	}
	return p.memoryFiles.ReadFile(name)
}

// TestPublishedCodeDescription checks that the code of a published diagnostic links to the rule's page in the
// cache.
func TestPublishedCodeDescription(t *testing.T) {
	c, _ := startMemory(t, session.Options{FS: noFiles, Cache: t.TempDir(), Version: "v1.0/dirty"})
	c.initialize(`{"textDocument":{"publishDiagnostics":{"codeDescriptionSupport":true}}}`)
	c.open("untitled:SKILL.md", brokenSkill)
	var p struct {
		Diagnostics []struct{ CodeDescription struct{ Href uri.URI } }
	}
	c.nextOf("textDocument/publishDiagnostics", &p)
	path, _ := position.FilePath(p.Diagnostics[0].CodeDescription.Href)
	rule, _ := rules.ByID("frontmatter/unclosed")
	if text, err := os.ReadFile(path); err != nil || string(text) != rule.Doc() {
		t.Errorf("the code links to %q, %v", path, err)
	}
}
