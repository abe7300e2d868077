package lsp

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"go.lsp.dev/protocol"

	"skills-ls/analysis/config"
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/vantage"
	"skills-ls/lsp/position"
	"skills-ls/lsp/session"
)

func TestParseSettings(t *testing.T) {
	for _, test := range []struct {
		raw      string
		targets  string
		rules    string
		problems []string // a substring of each
	}{
		{``, "[]", "map[]", nil},
		{`null`, "[]", "map[]", nil},
		{`{}`, "[]", "map[]", nil},
		{`{"targets":null,"rules":null}`, "[]", "map[]", nil},
		{`{"targets":["codex"],"rules":{"link/broken":"error","body/empty":"off","name/format":"info"}}`, "[codex]", "map[body/empty:off link/broken:error name/format:information]", nil},
		{`{"rules":{"link/broken":"loud","name/format":"hint"}}`, "[]", "map[name/format:hint]", []string{"rules.link/broken: \"rules.link/broken\" must be a severity"}},
		{`{"rules":{"no/such":"off","name/format":7,"link/broken":"off"}}`, "[]", "map[link/broken:off]", []string{"rules.no/such: unknown rule \"no/such\"", "rules.name/format"}},
		{`{"rules":["x"],"targets":["codex"]}`, "[codex]", "map[]", []string{"rules:"}},
		{`{"targets":"codex","rules":{"link/broken":"off"}}`, "[codex]", "map[link/broken:off]", []string{"targets:"}},
		{`{"targets":["codex","Nope"]}`, "[codex]", "map[]", []string{"targets[1]: unknown agent \"Nope\""}},
		{`{"targets":["claud-code"]}`, "[]", "map[]", []string{"targets[0]: unknown agent \"claud-code\": did you mean \"claude-code\"?"}},
		{`{"targets":["our-agent"]}`, "[our-agent]", "map[]", nil}, // a project may define it
		{`{"extends":"x","roots":["/opt/skills"],"trace":{"server":"off"},"retriggerCommand":"a","skillsDidChange":true}`, "[]", "map[]", []string{"extends: \"extends\" can only be set in .skills-ls.yaml"}},
		{`{"docsBaseUrl":7}`, "[]", "map[]", []string{"docsBaseUrl:"}},
		{`[1,2]`, "[]", "map[]", []string{"skills-ls:"}},
		{`"x"`, "[]", "map[]", []string{"skills-ls:"}},
	} {
		set, problems := session.ParseSettings(protocol.LSPAny(test.raw))
		if got := fmt.Sprint(set.Project.Targets); got != test.targets {
			t.Errorf("%s: targets %s, want %s", test.raw, got, test.targets)
		}
		if got := fmt.Sprint(set.Project.Rules); got != test.rules {
			t.Errorf("%s: rules %s, want %s", test.raw, got, test.rules)
		}
		if len(problems) != len(test.problems) {
			t.Errorf("%s: problems %q, want %q", test.raw, problems, test.problems)
			continue
		}
		for i, part := range test.problems {
			if !strings.Contains(problems[i], part) {
				t.Errorf("%s: problem %q, want %q in it", test.raw, problems[i], part)
			}
		}
	}
}

