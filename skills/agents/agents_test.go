package agents

import (
	"strings"
	"testing"

	"skills-ls/skills/agents/standard"
)

func TestRegistry(t *testing.T) {
	const want = "agent-skills codelia codex opencode claude-code otto remcochat mycodeagent openoxide copilot gemini-cli cursor goose amp"
	var ids []string
	for _, agent := range All() {
		ids = append(ids, agent.ID)
		if found, ok := ByID(agent.ID); !ok || found != agent {
			t.Errorf("ByID(%q) = %v, %t", agent.ID, found, ok)
		}
	}
	if got := strings.Join(ids, " "); got != want {
		t.Errorf("agents %s, want %s", got, want)
	}
	if agent, ok := ByID("nobody"); ok || agent != nil {
		t.Errorf("ByID of nobody = %v", agent)
	}
	All()[0] = nil
	if All()[0] != standard.Agent {
		t.Error("a caller changed the registry")
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

// TestOwnData checks the data of the agents in this package that [adopters] leaves out.
func TestOwnData(t *testing.T) {
	for _, r := range All() {
		for _, f := range r.Fields {
			checkProse(t, r.ID+"."+f.Name, f.Doc)
		}
		for _, note := range r.Notes {
			checkProse(t, r.ID+" note", note)
		}
		for _, name := range r.ReservedNames {
			if name.Word != strings.ToLower(name.Word) || name.Why == "" || strings.HasSuffix(name.Why, ".") {
				t.Errorf("%s: reserved word %+v", r.ID, name)
			}
		}
		if r.ID == "" || r.Title == "" || r.Source == "" || r.MentionSyntax == "" || r.Arguments == "" {
			t.Errorf("%s: an empty description", r.ID)
		}
		checkSpans(t, r.ID+" mentions", r.MentionSyntax)
		checkSpans(t, r.ID+" arguments", r.Arguments)
	}
}
