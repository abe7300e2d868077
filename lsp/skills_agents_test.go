package lsp

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"skills-ls/lsp/position"
	"skills-ls/lsp/session"
	"skills-ls/lsp/wire"
	"skills-ls/skills/agents"
)

// TestAgentRequests checks the requests about how every agent treats skills, with the texts of open
// documents.
func TestAgentRequests(t *testing.T) {
	const dir = "/ws/skills/tidy"
	files := memoryFiles{
		dir + "/SKILL.md":          skillText("tidy"),
		"/ws/skills/wash/SKILL.md": skillText("wash"),
		"/ws/.git/HEAD":            "",
	}
	c, _ := startMemory(t, session.Options{FS: files})
	c.initialize(fullCapabilities, fmt.Sprintf(`"rootUri":%q`, position.PathURI(nativePath("/ws"))))
	uri := string(position.PathURI(nativePath(dir + "/SKILL.md")))
	c.open(uri, "---\nname: Tidy\ndescription: Tidies.\n---\n")

	var compat CompatResult
	c.result("skills/compat", map[string]any{"textDocument": map[string]any{"uri": uri}}, &compat)
	var got []string
	for _, r := range compat.Agents {
		if r.Agent == "agent-skills" || r.Agent == "codelia" || r.Agent == "mycodeagent" {
			got = append(got, fmt.Sprintf("%s target %t, finds %t, loads %t, %q", r.Agent, r.Target, r.Finds, r.Loads, r.Name))
		}
		if len(r.Reasons) > 0 == (r.Finds && r.Loads) {
			t.Errorf("%s: finds %t, loads %t for %+v", r.Agent, r.Finds, r.Loads, r.Reasons)
		}
	}
	want := `agent-skills target true, finds true, loads false, "Tidy"
codelia target false, finds false, loads false, "Tidy"
mycodeagent target false, finds true, loads false, "Tidy"`
	if got := strings.Join(got, "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}

	var catalog CatalogResult
	c.result("skills/catalog", map[string]any{"agent": "mycodeagent"}, &catalog)
	if want := "- wash: Does one thing well. Use when a test asks for it."; catalog.Content != want || catalog.Entries != 1 || catalog.Total != 1 ||
		catalog.Bytes != len(want) || catalog.Budget.Chars == 0 || catalog.Dropped == nil || catalog.Shortened == nil {
		t.Errorf("catalogue %+v", catalog)
	}

	var all struct {
		Agents []struct {
			ID    string
			Roots []Root
		}
	}
	c.result("skills/agents", nil, &all)
	if len(all.Agents) != len(agents.All()) || all.Agents[1].ID != "codelia" || len(all.Agents[1].Roots) != 2 || all.Agents[1].Roots[0].Base != "chain" {
		t.Errorf("%d agents: %+v", len(all.Agents), all.Agents[:2])
	}

	// A value without a limit is left out, because a client would take zero for a limit.
	for method, members := range map[string][]string{
		"skills/catalog": {"chars", "tokens"},
		"skills/agents":  {"entries", "bytes", "chars", "tokens", "name", "depth", "listing_entry", "file_bytes"},
	} {
		answer := string(c.call(method, nil).Result)
		for _, member := range members {
			if absent := fmt.Sprintf("%q:0", member); strings.Contains(answer, absent) {
				t.Errorf("%s has %s", method, absent)
			}
		}
	}

	for method, params := range map[string]map[string]any{
		"skills/compat":  {"path": nativePath("/ws/skills/gone/SKILL.md")},
		"skills/catalog": {"agent": "nobody"},
	} {
		if m := c.call(method, params); m.Error == nil || m.Error.Code != wire.CodeInvalidParams || len(m.Error.Data) == 0 {
			t.Errorf("%s: %+v", method, m)
		}
	}
	for _, method := range []string{"skills/compat", "skills/preview"} {
		m := c.call(method, map[string]any{"textDocument": map[string]any{"uri": "http://x"}})
		if want := "http://x is not open: open the document, or use a file: URI"; m.Error == nil || m.Error.Message != want {
			t.Errorf("%s of a web page: %+v, want %s", method, m.Error, want)
		}
	}
	if m := c.call("skills/compat", nil); m.Error == nil || m.Error.Code != wire.CodeInvalidParams {
		t.Errorf("skills/compat of nothing: %+v", m)
	}
}

// TestRoots requests the directories in which agents look for skills from the workspace folder and from
// another directory.
func TestRoots(t *testing.T) {
	files := memoryFiles{
		"/ws/.git/HEAD":                    "",
		"/ws/.codelia/config":              "",
		"/ws/.skills-ls.yaml":              "roots: [shared]\n",
		"/ws/.agents/skills/tidy/SKILL.md": skillText("tidy"),
		"/ws/shared/wash/SKILL.md":         skillText("wash"),
		"/other/.git/HEAD":                 "",
	}
	c, _ := startMemory(t, session.Options{FS: files})
	c.initialize(fullCapabilities, fmt.Sprintf(`"rootUri":%q`, position.PathURI(nativePath("/ws"))))

	var result RootsResult
	c.result("skills/roots", nil, &result)
	if len(result.Places) != 1 || result.Places[0].Dir != nativePath("/ws") || result.Places[0].Settings != nativePath("/ws/.skills-ls.yaml") {
		t.Fatalf("places %+v", result.Places)
	}
	seen := make(map[string]bool)
	var got []string
	for _, root := range result.Places[0].Roots {
		if seen[root.Dir] || len(root.Agents) == 0 || root.Targets == nil || root.Scope == "" {
			t.Errorf("root %+v", root)
		}
		seen[root.Dir] = true
		if root.Exists {
			got = append(got, fmt.Sprintf("%s codelia %t, target %t, of %t", root.Dir, slices.Contains(agentIDs(root.Agents), "codelia"),
				slices.Contains(agentIDs(root.Targets), "codelia"), len(root.Agents) > len(root.Targets)))
		}
	}
	want := fmt.Sprintf("%s codelia true, target true, of true\n%s codelia true, target true, of true", nativePath("/ws/.agents/skills"), nativePath("/ws/shared"))
	if got := strings.Join(got, "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}

	var elsewhere RootsResult
	c.result("skills/roots", map[string]any{"cwd": nativePath("/other")}, &elsewhere)
	if result = elsewhere; len(result.Places) != 1 || result.Places[0].Dir != nativePath("/other") || result.Places[0].Settings != "" || len(result.Places[0].Roots) == 0 {
		t.Errorf("places %+v", result.Places)
	}
}

// TestCwdURI checks that a request with a URI for its working directory is an error.
func TestCwdURI(t *testing.T) {
	t.Parallel()
	c, _ := startMemory(t, session.Options{FS: memoryFiles{"/ws/.git/HEAD": ""}})
	c.initialize(fullCapabilities, workspaceFolder("/ws"))
	for _, method := range []string{"skills/list", "skills/inventory", "skills/search", "skills/catalog", "skills/preview", "skills/roots"} {
		for _, cwd := range []string{"http://x", "file:///ws"} {
			m := c.call(method, map[string]any{"cwd": cwd, "query": "x", "name": "x"})
			want := fmt.Sprintf("cwd: %q is a URI: expected a path", cwd)
			if m.Error == nil || m.Error.Code != wire.CodeInvalidParams || m.Error.Message != want {
				t.Errorf("%s: %+v, want %s", method, m, want)
			}
		}
	}
}

// TestCatalogUnknown requests a catalog where only an agent without a known one is used.
func TestCatalogUnknown(t *testing.T) {
	c, _ := startMemory(t, session.Options{FS: memoryFiles{"/ws/.git/HEAD": "", "/ws/.cursor/skills/tidy/SKILL.md": skillText("tidy")}})
	c.initialize(fullCapabilities, fmt.Sprintf(`"rootUri":%q`, position.PathURI(nativePath("/ws"))))

	var got CatalogResult
	c.result("skills/catalog", nil, &got)
	note := []string{"Cursor (used in this project) has no known catalog."}
	if got.Agent != "codelia" || got.AgentReason != "default" || !slices.Equal(got.Notes, note) {
		t.Errorf("got %s (%s) with %q", got.Agent, got.AgentReason, got.Notes)
	}

	m := c.call("skills/catalog", map[string]any{"agent": "cursor"})
	if m.Error == nil || m.Error.Message != "Cursor has no known catalog" || !strings.Contains(string(m.Error.Data), `"claude-code"`) {
		t.Errorf("of Cursor: %+v", m)
	}
}
