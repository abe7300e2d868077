package lsp

import (
	"fmt"
	"io/fs"
	"strings"
	"sync"
	"testing"
	"time"

	"skills-ls/lsp/position"
	"skills-ls/lsp/session"
	"skills-ls/skills/vfs"
)

// A watchedFS calls a function before every operation.
type watchedFS struct {
	vfs.FS
	before func()
}

func (f watchedFS) ReadFile(name string) (string, error) {
	f.before()
	return f.FS.ReadFile(name)
}

func (f watchedFS) ReadDir(name string) ([]fs.DirEntry, error) {
	f.before()
	return f.FS.ReadDir(name)
}

func (f watchedFS) Stat(name string) (fs.FileInfo, error) {
	f.before()
	return f.FS.Stat(name)
}

func (f watchedFS) Lstat(name string) (fs.FileInfo, error) {
	f.before()
	return f.FS.Lstat(name)
}

func (f watchedFS) Readlink(name string) (string, error) {
	f.before()
	return f.FS.Readlink(name)
}

func (f watchedFS) RealPath(name string) (string, error) {
	f.before()
	return f.FS.RealPath(name)
}

// withoutLocks returns a file system that takes every lock that no caller may hold while it asks the disk. A
// server that holds one of them hangs.
func withoutLocks(fsys vfs.FS, server func() *server) vfs.FS {
	take := func(lock sync.Locker) {
		lock.Lock()
		defer lock.Unlock()
	}
	return watchedFS{fsys, func() {
		if s := server(); s != nil {
			take(&s.session.ViewMu)
			take(&s.diagnoser.Mu)
		}
	}}
}

// A gate blocks callers of pass while it is shut.
type gate struct {
	mu    sync.Mutex
	shut  chan struct{} // closed to let the blocked callers continue; nil while the gate is open
	comes chan struct{} // holds one value after a caller has come to the shut gate
}

func (g *gate) pass() {
	g.mu.Lock()
	shut := g.shut
	g.mu.Unlock()
	if shut == nil {
		return
	}
	select {
	case g.comes <- struct{}{}:
	default:
	}
	<-shut
}

func (g *gate) close() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.shut = make(chan struct{})
}

func (g *gate) open() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.shut == nil {
		return
	}
	close(g.shut)
	g.shut = nil
	select {
	case g.comes <- struct{}{}: // a test that waits for a caller continues
	default:
	}
}

