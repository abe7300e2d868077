package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"skills-ls/analysis/workspace"
	"skills-ls/lsp/diagnose"
	"skills-ls/lsp/position"
	"skills-ls/lsp/session"
	"skills-ls/skills/vfs"
)

// TestPullWorkspace checks the reports of the whole workspace. Each result is reported once, and a file
// without diagnostics only if it had some before. While there is nothing to report, the request is not
// answered.
func TestPullWorkspace(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	path := func(name string) string { return filepath.Join(root, filepath.FromSlash(name)) }
	uri := func(name string) string { return string(position.PathURI(path(name))) }
	write := func(name, text string) { writeWhole(t, path(name), text) }
	const skillsDir = ".agents/skills/"
	write(skillsDir+"good/SKILL.md", skillText("good"))
	write(skillsDir+"bad/SKILL.md", skillText("bad", "[x](gone.md)"))
	write(skillsDir+"worse/SKILL.md", skillText("worse", "Run $goood."))
	c, s := startMemory(t, session.Options{FS: vfs.Disk{}})
	s.diagnoser.Delay = time.Hour // pause ends the typing pause, however long the client takes from an edit to a pull
	pause := func() {
		t.Helper()
		wantAlive(t, c) // the server has read what was sent
		s.diagnoser.Paused()
	}
	c.initialize(pulling, fmt.Sprintf(`"rootUri":%q`, position.PathURI(root)))
	w := &workspacePull{c, make(map[string]string)}
	base := string(position.PathURI(root)) + "/" + strings.TrimSuffix(skillsDir, "/")
	n := 0
	ask := func() chan message {
		n++
		return w.start(fmt.Sprint("w", n), nil)
	}
	held := func(what string, answer chan message) {
		t.Helper()
		pause()
		wantPublished(t, settle(t, c, s))
		select {
		case m := <-answer:
			t.Fatalf("%s: answered %s", what, m.Result)
		default:
		}
	}
	answered := func(what string, answer chan message, want ...string) {
		t.Helper()
		pause()
		m := c.await(answer, what)
		if m.Error != nil {
			t.Fatalf("%s: %d %s", what, m.Error.Code, m.Error.Message)
		}
		wantLines(t, what, w.take(base, m.Result), want...)
	}
	watched := func(name string, kind int) {
		c.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": uri(name), "type": kind}}})
	}

	answered("at first", ask(), "bad/SKILL.md full link/broken@4:4", "worse/SKILL.md full mention/unknown@4:4")
	a := ask()
	held("again", a)
	write(skillsDir+"bad/gone.md", "# Here\n")
	watched(skillsDir+"bad/gone.md", 1)
	answered("a file came that a closed file links to", a, "bad/SKILL.md full")
	a = ask()
	held("a clean file is reported once", a)
	if err := os.RemoveAll(path(skillsDir + "worse")); err != nil {
		t.Fatal(err)
	}
	watched(skillsDir+"worse", 3)
	answered("a directory went", a, "worse/SKILL.md full")
	a = ask()
	held("a file that is gone is reported once", a)

	open := skillText("good", "[x](gone.md)")
	c.open(uri(skillsDir+"good/SKILL.md"), open)
	answered("a document that nobody pulls", a, "good/SKILL.md full v1 link/broken@4:4")
	a = ask()
	c.change(uri(skillsDir+"good/SKILL.md"), 2, edit(4, 0, 4, 0, "\n"))
	if r := pull(c, uri(skillsDir+"good/SKILL.md"), ""); r.describe() != "full link/broken@5:4" {
		t.Errorf("pulled %s", r.describe())
	}
	held("a document that is pulled by itself", a)
	c.notify("textDocument/didClose", at(uri(skillsDir+"good/SKILL.md"), 0, 0))
	answered("a closed document that the client has findings of", a, "good/SKILL.md full")
	a = ask()
	held("reported once", a)

	c.change("untitled:none", 1) // no document with that name is open
	other := string(position.PathURI(filepath.Join(t.TempDir(), "demo", "SKILL.md")))
	c.open(other, brokenSkill)
	pull(c, other, "")
	c.notify("textDocument/didClose", at(other, 0, 0))
	pause()
	m := c.await(a, "a closed document outside")
	var result struct{ Items []pulledReport }
	if err := json.Unmarshal(m.Result, &result); err != nil || len(result.Items) != 1 || result.Items[0].URI != other || result.Items[0].describe() != "full" {
		t.Errorf("a document outside the workspace was closed: %s, %v", m.Result, err)
	}
	w.take(base, m.Result)
	a = ask()
	held("and that once", a)
	c.notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"skills-ls": map[string]any{"rules": map[string]any{"link/broken": "error"}}}})
	held("settings that change nothing", a)
	c.notify("$/cancelRequest", map[string]any{"id": fmt.Sprint("w", n)})
	wantError(t, c.await(a, "a cancelled request"), -32800)
	if n := s.diagnoser.Pulls.Held; n != 0 {
		t.Errorf("%d requests are held that were answered", n)
	}
}

