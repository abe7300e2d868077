package vantage_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
	"skills-ls/skills/growthtest"
)

// TestWhichAgent checks the order in which the agent of a request is chosen.
func TestWhichAgent(t *testing.T) {
	const market = "{\"name\": \"m\", \"plugins\": [{\"name\": \"p\", \"source\": \"./\", \"skills\": [\"./skills/demo\"]}]}\n"
	const skill = "---\nname: demo\ndescription: A. Use when asked.\n---\nText.\n"
	for _, tt := range []struct {
		name, archive, id, path string
		want                    string // agent and reason
	}{
		{"nothing is known", "-- .git/HEAD --\n", "", "", "codelia default"},
		{"it is named", "-- .claude/ --\n", "goose", "", "goose named"},
		{"a target", "-- .skills-ls.yaml --\ntargets: [codex, claude-code]\n-- .claude/ --\n", "", "", "codex target"},
		{"a target that lists no skills is skipped", "-- .skills-ls.yaml --\ntargets: [agent-skills, codex]\n", "", "", "codex target"},
		{"a marker", "-- GEMINI.md --\n", "", "", "gemini-cli project"},
		{"a directory without a marker", "-- .github/skills/ --\n", "", "", "copilot project"},
		{
			"an agent that the project defines owns its roots", "-- .git/HEAD --\n-- .skills-ls.yaml --\nagents: {our: {roots: [.our/skills]}}\n-- .claude/ --\n-- .our/skills/demo/SKILL.md --\n" + skill,
			"", ".our/skills/demo/SKILL.md", "our owner",
		},
		{
			"an agent that the project defines does not own a root with the same name elsewhere", "-- .git/HEAD --\n-- .skills-ls.yaml --\nagents: {our: {roots: [.agents]}}\n-- .codex/ --\n-- pkg/.agents/skills/demo/SKILL.md --\n" + skill,
			"", "pkg/.agents/skills/demo/SKILL.md", "codex project",
		},
		{"a root of an agent that the project defines", "-- .git/HEAD --\n-- .skills-ls.yaml --\nagents: {our: {roots: [.our/skills]}}\n-- .our/skills/ --\n", "", "", "our project"},
		{"an agent that the project defines is a target", "-- .skills-ls.yaml --\ntargets: [our]\nagents: {our: {roots: [.our/skills]}}\n", "", "", "our target"},
		{"several markers", "-- .gemini/ --\n-- .codex/ --\n-- .goose/ --\n", "", "", "codex project"},
		{"a marker of an agent that is used less", "-- .goose/ --\n", "", "", "goose project"},
		{"an owner", "-- .claude/ --\n-- .opencode/skills/demo/SKILL.md --\n" + skill, "", ".opencode/skills/demo/SKILL.md", "opencode owner"},
		{
			"an owner before a target", "-- .skills-ls.yaml --\ntargets: [codex]\n-- .claude/skills/demo/SKILL.md --\n" + skill,
			"", ".claude/skills/demo/SKILL.md", "claude-code owner",
		},
		{
			"a shared root and two markers: Claude Code does not look in it", "-- .git/HEAD --\n-- .claude/ --\n-- .codex/ --\n-- .agents/skills/demo/SKILL.md --\n" + skill,
			"", ".agents/skills/demo/SKILL.md", "codex project",
		},
		{
			"a target that does not find the skill", "-- .git/HEAD --\n-- .skills-ls.yaml --\ntargets: [claude-code, codex]\n-- .agents/skills/demo/SKILL.md --\n" + skill,
			"", ".agents/skills/demo/SKILL.md", "codex target",
		},
		{"a repository of a plugin", "-- .git/HEAD --\n-- .cursor-plugin/plugin.json --\n{\"name\": \"p\"}\n", "", "", "cursor project"},
		{"a repository of a marketplace", "-- .git/HEAD --\n-- .claude-plugin/marketplace.json --\n" + market, "", "", "claude-code project"},
		{
			"a plugin", "-- p/.claude-plugin/plugin.json --\n{\"name\": \"p\"}\n-- p/skills/demo/SKILL.md --\n" + skill,
			"", "p/skills/demo/SKILL.md", "claude-code owner",
		},
		{
			"a plugin of Codex", "-- .codex-plugin/plugin.json --\n{\"name\": \"p\"}\n-- skills/demo/SKILL.md --\n" + skill,
			"", "skills/demo/SKILL.md", "codex owner",
		},
		{
			"a plugin of Cursor", "-- .cursor-plugin/plugin.json --\n{\"name\": \"p\"}\n-- skills/demo/SKILL.md --\n" + skill,
			"", "skills/demo/SKILL.md", "cursor owner",
		},
		{
			"a plugin of several agents", "-- .codex-plugin/plugin.json --\n{\"name\": \"p\"}\n-- .claude-plugin/plugin.json --\n{\"name\": \"p\"}\n-- skills/demo/SKILL.md --\n" + skill,
			"", "skills/demo/SKILL.md", "claude-code owner",
		},
		{
			"a skill beside a plugin of Cursor", "-- .git/HEAD --\n-- .cursor-plugin/plugin.json --\n{\"name\": \"p\"}\n-- .claude/skills/demo/SKILL.md --\n" + skill,
			"", ".claude/skills/demo/SKILL.md", "claude-code owner",
		},
		{
			"a marketplace that lists the skill", "-- .git/HEAD --\n-- .claude-plugin/marketplace.json --\n" + market + "-- skills/demo/SKILL.md --\n" + skill,
			"", "skills/demo/SKILL.md", "claude-code owner",
		},
		{
			"a marketplace before a target", "-- .skills-ls.yaml --\ntargets: [codex]\n-- .claude-plugin/marketplace.json --\n" + market + "-- skills/demo/SKILL.md --\n" + skill,
			"", "skills/demo/SKILL.md", "claude-code owner",
		},
		{
			"a marketplace that lists another skill", "-- .git/HEAD --\n-- .claude-plugin/marketplace.json --\n" + market + "-- skills/other/SKILL.md --\n" + skill,
			"", "skills/other/SKILL.md", "mycodeagent default",
		},
		{
			"a marketplace outside of the project", "-- repo/.git/HEAD --\n-- .claude-plugin/marketplace.json --\n" +
				"{\"plugins\": [{\"name\": \"p\", \"source\": \"./repo\", \"skills\": [\"./skills/demo\"]}]}\n-- repo/skills/demo/SKILL.md --\n" + skill,
			"", "repo/skills/demo/SKILL.md", "mycodeagent default",
		},
		{
			"a marketplace with a byte order mark", "-- .git/HEAD --\n-- .claude-plugin/marketplace.json --\n\ufeff" + market + "-- skills/demo/SKILL.md --\n" + skill,
			"", "skills/demo/SKILL.md", "claude-code owner",
		},
		{"no agent finds the skill", "-- .git/HEAD --\n-- docs/demo/SKILL.md --\n" + skill, "", "docs/demo/SKILL.md", "codelia default"},
		{"only one agent finds the skill", "-- .git/HEAD --\n-- skills/demo/SKILL.md --\n" + skill, "", "skills/demo/SKILL.md", "mycodeagent default"},
		{
			"no target finds the skill", "-- .skills-ls.yaml --\ntargets: [claude-code]\n-- skills/demo/SKILL.md --\n" + skill,
			"", "skills/demo/SKILL.md", "mycodeagent default",
		},
		{
			"a marketplace that is not JSON", "-- .git/HEAD --\n-- .claude-plugin/marketplace.json --\n{\"plugins\": [{\n-- skills/demo/SKILL.md --\n" + skill,
			"", "skills/demo/SKILL.md", "mycodeagent default",
		},
	} {
		s, root := analysistest.Workspace(t, tt.archive)
		q := vantage.AgentQuery{ID: tt.id, Cwd: root}
		if tt.path != "" {
			q.Path = filepath.Join(root, filepath.FromSlash(tt.path))
		}
		agent, reason, err := vantage.WhichAgent(t.Context(), s, q)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
		} else if got := agent.ID + " " + string(reason); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

// TestWhichAgentOfMarketplace checks that the agent of a skill follows the edits of the marketplace that lists it.
func TestWhichAgentOfMarketplace(t *testing.T) {
	const market = `{"plugins": [{"name": "p", "source": "./", "skills": ["./skills/demo"]}]}`
	s, root := analysistest.Workspace(t, "-- .git/HEAD --\n-- .claude-plugin/marketplace.json --\n"+market+"\n"+
		analysistest.SkillFile("skills", "demo", "Does it. Use when asked.", "Do it."))
	q := vantage.AgentQuery{Path: filepath.Join(root, "skills", "demo", "SKILL.md")}
	check := func(s *workspace.Snapshot, want string) {
		t.Helper()
		agent, _, err := vantage.WhichAgent(t.Context(), s, q)
		if err != nil || agent.ID != want {
			t.Errorf("%v, error %v, want %s", agent, err, want)
		}
	}
	check(s, "claude-code")
	edited := s.With(workspace.Change{
		Path: filepath.Join(root, ".claude-plugin", "marketplace.json"), Text: new(strings.Replace(market, "skills/demo", "skills/other", 1)),
	})
	check(edited, "mycodeagent")
	check(s, "claude-code")
}

// TestHugeMarketplace checks that a keystroke in a skill does not read the marketplaces again.
func TestHugeMarketplace(t *testing.T) {
	growthtest.Linear(t, 2500, func(n int) time.Duration {
		var b strings.Builder
		b.WriteString("-- .git/HEAD --\n-- .claude-plugin/marketplace.json --\n{\"plugins\": [")
		for i := range n {
			fmt.Fprintf(&b, "{\"name\": \"p%d\", \"source\": \"./\", \"skills\": [\"./skills/s%d\"]},\n", i, i)
		}
		last := fmt.Sprintf("s%d", n)
		fmt.Fprintf(&b, "{\"name\": \"last\", \"source\": \"./\", \"skills\": [\"./skills/%s\"]}]}\n", last)
		s := analysistest.InMemory(b.String() + analysistest.SkillFile("skills", last, "Does it. Use when asked.", "Do it."))
		path := "/w/skills/" + last + "/SKILL.md"
		return growthtest.Take(t, func() {
			for i := range n {
				s = s.With(workspace.Change{Path: path, Text: new(fmt.Sprintf("---\nname: %s\ndescription: A. Use when asked.\n---\n%d\n", last, i))})
				if agent, _, err := vantage.WhichAgent(t.Context(), s, vantage.AgentQuery{Path: path}); err != nil || agent.ID != "claude-code" {
					t.Fatalf("%v, error %v", agent, err)
				}
			}
		})
	})
}
