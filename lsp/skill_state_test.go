package lsp

import (
	"testing"

	"skills-ls/analysis/vantage"
	"skills-ls/skills/agents"
)

// TestStateOf checks how the state of a skill counts the agents that it does not name. Goldens leave out the numbers,
// which change with each new agent.
func TestStateOf(t *testing.T) {
	all := agents.All()[1:] // without the standard
	finds := func(n int) (finders []vantage.Finder) {
		for _, agent := range all[1 : n+1] {
			finders = append(finders, vantage.Finder{Agent: agent, Loads: true})
		}
		return append(finders, vantage.Finder{Agent: all[n+1]}) // does not load it
	}
	target := vantage.SkillAgent{Agent: all[0], Finds: true, Loads: true}
	rejecting := vantage.SkillAgent{Agent: all[0], Finds: true, Rejects: true}
	for _, tt := range []struct {
		target vantage.SkillAgent
		others int
		want   string
	}{
		{target, 0, "Codelia"},
		{target, 1, "Codelia and 1 other"},
		{target, 12, "Codelia and 12 others"},
		{rejecting, 2, "rejected by Codelia; loaded by OpenAI Codex, OpenCode"},
		{rejecting, 3, "rejected by Codelia; loaded by OpenAI Codex, OpenCode and 1 other"},
		{rejecting, 12, "rejected by Codelia; loaded by OpenAI Codex, OpenCode and 10 others"},
	} {
		skill := &WorkspaceSkill{WorkspaceSkill: vantage.WorkspaceSkill{Agents: []vantage.SkillAgent{tt.target}, Others: finds(tt.others)}}
		if got := stateOf(skill); got != tt.want {
			t.Errorf("%d others: %q, want %q", tt.others, got, tt.want)
		}
	}
}