// TestPullWorkspaceRefresh checks that a client that pulls the workspace only when it is asked to is asked
// once.
func TestPullWorkspaceRefresh(t *testing.T) {
	t.Parallel()
	files := memoryFiles{
		"/ws/.agents/skills/deploy/SKILL.md": skillText("deploy"),
		"/ws/.agents/skills/other/SKILL.md":  skillText("other", "Run $deplyo."),
		"/ws/.agents/skills/third/SKILL.md":  skillText("third", "Run $third and $tird."),
	}
	c, s := startMemory(t, session.Options{FS: files})
	c.initialize(pulling, workspaceFolder("/ws"))
	w := &workspacePull{c, make(map[string]string)}
	base := memoryURI("/ws/.agents/skills")
	wantLines(t, "at first", w.take(base, c.await(w.start("a", nil), "workspace").Result), "other/SKILL.md full mention/unknown@4:4", "third/SKILL.md full mention/unknown@4:15")
	deploy := memoryURI("/ws/.agents/skills/deploy/SKILL.md")
	c.open(deploy, skillText("deploy"))
	pull(c, deploy, "")
	wantPublished(t, settle(t, c, s))
	if n := c.askedFor("workspace/diagnostic/refresh"); n != 0 {
		t.Errorf("asked %d times to pull though nothing has changed", n)
	}
	c.change(deploy, 2, edit(1, 6, 1, 12, "entirely-new"))
	pull(c, deploy, "")
	wantPublished(t, settle(t, c, s))
	c.change(deploy, 3, edit(1, 6, 1, 18, "deplyo"))
	pull(c, deploy, "")
	wantPublished(t, settle(t, c, s))
	if n := c.askedFor("workspace/diagnostic/refresh"); n != 1 {
		t.Errorf("asked %d times to pull, want once", n)
	}
	wantLines(t, "after the refresh", w.take(base, c.await(w.start("b", nil), "workspace").Result), "other/SKILL.md full")
}

// TestPullWorkspaceAfterClosing checks that the client does not keep the diagnostics of a document that it
// has closed. VS Code pulls such a document once more. Until that pull is answered, it discards what
// workspace reports say about the document, but keeps their result IDs. Then it discards the answer. So
// another report must follow for either order of the answers.
func TestPullWorkspaceAfterClosing(t *testing.T) {
	t.Parallel()
	clean, broken := skillText("deploy"), skillText("deploy", "[x](gone.md)")
	for name, c := range map[string]struct{ typed, file, want string }{
		"with findings":    {broken, clean, "deploy/SKILL.md full"},
		"without findings": {clean, broken, "deploy/SKILL.md full link/broken@4:4"},
	} {
		for _, early := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s, reported early %v", name, early), func(t *testing.T) {
				t.Parallel()
				client, s := startMemory(t, session.Options{FS: memoryFiles{"/ws/.agents/skills/deploy/SKILL.md": c.file}})
				client.initialize(pulling, workspaceFolder("/ws"))
				w := &workspacePull{client, make(map[string]string)}
				base := memoryURI("/ws/.agents/skills")
				take := func(what string, answer chan message) []string {
					return w.take(base, client.await(answer, what).Result)
				}
				deploy := memoryURI("/ws/.agents/skills/deploy/SKILL.md")
				client.open(deploy, c.typed)
				shown := pull(client, deploy, "")
				wantPublished(t, settle(t, client, s))
				hold := func(id string) chan message {
					answer := w.start(id, nil)
					waitFor(t, func() bool { // otherwise it may begin after the next message
						s.diagnoser.Mu.Lock()
						defer s.diagnoser.Mu.Unlock()
						return s.diagnoser.Pulls.Held == 1
					})
					return answer
				}
				held := hold("before")
				client.notify("textDocument/didClose", at(deploy, 0, 0))
				if early {
					take("closed", held) // the client keeps the result ID, but does not show the result
					held = hold("between")
				}
				pull(client, deploy, shown.ResultID)
				take("pulled", held)
				wantLines(t, "afterwards", take("afterwards", w.start("after", nil)), c.want)
				last := w.start("again", nil)
				wantPublished(t, settle(t, client, s))
				select {
				case m := <-last:
					t.Errorf("reported again: %s", m.Result)
				default:
				}
			})
		}
	}
}

