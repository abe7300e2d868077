package rules_test

import (
	"path/filepath"
	"strings"
	"testing"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/workspace"
)

// TestMentionPathForm checks that the fix of a mention keeps the form of its path, since Codex wants absolute
// paths.
func TestMentionPathForm(t *testing.T) {
	const head = "---\nname: x\ndescription: Does x. Use when asked.\n---\n"
	s, root := analysistest.Scanned(t, "-- .skills-ls.yaml --\ntargets: [codex]\n-- .agents/skills/deploy/SKILL.md --\n"+
		strings.ReplaceAll(head, "x", "deploy")+"-- .agents/skills/x/SKILL.md --\n"+head)
	skills := filepath.Join(root, ".agents", "skills")
	path := filepath.Join(skills, "x", "SKILL.md")
	for _, before := range []string{"../", filepath.ToSlash(skills) + "/", "skill://" + filepath.ToSlash(skills) + "/"} {
		source := head + "[$deploy](" + before + "gone/SKILL.md)\n"
		want := head + "[$deploy](" + before + "deploy/SKILL.md)\n"
		now := s.With(workspace.Change{Path: path, Text: &source})
		for _, d := range rules.Diagnose(t.Context(), now, path) {
			if d.Rule != "mention/path" || len(d.Fixes) == 0 {
				t.Errorf("%s: %s %s", before, d.Rule, d.Text())
			} else if got := analysistest.Apply(t, source, path, d.Fixes[0]); got != want {
				t.Errorf("%s", got)
			}
		}
		if analysistest.Count(rules.Diagnose(t.Context(), now, path), "mention/path") != 1 {
			t.Errorf("%s is not reported", before)
		}
	}
}
