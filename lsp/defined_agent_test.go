package lsp

import (
	"slices"
	"strings"
	"testing"

	"skills-ls/lsp/session"
	"skills-ls/skills/agents"
)

// TestDefinedAgent checks that an agent that the project defines is one of the agents of every request, and that it is
// gone with its definition, saved or not.
func TestDefinedAgent(t *testing.T) {
	const settings = "targets: [our-agent]\nagents: {our-agent: {title: Our agent, roots: [.our/skills]}}\n"
	c, _ := startMemory(t, session.Options{FS: memoryFiles{
		"/ws/.git/HEAD": "", "/ws/.skills-ls.yaml": settings, "/ws/.our/skills/tidy/SKILL.md": skillText("tidy"),
	}})
	c.answers["workspace/applyEdit"] = map[string]any{"applied": true}
	c.answers["window/showDocument"] = map[string]any{"success": true}
	c.initialize(commandClient, workspaceFolder("/ws"))
	uri := memoryURI("/ws/.skills-ls.yaml")

	known := func() (title string) {
		var all struct{ Agents []struct{ ID, Title string } }
		c.result("skills/agents", nil, &all)
		for _, a := range all.Agents {
			if a.ID == "our-agent" {
				title = a.Title
			}
		}
		return title
	}
	if got := known(); got != "Our agent" {
		t.Errorf("the agent is called %q", got)
	}
	var found InventoryResult
	c.result("skills/inventory", nil, &found)
	last := found.Agents[len(found.Agents)-1]
	if found.Agent != "our-agent" || !slices.Equal(found.Targets, []string{"our-agent"}) || last.Agent != "our-agent" || len(last.Skills) != 1 {
		t.Errorf("inventory of %s for %q, last %+v", found.Agent, found.Targets, last)
	}
	if len(found.Skills) != 1 || found.Skills[0].Group != ".our/skills" || found.Skills[0].Kind != "project" || !found.Skills[0].Agents[0].Loads {
		t.Errorf("skills %+v", found.Skills)
	}
	var locations LocationsResult
	c.result("skills/locations", nil, &locations)
	if first := locations.Locations[0]; locations.Agent != "our-agent" || first.Label != ".our/skills" || !strings.HasPrefix(first.Detail, "Our agent") {
		t.Errorf("locations %+v", locations)
	}
	if got := execute(c, commandNewSkill, map[string]any{"name": "wash", "agent": "our-agent", "check": true}); !strings.Contains(got, jsonOf(nativePath("/ws/.our/skills/wash/SKILL.md"))) {
		t.Errorf("a new skill: %s", got)
	}

	c.open(uri, strings.Replace(settings, "Our agent", "Ours", 1))
	if got := known(); got != "Ours" {
		t.Errorf("the agent is called %q in the unsaved file", got)
	}
	c.change(uri, 2, map[string]any{"text": "targets: [our-agent]\n"})
	if got := known(); got != "" {
		t.Errorf("the agent is called %q without a definition", got)
	}
	c.result("skills/inventory", nil, &found)
	if len(found.Agents) == 0 || slices.Contains(found.Targets, "our-agent") || found.Agent != agents.Codelia.ID {
		t.Errorf("inventory of %s for %q", found.Agent, found.Targets)
	}
	if m := c.call("skills/list", map[string]any{"agent": "our-agent"}); m.Error == nil || !strings.Contains(string(m.Error.Data), "unknown_agent") {
		t.Errorf("a list of the unknown agent: %+v", m)
	}
}
