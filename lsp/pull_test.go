package lsp

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"skills-ls/lsp/convert"
	"skills-ls/lsp/session"
)

// pulling holds the capabilities of a client that pulls.
const pulling = `{"textDocument":{"diagnostic":{"dynamicRegistration":true}},"workspace":{"diagnostics":{"refreshSupport":true}}}`

// A pulledReport is a report of any kind, as the client decodes it.
type pulledReport struct {
	Kind     string
	URI      string
	Version  *int
	ResultID string
	Items    []testDiagnostic
	items    json.RawMessage
}

func (r *pulledReport) UnmarshalJSON(data []byte) error {
	type plain pulledReport
	var raw struct{ Items json.RawMessage }
	if err := json.Unmarshal(data, (*plain)(r)); err != nil {
		return err
	}
	err := json.Unmarshal(data, &raw)
	r.items = raw.Items
	return err
}

// describe returns the kind, the version and the diagnostics of a report.
func (r *pulledReport) describe() string {
	text := r.Kind
	if r.Version != nil {
		text += fmt.Sprint(" v", *r.Version)
	}
	return strings.TrimSpace(text + " " + starts(r.Items))
}

// pull requests the diagnostics of a document.
func pull(c *testClient, uri, previous string) (r pulledReport) {
	c.t.Helper()
	params := map[string]any{"identifier": convert.SourceName, "textDocument": map[string]any{"uri": uri}}
	if previous != "" {
		params["previousResultId"] = previous
	}
	c.result("textDocument/diagnostic", params, &r)
	if r.Kind == "full" && r.items == nil || r.Kind == "unchanged" && r.ResultID != previous {
		c.t.Errorf("the report %+v of %s is not well-formed", r, uri)
	}
	return r
}

// A workspacePull is the state of a client that pulls the workspace.
type workspacePull struct {
	c     *testClient
	known map[string]string // result IDs by URI
}

// start requests the results that the client does not know. id is the ID of the request, and fields are added
// to its parameters.
func (w *workspacePull) start(id string, fields map[string]any) chan message {
	previous := []any{}
	for uri, value := range w.known {
		previous = append(previous, map[string]any{"uri": uri, "value": value})
	}
	params := map[string]any{"identifier": convert.SourceName, "previousResultIds": previous}
	for name, value := range fields {
		params[name] = value
	}
	return w.c.start(id, "workspace/diagnostic", params)
}

// take records the results of the reports. It returns a line for each: the path relative to the root, and a
// description.
func (w *workspacePull) take(root string, raw json.RawMessage) (lines []string) {
	w.c.t.Helper()
	var result struct{ Items []pulledReport }
	if err := json.Unmarshal(raw, &result); err != nil {
		w.c.t.Fatalf("%s: %v", raw, err)
	}
	for _, r := range result.Items {
		if r.Kind != "full" || r.items == nil || r.ResultID == "" {
			w.c.t.Errorf("the report %+v is not well-formed", r)
		}
		w.known[r.URI] = r.ResultID
		lines = append(lines, strings.TrimPrefix(r.URI, root+"/")+" "+r.describe())
	}
	return lines
}

func wantLines(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%s: got\n\t%s\nwant\n\t%s", what, strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
}

// askedFor returns how many requests with the method the server has sent.
func (c *testClient) askedFor(method string) (n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, m := range c.asked {
		if m.Method == method {
			n++
		}
	}
	return n
}

