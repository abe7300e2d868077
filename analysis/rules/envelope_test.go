package rules_test

import (
	"path/filepath"
	"strings"
	"testing"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/rules"
)

func TestEnvelope(t *testing.T) {
	for _, tt := range []struct{ name, body, want string }{
		{"none", "Text with <b>tags</b>.", ""},
		{"another's", "It ends with </skill_content>.", ""},
		{"text", "It ends with </skill> here.", "warning"},
		{"twice", "</skill> and </skill>", "warning warning"},
		{"code", "```xml\n</skill>\n```\n", "warning"},
		{"pair", "<skill a=b>x</skill>", "information"},
		{"pair and one more", "<skill>x</skill></skill>", "information warning"},
		{"nested pairs", "<skill><skill>\n</skill></skill>", "information information"},
		{"opens another", "<skills>x</skill>", "warning"},
		{"opening tag alone", "<skill>", ""},
		{"capitals", "</SKILL>", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, root := analysistest.Workspace(t, "-- .skills-ls.yaml --\ntargets: [codex]\n-- .agents/skills/x/SKILL.md --\n---\nname: x\ndescription: D.\n---\n"+tt.body+"\n")
			var got []string
			for _, d := range rules.Diagnose(t.Context(), s, filepath.Join(root, ".agents", "skills", "x", "SKILL.md")) {
				if d.Rule == "body/envelope" {
					got = append(got, d.Severity.String())
				}
			}
			if strings.Join(got, " ") != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
