package agents

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skills-ls/skills"
	"skills-ls/skills/vfs"
)

// rootsOf returns the directories that an agent scans from /p with the home directory /h.
func rootsOf(agent *skills.Agent) string {
	_, roots := skills.FindRoots(vfs.Disk{}, agent, skills.Vantage{Cwd: "/p", Home: "/h"})
	var dirs []string
	for _, r := range roots {
		dirs = append(dirs, filepath.ToSlash(r.Dir))
	}
	return strings.Join(dirs, " ")
}

func TestCopilotLocations(t *testing.T) {
	agent := Copilot.Configured(map[string]skills.KnobValue{"agentSkillsLocations": {Paths: []string{"./tools/skills", "~/mine", "more"}}})
	const want = "/p/.github/skills /p/.agents/skills /p/.claude/skills /p/tools/skills /p/more /h/.copilot/skills /h/.agents/skills /h/.claude/skills /h/mine"
	if got := rootsOf(agent); got != want {
		t.Errorf("roots %s, want %s", got, want)
	}
	if got := rootsOf(Copilot.Configured(map[string]skills.KnobValue{"useAgentSkills": {}})); got != "" {
		t.Errorf("switched off, the roots are %s", got)
	}
	if strings.Contains(rootsOf(Copilot), "mine") {
		t.Error("the agent itself was changed")
	}
}

func TestAmpSettings(t *testing.T) {
	agent := Amp.Configured(map[string]skills.KnobValue{"skills.path": {Paths: []string{"~/mine", "/x"}}, "skills.disableClaudeCodeSkills": {On: true}})
	const want = "/h/.config/agents/skills /h/.agents/skills /h/.config/amp/skills /p/.agents/skills /h/mine /x"
	if got := rootsOf(agent); got != want {
		t.Errorf("roots %s, want %s", got, want)
	}
	for content, want := range map[string][]string{
		`{"a": {"command": "x"}, "b": {}}`: {"`mcp.json` brings the MCP servers `a`, `b`, whose tools the model gets with the skill."},
		`[]`:                               {"`mcp.json` is no JSON object, so the skill brings no MCP servers."},
		`{`:                                {"`mcp.json` is no JSON object, so the skill brings no MCP servers."},
		`{}`:                               nil,
	} {
		if got := readAmpServers(skills.CompanionFile{Source: content}).Notes; !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", content, got, want)
		}
	}
}

// TestOlderCopilot guards what versions of VS Code skipped that did not yet go by the directory's name.
func TestOlderCopilot(t *testing.T) {
	root := realTempDir(t)
	for dir, head := range map[string]string{
		"fine": "name: <b>fine\ndescription: D.", "nameless": "description: D.", "bare": "name: bare", "other": "name: another\ndescription: D.",
	} {
		text := "---\n" + head + "\n---\n"
		lay(t, root, []node{{Path: ".github/skills/" + dir + "/SKILL.md", Content: &text}})
	}
	agent := Copilot.Configured(map[string]skills.KnobValue{"validateSkillFiles": {On: true}})
	catalog, err := skills.BuildCatalog(t.Context(), vfs.Disk{}, agent, skills.Vantage{Cwd: root}, nil)
	if err != nil || len(catalog.Skills) != 1 || catalog.Skills[0].Name != "fine" {
		t.Fatalf("%+v, %v", catalog.Skills, err)
	}
	var got []string
	for _, e := range catalog.Errors {
		got = append(got, e.Message)
	}
	want := []string{"Agent skill file missing description attribute", "Agent skill file missing name attribute", `Agent skill name "another" does not match folder name "other"`}
	if !slices.Equal(got, want) {
		t.Errorf("errors %q, want %q", got, want)
	}
}
