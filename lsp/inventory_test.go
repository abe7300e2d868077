package lsp

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"skills-ls/lsp/session"
	"skills-ls/lsp/wire"
	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/vfs"
)

// describeInventory formats the result for the agents that were asked about: one line for each file, in
// order.
func describeInventory(r InventoryResult) string {
	var out strings.Builder
	for _, inv := range r.Agents {
		if !inv.Asked {
			continue
		}
		fmt.Fprintf(&out, "%s, target %t%s\n", inv.Agent, inv.Target, inv.Disabled)
		if m := inv.Manual; m != nil {
			fmt.Fprintf(&out, "  by hand: %s in %s: %s\n", m.Setting, m.File, m.Note)
		}
		for _, e := range inv.Skills {
			line := fmt.Sprintf("  %s %s %s", e.Scope, e.Name, e.Fate)
			if e.Silent {
				line += " silent"
			}
			if e.Hidden {
				line += " hidden"
			}
			if e.Mention != "" {
				line += " " + e.Mention
			}
			if e.Lines != "" {
				line += " (" + strings.ReplaceAll(strings.TrimSpace(e.Lines), "\n", " | ") + ")"
			}
			if e.Switch != nil {
				line += fmt.Sprintf(" %s %t", e.Switch.Setting, e.Switch.On)
			}
			if len(e.By) > 0 {
				line += fmt.Sprintf(" by %q", e.By)
			}
			if e.Why != "" {
				line += ": " + e.Why
			}
			out.WriteString(line + "\n")
		}
	}
	return out.String()
}