func TestSettingsOver(t *testing.T) {
	base := session.Settings{Project: config.Settings{Targets: []string{"codex"}}, RetriggerCommand: "x", DocsBaseURL: "y"}
	got := session.Settings{Project: config.Settings{Targets: []string{"otto"}}, DocsBaseURL: "z"}.Over(base)
	if want := (session.Settings{Project: config.Settings{Targets: []string{"otto"}}, RetriggerCommand: "x", DocsBaseURL: "z"}); !got.Equal(want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// severityOf returns the severity of the last published diagnostic of a broken skill, or 0 if the last list
// is empty.
func severityOf(t *testing.T, c *testClient, s *server) int {
	t.Helper()
	found := 0
	for _, p := range settle(t, c, s) {
		found = 0
		for _, d := range p.Diagnostics {
			found = d.Severity
		}
	}
	return found
}

func unclosed(severity string) json.RawMessage {
	return json.RawMessage(fmt.Sprintf(`{"rules":{"frontmatter/unclosed":%q}}`, severity))
}

// TestConfigurationIsPulled checks that the server requests the settings of a client that supports it, at the
// start and after a change.
func TestConfigurationIsPulled(t *testing.T) {
	c, s := startMemory(t, session.Options{FS: noFiles})
	c.answers["workspace/configuration"] = []any{unclosed("hint")}
	c.initialize(`{"workspace":{"configuration":true,"didChangeConfiguration":{"dynamicRegistration":true},"didChangeWatchedFiles":{"dynamicRegistration":true}}}`)
	waitFor(t, func() bool { return len(s.session.View().Settings.Project.Rules) > 0 })
	c.open("untitled:SKILL.md", brokenSkill)
	if got := severityOf(t, c, s); got != 4 {
		t.Errorf("severity %d, want 4", got)
	}
	c.mu.Lock()
	c.answers["workspace/configuration"] = []any{unclosed("warning")}
	c.mu.Unlock()
	c.notify("workspace/didChangeConfiguration", map[string]any{"settings": nil})
	waitFor(t, func() bool {
		return s.session.View().Settings.Project.Rules["frontmatter/unclosed"] == diagnostic.Warning
	})
	if got := severityOf(t, c, s); got != 2 {
		t.Errorf("severity %d after a change, want 2", got)
	}

	waitFor(t, func() bool { c.mu.Lock(); defer c.mu.Unlock(); return len(c.asked) == 4 })
	var registered []string
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, m := range c.asked {
		if m.Method == "client/registerCapability" {
			var p protocol.RegistrationParams
			if err := protocol.Unmarshal(m.Params, &p); err != nil {
				t.Fatal(err)
			}
			for _, r := range p.Registrations {
				registered = append(registered, r.Method)
			}
		}
	}
	slices.Sort(registered)
	if want := []string{"workspace/didChangeConfiguration", "workspace/didChangeWatchedFiles"}; !slices.Equal(registered, want) {
		t.Errorf("registered %q, want %q", registered, want)
	}
}

// TestConfigurationIsPushed checks that settings which the client sends, with or without the section's name,
// override those of initializationOptions.
func TestConfigurationIsPushed(t *testing.T) {
	c, s := startMemory(t, session.Options{FS: noFiles})
	c.initialize(`{}`, `"initializationOptions":`+string(unclosed("hint")))
	c.open("untitled:SKILL.md", brokenSkill)
	if got := severityOf(t, c, s); got != 4 {
		t.Errorf("severity %d, want 4", got)
	}
	for _, change := range []struct {
		settings any
		want     int
	}{
		{map[string]any{"skills-ls": unclosed("information")}, 3},
		{unclosed("warning"), 2},
		{map[string]any{"skills-ls": unclosed("off")}, 0},
		{map[string]any{"skills-ls": map[string]any{}}, 4},
	} {
		c.notify("workspace/didChangeConfiguration", map[string]any{"settings": change.settings})
		if got := severityOf(t, c, s); got != change.want {
			t.Errorf("severity %d after %v, want %d", got, change.settings, change.want)
		}
	}
	c.notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"skills-ls": map[string]any{}}})
	wantPublished(t, settle(t, c, s))
}

