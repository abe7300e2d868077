package lsp

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"go.lsp.dev/uri"

	"skills-ls/analysis/vantage"
	"skills-ls/lsp/position"
	"skills-ls/lsp/session"
	"skills-ls/lsp/watch"
	"skills-ls/skills/vfs"
)

// ownFiles is the disk as a type that the server does not watch, so that only the client reports changes.
type ownFiles struct{ vfs.Disk }

// registrations returns what the client was asked to register and unregister for watched files, in order: "+"
// or "-" with the number of the registration, and the directories outside of the workspace with their
// patterns.
func registrations(t *testing.T, c *testClient, root string) []string {
	t.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	var list []string
	for _, m := range c.asked {
		var p struct {
			Registrations []struct {
				ID, Method      string
				RegisterOptions struct {
					Watchers []struct{ GlobPattern json.RawMessage }
				}
			}
			Unregisterations []struct{ ID, Method string }
		}
		if err := json.Unmarshal(m.Params, &p); err != nil {
			t.Fatal(err)
		}
		for _, r := range p.Registrations {
			entry := "+" + r.ID[strings.LastIndex(r.ID, ":")+1:]
			for _, w := range r.RegisterOptions.Watchers {
				var relative struct{ BaseURI, Pattern string }
				if json.Unmarshal(w.GlobPattern, &relative) == nil {
					entry += " " + strings.TrimPrefix(uri.URI(relative.BaseURI).FsPath(), root+"/") + " " + relative.Pattern
				}
			}
			if r.Method == "workspace/didChangeWatchedFiles" {
				list = append(list, entry)
			}
		}
		for _, u := range p.Unregisterations {
			list = append(list, "-"+u.ID[strings.LastIndex(u.ID, ":")+1:])
		}
	}
	return list
}

// TestRegistration checks what clients are asked to watch: the workspace and, with relative patterns, the
// roots outside of it as they come and go. There is always a registration in effect.
func TestRegistration(t *testing.T) {
	t.Parallel()
	d := newDisk(t)
	d.write("home/.agents/skills/a/SKILL.md", skillText("a"))
	c := startBinaryAt(t, d.path("home"))
	c.initialize(relativeCapabilities, fmt.Sprintf(`"rootUri":%q`, position.PathURI(d.path("repo/ws"))))
	var want []string
	wait := func(more ...string) {
		t.Helper()
		want = append(want, more...)
		waitFor(t, func() bool { return len(registrations(t, c, d.root)) >= len(want) })
		if got := registrations(t, c, d.root); !slices.Equal(got, want) {
			t.Fatalf("got %q, want %q", got, want)
		}
	}
	wait("+1 home/.agents/skills **/*")
	d.remove("home/.agents")
	wait("+2", "-1")
	d.write("home/.agents/skills/b/SKILL.md", skillText("b"))
	wait("+3 home/.agents/skills **/*", "-2")
	d.write("elsewhere/c/SKILL.md", skillText("c"))
	d.link("elsewhere/c", "home/.agents/skills/c")
	c.notify("workspace/didChangeWatchedFiles", toldOf(d.path("home/.agents/skills/c"), 1))
	wait("+4 elsewhere/c **/* home/.agents/skills **/*", "-3")
	d.write("other/.agents/skills/d/SKILL.md", skillText("d"))
	c.notify("workspace/didChangeWorkspaceFolders", map[string]any{"event": map[string]any{
		"added": []any{map[string]any{"uri": position.PathURI(d.path("elsewhere")), "name": "elsewhere"}}, "removed": []any{},
	}})
	wait("+5 home/.agents/skills **/*", "-4")
	c.result("skills/list", map[string]any{"cwd": d.path("other")}, new(vantage.List))
	wait("+6 home/.agents/skills **/* other/.agents/skills **/*", "-5")
}

// toldOf returns the parameters that report one change of a file.
func toldOf(path string, kind int) map[string]any {
	return map[string]any{"changes": []any{map[string]any{"uri": position.PathURI(path), "type": kind}}}
}