// TestInventory checks what becomes of files in agents that treat them differently.
func TestInventory(t *testing.T) {
	files := memoryFiles{
		"/ws/.git/HEAD":                           "",
		"/ws/.agents/skills/deploy/SKILL.md":      skillText("deploy"),
		"/ws/.agents/skills/twice/SKILL.md":       skillText("twice"),
		"/ws/.agents/skills/sub/twice/SKILL.md":   skillText("twice"),
		"/ws/.agents/skills/broken/SKILL.md":      "---\nname: broken\n---\nText.\n",
		"/ws/.claude/skills/deploy/SKILL.md":      skillText("deploy"),
		"/ws/.claude/skills/gone/SKILL.md":        skillText("gone"),
		"/ws/.claude/skills/secret/SKILL.md":      "---\nname: secret\ndescription: Does it.\ndisable-model-invocation: true\n---\nText.\n",
		"/ws/.claude/settings.json":               `{"skillOverrides": {"gone": "off"}}`,
		"/home/me/.claude/skills/deploy/SKILL.md": skillText("deploy"),
	}
	c, _ := startMemory(t, session.Options{FS: files, Home: nativePath("/home/me")})
	c.initialize(fullCapabilities, workspaceFolder("/ws"))
	for _, test := range []struct{ params, want string }{
		{`{}`, `claude-code, target true
  repo deploy shadowed skillOverrides true by ["/home/me/.claude/skills/deploy/SKILL.md"]: Claude Code loads ~/.claude/skills/deploy/SKILL.md with the same name.
  repo gone off skillOverrides false: .claude/settings.json switches this skill off (skillOverrides).
  repo secret offered hidden /secret skillOverrides true: Claude Code hides this skill from the model: disable-model-invocation is true. The user can still start it.
  user deploy offered /deploy skillOverrides true by ["/ws/.claude/skills/deploy/SKILL.md"]: It is loaded instead of .claude/skills/deploy/SKILL.md.
`},
		{`{"agents": []}`, ``},
		{`{"agents": ["codelia"]}`, `codelia, target false
  repo broken refused: invalid description: expected 1..1024 characters
  repo deploy offered $deploy
  repo twice ambiguous by ["/ws/.agents/skills/twice/SKILL.md"]: .agents/skills/twice/SKILL.md has the same name: Codelia keeps all of them, and loads none for a plain name.
  repo twice ambiguous by ["/ws/.agents/skills/sub/twice/SKILL.md"]: .agents/skills/sub/twice/SKILL.md has the same name: Codelia keeps all of them, and loads none for a plain name.
`},
		{`{"agents": ["gemini-cli"]}`, `gemini-cli, target false
  repo broken refused silent: missing "description"
  repo deploy offered /deploy skills.disabled true
  repo twice offered /twice skills.disabled true
`},
		{`{"agents": ["codex"]}`, `codex, target false
  by hand: skills.config in /home/me/.codex/config.toml: OpenAI Codex reads skills.config only from ~/.codex/config.toml. skills-ls does not read that file, so it does not know whether the skill is switched off. To switch the skill off, add these lines at the end of the file. To switch it on again, use enabled = true.
  repo broken refused: missing field description
  repo deploy offered $deploy ([[skills.config]] | path = '/ws/.agents/skills/deploy/SKILL.md' | enabled = false)
  repo twice ambiguous [$twice](/ws/.agents/skills/sub/twice/SKILL.md) ([[skills.config]] | path = '/ws/.agents/skills/sub/twice/SKILL.md' | enabled = false) by ["/ws/.agents/skills/twice/SKILL.md"]: .agents/skills/twice/SKILL.md has the same name: OpenAI Codex keeps all of them, and loads none for a plain name.
  repo twice ambiguous [$twice](/ws/.agents/skills/twice/SKILL.md) ([[skills.config]] | path = '/ws/.agents/skills/twice/SKILL.md' | enabled = false) by ["/ws/.agents/skills/sub/twice/SKILL.md"]: .agents/skills/sub/twice/SKILL.md has the same name: OpenAI Codex keeps all of them, and loads none for a plain name.
`},
	} {
		var result InventoryResult
		c.result("skills/inventory", json.RawMessage(test.params), &result)
		if len(result.Agents) != len(agents.All())-1 { // all but the standard, which finds nothing
			t.Errorf("%s: %d agents", test.params, len(result.Agents))
		}
		got := strings.NewReplacer(nativePath("/home"), "/home", nativePath("/ws"), "/ws", "`", "").Replace(describeInventory(result))
		got = strings.NewReplacer(`\\`, "/", `\`, "/").Replace(got)
		if got != test.want {
			t.Errorf("%s: got\n%swant\n%s", test.params, got, test.want)
		}
	}
	if m := c.call("skills/inventory", map[string]any{"agents": []string{"agent-skills"}}); m.Error == nil || m.Error.Code != wire.CodeInvalidParams {
		t.Errorf("of an agent that looks for no skills: %+v", m)
	}
}

// TestInventoryTargets checks which agents are asked about by default, whose catalogs are summarized, and which the skills
// must work in.
func TestInventoryTargets(t *testing.T) {
	for _, test := range []struct {
		files   []string
		text    string
		want    string
		targets string
	}{
		{nil, "", "codelia", "agent-skills"},
		{[]string{"/ws/.claude/skills/x/notes.md"}, "", "claude-code!", "agent-skills claude-code"},
		{[]string{"/ws/.claude/skills/x/notes.md", "/ws/.codelia/config.json"}, "", "codelia! claude-code!", "agent-skills codelia claude-code"},
		{[]string{"/ws/.claude/skills/x/notes.md", "/ws/.skills-ls.yaml"}, "targets: [codex, goose]\n", "codex! goose!", "codex goose"},
		{[]string{"/ws/.skills-ls.yaml"}, "targets: [agent-skills]\n", "codelia", "agent-skills"},
		{[]string{"/ws/.claude-plugin/plugin.json"}, `{"name": "p"}`, "claude-code", "agent-skills"},
		{[]string{"/ws/.codex-plugin/plugin.json"}, `{"name": "p"}`, "codex", "agent-skills"},
	} {
		files := memoryFiles{"/ws/.git/HEAD": ""}
		for _, path := range test.files {
			files[path] = test.text
		}
		c, _ := startMemory(t, session.Options{FS: files})
		c.initialize(fullCapabilities, workspaceFolder("/ws"))
		var result InventoryResult
		c.result("skills/inventory", nil, &result)
		var asked []string
		for _, inv := range result.Agents {
			switch {
			case inv.Target:
				asked = append(asked, inv.Agent+"!")
			case inv.Asked:
				asked = append(asked, inv.Agent)
			}
		}
		if got := strings.Join(asked, " "); got != test.want {
			t.Errorf("%q: %s, want %s", test.files, got, test.want)
		}
		var summarized []string
		for _, catalog := range result.Catalogs {
			summarized = append(summarized, catalog.Agent)
		}
		if got := strings.Join(summarized, " "); got != strings.ReplaceAll(test.want, "!", "") {
			t.Errorf("%q: the catalogs are of %s, want of %s", test.files, got, test.want)
		}
		if got := strings.Join(result.Targets, " "); got != test.targets {
			t.Errorf("%q: the targets are %s, want %s", test.files, got, test.targets)
		}
	}
}

// TestSwitchSkill checks which edits the client is asked to make when a skill is switched off and on, and
// that it is not asked if the skill cannot be switched.
func TestSwitchSkill(t *testing.T) {
	skill := "/ws/.claude/skills/deploy/SKILL.md"
	settings := "/ws/.claude/settings.json"
	c, _ := startMemory(t, session.Options{FS: memoryFiles{
		"/ws/.git/HEAD": "", skill: skillText("deploy"), "/ws/.claude/skills/off/SKILL.md": skillText("off"), "/ws/.agents/skills/deploy/SKILL.md": skillText("deploy"),
		settings: "{\"skillOverrides\": {\"off\": \"off\"}} // mine\n",
	}})
	c.answers["workspace/applyEdit"] = map[string]any{"applied": true}
	c.answers["window/showDocument"] = map[string]any{"success": true}
	c.initialize(commandClient, workspaceFolder("/ws"))
	for i, test := range []struct {
		path, agent string
		on          bool
		want, edit  string
	}{
		{skill, "claude-code", false, `"file":` + jsonOf(nativePath("/ws/.claude/settings.local.json")), `{\n  \"skillOverrides\": {\n    \"deploy\": \"off\"`},
		{skill, "claude-code", true, `{"on":true}`, ""},
		{"/ws/.claude/skills/off/SKILL.md", "claude-code", true, `"file":` + jsonOf(nativePath(settings)), `"newText":"\"on\""`},
		{"/ws/.agents/skills/deploy/SKILL.md", "codex", false, `error -32803 unsupported`, ""},
		{"/ws/.agents/skills/deploy/SKILL.md", "claude-code", false, `error -32803 unsupported`, ""},
		{skill, "nobody", false, `error -32602 unknown_agent`, ""},
	} {
		_, before := c.lastAsked("workspace/applyEdit")
		got := execute(c, commandSwitchSkill, map[string]any{"path": nativePath(test.path), "agent": test.agent, "on": test.on})
		if !strings.Contains(got, test.want) {
			t.Errorf("%d: got %s, want %s", i, got, test.want)
		}
		edit, after := c.lastAsked("workspace/applyEdit")
		if after-before != min(1, len(test.edit)) || after > before && !strings.Contains(edit, test.edit) {
			t.Errorf("%d: %d edits, the last is %s, want %s", i, after-before, edit, test.edit)
		}
	}
}

// TestSwitchSkillInHome checks that Codex, which uses a single file in the home directory, is switched if the
// home directory is the workspace.
func TestSwitchSkillInHome(t *testing.T) {
	settings, skill := nativePath("/me/.codex/config.toml"), nativePath("/me/.agents/skills/deploy/SKILL.md")
	c, _ := startMemory(t, session.Options{Home: nativePath("/me"), FS: memoryFiles{
		"/me/.agents/skills/deploy/SKILL.md": skillText("deploy"), "/me/.codex/config.toml": "# mine",
	}})
	c.answers["workspace/applyEdit"] = map[string]any{"applied": true}
	c.answers["window/showDocument"] = map[string]any{"success": true}
	c.initialize(commandClient, workspaceFolder("/me"))
	var result InventoryResult
	c.result("skills/inventory", map[string]any{"agents": []string{"codex"}}, &result)
	if got := describeInventory(result); !strings.HasSuffix(got, " $deploy skills.config true\n") {
		t.Errorf("inventory %s", got)
	}
	got := execute(c, commandSwitchSkill, map[string]any{"path": skill, "agent": "codex", "on": false})
	if !strings.Contains(got, `"file":`+jsonOf(settings)) {
		t.Errorf("got %s", got)
	}
	want := "\n\n[[skills.config]]\npath = " + skills.TOML.Quote(skill) + "\nenabled = false\n"
	if edit, _ := c.lastAsked("workspace/applyEdit"); !strings.Contains(edit, `"newText":`+jsonOf(want)) {
		t.Errorf("edit %s, want %q", edit, want)
	}
}

// A heldFile is a file system whose readers of one file wait until it is released.
type heldFile struct {
	vfs.FS
	name     string
	released chan struct{}
}

func (f heldFile) ReadFile(name string) (string, error) {
	if name == f.name {
		<-f.released
	}
	return f.FS.ReadFile(name)
}

// TestInventoryComplete checks that a request for a complete inventory waits for the first scan, that other requests do
// not unless only the scan finds their skill, and that the wait takes no slot and can be canceled.
func TestInventoryComplete(t *testing.T) {
	disk := heldFile{memoryFiles{
		"/ws/.git/HEAD": "", "/ws/.claude/skills/deploy/SKILL.md": skillText("deploy"), "/ws/skills/loose/SKILL.md": skillText("loose"),
	}, nativePath("/ws/skills/loose/SKILL.md"), make(chan struct{})}
	c, s := startMemory(t, session.Options{FS: disk, DiskTimeout: time.Hour})
	released := sync.OnceFunc(func() { close(disk.released) })
	t.Cleanup(released) // before the server ends
	c.initialize(fullCapabilities, workspaceFolder("/ws"))
	complete := map[string]any{"complete": true}
	names := func(m message) string {
		t.Helper()
		if m.Error != nil {
			t.Fatalf("skills/inventory: %s", m.Error.Message)
		}
		var result InventoryResult
		if err := json.Unmarshal(m.Result, &result); err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, skill := range result.Skills {
			names = append(names, skill.Name)
		}
		return strings.Join(names, " ")
	}
	var waiting []chan message
	for i := range 2 * cap(s.conn.Slots) {
		waiting = append(waiting, c.start(fmt.Sprint("waiting", i), "skills/inventory", complete))
	}
	canceled := c.start("canceled", "skills/inventory", complete)
	c.notify("$/cancelRequest", map[string]any{"id": "canceled"})
	if m := c.await(canceled, "the canceled request"); m.Error == nil || m.Error.Code != -32800 {
		t.Errorf("a canceled request: %+v", m)
	}
	if got := names(c.call("skills/inventory", nil)); got != "deploy" {
		t.Errorf("during the scan: got %q, want only the skill that an agent finds", got)
	}
	var preview PreviewResult
	c.result("skills/preview", map[string]any{"name": "deploy"}, &preview) // an agent finds it without the scan
	loose := c.start("loose", "skills/preview", map[string]any{"name": "loose"})
	c.result("skills/preview", map[string]any{"name": "deploy"}, &preview)
	released()
	if m := c.await(loose, "skills/preview"); m.Error != nil || !strings.Contains(string(m.Result), `"loose"`) {
		t.Errorf("a preview of a skill that the scan finds: %+v", m)
	}
	for _, answer := range waiting {
		if got := names(c.await(answer, "skills/inventory")); got != "deploy loose" {
			t.Errorf("after the scan: got %q, want both skills", got)
		}
	}
	if got := names(c.call("skills/inventory", complete)); got != "deploy loose" {
		t.Errorf("without a scan: got %q, want both skills", got)
	}
}

// TestInventoryMeasured checks the tokens and the problems of skills, the limits of the project, and the catalogs.
func TestInventoryMeasured(t *testing.T) {
	files := memoryFiles{
		"/ws/.git/HEAD":                      "",
		"/ws/.skills-ls.yaml":                "targets: [codelia, claude-code]\nlimits: {lines: 3, tokens: 16}\nagents: {codelia: {initial: {maxEntries: 1}}}\n",
		"/ws/.agents/skills/long/SKILL.md":   skillText("long", "1", "2", "3", "4"),
		"/ws/.agents/skills/short/SKILL.md":  skillText("short"),
		"/ws/.claude/skills/broken/SKILL.md": skillText("broken", strings.Repeat("[x](x.md) ", 6)), // one problem for users
	}
	c, _ := startMemory(t, session.Options{FS: files})
	c.initialize(fullCapabilities, workspaceFolder("/ws"))
	var result InventoryResult
	c.result("skills/inventory", map[string]any{"complete": true}, &result)
	for _, skill := range result.Skills {
		if skill.Tokens != nil || skill.Problems != nil || skill.TooLong != nil {
			t.Errorf("%s is measured without a request", skill.Name)
		}
	}
	c.result("skills/inventory", map[string]any{"complete": true, "tokens": true, "problems": true}, &result)
	var got []string
	for _, skill := range result.Skills {
		got = append(got, fmt.Sprintf("%s: tokens %t, warnings %d, too long %v", skill.Name, skill.Tokens.Count > 0, skill.Problems.Warnings, skill.TooLong))
	}
	for _, catalog := range result.Catalogs {
		var dropped []string
		for _, skill := range catalog.Dropped {
			dropped = append(dropped, skill.Name)
		}
		got = append(got, fmt.Sprintf("%s: %d of %d, budget %d, used %d, dropped %v", catalog.Agent, catalog.Entries, catalog.Total, catalog.Budget.Entries, catalog.Used.Entries, dropped))
	}
	want := []string{
		"long: tokens true, warnings 1, too long [{body 5 3 lines}]",
		"short: tokens true, warnings 2, too long []",
		"broken: tokens true, warnings 2, too long [{body 17 16 tokens}]",
		"codelia: 1 of 2, budget 1, used 1, dropped [short]",
		"claude-code: 1 of 1, budget 0, used 0, dropped []",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	c.result("skills/inventory", map[string]any{"agents": []string{"opencode"}}, &result)
	if len(result.Catalogs) != 1 || result.Catalogs[0].Agent != "opencode" {
		t.Errorf("of one agent: %+v", result.Catalogs)
	}
}