// TestPullOrPush checks which client pulls: one that can, and that supports being asked to pull again.
func TestPullOrPush(t *testing.T) {
	for _, test := range []struct {
		capabilities, fields string
		want                 string // the diagnosticProvider
	}{
		{`{}`, ``, ""},
		{`{"textDocument":{"diagnostic":{}}}`, ``, ""},
		{`{"textDocument":{"diagnostic":{}},"workspace":{"diagnostics":{"refreshSupport":false}}}`, ``, ""},
		{`{"workspace":{"diagnostics":{"refreshSupport":true}}}`, ``, ""},
		{pulling, ``, `{"identifier":"skills-ls","interFileDependencies":true,"workspaceDiagnostics":true}`},
		{pulling, `,"clientInfo":{"name":"Neovim","version":"0.12.1+v0.12.1"}`, `{"identifier":"skills-ls","interFileDependencies":true,"workspaceDiagnostics":false}`},
		{pulling, `,"clientInfo":{"name":"Neovim","version":"0.13.0"}`, `{"identifier":"skills-ls","interFileDependencies":true,"workspaceDiagnostics":true}`},
	} {
		c, _ := startMemory(t, session.Options{FS: noFiles})
		var result struct {
			Capabilities struct{ DiagnosticProvider json.RawMessage }
		}
		m := c.call("initialize", json.RawMessage(`{"processId":null,"rootUri":null,"capabilities":`+test.capabilities+test.fields+`}`))
		if err := json.Unmarshal(m.Result, &result); err != nil {
			t.Fatal(err)
		}
		if got := string(result.Capabilities.DiagnosticProvider); got != test.want {
			t.Errorf("%s%s: provider %s, want %s", test.capabilities, test.fields, got, test.want)
		}
		c.notify("initialized", struct{}{})
		for method, offered := range map[string]bool{
			"textDocument/diagnostic": test.want != "",
			"workspace/diagnostic":    strings.Contains(test.want, `"workspaceDiagnostics":true`),
		} {
			answer := c.start(method, method, map[string]any{"textDocument": map[string]any{"uri": "untitled:x"}, "previousResultIds": []any{}})
			c.notify("$/cancelRequest", map[string]any{"id": method})
			if m := c.await(answer, method); (m.Error != nil && m.Error.Code == -32601) == offered {
				t.Errorf("%s%s: %s answered %s, %+v", test.capabilities, test.fields, method, m.Result, m.Error)
			}
		}
		c.open("untitled:SKILL.md", brokenSkill)
		if test.want == "" {
			wantPublished(t, []publishedList{nextPublished(c)}, "v1 frontmatter/unclosed")
		} else if r := pull(c, "untitled:SKILL.md", ""); r.describe() != "full frontmatter/unclosed@0:0" {
			t.Errorf("pulled %s", r.describe())
		}
	}
}

// TestPullDocument checks the answers to pulls of a document, and which of them are "unchanged". A result ID
// stands for what the editor shows: the same list is another result if an edit may have moved its ranges.
func TestPullDocument(t *testing.T) {
	c, s := startMemory(t, session.Options{FS: noFiles})
	c.initialize(pulling)
	const uri = "untitled:SKILL.md"
	const good = brokenSkill + "---\nBody.\n"
	previous, version := "", 1
	pulled := func(what, want string) {
		t.Helper()
		r := pull(c, uri, previous)
		if r.describe() != want {
			t.Errorf("%s: pulled %s, want %s", what, r.describe(), want)
		}
		previous = r.ResultID
	}
	change := func(changes ...map[string]any) {
		version++
		c.change(uri, version, changes...)
	}
	c.open(uri, good)
	pulled("at first", "full")
	pulled("again", "unchanged")
	change(map[string]any{"text": brokenSkill})
	pulled("a finding", "full frontmatter/unclosed@0:0")
	pulled("again", "unchanged")
	change(edit(2, 0, 2, 0, "license: MIT\n"))
	pulled("an edit behind it", "unchanged")
	change(edit(0, 0, 0, 0, ""))
	pulled("an edit before it", "full frontmatter/unclosed@0:0")
	pulled("again", "unchanged")
	change(map[string]any{"text": good})
	pulled("no finding", "full")
	change(edit(0, 0, 0, 0, ""))
	pulled("an edit of a good text", "unchanged")
	c.notify("textDocument/didClose", at(uri, 0, 0))
	previous = ""
	pulled("closed", "full")
	wantPublished(t, settle(t, c, s))
	if n := len(s.diagnoser.Files); n != 0 {
		t.Errorf("%d closed documents are remembered", n)
	}
}