// TestRefusedRegistration checks that the server watches files itself if the client refuses to, although it
// has the capability.
func TestRefusedRegistration(t *testing.T) {
	t.Parallel()
	d := newDisk(t)
	c := startBinaryAt(t, d.path("home"))
	c.refuses = "client/registerCapability"
	c.initialize(dynamicCapabilities, fmt.Sprintf(`"rootUri":%q`, position.PathURI(d.path("repo/ws"))))
	c.open(string(position.PathURI(d.path("repo/ws/AGENTS.md"))), instructions)
	found := &findings{t: t, c: c, have: make(map[string][]string)}
	found.want("at the start", []string{noGuide})
	waitFor(t, func() bool { return strings.Contains(c.log(), "does not watch files although") })
	d.write("repo/ws/docs/guide.md", "# Guide\n")
	found.want("a linked file comes", nil)
}

// TestChangedBeforeWatched checks that the server notices a change that was made after it read the files and before
// the client began to watch them. It scans the workspace only once.
func TestChangedBeforeWatched(t *testing.T) {
	t.Parallel()
	d := newDisk(t)
	c, _ := startMemory(t, session.Options{FS: ownFiles{}})
	const register = "client/registerCapability"
	c.ignores = register
	c.initialize(dynamicCapabilities, fmt.Sprintf(`"rootUri":%q`, position.PathURI(d.path("repo/ws"))))
	c.open(string(position.PathURI(d.path("repo/ws/AGENTS.md"))), instructions)
	found := &findings{t: t, c: c, have: make(map[string][]string)}
	found.want("at the start", []string{noGuide})
	waitFor(t, func() bool { return strings.Contains(c.log(), "workspace scanned") })
	d.write("repo/ws/docs/guide.md", "# Guide\n")
	waitFor(t, func() bool { return c.askedFor(register) > 0 })
	c.mu.Lock()
	c.ignores = ""
	asked := slices.Clone(c.asked)
	c.mu.Unlock()
	for _, m := range asked {
		if m.Method == register {
			c.send(map[string]any{"jsonrpc": "2.0", "id": m.ID, "result": nil})
		}
	}
	found.want("the client watches", nil)
	if scans := strings.Count(c.log(), "workspace scanned"); scans != 1 {
		t.Errorf("the workspace was scanned %d times, want once", scans)
	}
}

// TestFolderCameAgain checks that the server reads a workspace folder that was deleted and created again once more
// when the client has had time to watch it again, because the client reports nothing from the time in between. The
// server notices the folder itself, or the client reports it.
func TestFolderCameAgain(t *testing.T) {
	t.Parallel()
	for name, files := range map[string]vfs.FS{"by the server": vfs.Disk{}, "by the client": ownFiles{}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			testFolderCameAgain(t, files)
		})
	}
}

func testFolderCameAgain(t *testing.T, files vfs.FS) {
	d := newDisk(t)
	d.write("repo/ws/docs/guide.md", "# Guide\n")
	c, s := startMemory(t, session.Options{FS: files, Home: d.path("home")})
	ws := d.path("repo/ws")
	tell := func(kind int) {
		if _, own := files.(ownFiles); own {
			c.notify("workspace/didChangeWatchedFiles", toldOf(ws, kind))
		}
	}
	late := make(chan func(), 16)
	s.watching.After = func(_ time.Duration, read func()) { late <- read }
	c.initialize(dynamicCapabilities, fmt.Sprintf(`"rootUri":%q`, position.PathURI(ws)))
	c.open(string(position.PathURI(d.path("repo/ws/AGENTS.md"))), instructions)
	found := &findings{t: t, c: c, have: make(map[string][]string)}
	(<-late)() // from the start
	found.want("at the start", nil)
	d.remove("repo/ws")
	tell(3)
	found.want("deleted", []string{noGuide})
	d.do(os.Mkdir(ws, 0o755))
	tell(1)
	read := <-late
	d.write("repo/ws/docs/guide.md", "# Guide\n")
	read()
	found.want("created again", nil)
}

