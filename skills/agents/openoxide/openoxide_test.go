package openoxide

import (
	"path/filepath"
	"strings"
	"testing"

	"skills-ls/skills"
	"skills-ls/skills/agents/agenttest"
	"skills-ls/skills/treetest"
	"skills-ls/skills/vfs"
)

func TestRefusals(t *testing.T) {
	const path = "/ws/.openoxide/skills/demo/SKILL.md"
	agenttest.Refusals(t, Agent, []agenttest.Refusal{
		{"another directory", "---\nname: Other One\ndescription: D.\n---\n", path, ""},
		{"blanks around the delimiters", " --- \nname: demo\ndescription: D.\n---  \n", path, ""},
		{"nothing", "", path, `no-frontmatter  ""; missing name ""!; missing description ""!`},
		{"unclosed", "---\nname: demo\ndescription: D.\n", path, `unclosed  "---"`},
		{"not YAML", "---\nname: demo\ndescription: a: b\n---\n", path, `yaml  ":"`},
		{"a list", "---\n- a\n---\n", path, `not-mapping  "- a"; missing name "---"!; missing description "---"!`},
		{"twice", "---\nname: a\nname: b\ndescription: D.\n---\n", path, `duplicate-key name "name"`},
		{"empty", "---\nname: '  '\ndescription: ~\n---\n", path, `empty name "'  '"; empty description "~"`},
		{"not UTF-8", "---\nname: a\ndescription: \xff\n---\n", path, `unreadable  "\ufffd"`},
	})
}

