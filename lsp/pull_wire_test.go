package lsp

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"skills-ls/lsp/position"
	"skills-ls/lsp/session"
	"skills-ls/skills/vfs"
)

// A diskWorkspace is a workspace on disk, with a server in the process of the test.
type diskWorkspace struct {
	t    *testing.T
	root string
	c    *testClient
	s    *server
}

// startWorkspace writes the files and starts a server for them.
func startWorkspace(t *testing.T, files map[string]string) *diskWorkspace {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	w := &diskWorkspace{t: t, root: root}
	for name, text := range files {
		w.write(name, text)
	}
	w.c, w.s = startMemory(t, session.Options{FS: vfs.Disk{}, Home: t.TempDir(), Cwd: root})
	return w
}

// initialize initializes the server. fields are added to the parameters.
func (w *diskWorkspace) initialize(capabilities string, fields ...string) {
	w.t.Helper()
	w.c.initialize(capabilities, append(fields, fmt.Sprintf(`"rootUri":%q`, position.PathURI(w.root)))...)
}

func (w *diskWorkspace) path(name string) string {
	return filepath.Join(w.root, ".agents", "skills", filepath.FromSlash(name))
}

func (w *diskWorkspace) uri(name string) string { return string(position.PathURI(w.path(name))) }

func (w *diskWorkspace) write(name, text string) {
	w.t.Helper()
	writeWhole(w.t, w.path(name), text)
}

// changed notifies the server about a change on disk. kind is 1 for a file that was created, 2 for changed
// and 3 for deleted.
func (w *diskWorkspace) changed(name string, kind int) {
	w.c.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": w.uri(name), "type": kind}}})
}

// quiet waits until no work is due. It returns the methods of the messages that the server has sent.
func (w *diskWorkspace) quiet() (methods []string) {
	w.t.Helper()
	wantAlive(w.t, w.c)
	wait(w.s, w.t)
	wantAlive(w.t, w.c)
	for len(w.c.inbox) > 0 {
		methods = append(methods, w.c.next().Method)
	}
	return methods
}

// TestNeverBoth checks that the server never publishes diagnostics to a client that pulls. Editors would show
// each one twice, and would not clear what was published when a document is closed.
func TestNeverBoth(t *testing.T) {
	t.Parallel()
	w := startWorkspace(t, map[string]string{"deploy/SKILL.md": skillText("deploy"), "other/SKILL.md": skillText("other", "Run $deplyo.", "[x](gone.md)")})
	w.initialize(pulling, `"initializationOptions":{"workspaceDiagnostics":true}`)
	deploy, other := w.uri("deploy/SKILL.md"), w.uri("other/SKILL.md")
	w.c.open(other, skillText("other", "Run $deplyo.", "[x](gone.md)"))
	w.c.open(deploy, skillText("deploy"))
	if r := pull(w.c, other, ""); !strings.Contains(r.describe(), "link/broken@5:4") {
		t.Errorf("pulled %s", r.describe())
	}
	w.c.change(deploy, 2, edit(1, 6, 1, 12, "deplyo"))
	w.write("other/gone.md", "# Here\n")
	w.changed("other/gone.md", 1)
	w.c.notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"skills-ls": map[string]any{"rules": map[string]any{"name/directory": "hint"}}}})
	w.c.notify("textDocument/didSave", at(deploy, 0, 0))
	pull(w.c, deploy, "")
	w.c.notify("textDocument/didClose", at(deploy, 0, 0))
	w.c.notify("textDocument/didClose", at(other, 0, 0))
	folder := map[string]any{"uri": string(position.PathURI(t.TempDir())), "name": "more"}
	w.c.notify("workspace/didChangeWorkspaceFolders", map[string]any{"event": map[string]any{"added": []any{folder}, "removed": []any{}}})
	if methods := w.quiet(); len(methods) > 0 {
		t.Errorf("the server said %q", methods)
	}
}

// TestPullIDs checks over a connection that result IDs stand for what the client shows: the ID stays the same
// as long as the result does, and the client is asked to pull when another file has changed the result.
func TestPullIDs(t *testing.T) {
	t.Parallel()
	w := startWorkspace(t, map[string]string{"deploy/SKILL.md": skillText("deploy"), "other/SKILL.md": skillText("other", "Run $deplyo.")})
	w.initialize(pulling)
	other := w.uri("other/SKILL.md")
	w.c.open(other, skillText("other", "Run $deplyo."))
	first := pull(w.c, other, "")
	waitFor(t, func() bool { // the scan may still be running
		first = pull(w.c, other, "")
		return first.describe() == "full mention/unknown@4:4"
	})
	w.quiet()
	refreshes := w.c.askedFor("workspace/diagnostic/refresh")
	for range 10 {
		if r := pull(w.c, other, first.ResultID); r.Kind != "unchanged" {
			t.Fatalf("pulled %s", r.describe())
		}
	}
	w.quiet()
	if n := w.c.askedFor("workspace/diagnostic/refresh"); n != refreshes {
		t.Errorf("pulling made the server ask %d times for more", n-refreshes)
	}
	w.write("deplyo/SKILL.md", skillText("deplyo"))
	w.changed("deplyo/SKILL.md", 1)
	waitFor(t, func() bool { return w.c.askedFor("workspace/diagnostic/refresh") > refreshes })
	r := pull(w.c, other, first.ResultID)
	if r.describe() != "full" {
		t.Errorf("after the refresh pulled %s", r.describe())
	}
	w.quiet()
	if n := w.c.askedFor("workspace/diagnostic/refresh"); n != refreshes+1 {
		t.Errorf("asked %d times for one change", n-refreshes)
	}
}