// TestUnconcernedChanges checks that very many changes that do not concern the server cause it no work, and
// that it misses none that does concern it. When the client has had time to start watching, the server reads again what
// has changed since.
func TestUnconcernedChanges(t *testing.T) {
	t.Parallel()
	d := newDisk(t)
	ws := d.path("repo/ws")
	d.write("repo/ws/.agents/skills/a/SKILL.md", skillText("a"))
	d.write("repo/ws/.git/HEAD", "")
	c, s := startMemory(t, session.Options{FS: ownFiles{}})
	late := make(chan func(), 16)
	s.watching.After = func(_ time.Duration, read func()) { late <- read }
	c.initialize(dynamicCapabilities, fmt.Sprintf(`"rootUri":%q`, position.PathURI(ws)))
	c.open(string(position.PathURI(d.path("repo/ws/AGENTS.md"))), instructions)
	wantPublished(t, settle(t, c, s), "v1 link/broken")
	waitFor(t, func() bool {
		return s.watching.Interest.Load() != nil && s.watching.Interest.Load().Concerns(ws+"/docs/guide.md", true)
	})
	waitFor(t, func() bool { return strings.Contains(c.log(), "workspace scanned") })
	still(t, s)
	roundTrip := func() { c.result("textDocument/hover", at("untitled:x", 0, 0), new(any)) } // the request reads nothing
	var changes []any
	tell := func(name string, kind int) {
		changes = append(changes, map[string]any{"uri": position.PathURI(d.path(name)), "type": kind})
	}
	for i := range 10_000 {
		tell(fmt.Sprintf("repo/ws/target/debug/deps/lib%d.rlib", i), 1+i%3)
		tell(fmt.Sprintf("repo/ws/node_modules/p%d/skills/README.md", i), 3)
		tell(fmt.Sprintf("repo/ws/.git/objects/ab/%d", i), 1)
	}
	tell("repo/ws", 2)         // its modification time has changed
	tell("repo/ws/.agents", 2) // and that of this one
	turn := s.session.View().Turn
	c.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": changes})
	roundTrip()
	still(t, s)
	if now := s.session.View().Turn; now != turn {
		t.Errorf("the view was replaced %d times", now-turn)
	}
	for _, concerned := range []struct {
		name string
		kind int
	}{
		{"repo/ws/docs", 3},
		{"repo/ws/docs/guide.md", 1},
		{"repo/ws/docs/Guide.MD", 1},
		{"repo/ws/.agents", 3},
		{"repo", 3},
		{"repo/ws/.agents/skills/a/run.sh", 2},
		{"repo/ws/deep/AGENTS.md", 2},
		{"repo/ws/deep/agents/openai.yaml", 2},
		{"repo/.codelia", 1},
	} {
		turn := s.session.View().Turn
		c.notify("workspace/didChangeWatchedFiles", toldOf(d.path(concerned.name), concerned.kind))
		roundTrip()
		if s.session.View().Turn == turn {
			t.Errorf("%+v changed nothing", concerned)
		}
	}
	settle(t, c, s)                               // so that the server knows that the file is missing
	d.write("repo/ws/docs/guide.md", "# Guide\n") // the client was still starting to watch
	turn = s.session.View().Turn
	(<-late)()
	if s.session.View().Turn == turn {
		t.Error("what had changed was not read again when the client should have started to watch")
	}
}

// still waits until the server has acted on all notifications so far. It requests two plans: the second one
// begins after the first one ends.
func still(t *testing.T, s *server) {
	t.Helper()
	wait(s, t)
	for range 2 {
		s.watching.RequestPlan(watch.Links)
		waitFor(t, func() bool { return len(s.watching.PlanRequests) == 0 })
	}
	wait(s, t)
}

// TestNewDirectory checks that the server reads a new directory of any name, because it may contain skills.
func TestNewDirectory(t *testing.T) {
	t.Parallel()
	d := newDisk(t)
	c, s := startMemory(t, session.Options{FS: ownFiles{}})
	c.initialize(dynamicCapabilities, fmt.Sprintf(`"rootUri":%q`, position.PathURI(d.path("repo/ws"))))
	waitFor(t, func() bool { return s.watching.Interest.Load() != nil })
	still(t, s)
	d.write("repo/ws/pack.v2/.agents/skills/a/SKILL.md", skillText("a"))
	d.write("repo/ws/pack.txt", "")
	turn := s.session.View().Turn
	c.notify("workspace/didChangeWatchedFiles", toldOf(d.path("repo/ws/pack.txt"), 1))
	c.notify("workspace/didChangeWatchedFiles", toldOf(d.path("repo/ws/pack.v2"), 1))
	waitFor(t, func() bool { return s.session.View().Turn != turn })
}