// TestHeldDisk checks that the reading goroutine never touches the disk. While the disk does not answer, the
// server accepts edits and answers requests about the text after any notification from the client. When the
// disk answers, the diagnostics are those of a server that never had to wait.
func TestHeldDisk(t *testing.T) {
	const ws = "/ws/.agents/skills/"
	uri := func(name string) string { return string(position.PathURI(nativePath(name))) }
	document := func(name string) map[string]any {
		return map[string]any{"textDocument": map[string]any{"uri": uri(name)}}
	}
	files := func(names ...string) map[string]any {
		var list []map[string]any
		for _, name := range names {
			list = append(list, map[string]any{"uri": uri(name)})
		}
		return map[string]any{"files": list}
	}
	open := func(name, text string) map[string]any {
		return map[string]any{"textDocument": map[string]any{"uri": uri(name), "languageId": "skill", "version": 1, "text": text}}
	}
	unsaved := func(uri string) map[string]any {
		return map[string]any{"textDocument": map[string]any{"uri": uri, "languageId": "skill", "version": 1, "text": skillText("fresh", "[x](x.md)")}}
	}
	near, other, fresh := ws+"near/SKILL.md", ws+"other/SKILL.md", ws+"fresh/SKILL.md"
	type event struct {
		method string
		params any
	}
	for _, test := range []struct {
		name   string
		events []event
		silent bool // the server need not ask the disk
	}{
		{"didOpen", []event{{"textDocument/didOpen", open(fresh, skillText("fresh", "[x](x.md)"))}}, false},
		{"edits of what is being opened", []event{
			{"textDocument/didOpen", open(fresh, skillText("fresh", "[x](x.md)"))},
			{"textDocument/didChange", map[string]any{
				"textDocument": map[string]any{"uri": uri(fresh), "version": 2}, "contentChanges": []any{edit(0, 0, 0, 0, "x\n")},
			}},
			{"textDocument/didChange", map[string]any{
				"textDocument": map[string]any{"uri": uri(fresh), "version": 3}, "contentChanges": []any{edit(0, 0, 1, 0, "")},
			}},
		}, false},
		{"opened, closed and opened", []event{
			{"textDocument/didOpen", open(fresh, "---\n")},
			{"textDocument/didClose", document(fresh)},
			{"textDocument/didOpen", open(fresh, skillText("fresh", "[x](x.md)"))},
		}, false},
		{"opened twice", []event{
			{"textDocument/didOpen", open(fresh, "---\n")},
			{"textDocument/didOpen", open(fresh, skillText("fresh", "[x](x.md)"))},
		}, false},
		{"an unsaved document beside a change", []event{
			{"workspace/didChangeWatchedFiles", toldOf(nativePath(ws+"closed/SKILL.md"), 2)},
			{"textDocument/didOpen", unsaved("untitled:SKILL.md")},
		}, false},
		{"a document that lies too deep beside a change", []event{
			{"workspace/didChangeWatchedFiles", toldOf(nativePath(ws+"closed/SKILL.md"), 2)},
			{"textDocument/didOpen", unsaved("file:///" + strings.Repeat("d/", vfs.MaxPathDepth) + "SKILL.md")},
		}, false},
		{"didSave", []event{{"textDocument/didSave", document(near)}}, false},
		{"didClose", []event{{"textDocument/didClose", document(other)}}, true},
		{"didChangeWatchedFiles", []event{{"workspace/didChangeWatchedFiles", toldOf(nativePath(ws+"closed/SKILL.md"), 2)}}, false},
		{"a file that went", []event{{"workspace/didChangeWatchedFiles", toldOf(nativePath(ws+"gone/SKILL.md"), 3)}}, false},
		{"didChangeConfiguration", []event{{"workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"targets": []string{"codex"}}}}}, false},
		{"didChangeWorkspaceFolders", []event{{"workspace/didChangeWorkspaceFolders", map[string]any{"event": map[string]any{
			"added": []any{map[string]any{"uri": uri("/more"), "name": "more"}}, "removed": []any{},
		}}}}, false},
		{"didCreateFiles", []event{{"workspace/didCreateFiles", files(ws + "closed/new.md")}}, false},
		{"didDeleteFiles", []event{{"workspace/didDeleteFiles", files(ws + "closed")}}, false},
		{"didRenameFiles", []event{{"workspace/didRenameFiles", map[string]any{"files": []any{
			map[string]any{"oldUri": uri(ws + "closed"), "newUri": uri(ws + "moved")},
		}}}}, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			disk := memoryFiles{
				"/ws/.git/HEAD": "", near: skillText("near", "[x](x.md)"), other: skillText("other", "[x](x.md)"),
				ws + "closed/SKILL.md": skillText("closed", "[x](x.md)"), ws + "gone/SKILL.md": skillText("gone", "[x](x.md)"),
				"/more/skills/m/SKILL.md": skillText("m", "[x](x.md)"),
			}
			started := func(fsys vfs.FS) (*testClient, *server) {
				c, s := startMemory(t, session.Options{FS: fsys, DiskTimeout: time.Hour})
				c.initialize(fullCapabilities, fmt.Sprintf(`"workspaceFolders":[{"uri":%q,"name":"ws"}],"initializationOptions":{"workspaceDiagnostics":true}`, uri("/ws")))
				return c, s
			}
			g := &gate{comes: make(chan struct{}, 1)}
			c, s := started(watchedFS{disk, g.pass})
			t.Cleanup(g.open) // before the server ends
			have := make(map[string]string)
			collect := func(c *testClient, s *server, have map[string]string) {
				for _, p := range settle(t, c, s) {
					var codes []string
					for _, d := range p.Diagnostics {
						codes = append(codes, fmt.Sprint(d.Code, d.Range))
					}
					have[p.URI] = strings.Join(codes, " ")
				}
			}
			c.open(uri(near), disk[near])
			c.open(uri(other), disk[other])
			collect(c, s, have)

			g.close() // every answer below must come while it is closed
			for _, e := range test.events {
				c.notify(e.method, e.params)
			}
			if !test.silent {
				<-g.comes
			}
			folds := func(version int, change map[string]any, want int) {
				t.Helper()
				c.change(uri(near), version, change)
				var ranges []struct{ EndLine int }
				c.result("textDocument/foldingRange", document(near), &ranges)
				last := 0
				for _, r := range ranges {
					last = max(last, r.EndLine)
				}
				if last != want {
					t.Errorf("version %d folds up to line %d, want %d", version, last, want)
				}
			}
			folds(2, edit(4, 0, 4, 0, "# One\n\nText.\n\n"), 9)
			var stuck []chan message // they take all slots of requests that need the disk
			for i := range 2 * cap(s.conn.Slots) {
				stuck = append(stuck, c.start(fmt.Sprint("stuck", i), "skills/list", map[string]any{}))
			}
			folds(3, edit(4, 0, 4, 0, "Text.\n\n"), 11)
			g.open()
			for _, answer := range stuck {
				if m := c.await(answer, "skills/list"); m.Error != nil {
					t.Errorf("skills/list: %s", m.Error.Message)
				}
			}
			collect(c, s, have)

			c, s = started(disk) // a server that never has to wait
			want := make(map[string]string)
			c.open(uri(near), disk[near])
			c.open(uri(other), disk[other])
			for _, e := range test.events {
				c.notify(e.method, e.params)
			}
			c.change(uri(near), 2, edit(4, 0, 4, 0, "# One\n\nText.\n\n"))
			c.change(uri(near), 3, edit(4, 0, 4, 0, "Text.\n\n"))
			collect(c, s, want)
			for name := range want {
				if have[name] != want[name] {
					t.Errorf("%s: findings %q, want %q", name, have[name], want[name])
				}
			}
			if !strings.Contains(want[uri(near)], "link/broken") {
				t.Errorf("findings %q hold no broken link", want)
			}
		})
	}
}
