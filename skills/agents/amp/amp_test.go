package amp

import (
	"slices"
	"testing"

	"skills-ls/skills"
	"skills-ls/skills/agents/agenttest"
)

func TestSettings(t *testing.T) {
	agent := Agent.Configured(map[string]skills.KnobValue{"skills.path": {Paths: []string{"~/mine", "/x"}}, "skills.disableClaudeCodeSkills": {On: true}})
	const want = "/h/.config/agents/skills /h/.agents/skills /h/.config/amp/skills /p/.agents/skills /h/mine /x"
	if got := agenttest.RootsOf(agent); got != want {
		t.Errorf("roots %s, want %s", got, want)
	}
	for content, want := range map[string][]string{
		`{"a": {"command": "x"}, "b": {}}`: {"`mcp.json` adds the MCP servers `a`, `b`, whose tools the model gets with the skill."},
		`[]`:                               {"`mcp.json` is not a JSON object, so the skill has no MCP servers."},
		`{`:                                {"`mcp.json` is not a JSON object, so the skill has no MCP servers."},
		`{}`:                               nil,
	} {
		if got := readServers(skills.CompanionFile{Source: content}).Notes; !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", content, got, want)
		}
	}
}

func TestVectors(t *testing.T) {
	t.Run("acceptance", func(t *testing.T) { agenttest.AcceptanceVectors(t, Agent, 9, nil) })
	t.Run("discovery", func(t *testing.T) { agenttest.DiscoveryVectors(t, Agent, 7, false) })
}

func TestRefusals(t *testing.T) {
	const path = "/ws/.cursor/skills/demo/SKILL.md"
	agenttest.Refusals(t, Agent, []agenttest.Refusal{
		{"another directory", "---\nname: Demo\ndescription: D.\n---\n", path, `directory name "Demo"`},
		{"any characters", "---\nname: My Demo\ndescription: D.\n---\n", "/ws/.agents/skills/My Demo/SKILL.md", ""},
	})
}