func TestPermissions(t *testing.T) {
	dir := treetest.Dir(t)
	text := func(s string) *string { return &s }
	agenttest.WriteTree(t, dir, []agenttest.Node{
		{Path: "a/agents/openai.yaml", Content: text("permissions: {network: {enabled: true}, file_system: {read: [./x, '`y`']}}\npolicy: {allow_implicit_invocation: false}\n")},
		{Path: "b/agents/openoxide.yaml", Content: text("permissions:\n  network: true\n")},
		{Path: "b/agents/openai.yaml", Content: text("policy: {allow_implicit_invocation: false}\n")},
		{Path: "c/agents/openoxide.yaml", Content: text("permissions: [")},
	})
	note := func(agent *skills.Agent, name string, scope skills.Scope) string {
		load := skills.Load{Skill: skills.Skill{Name: name, Dir: filepath.Join(dir, name), Scope: scope}, Source: "---\nname: a\n---\n", FS: vfs.Disk{}}
		_, after, _ := strings.Cut(strings.Join(agent.Inject(load).Notes[1:], " "), "requests permissions: ")
		return after
	}
	on := func(names ...string) *skills.Agent {
		values := make(map[string]skills.KnobValue)
		for _, name := range names {
			values["permissions."+name] = skills.KnobValue{On: true}
		}
		return Agent.Configured(values)
	}
	for _, tt := range []struct {
		agent *skills.Agent
		name  string
		scope skills.Scope
		want  string
	}{
		{Agent, "a", skills.ScopeRepo, "`network.enabled: true`, `file_system.read: ./x`, `file_system.read: 'y'`. OpenOxide shows this effective change"},
		{Agent, "b", skills.ScopeRepo, "`network: true`. OpenOxide shows this effective change"},
		{Agent, "c", skills.ScopeRepo, ""},
		{on("trusted_sources"), "b", skills.ScopeRepo, "`network: true`. There is no effective change, because only"},
		{on("trusted_sources"), "b", skills.ScopeAdmin, "`network: true`. OpenOxide shows"},
		{on("trusted_sources", "strict"), "b", skills.ScopeAdmin, "`network: true`. There is no effective change, because strict mode"},
	} {
		if got := note(tt.agent, tt.name, tt.scope); !strings.HasPrefix(got, tt.want) || tt.want == "" && got != "" {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
	for name, hidden := range map[string]bool{"a": true, "b": false, "c": false} {
		if s, ok, _ := Agent.Adopt.In(vfs.Disk{})(skills.Skill{Dir: filepath.Join(dir, name)}); s.Hidden != hidden || !ok {
			t.Errorf("%s: hidden %t", name, s.Hidden)
		}
	}
}

// TestBudget checks the budget of the catalog: a share of the context window, if its size is known.
func TestBudget(t *testing.T) {
	if got := Agent.ListingOf(200_000); got != (skills.Budget{Tokens: 4_000}) {
		t.Errorf("%+v", got)
	}
	if got := Agent.ListingOf(10); got != (skills.Budget{Tokens: 1}) {
		t.Errorf("%+v", got)
	}
	agent := Agent.Configured(map[string]skills.KnobValue{"budget.max_pct": {Count: 5}, "budget.fallback_chars": {Count: 100}})
	if got := agent.ListingOf(1_030); got != (skills.Budget{Tokens: 51}) || agent.Limits.Listing != (skills.Budget{Chars: 100}) {
		t.Errorf("%+v, %+v", got, agent.Limits.Listing)
	}
}

func TestVectors(t *testing.T) {
	t.Run("acceptance", func(t *testing.T) { agenttest.AcceptanceVectors(t, Agent, 15, nil) })
	t.Run("discovery", func(t *testing.T) { agenttest.DiscoveryVectors(t, Agent, 8, true) })
	t.Run("injection", func(t *testing.T) {
		agenttest.EachInjectionVector(t, Agent, ".openoxide/skills", 12, func(t *testing.T, c *agenttest.InjectionTest, want agenttest.WantedInjection) {
			for _, run := range want.Runs {
				c.Load.Arguments = run.Args
				got := Agent.Inject(c.Load)
				agenttest.CheckInjection(t, got, c.Load.Source)
				agenttest.CheckUnexecuted(t, got, want)
				if text := c.Text(run.Text); got.Content != text {
					t.Errorf("%q: %q, want %q", agenttest.ValueOf(run.Args), got.Content, text)
				}
			}
		})
	})
}

// TestCompanion checks what the design reads in its own file.
func TestCompanion(t *testing.T) {
	for _, tt := range []struct{ source, want string }{
		{"dependencies:\n  tools:\n  - {type: env_var, value: TOKEN}\n  - {type: mcp, value: db, command: run}\n  - {type: mcp}\n", "{type: mcp}: ignoring dependencies.tools.value: value is missing\nneeds: env_var TOKEN\nneeds: mcp db run"},
		{"permissions: {network: true}\n", ""},
		{"permissions: {network: {enabled: true}, mode: exact, file_system: {read: [/a]}, macos: {}}\n", ""},
		{"permissions: {network: [x], mode: all, file_system: {read: /a, wirte: [/b]}}\n", "[x]: ignoring permissions.network: expected a string or true or false or a mapping\nall: ignoring permissions.mode: expected merge or exact\n" +
			"/a: ignoring permissions.file_system.read: expected a list\nguide: wirte: OpenOxide does not read it"},
		{"permissions: [a]\ninterface: {display_name: [x], icon_small: a.png}\npolicy: {allow_implicit_invocation: 'no'}\ndependencies: {tools: {type: mcp}}\n", "[a]: ignoring permissions: expected a mapping\n" +
			"[x]: ignoring interface.display_name: expected a string\n'no': ignoring policy.allow_implicit_invocation: expected true or false\n{type: mcp}: ignoring dependencies.tools: expected a list\n" +
			"a.png: ignoring interface.icon_small: icon path must be under assets/"},
		{"dependencies: {tools: [{type: cli, value: gh}, gh]}\n", "needs: cli gh"},
		{"a: [\n", "ignored\nguide: : cannot read the file, so it has no effect: did not find expected node content at line 2 column 1, while parsing a flow node"},
		{"\xff", "ignored\nguide: \xff: cannot read the file, so it has no effect: invalid utf-8 sequence of 1 bytes from index 0"},
	} {
		if got := agenttest.CompanionLines(tt.source, readCompanion(skills.CompanionFile{Source: tt.source})); got != tt.want {
			t.Errorf("%q: got\n%s\nwant\n%s", tt.source, got, tt.want)
		}
	}
}

// FuzzCompanion checks that everything that a reading reports is in the file.
func FuzzCompanion(f *testing.F) {
	for _, seed := range []string{
		"interface:\n  brand_color: #fff\n  icon_small: ../a\ndependencies:\n  tools:\n  - type: x\n", "policy: {products: [x]}",
		"a\xff", "interface: {icon_large: [}", "permissions: {network: [x]}", "dependencies: {tools: [~, {}]}",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, source string) {
		file := skills.CompanionFile{Path: "/s/d/agents/openoxide.yaml", Dir: "/s/d", Name: "d", Source: source}
		agenttest.CheckCompanion(t, file, readCompanion(file))
	})
}