// TestPullNewest checks that a pull that edits have overtaken is answered for the newest text, and that each
// of many pulls is answered. A client that pulls after each edit may get the newest answer before those in
// between.
func TestPullNewest(t *testing.T) {
	c, _ := startMemory(t, session.Options{FS: noFiles})
	c.initialize(pulling)
	c.open("untitled:SKILL.md", brokenSkill)
	var answers []chan message
	for i := range 200 {
		c.change("untitled:SKILL.md", i+2, edit(0, 0, 0, 0, "\n"))
		answers = append(answers, c.start(fmt.Sprint("p", i), "textDocument/diagnostic", at("untitled:SKILL.md", 0, 0)))
	}
	c.change("untitled:SKILL.md", 1000, map[string]any{"text": brokenSkill + "---\nBody.\n"})
	for i, a := range answers {
		if m := c.await(a, "pull"); m.Error != nil {
			t.Fatalf("pull %d: %d %s", i, m.Error.Code, m.Error.Message)
		}
	}
	if r := pull(c, "untitled:SKILL.md", ""); r.describe() != "full" {
		t.Errorf("in the end %s", r.describe())
	}
}

// TestPullClosedFiles checks that a pull diagnoses closed files inside the workspace, and no other files.
func TestPullClosedFiles(t *testing.T) {
	c, _ := startMemory(t, session.Options{FS: memoryFiles{"/ws/skills/demo/SKILL.md": brokenSkill, "/other/demo/SKILL.md": brokenSkill}})
	c.initialize(pulling, workspaceFolder("/ws"))
	for uri, want := range map[string]string{
		memoryURI("/ws/skills/demo/SKILL.md"): "full frontmatter/unclosed@0:0",
		memoryURI("/other/demo/SKILL.md"):     "full",
		memoryURI("/ws/gone.md"):              "full",
		"untitled:x":                          "full",
		"":                                    "full",
	} {
		r := pull(c, uri, "")
		if r.describe() != want {
			t.Errorf("%s: pulled %s, want %s", uri, r.describe(), want)
		}
		if r := pull(c, uri, r.ResultID); r.Kind != "unchanged" {
			t.Errorf("%s: pulled %s the second time", uri, r.describe())
		}
	}
}

// TestPullPanic checks that the client keeps its diagnostics if a rule panics.
func TestPullPanic(t *testing.T) {
	files := &panickyFiles{memoryFiles: memoryFiles{"/ws/.agents/skills/a/other.md": "# Other\n"}}
	c, s := startMemory(t, session.Options{FS: files})
	c.initialize(pulling, workspaceFolder("/ws"))
	wantAlive(t, c)
	wait(s, t)
	uri := memoryURI("/ws/.agents/skills/a/SKILL.md")
	c.open(uri, skillText("a", "[x](gone.md), other.md"))
	first := pull(c, uri, "")
	files.panics.Store(true)
	s.session.View().Snapshot.Disk().Documents.Clear() // a check of the disk may have kept other.md
	c.change(uri, 2, edit(4, 0, 4, 12, "[x](other.md#none)"))
	if r := pull(c, uri, first.ResultID); r.Kind != "unchanged" {
		t.Errorf("pulled %s", r.describe())
	}
	if r := pull(c, uri, ""); r.describe() != "full" || r.ResultID != "" {
		t.Errorf("a client that has nothing pulled %s, ID %q", r.describe(), r.ResultID)
	}
	if !strings.Contains(c.log(), "diagnosis panicked") {
		t.Errorf("no panic was logged:\n%s", c.log())
	}
	files.panics.Store(false)
	c.change(uri, 3, edit(0, 0, 0, 0, ""))
	if r := pull(c, uri, first.ResultID); r.describe() != "full link/fragment@4:12" {
		t.Errorf("after the panic pulled %s", r.describe())
	}
}

// TestPullWaitsForSettings checks that a pull reports nothing that the user has disabled, and that it takes
// no slot of another request while it waits for the settings.
func TestPullWaitsForSettings(t *testing.T) {
	t.Parallel()
	c, _ := startMemory(t, session.Options{FS: noFiles})
	c.ignores = "workspace/configuration"
	c.initialize(strings.Replace(pulling, `"workspace":{`, `"workspace":{"configuration":true,`, 1))
	c.open("untitled:SKILL.md", brokenSkill)
	var answers []chan message
	for i := range 20 {
		answers = append(answers, c.start(fmt.Sprint("p", i), "textDocument/diagnostic", at("untitled:SKILL.md", 0, 0)))
	}
	for range 5 {
		c.call("textDocument/hover", at("untitled:SKILL.md", 1, 1))
	}
	select {
	case <-answers[0]:
		t.Error("a pull was answered before the settings were, or given up")
	default:
	}
	for _, a := range answers {
		if m := c.await(a, "pull"); m.Error != nil || !strings.Contains(string(m.Result), "frontmatter/unclosed") {
			t.Errorf("pulled %s, %+v", m.Result, m.Error)
		}
	}

	c, _ = startMemory(t, session.Options{FS: noFiles})
	c.answers["workspace/configuration"] = []any{unclosed("off")}
	c.initialize(strings.Replace(pulling, `"workspace":{`, `"workspace":{"configuration":true,`, 1))
	c.open("untitled:SKILL.md", brokenSkill)
	if r := pull(c, "untitled:SKILL.md", ""); r.describe() != "full" {
		t.Errorf("pulled %s though the rule is off", r.describe())
	}
}