// TestHeldRequests checks that requests that wait for news do not block other requests. They end with news,
// when they are canceled, and at shutdown.
func TestHeldRequests(t *testing.T) {
	t.Parallel()
	w := startWorkspace(t, map[string]string{"bad/SKILL.md": skillText("bad", "[x](gone.md)")})
	w.initialize(pulling)
	p := &workspacePull{w.c, make(map[string]string)}
	base := string(position.PathURI(w.path("")))
	wantLines(t, "at first", p.take(base, w.c.await(p.start("first", nil), "the workspace").Result), "bad/SKILL.md full link/broken@4:4")
	var answers []chan message
	for i := range 20 {
		answers = append(answers, p.start(fmt.Sprint("w", i), map[string]any{"partialResultToken": fmt.Sprint("t", i)}))
	}
	for range 20 {
		if m := w.c.call("textDocument/hover", at(w.uri("bad/SKILL.md"), 1, 1)); m.Error != nil || string(m.Result) == "null" {
			t.Fatalf("hover answered %s, %+v", m.Result, m.Error)
		}
	}
	if methods := w.quiet(); len(methods) > 0 {
		t.Errorf("the server said %q", methods)
	}
	for i, a := range answers[:10] {
		w.c.notify("$/cancelRequest", map[string]any{"id": fmt.Sprint("w", i)})
		wantError(t, w.c.await(a, "a cancelled request"), -32800)
	}
	w.write("bad/gone.md", "# Here\n")
	w.changed("bad/gone.md", 1)
	for _, a := range answers[10:] {
		wantLines(t, "news", p.take(base, w.c.await(a, "a held request").Result), "bad/SKILL.md full")
	}
	last := p.start("last", nil)
	if methods := w.quiet(); len(methods) > 0 {
		t.Errorf("the server said %q", methods)
	}
	w.c.call("shutdown", nil)
	if m := w.c.await(last, "the last request"); m.Error != nil || string(m.Result) != `{"items":[]}` {
		t.Errorf("at shutdown answered %s, %+v", m.Result, m.Error)
	}
	w.c.notify("exit", nil)
	if code := w.c.exit(); code != 0 {
		t.Errorf("exit code %d; log:\n%s", code, w.c.log())
	}
}

// TestHeldRequestsAtExit checks that the server exits if the client closes its input while requests are held.
func TestHeldRequestsAtExit(t *testing.T) {
	t.Parallel()
	w := startWorkspace(t, nil)
	w.initialize(pulling)
	p := &workspacePull{w.c, make(map[string]string)}
	for i := range 5 {
		p.start(fmt.Sprint("w", i), nil)
	}
	wantAlive(t, w.c)
	_ = w.c.in.Close()
	if code := w.c.exit(); code != 1 {
		t.Errorf("exit code %d", code)
	}
}

// TestPublishedOnce checks what is published over a connection: an empty list once, to clear another one, and
// never for a document that had no diagnostics. Only clients that asked for it get skills/didChange.
func TestPublishedOnce(t *testing.T) {
	t.Parallel()
	for _, fields := range []string{``, `"initializationOptions":{"skillsDidChange":true}`} {
		w := startWorkspace(t, map[string]string{"deploy/SKILL.md": skillText("deploy")})
		if fields == "" {
			w.initialize(`{}`)
		} else {
			w.initialize(`{}`, fields)
		}
		uri := w.uri("deploy/SKILL.md")
		w.c.open(uri, skillText("deploy"))
		w.c.change(uri, 2, edit(5, 0, 5, 0, "More.\n"))
		w.quiet()
		w.c.change(uri, 3, edit(1, 6, 1, 12, "other"))
		told := map[string]int{}
		for _, method := range w.quiet() {
			told[method]++
		}
		if told["textDocument/publishDiagnostics"] != 1 || told["skills/didChange"] != strings.Count(fields, "true") {
			t.Errorf("%s: renamed: the server said %v", fields, told)
		}
		w.c.change(uri, 4, edit(1, 6, 1, 11, "deploy"))
		if p := nextPublished(w.c); len(p.Diagnostics) != 0 || p.URI != uri {
			t.Errorf("%s: renamed back: published %+v", fields, p)
		}
		w.quiet()
		w.c.change(uri, 5, edit(0, 0, 0, 0, ""))
		w.c.notify("textDocument/didClose", at(uri, 0, 0))
		for _, method := range w.quiet() {
			if method != "skills/didChange" || fields == "" {
				t.Errorf("%s: closed: the server said %s", fields, method)
			}
		}
	}
}
