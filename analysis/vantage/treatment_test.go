package vantage_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/hover"
	"skills-ls/analysis/outline"
	"skills-ls/analysis/vantage"
)

// TestSameAnswer asks every feature that says whether an agent finds and loads a skill about the same file, and
// compares the answers.
func TestSameAnswer(t *testing.T) {
	head := func(name string) string {
		return "---\nname: " + name + "\ndescription: Does one thing. Use when asked.\n---\nText.\n"
	}
	plugin := func(dir, manifest string) string { return "-- " + dir + "/plugin.json --\n" + manifest + "\n" }
	for _, tt := range []struct {
		name, agent, path, text, more string
		installed                     string
		finds, loads                  bool
		reasons                       []vantage.Reason // without spans
		outcome, lens                 string
	}{
		{
			name: "found and loaded", agent: "claude-code", path: ".claude/skills/good/SKILL.md", text: head("good"), finds: true, loads: true,
			outcome: "loads it as `good`", lens: "loaded by 1 of 1 agents",
		},
		{
			name: "loaded, not found", agent: "codex", path: ".claude/skills/good/SKILL.md", text: head("good"), loads: true,
			reasons: []vantage.Reason{{Code: "not-found-here", Message: "does not look in .claude/skills", Silent: true}},
			outcome: "would load it as `good`, but does not look in .claude/skills", lens: "loaded by 0 of 1 agents, not found by OpenAI Codex",
		},
		{
			name: "rejected", agent: "codelia", path: ".agents/skills/Bad/SKILL.md", text: head("Bad"), finds: true,
			reasons: []vantage.Reason{{
				Code: "name/format", Message: `invalid name "Bad"`,
				Verbatim: "invalid name: expected 1..64 and pattern ^[a-z0-9]+(-[a-z0-9]+)*$",
			}},
			outcome: `rejects it: invalid name "Bad" (“invalid name: expected`, lens: "loaded by 0 of 1 agents, rejected by Codelia",
		},
		{
			name: "rejected, not found", agent: "codelia", path: "skills/Bad/SKILL.md", text: head("Bad"),
			reasons: []vantage.Reason{{Code: "not-found-here", Message: "does not look in skills", Silent: true}, {
				Code: "name/format", Message: `invalid name "Bad"`,
				Verbatim: "invalid name: expected 1..64 and pattern ^[a-z0-9]+(-[a-z0-9]+)*$",
			}},
			outcome: `would reject it, and does not look in skills: invalid name "Bad"`, lens: "loaded by 0 of 1 agents, would be rejected by Codelia",
		},
		{
			name: "in a plugin", agent: "claude-code", path: "skills/good/SKILL.md", text: head("good"), loads: true,
			more: plugin(".claude-plugin", `{"name": "my-plugin"}`), installed: "my-plugin:good",
			reasons: []vantage.Reason{{Code: "not-found-here", Message: "does not look in skills", Silent: true}},
			outcome: "finds it as `my-plugin:good` once the plugin is installed", lens: "loaded by 0 of 1 agents, found once installed by Claude Code",
		},
		{
			name: "in a plugin of Codex", agent: "codex", path: "skills/good/SKILL.md", text: head("good"), loads: true,
			more: plugin(".codex-plugin", `{"name": "cx"}`), installed: "cx:good",
			reasons: []vantage.Reason{{Code: "not-found-here", Message: "does not look in skills", Silent: true}},
			outcome: "finds it as `cx:good` once the plugin is installed", lens: "loaded by 0 of 1 agents, found once installed by OpenAI Codex",
		},
		{
			name: "in a plugin of Cursor", agent: "cursor", path: "skills/good/SKILL.md", text: head("good"), loads: true,
			more: plugin(".cursor-plugin", `{"name": "cu"}`), installed: "good",
			reasons: []vantage.Reason{{Code: "not-found-here", Message: "does not look in skills", Silent: true}},
			outcome: "finds it as `good` once the plugin is installed", lens: "loaded by 0 of 1 agents, found once installed by Cursor",
		},
		{
			name: "in a plugin of another agent", agent: "cursor", path: "skills/good/SKILL.md", text: head("good"), loads: true,
			more:    plugin(".claude-plugin", `{"name": "my-plugin"}`),
			reasons: []vantage.Reason{{Code: "not-found-here", Message: "does not look in skills", Silent: true}},
			outcome: "would load it as `good`, but does not look in skills", lens: "loaded by 0 of 1 agents, not found by Cursor",
		},
		{
			name: "beside the skills of a plugin", agent: "codex", path: ".agents/skills/good/SKILL.md", text: head("good"), finds: true, loads: true,
			more: plugin(".codex-plugin", `{"name": "cx"}`), outcome: "loads it as `cx:good`", lens: "loaded by 1 of 1 agents",
		},
		{
			name: "rejected in a plugin", agent: "codex", path: "skills/good/SKILL.md", text: "---\nname: good\n---\n",
			more: plugin(".codex-plugin", `{"name": "cx"}`), installed: "cx:good",
			reasons: []vantage.Reason{{Code: "not-found-here", Message: "does not look in skills", Silent: true}, {
				Code: "description/missing", Message: `missing "description"`, Verbatim: "missing field `description`",
			}},
			outcome: "would reject it, and finds it once the plugin is installed: missing", lens: "loaded by 0 of 1 agents, would be rejected by OpenAI Codex",
		},
		{
			name: "in a plugin with a broken manifest", agent: "claude-code", path: "skills/good/SKILL.md", text: head("good"), loads: true,
			more:    plugin(".claude-plugin", `{"name": "my-plugin",`),
			reasons: []vantage.Reason{{Code: "plugin", Message: "rejects .claude-plugin/plugin.json"}},
			outcome: "would load it as `good`, but rejects .claude-plugin/plugin.json", lens: "loaded by 0 of 1 agents, not found by Claude Code",
		},
		{
			name: "in a plugin with an invalid name", agent: "claude-code", path: "skills/good/SKILL.md", text: head("good"), loads: true,
			more:    plugin(".claude-plugin", `{"name": "My Plugin"}`),
			reasons: []vantage.Reason{{Code: "plugin", Message: "rejects .claude-plugin/plugin.json"}},
			outcome: "would load it as `good`, but rejects .claude-plugin/plugin.json", lens: "loaded by 0 of 1 agents, not found by Claude Code",
		},
		{
			name: "ignored without an error", agent: "mycodeagent", path: "skills/Odd/SKILL.md", text: head("Odd"), finds: true,
			reasons: []vantage.Reason{{Code: "name/format", Message: `invalid name "Odd"`, Silent: true}},
			outcome: `rejects it: ignored without an error: invalid name "Odd"`, lens: "loaded by 0 of 1 agents, rejected by MyCodeAgent",
		},
		{
			name: "misnamed", agent: "codex", path: ".codex/skills/good/skill.md", text: head("good"), loads: true,
			reasons: []vantage.Reason{{Code: "misnamed", Message: `the file must be named "SKILL.md", not "skill.md"`, Silent: true}},
			outcome: "would load it as `good`, but the file must be named", lens: "loaded by 0 of 1 agents, not found by OpenAI Codex",
		},
		{
			name: "misnamed for an agent that does not search", agent: "agent-skills", path: "skills/good/Skill.md", text: head("good"), loads: true,
			reasons: []vantage.Reason{{
				Code: "misnamed", Message: `the file must be named "SKILL.md", not "Skill.md"`, Verbatim: "Missing required file: SKILL.md",
			}},
			outcome: "would load it as `good`, but the file must be named", lens: "loaded by 0 of 1 agents, not found by the Agent Skills standard",
		},
		{
			name: "switched off", agent: "claude-code", path: ".claude/skills/quiet/SKILL.md", text: head("quiet"), finds: true,
			more:    "-- .claude/settings.json --\n{\"skillOverrides\": {\"quiet\": \"off\"}}\n",
			reasons: []vantage.Reason{{Code: "off", Message: ".claude/settings.json switches this skill off (skillOverrides)", Silent: true}},
			outcome: "does not load it: .claude/settings.json switches", lens: "loaded by 0 of 1 agents, not loaded by Claude Code",
		},
		{
			name: "after the end of the scan", agent: "mycodeagent", path: "skills/good/SKILL.md", text: head("good"), loads: true,
			more:    "-- skills/broken/SKILL.md --\n---\nname: \xff\n---\n",
			reasons: []vantage.Reason{{Code: "ended", Message: "its scan ends at skills/broken/SKILL.md", Silent: true}},
			outcome: "would load it as `good`, but its scan ends at", lens: "loaded by 0 of 1 agents, not found by MyCodeAgent",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, root := analysistest.Scanned(t, "-- .git/HEAD --\n-- .skills-ls.yaml --\ntargets: ["+tt.agent+"]\n-- "+tt.path+" --\n"+tt.text+tt.more)
			path := filepath.Join(root, filepath.FromSlash(tt.path))

			all, err := vantage.Compat(t.Context(), s, vantage.PreviewQuery{Path: path})
			if err != nil {
				t.Fatal(err)
			}
			c := all.Agents[0]
			if c.Agent.ID != tt.agent || !c.Target {
				t.Fatalf("%s is first", c.Agent.ID)
			}
			answers := map[string]vantage.Treatment{"compat": c.Treatment}
			if tt.agent != "agent-skills" { // the standard defines no text
				p, err := vantage.PreviewSkill(t.Context(), s, vantage.PreviewQuery{Path: path, Agent: tt.agent})
				if err != nil {
					t.Fatal(err)
				}
				answers["preview"] = p.Treatment
			}
			for from, got := range answers {
				reasons := slices.Clone(got.Reasons)
				for i := range reasons {
					reasons[i].Span = nil
				}
				if got.Finds != tt.finds || got.Loads != tt.loads || got.Installed != tt.installed || !slices.Equal(reasons, tt.reasons) {
					t.Errorf("%s: finds %t, loads %t, installed %q, %+v", from, got.Finds, got.Loads, got.Installed, reasons)
				}
			}

			list, err := vantage.WorkspaceSkills(t.Context(), s, vantage.WorkspaceQuery{})
			if err != nil {
				t.Fatal(err)
			}
			if i := slices.IndexFunc(list, func(w vantage.WorkspaceSkill) bool { return w.Path == path }); i < 0 {
				t.Errorf("inventory: no %s", path)
			} else if a := list[i].Agents[0]; a.Agent.ID != tt.agent || a.Finds != tt.finds || a.Loads != tt.loads || a.Installed != tt.installed {
				t.Errorf("inventory: %s finds it: %t, loads it: %t, installed: %q", a.Agent.ID, a.Finds, a.Loads, a.Installed)
			}
			if tt.agent != "agent-skills" {
				stock, err := vantage.Inventories(t.Context(), s, vantage.InventoryQuery{Agents: []string{tt.agent}})
				if err != nil {
					t.Fatal(err)
				}
				var fate vantage.Fate
				for _, inv := range stock {
					for _, e := range inv.Entries {
						if e.Path == path {
							fate = e.Fate
						}
					}
				}
				if (fate == vantage.FateOffered) != (tt.finds && tt.loads) || (fate == "" || fate == vantage.FateLost) == tt.finds {
					t.Errorf("inventory: fate %q", fate)
				}
			}

			at := strings.Index(tt.text, "name: ") + len("name: ")
			h, ok := hover.At(t.Context(), s, path, at)
			if row := "| " + c.Agent.Label() + " | " + tt.outcome; !ok || !strings.Contains(strings.ReplaceAll(h.Markdown, `\`, ""), row) {
				t.Errorf("hover: %t, no %q in\n%s", ok, row, h.Markdown)
			}
			if lenses := outline.Lenses(t.Context(), s, path); len(lenses) == 0 || lenses[0].Title != tt.lens {
				t.Errorf("lenses %+v, want %q", lenses, tt.lens)
			}
		})
	}
}
