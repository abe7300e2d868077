package agents

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"skills-ls/skills/agents/agenttest"
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

	packages, err := filepath.Glob("*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range packages {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		declared := regexp.MustCompile(`(?s)var Agent = &skills\.Agent\{\s+ID:\s+"([^"]+)"`).FindSubmatch(source)
		if declared != nil && !slices.Contains(ids, string(declared[1])) {
			t.Errorf("%s declares the agent %s, which is not in the registry", file, declared[1])
		}
	}
}

// TestVectorsOfAll checks that there are test cases for every agent: recorded runs of its own code, or
// vectors that were written from its sources.
func TestVectorsOfAll(t *testing.T) {
	for _, agent := range All() {
		if agent == standard.Agent {
			continue // the oracle has only its verdicts on the corpus
		}
		_, err := os.Stat(filepath.Join(agenttest.VectorsDir, agent.ID))
		recorded := func(o agenttest.Oracle) bool { return o.Has(t, agent.ID) }
		if err != nil && !slices.ContainsFunc(agenttest.Oracles, recorded) {
			t.Errorf("there are no vectors for %s", agent.ID)
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