// TestRefresh checks when the client is asked to pull again: once for a change of diagnostics that it has no
// reason to pull, and never because of its own pulls.
func TestRefresh(t *testing.T) {
	t.Parallel()
	files := memoryFiles{
		"/ws/.agents/skills/deploy/SKILL.md": skillText("deploy"),
		"/ws/.agents/skills/other/SKILL.md":  skillText("other", "Run $deplyo."),
	}
	c, s := startMemory(t, session.Options{FS: files})
	c.initialize(pulling, workspaceFolder("/ws"))
	deploy, other := memoryURI("/ws/.agents/skills/deploy/SKILL.md"), memoryURI("/ws/.agents/skills/other/SKILL.md")
	c.open(deploy, files["/ws/.agents/skills/deploy/SKILL.md"])
	c.open(other, files["/ws/.agents/skills/other/SKILL.md"])
	wantPublished(t, settle(t, c, s))
	ids := make(map[string]string)
	refreshes := 0
	step := func(what string, refreshed bool, want ...string) {
		t.Helper()
		wantPublished(t, settle(t, c, s))
		if refreshed {
			refreshes++
		}
		if n := c.askedFor("workspace/diagnostic/refresh"); n != refreshes {
			t.Errorf("%s: asked %d times to pull, want %d", what, n, refreshes)
			refreshes = n
		}
		for i, uri := range []string{deploy, other} {
			r := pull(c, uri, ids[uri])
			if r.describe() != want[i] {
				t.Errorf("%s: %s: pulled %s, want %s", what, uri, r.describe(), want[i])
			}
			ids[uri] = r.ResultID
		}
	}
	step("opened", false, "full", "full mention/unknown@4:4")
	step("pulled", false, "unchanged", "unchanged")
	c.change(deploy, 2, edit(5, 0, 5, 0, "More.\n"))
	step("typed in a body", false, "unchanged", "unchanged")
	c.change(deploy, 3, edit(1, 6, 1, 12, "deplyo"))
	if r := pull(c, deploy, ids[deploy]); r.describe() != "full name/directory@1:6" {
		t.Errorf("pulled %s at once", r.describe())
	} else {
		ids[deploy] = r.ResultID
	}
	step("renamed what another file speaks of", true, "unchanged", "full")
	c.change(other, 2, edit(4, 0, 4, 0, "More.\n"))
	step("typed", false, "unchanged", "unchanged")
	c.change(other, 3, edit(5, 5, 5, 11, "deplxo"))
	if r := pull(c, other, ids[other]); r.Kind != "unchanged" {
		t.Errorf("pulled %s before the pause", r.describe())
	}
	step("mentioned something unknown", true, "unchanged", "full mention/unknown@5:4")
	c.change(other, 4, edit(0, 0, 0, 0, ""))
	if r := pull(c, other, ids[other]); r.describe() != "full mention/unknown@5:4" {
		t.Errorf("pulled %s at once: cross-file findings move along", r.describe())
	} else {
		ids[other] = r.ResultID
	}
	step("moved", false, "unchanged", "unchanged")
	c.notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"skills-ls": map[string]any{"rules": map[string]any{"mention/unknown": "off"}}}})
	step("settings", true, "unchanged", "full")
	c.notify("textDocument/didClose", at(deploy, 0, 0))
	wantPublished(t, settle(t, c, s))
	if n := c.askedFor("workspace/diagnostic/refresh"); n != refreshes {
		t.Errorf("asked %d times to pull after a document was closed that no finding depends on", n-refreshes)
	}
}