// TestFileOperations checks clients that report only the file operations of their user.
func TestFileOperations(t *testing.T) {
	d := newDisk(t)
	c, s := startMemory(t, session.Options{FS: ownFiles{}})
	m := c.initialize(`{"workspace":{"fileOperations":{"didCreate":true,"didRename":true,"didDelete":true}}}`,
		fmt.Sprintf(`"rootUri":%q`, position.PathURI(d.path("repo/ws"))))
	var result struct {
		Capabilities struct {
			Workspace struct {
				FileOperations map[string]struct{ Filters []any }
			}
		}
	}
	if err := json.Unmarshal(m.Result, &result); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"didCreate", "didRename", "didDelete"} {
		if len(result.Capabilities.Workspace.FileOperations[name].Filters) == 0 {
			t.Errorf("%s is not asked for", name)
		}
	}
	c.open(string(position.PathURI(d.path("repo/ws/AGENTS.md"))), instructions)
	wantPublished(t, settle(t, c, s), "v1 link/broken")
	files := func(names ...string) map[string]any {
		var list []any
		for _, name := range names {
			list = append(list, map[string]any{"uri": position.PathURI(d.path(name))})
		}
		return map[string]any{"files": list}
	}
	rename := func(from, to string) map[string]any {
		return map[string]any{"files": []any{map[string]any{"oldUri": position.PathURI(d.path(from)), "newUri": position.PathURI(d.path(to))}}}
	}
	for _, step := range []struct {
		do     func()
		method string
		params map[string]any
		want   string
	}{
		{func() { d.write("repo/ws/docs/guide.md", "# Guide\n") }, "workspace/didCreateFiles", files("repo/ws/docs/guide.md"), "v1"},
		{func() { d.rename("repo/ws/docs", "repo/ws/doc") }, "workspace/didRenameFiles", rename("repo/ws/docs", "repo/ws/doc"), "v1 link/broken"},
		{func() { d.rename("repo/ws/doc", "repo/ws/docs") }, "workspace/didRenameFiles", rename("repo/ws/doc", "repo/ws/docs"), "v1"},
		{func() { d.remove("repo/ws/docs") }, "workspace/didDeleteFiles", files("repo/ws/docs"), "v1 link/broken"},
	} {
		step.do()
		c.notify(step.method, step.params)
		wantPublished(t, settle(t, c, s), step.want)
	}
	c.notify("workspace/didRenameFiles", map[string]any{"files": []any{map[string]any{"oldUri": "untitled:x"}}})
	c.notify("workspace/didDeleteFiles", nil)
	wantAlive(t, c)

	c, _ = startMemory(t, session.Options{FS: noFiles})
	if m := c.initialize(`{}`); strings.Contains(string(m.Result), "fileOperations") {
		t.Errorf("asked for what the client does not tell: %s", m.Result)
	}
}

// TestIgnoredChange checks that the server remembers a change of a file that open settings ignore, and
// reports its problems when they no longer ignore it.
func TestIgnoredChange(t *testing.T) {
	t.Parallel()
	d := newDisk(t)
	guide := "repo/ws/docs/AGENTS.md"
	d.write(guide, "[x](gone.md)\n")
	c, s := startMemory(t, session.Options{FS: ownFiles{}})
	c.initialize(dynamicCapabilities, fmt.Sprintf(`"rootUri":%q,"initializationOptions":{"workspaceDiagnostics":true}`, position.PathURI(d.path("repo/ws"))))
	has := ""
	wants := func(when, want string) {
		t.Helper()
		for _, p := range settle(t, c, s) {
			if p.URI == string(position.PathURI(d.path(guide))) {
				has = starts(p.Diagnostics)
			}
		}
		if has != want {
			t.Errorf("%s: findings %q, want %q", when, has, want)
		}
	}
	waitFor(t, func() bool { return s.watching.Interest.Load() != nil })
	still(t, s)
	wants("at first", "link/broken@0:4")
	settings := string(position.PathURI(d.path("repo/ws/.skills-ls.yaml")))
	c.open(settings, "ignore: [docs]\n")
	wants("ignored", "")
	d.write(guide, "# Guide\n\n[other](gone.md)\n")
	c.notify("workspace/didChangeWatchedFiles", toldOf(d.path(guide), 2))
	wants("changed", "")
	s.session.View().Snapshot.Files() // reads what has changed, as a request may do in the meantime
	c.change(settings, 2, edit(0, 0, 1, 0, ""))
	wants("no longer ignored", "link/broken@2:8")
}