// TestSettingsFile checks that a project's file overrides initializationOptions, that settings which the
// client sends later override the file, and that the file takes effect while the user types in it.
func TestSettingsFile(t *testing.T) {
	t.Parallel()
	files := memoryFiles{
		"/ws/.skills-ls.yaml":              "rules: {link/broken: information}\n",
		"/ws/.agents/skills/demo/SKILL.md": skillText("demo", "See [x](gone.md)."),
	}
	uriOf := func(name string) string { return string(position.PathURI(nativePath(name))) }
	skill, file := uriOf("/ws/.agents/skills/demo/SKILL.md"), uriOf("/ws/.skills-ls.yaml")
	c, s := startMemory(t, session.Options{FS: files})
	c.initialize(`{}`, fmt.Sprintf(`"rootUri":%q,"initializationOptions":{"rules":{"link/broken":"hint"}}`, uriOf("/ws")))
	wants := func(when string, want int) {
		t.Helper()
		var got []int
		for _, p := range settle(t, c, s) {
			for _, d := range p.Diagnostics {
				if string(p.URI) == skill {
					got = append(got, d.Severity)
				}
			}
		}
		if len(got) != 1 || got[0] != want {
			t.Errorf("%s: severities %v, want one %d", when, got, want)
		}
	}
	c.open(skill, files["/ws/.agents/skills/demo/SKILL.md"])
	wants("the file over the initial options", 3)
	c.open(file, files["/ws/.skills-ls.yaml"])
	c.change(file, 2, edit(0, 21, 0, 32, "error"))
	wants("typed", 1)
	c.change(file, 3, edit(0, 21, 0, 26, "eror"))
	wants("a slip, which leaves the initial options", 4)
	c.notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"rules": map[string]any{"link/broken": "warning"}}})
	wants("the user's own over the file", 2)
	c.notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{}})
	wants("without the user's own", 4)
	c.notify("textDocument/didClose", at(file, 0, 0))
	wants("closed, so that the disk counts", 3)
	wait(s, t)
	files.put("/ws/.skills-ls.yaml", "rules: {link/broken: error}\n")
	c.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": file, "type": 2}}})
	wants("changed on disk", 1)
}

// TestSettingsFileAndClosedFiles checks that edits of an open project file update the diagnostics of closed
// files.
func TestSettingsFileAndClosedFiles(t *testing.T) {
	t.Parallel()
	files := memoryFiles{
		"/ws/.skills-ls.yaml":              "rules: {link/broken: information}\n",
		"/ws/.agents/skills/demo/SKILL.md": skillText("demo", "See [x](gone.md)."),
		"/ws/quiet/SKILL.md":               skillText("quiet", "See [x](gone.md)."),
	}
	uriOf := func(name string) string { return string(position.PathURI(nativePath(name))) }
	file := uriOf("/ws/.skills-ls.yaml")
	c, s := startMemory(t, session.Options{FS: files})
	c.initialize(`{}`, fmt.Sprintf(`"rootUri":%q,"initializationOptions":{"workspaceDiagnostics":true}`, uriOf("/ws")))
	// has is what the client has: the severity of a document's only diagnostic, 0 if it has no diagnostics.
	has := make(map[string]int)
	wants := func(when string, demo, quiet int) {
		t.Helper()
		for _, p := range settle(t, c, s) {
			has[string(p.URI)] = 0
			for _, d := range p.Diagnostics {
				has[string(p.URI)] = d.Severity
			}
		}
		if got := [2]int{has[uriOf("/ws/.agents/skills/demo/SKILL.md")], has[uriOf("/ws/quiet/SKILL.md")]}; got != [2]int{demo, quiet} {
			t.Errorf("%s: severities %v, want %d and %d", when, got, demo, quiet)
		}
	}
	wants("from disk", 3, 3)
	c.open(file, files["/ws/.skills-ls.yaml"])
	c.change(file, 2, edit(0, 0, 1, 0, "rules: {link/broken: error}\nignore: [quiet]\n"))
	wants("typed", 1, 0)
	c.notify("textDocument/didClose", at(file, 0, 0))
	wants("closed unsaved", 3, 3)
}

