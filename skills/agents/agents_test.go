package agents

import (
	"slices"
	"strings"
	"testing"

	"skills-ls/skills/agents/standard"
)

// TestRegistry checks that every package of an agent is in the registry, and that ByID finds each agent.
func TestRegistry(t *testing.T) {
	var ids []string
	for _, agent := range All() {
		ids = append(ids, agent.ID)
		if found, ok := ByID(agent.ID); !ok || found != agent {
			t.Errorf("ByID(%q) = %v, %t", agent.ID, found, ok)
		}
	}
	if agent, ok := ByID("nobody"); ok || agent != nil {
		t.Errorf("ByID of nobody = %v", agent)
	}
	All()[0] = nil
	if All()[0] != standard.Agent {
		t.Error("a caller changed the registry")
	}

	for dir, id := range agentPackages(t) {
		if !slices.Contains(ids, id) {
			t.Errorf("%s declares the agent %s, which is not in the registry", dir, id)
		}
	}
}

func TestReaders(t *testing.T) {
	for key, want := range map[string]string{
		"license": "agent-skills", "metadata.short-description": "codex", "nothing": "", "name": "agent-skills codelia codex",
	} {
		var ids []string
		for _, agent := range Readers(key) {
			ids = append(ids, agent.ID)
		}
		if got := strings.Join(ids, " "); !strings.HasPrefix(got, want) || want == "" && got != "" {
			t.Errorf("%s is read by %s, want %s", key, got, want)
		}
	}
}
