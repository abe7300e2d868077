package lsp

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"go.lsp.dev/protocol"

	"skills-ls/analysis"
)

func TestParseSettings(t *testing.T) {
	for _, test := range []struct {
		raw      string
		targets  string
		rules    string
		problems []string // a part of each
	}{
		{``, "[]", "map[]", nil},
		{`null`, "[]", "map[]", nil},
		{`{}`, "[]", "map[]", nil},
		{`{"targets":null,"rules":null}`, "[]", "map[]", nil},
		{`{"targets":["codex"],"rules":{"link/broken":"error","body/empty":"off","name/format":"info"}}`, "[codex]", "map[body/empty:off link/broken:error name/format:information]", nil},
		{`{"rules":{"link/broken":"loud","name/format":"hint"}}`, "[]", "map[name/format:hint]", []string{"rules.link/broken: \"loud\""}},
		{`{"rules":{"no/such":"off","name/format":7,"link/broken":"off"}}`, "[]", "map[link/broken:off]", []string{"rules.name/format", "rules.no/such: no such rule"}},
		{`{"rules":["x"],"targets":["codex"]}`, "[codex]", "map[]", []string{"rules:"}},
		{`{"targets":"codex","rules":{"link/broken":"off"}}`, "[]", "map[link/broken:off]", []string{"targets:"}},
		{`{"targets":["codex","nope"]}`, "[codex]", "map[]", []string{`targets: no runtime is called "nope"`}},
		{`{"targets":["nope"]}`, "[]", "map[]", []string{"targets:"}},
		{`[1,2]`, "[]", "map[]", []string{"skills-ls:"}},
		{`"x"`, "[]", "map[]", []string{"skills-ls:"}},
	} {
		set, problems := parseSettings(protocol.LSPAny(test.raw))
		if got := fmt.Sprint(set.Targets); got != test.targets {
			t.Errorf("%s: targets %s, want %s", test.raw, got, test.targets)
		}
		if got := fmt.Sprint(set.Rules); got != test.rules {
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
	base := settings{Targets: []string{"codex"}, Rules: map[string]analysis.Severity{"a": analysis.Error, "b": analysis.Hint}, RetriggerCommand: "x"}
	got := settings{Rules: map[string]analysis.Severity{"b": analysis.Off}}.over(base)
	if want := (settings{Targets: []string{"codex"}, Rules: map[string]analysis.Severity{"a": analysis.Error, "b": analysis.Off}, RetriggerCommand: "x"}); !got.equal(want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if base.Rules["b"] != analysis.Hint {
		t.Error("the settings below were changed")
	}
	if got := (settings{}).over(base); !got.equal(base) {
		t.Errorf("nothing over %v is %v", base, got)
	}
}

// severityOf publishes the finding of a broken skill and returns its severity, 0 where it is off.
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

// TestConfigurationIsPulled guards clients that are asked for their settings, and that a late answer does not replace a newer
// one.
func TestConfigurationIsPulled(t *testing.T) {
	c, s := startMemory(t, Options{FS: noFiles})
	c.answers["workspace/configuration"] = []any{unclosed("hint")}
	c.initialize(`{"workspace":{"configuration":true,"didChangeConfiguration":{"dynamicRegistration":true},"didChangeWatchedFiles":{"dynamicRegistration":true}}}`)
	waitFor(t, func() bool { return len(s.session.view().settings.Rules) > 0 })
	c.open("untitled:SKILL.md", brokenSkill)
	if got := severityOf(t, c, s); got != 4 {
		t.Errorf("severity %d, want 4", got)
	}
	c.mu.Lock()
	c.answers["workspace/configuration"] = []any{unclosed("warning")}
	c.mu.Unlock()
	c.notify("workspace/didChangeConfiguration", map[string]any{"settings": nil})
	waitFor(t, func() bool {
		return s.session.view().settings.Rules["frontmatter/unclosed"] == analysis.Warning
	})
	if got := severityOf(t, c, s); got != 2 {
		t.Errorf("severity %d after a change, want 2", got)
	}

	waitFor(t, func() bool { c.mu.Lock(); defer c.mu.Unlock(); return len(c.asked) == 3 })
	var registered protocol.RegistrationParams
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, m := range c.asked {
		if m.Method == "client/registerCapability" {
			if err := protocol.Unmarshal(m.Params, &registered); err != nil {
				t.Fatal(err)
			}
		}
	}
	if len(registered.Registrations) != 2 {
		t.Errorf("registered %+v", registered)
	}
}

// TestConfigurationIsPushed guards clients that send their settings, with the section's name or without, over those of
// initializationOptions.
func TestConfigurationIsPushed(t *testing.T) {
	c, s := startMemory(t, Options{FS: noFiles})
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
