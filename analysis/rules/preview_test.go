package rules_test

import (
	"testing"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/rules"
)

// TestPreview checks that a preview is off unless the configuration names it.
func TestPreview(t *testing.T) {
	rule, _ := rules.ByID("body/empty")
	rule.Traits |= rules.Preview
	defer func() { rule.Traits &^= rules.Preview }()
	for config, want := range map[string]int{
		"":                                      0,
		"rules: {\"*\": error}":                 0,
		"rules: {body/empty: warning}":          1,
		"rules: {body/empty: off}":              0,
		"rules: {\"*\": off, body/empty: hint}": 1,
		"overrides: [{files: [\"**\"], rules: {body/empty: error}}]": 1,
	} {
		s, root := analysistest.Workspace(t, "-- .git/HEAD --\n-- .skills-ls.yaml --\n"+config+"\n-- .agents/skills/x/SKILL.md --\n---\nname: x\ndescription: Does x. Use when asked for x.\n---\n")
		if got := analysistest.Count(analysistest.Diagnose(s, root, ".agents/skills/x/SKILL.md"), rule.ID); got != want {
			t.Errorf("%q: %d problems, want %d", config, got, want)
		}
	}
}
