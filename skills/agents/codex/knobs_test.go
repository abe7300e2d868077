package codex

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skills-ls/skills"
	"skills-ls/skills/agents/agenttest"
	"skills-ls/skills/treetest"
	"skills-ls/skills/vfs"
)

// TestKnobs checks the effects of Codex's own settings.
func TestKnobs(t *testing.T) {
	dir := treetest.Dir(t)
	for name, text := range map[string]string{
		"home/.codex/skills/.system/builtin/SKILL.md":   "---\nname: builtin\ndescription: D.\n---\n",
		"ws/.agents/skills/a/SKILL.md":                  "---\nname: a\ndescription: D.\n---\n",
		"ws/.agents/skills/b/SKILL.md":                  "---\nname: b\ndescription: D.\n---\n",
		"ws/.agents/skills/long/SKILL.md":               "---\nname: long\ndescription: " + strings.Repeat("x", 1025) + "\n---\n",
		"ws/.agents/skills/p/SKILL.md":                  "---\nname: s\ndescription: D.\n---\n",
		"ws/.agents/skills/p/.codex-plugin/plugin.json": `{"name":"p"}`,
		"ws/marker":                        "",
		"ws/sub/.agents/skills/c/SKILL.md": "---\nname: c\ndescription: D.\n---\n",
	} {
		agenttest.WriteTree(t, dir, []agenttest.Node{{Path: name, Content: &text}})
	}
	const errors = "invalid description: exceeds maximum length of 1024 characters"
	for _, tt := range []struct {
		name   string
		values map[string]skills.KnobValue
		want   string
	}{
		{"without settings", nil, "c builtin"},
		{"a marker of its own", map[string]skills.KnobValue{"project_root_markers": agenttest.TextsValue("other", "marker")}, "a b c long p:s builtin"},
		{"no markers", map[string]skills.KnobValue{"project_root_markers": agenttest.TextsValue()}, "c builtin"},
		{"names", map[string]skills.KnobValue{
			"project_root_markers": agenttest.TextsValue("marker"), "skills.config": off("a", "s", "builtin"),
		}, "b c long p:s"},
		{"a plugin's name", map[string]skills.KnobValue{
			"project_root_markers": agenttest.TextsValue("marker"), "skills.config": off("p:s"),
		}, "a b c long builtin"},
		{"paths", map[string]skills.KnobValue{
			"project_root_markers": agenttest.TextsValue("marker"),
			"skills.config": {Entries: []skills.KnobEntry{
				{Path: filepath.Join(dir, "ws", ".agents", "skills", "a", "SKILL.md")},
				{Path: filepath.Join(dir, "home", ".codex", "skills", ".system", "builtin", "SKILL.md")},
				{Path: filepath.Join(dir, "ws", ".agents", "skills", "b")},
			}},
		}, "b c long p:s"},
		{"no bundled skills", map[string]skills.KnobValue{"skills.bundled.enabled": {}}, "c"},
		{"bundled skills", map[string]skills.KnobValue{"skills.bundled.enabled": {On: true}}, "c builtin"},
		{"an old build", map[string]skills.KnobValue{"project_root_markers": agenttest.TextsValue("marker"), "rejects_long_descriptions": {On: true}}, "a b c p:s builtin; " + errors},
	} {
		t.Run(tt.name, func(t *testing.T) {
			agent := *Agent
			agent.Roots = slices.DeleteFunc(slices.Clone(agent.Roots), func(r skills.Root) bool { return r.Base == skills.FromSystem }) // directories of this machine
			configured := agent.Configured(tt.values)
			catalog, err := skills.BuildCatalog(t.Context(), vfs.Disk{}, configured, skills.Vantage{Cwd: filepath.Join(dir, "ws", "sub"), Home: filepath.Join(dir, "home")}, skills.NewCache())
			if err != nil {
				t.Fatal(err)
			}
			again := catalog.Update(vfs.Disk{}, configured, nil, filepath.Join(dir, "ws", ".agents", "skills", "a", "SKILL.md"))
			for _, c := range []*skills.Catalog{catalog, again} {
				var names []string
				for _, s := range c.Skills {
					names = append(names, s.Name)
				}
				got := strings.Join(names, " ")
				for _, e := range c.Errors {
					got += "; " + e.Message
				}
				if got != tt.want {
					t.Errorf("got %q, want %q", got, tt.want)
				}
			}
		})
	}
	silent := Agent.Configured(map[string]skills.KnobValue{"skills.include_instructions": {}})
	if text := silent.Catalog([]skills.Skill{{Name: "a"}}, skills.Budget{}); text.Content != "" || text.Total != 1 || text.Entries != 0 || len(text.Notes) != 1 {
		t.Errorf("%+v", text)
	}
	for count, want := range map[int]int{500: 500, 10_000: 10_000, 10_001: 10_000} {
		if agent := Agent.Configured(map[string]skills.KnobValue{"skills.max_context_tokens": {Count: count}}); agent.Limits.Listing != (skills.Budget{Tokens: want}) {
			t.Errorf("%d tokens: %+v", count, agent.Limits.Listing)
		}
	}
	if agent := Agent.Configured(map[string]skills.KnobValue{"connectors": agenttest.TextsValue("github")}); !slices.Equal(agent.Connectors, []string{"github"}) {
		t.Errorf("connectors %q", agent.Connectors)
	}
}

// off switches skills off by their names.
func off(names ...string) skills.KnobValue {
	var v skills.KnobValue
	for _, name := range names {
		v.Entries = append(v.Entries, skills.KnobEntry{Name: name})
	}
	return v
}