// TestConfigurationOvertaken checks that the answer to an older request for the settings does not replace the
// answer to a newer one.
func TestConfigurationOvertaken(t *testing.T) {
	c, s := startMemory(t, session.Options{FS: memoryFiles{}})
	c.initialize(`{"workspace":{"configuration":true}}`)
	asked := func(n int) message {
		waitFor(t, func() bool { return c.askedFor("workspace/configuration") == n })
		c.mu.Lock()
		defer c.mu.Unlock()
		return c.asked[len(c.asked)-1]
	}
	asked(1)
	waitDiagnosed(t, s)
	c.mu.Lock()
	c.ignores = "workspace/configuration"
	c.mu.Unlock()
	ask := func(n int) message {
		c.notify("workspace/didChangeConfiguration", map[string]any{"settings": nil})
		return asked(n)
	}
	answer := func(m message, severity string) {
		c.send(map[string]any{"jsonrpc": "2.0", "id": m.ID, "result": []any{unclosed(severity)}})
	}
	before, older, newer := s.session.View(), ask(2), ask(3)
	answer(newer, "hint")
	waitFor(t, func() bool { return !s.session.View().Settings.Equal(before.Settings) })
	after := s.session.View()
	answer(older, "error")
	wantAlive(t, c)
	waitDiagnosed(t, s)
	wantAlive(t, c)
	if now := s.session.View(); !now.Settings.Equal(after.Settings) {
		t.Errorf("settings %+v took effect", now.Settings)
	}
}

// TestVersionOfAgent checks that a setting that changes an agent's verdicts takes effect at once in
// diagnostics, comparisons and lists, in either direction, and that the client is notified of the changed
// list.
func TestVersionOfAgent(t *testing.T) {
	t.Parallel()
	c, s := startMemory(t, session.Options{FS: memoryFiles{
		"/ws/.git/HEAD": "", "/ws/.skills-ls.yaml": "targets: [opencode]\n",
		"/ws/.opencode/skills/notes.md": "---\ndescription: Takes notes. Use when asked.\n---\nNote it.\n",
	}})
	c.initialize(fullCapabilities, fmt.Sprintf(`"rootUri":%q,"initializationOptions":{"skillsDidChange":true}`, position.PathURI(nativePath("/ws"))))
	settings, skill := string(position.PathURI(nativePath("/ws/.skills-ls.yaml"))), string(position.PathURI(nativePath("/ws/.opencode/skills/bare/SKILL.md")))
	c.open(skill, "Text alone.\n")
	c.open(settings, "targets: [opencode]\n")
	for i, version := range []int{1, 2, 1, 2} {
		c.change(settings, 2+i, map[string]any{"text": fmt.Sprintf("targets: [opencode]\nagents: {opencode: {version: %d}}\n", version)})
		wantAlive(t, c) // so that the server has read the change
		wait(s, t)
		wantAlive(t, c)
		changed, found := false, map[string]string{}
		for len(c.inbox) > 0 {
			m := c.next()
			changed = changed || m.Method == "skills/didChange"
			var p publishedList
			if m.Method == "textDocument/publishDiagnostics" && decodeResult(m.Params, &p) == nil {
				found[p.URI] = fmt.Sprint(len(p.Diagnostics))
			}
		}
		var list vantage.List
		c.result("skills/list", map[string]any{"agent": "opencode"}, &list)
		var names []string
		for _, skill := range list.Skills {
			names = append(names, skill.Name)
		}
		type verdict struct {
			Agent string
			Loads bool
		}
		var compat struct{ Agents []verdict }
		c.result("skills/compat", map[string]any{"textDocument": map[string]any{"uri": skill}}, &compat)
		loads := slices.Contains(compat.Agents, verdict{"opencode", true})
		got := fmt.Sprintf("%s, loads %t, findings %s", names, loads, found[skill])
		if want := []string{"[], loads false, findings 1", "[bare notes], loads true, findings 0"}[version-1]; got != want || !changed {
			t.Errorf("round %d, version %d: %s, changed %t; want %s", i, version, got, changed, want)
		}
	}
}