// TestPullWorkspaceAtTheEnd checks that no request is held after shutdown, even if a document that was closed is
// pulled then.
func TestPullWorkspaceAtTheEnd(t *testing.T) {
	t.Parallel()
	c, s := startMemory(t, session.Options{FS: memoryFiles{"/ws/.agents/skills/deploy/SKILL.md": skillText("deploy")}})
	c.initialize(pulling, workspaceFolder("/ws"))
	deploy := memoryURI("/ws/.agents/skills/deploy/SKILL.md")
	c.open(deploy, skillText("deploy", "[x](gone.md)"))
	shown := pull(c, deploy, "")
	c.notify("textDocument/didClose", at(deploy, 0, 0))
	wantPublished(t, settle(t, c, s))
	s.diagnoser.End() // as shutdown does; these requests came before it, but are only answered now
	pull(c, deploy, shown.ResultID)
	w := &workspacePull{c, make(map[string]string)}
	for _, id := range []string{"first", "second"} {
		w.take(memoryURI("/ws/.agents/skills"), c.await(w.start(id, nil), id).Result)
	}
}

// TestPullWorkspaceTyping checks that a held request does not report a document that was just opened or
// edited, even if another event has it diagnosed early: the client is about to pull it. If the client has not
// pulled it when the typing pauses, it is reported. The clock is synctest's.
func TestPullWorkspaceTyping(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer(t.Context(), nil, nil, session.Options{FS: noFiles, Logger: slog.New(slog.DiscardHandler)})
		s.diagnoser.Client = intercepted{Client: s.conn, call: func() {}}
		s.session.Start(&session.Client{Pulls: true}, workspace.Config{}, session.Settings{})
		answers := make(chan *diagnose.WorkspaceReport, 1)
		go func() {
			r, _ := s.diagnoser.PullWorkspace(t.Context(), nil, nil) // nil if there is an error
			answers <- r
		}()
		const doc = "untitled:SKILL.md"
		tell := func(handler func([]byte) error, document, rest string) {
			t.Helper()
			if err := handler(fmt.Appendf(nil, `{"textDocument":{"uri":%q,%s}%s}`, doc, document, rest)); err != nil {
				t.Fatal(err)
			}
		}
		edited := func(version int) {
			t.Helper()
			tell(s.didChange, fmt.Sprintf(`"version":%d`, version), fmt.Sprintf(`,"contentChanges":[{"text":%q}]`, brokenSkill))
		}
		held := func(what string) {
			t.Helper()
			s.diagnoser.Changed("/elsewhere") // as when the session starts to watch a path
			synctest.Wait()
			s.diagnoser.Mu.Lock()
			defer s.diagnoser.Mu.Unlock()
			if !s.diagnoser.Files[doc].IsCurrent() {
				t.Fatalf("%s: not diagnosed", what)
			}
			select {
			case r := <-answers:
				t.Fatalf("%s: answered %+v", what, r)
			default:
			}
		}
		pulled := func() {
			t.Helper()
			if r, err := s.diagnoser.Pull(t.Context(), doc, ""); err != nil || r == nil {
				t.Fatalf("pulled %+v, %v", r, err)
			}
			time.Sleep(2 * diagnose.CrossFileDelay)
		}

		tell(s.didOpen, fmt.Sprintf(`"languageId":"markdown","version":1,"text":%q`, brokenSkill), "")
		held("opened")
		pulled()
		held("opened and pulled")
		edited(2)
		held("edited")
		pulled()
		held("edited and pulled")
		edited(3)
		held("edited again")
		if r := <-answers; r == nil || len(r.Items) != 1 || *r.Items[0].Version != 3 {
			t.Errorf("answered %+v", r)
		}
	})
}

