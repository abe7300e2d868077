package vantage_test

import (
	"path/filepath"
	"testing"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/vantage"
)

// TestWhichAgent checks the order in which the agent of a request is chosen.
func TestWhichAgent(t *testing.T) {
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
		{
			"a plugin", "-- p/.claude-plugin/plugin.json --\n{\"name\": \"p\"}\n-- p/skills/demo/SKILL.md --\n" + skill,
			"", "p/skills/demo/SKILL.md", "claude-code owner",
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