// TestRefreshIsOneAtATime checks that a client that answers late is not asked again before its answer, but
// once afterward.
func TestRefreshIsOneAtATime(t *testing.T) {
	c, s := startMemory(t, session.Options{FS: noFiles})
	c.initialize(pulling)
	c.open("untitled:SKILL.md", brokenSkill)
	pull(c, "untitled:SKILL.md", "")
	settle(t, c, s)
	asked, answer := make(chan bool, 10), make(chan bool)
	s.diagnoser.Client = intercepted{Client: s.conn, call: func() { asked <- true; <-answer }} // not a race, because no refresh is due
	severities := []string{"error", "warning", "information", "hint", "error"}
	for i, severity := range severities {
		c.notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"skills-ls": unclosed(severity)}})
		wantAlive(t, c)
		waitFor(t, func() bool { // otherwise the last change, which undoes the others, may come too early
			s.diagnoser.Mu.Lock()
			defer s.diagnoser.Mu.Unlock()
			return s.diagnoser.Working == 0 && !s.diagnoser.Round.Running
		})
		if i == 1 {
			<-asked // the first change, to "error", sets the severity that the rule already had
		}
	}
	select {
	case <-asked:
		t.Error("asked a second time before the answer")
	default:
	}
	answer <- true
	<-asked
	answer <- true
	waitDiagnosed(t, s)
	if len(asked) > 0 {
		t.Error("asked a third time")
	}
}

// TestPullDuringTheScan checks that the client gets what is known before the scan ends, and is asked to pull
// again afterward.
func TestPullDuringTheScan(t *testing.T) {
	text := skillText("other", "[x](gone.md)", "Run $deplyo.")
	files := &gatedFiles{
		memoryFiles: memoryFiles{
			"/ws/.agents/skills/deploy/SKILL.md":     skillText("deploy", "See more/SLOW.md."),
			"/ws/.agents/skills/deploy/more/SLOW.md": "# Slow\n",
			"/ws/.agents/skills/other/SKILL.md":      text,
		},
		file: "/ws/.agents/skills/deploy/more/SLOW.md",
	}
	files.gate.Lock()
	c, s := startMemory(t, session.Options{FS: files})
	c.initialize(pulling, workspaceFolder("/ws"))
	uri := memoryURI("/ws/.agents/skills/other/SKILL.md")
	c.open(uri, text)
	first := pull(c, uri, "")
	if first.describe() != "full link/broken@4:4" {
		t.Errorf("during the scan pulled %s", first.describe())
	}
	w := &workspacePull{c, make(map[string]string)}
	answer := w.start("w", nil)
	wantAlive(t, c)
	waitDiagnosed(t, s)
	if n := c.askedFor("workspace/diagnostic/refresh"); n != 0 || len(answer) > 0 {
		t.Errorf("asked %d times to pull, and answered %d times, before the end of the scan", n, len(answer))
	}
	files.gate.Unlock()
	wantLines(t, "the workspace after the scan", w.take(memoryURI("/ws/.agents/skills"), c.await(answer, "the workspace").Result),
		"other/SKILL.md full v1 link/broken@4:4 mention/unknown@5:4")
	wantPublished(t, settle(t, c, s))
	if n := c.askedFor("workspace/diagnostic/refresh"); n != 1 {
		t.Errorf("asked %d times to pull after the scan, want once", n)
	}
	if r := pull(c, uri, first.ResultID); r.describe() != "full link/broken@4:4 mention/unknown@5:4" {
		t.Errorf("after the scan pulled %s", r.describe())
	}
}

// TestPullGone checks that a file that does not exist has no diagnostics, such as one that was renamed while
// it was open.
func TestPullGone(t *testing.T) {
	c, _ := startMemory(t, session.Options{FS: memoryFiles{"/ws/.agents/skills/deploy/SKILL.md": skillText("deploy")}})
	c.initialize(pulling, workspaceFolder("/ws"))
	gone := memoryURI("/ws/.agents/skills/gone/SKILL.md")
	if r := pull(c, gone, ""); r.describe() != "full" {
		t.Errorf("never opened: %s", r.describe())
	}
	c.open(gone, skillText("gone"))
	pull(c, gone, "")
	c.notify("textDocument/didClose", at(gone, 0, 0))
	if r := pull(c, gone, ""); r.describe() != "full" {
		t.Errorf("closed: %s", r.describe())
	}
}
