package vantage_test

import (
	"path/filepath"
	"strings"
	"testing"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/vantage"
)

// TestPreviewAdopted checks that a preview shows a skill as the files around it change it: named after its
// plugin, hidden, or left out.
func TestPreviewAdopted(t *testing.T) {
	s, root := analysistest.Workspace(t, "-- .claude-plugin/plugin.json --\n{\"name\": \"tools\"}\n"+
		"-- .agents/skills/demo/SKILL.md --\n---\nname: demo\ndescription: A. Use when asked.\n---\nText.\n"+
		"-- .agents/skills/demo/agents/openai.yaml --\npolicy: {allow_implicit_invocation: false}\n"+
		"-- .agents/skills/other/SKILL.md --\n---\nname: other\ndescription: A. Use when asked.\n---\nText.\n"+
		"-- .agents/skills/other/agents/openai.yaml --\npolicy: {products: [chatgpt]}\n")
	preview := func(name string) *vantage.Preview {
		t.Helper()
		p, err := vantage.PreviewSkill(t.Context(), s, vantage.PreviewQuery{Path: filepath.Join(root, ".agents", "skills", name, "SKILL.md"), Agent: "codex"})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	if p := preview("demo"); !p.Loads || !strings.HasPrefix(p.Content, "<skill>\n<name>tools:demo</name>\n") || len(p.Notes) != 1 {
		t.Errorf("loads %t, notes %q\n%s", p.Loads, p.Notes, p.Content)
	}
	if p := preview("other"); p.Loads || len(p.Reasons) != 1 || p.Reasons[0].Code != vantage.Surroundings || p.Skill.Name != "tools:other" {
		t.Errorf("loads %t, reasons %+v, name %s", p.Loads, p.Reasons, p.Skill.Name)
	}
}