// TestPullWorkspaceStream checks that if reports are streamed to the client, all of them are streamed and the
// answer itself is empty.
func TestPullWorkspaceStream(t *testing.T) {
	files := make(memoryFiles)
	const n = 3 * diagnose.SweepBatch
	for i := range n {
		files[fmt.Sprintf("/ws/.agents/skills/s%d/SKILL.md", i)] = brokenSkill
	}
	c, _ := startMemory(t, session.Options{FS: files})
	c.initialize(pulling, workspaceFolder("/ws"))
	w := &workspacePull{c, make(map[string]string)}
	for _, token := range []any{"a token", 7} {
		clear(w.known)
		m := c.await(w.start("w", map[string]any{"partialResultToken": token}), "the workspace")
		answered := len(w.take("", m.Result))
		streamed := 0
		for len(c.inbox) > 0 {
			var p struct {
				Token any
				Value json.RawMessage
			}
			if m := c.next(); m.Method != "$/progress" || json.Unmarshal(m.Params, &p) != nil || fmt.Sprint(p.Token) != fmt.Sprint(token) {
				t.Fatalf("the server said %s %s", m.Method, m.Params)
			}
			streamed += len(w.take("", p.Value))
		}
		if len(w.known) != n || streamed > 0 && answered > 0 || streamed+answered != n {
			t.Errorf("token %v: %d files, %d streamed, %d in the answer; want %d", token, len(w.known), streamed, answered, n)
		}
		if token == "a token" && streamed == 0 {
			t.Error("nothing was streamed while the workspace was diagnosed")
		}
	}
}

// TestHeldRequestsAreBounded checks that old requests are answered if a client never stops sending new ones.
func TestHeldRequestsAreBounded(t *testing.T) {
	c, _ := startMemory(t, session.Options{FS: noFiles})
	c.initialize(pulling)
	w := &workspacePull{c, make(map[string]string)}
	var answers []chan message
	for i := range 3 * diagnose.MaxHeld {
		answers = append(answers, w.start(fmt.Sprint("w", i), nil))
	}
	given := make(map[int]bool)
	take := func() int {
		for i, a := range answers {
			select {
			case m := <-a:
				given[i] = true
				if m.Error != nil || string(m.Result) != `{"items":[]}` {
					t.Fatalf("request %d: %s, %+v", i, m.Result, m.Error)
				}
			default:
			}
		}
		return len(given)
	}
	waitFor(t, func() bool { return take() == 2*diagnose.MaxHeld }) // which ones is undefined, because they start concurrently
	c.call("shutdown", nil)
	waitFor(t, func() bool { return take() == 3*diagnose.MaxHeld })
}

// TestPullWorkspaceOtherKeys checks that a report is streamed once even if a closed document is stored under
// a key that its URI no longer has. The key changes if the directory, in which several spellings were the
// same name, is gone.
func TestPullWorkspaceOtherKeys(t *testing.T) {
	s := newServer(t.Context(), nil, nil, session.Options{FS: noFiles, Logger: slog.New(slog.DiscardHandler)})
	s.session.Start(&session.Client{Pulls: true}, workspace.Config{}, session.Settings{})
	const uri = "untitled:Gone/SKILL.md"
	s.diagnoser.Pulls.ClosedDocuments["untitled:gone/skill.md"] = diagnose.ClosedDocument{URI: uri, Path: uri, Turn: 1}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	streamed := 0
	r, err := s.diagnoser.PullWorkspace(ctx, make(diagnose.KnownResults), func(r *diagnose.WorkspaceReport) error {
		if streamed += len(r.Items); streamed > 1 {
			cancel()
		}
		return nil
	})
	if err != nil || streamed+len(r.Items) != 1 {
		t.Errorf("streamed %d reports, answered %+v, %v", streamed, r, err)
	}
}
