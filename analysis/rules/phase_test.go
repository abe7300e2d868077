package rules_test

import (
	"path/filepath"
	"testing"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/rules"
)

// TestPhases checks that two steps find the same as one.
func TestPhases(t *testing.T) {
	s, root := analysistest.Workspace(t, `
-- .agents/skills/review/SKILL.md --
---
name: review
description: Reviews. Use when asked.
---
See $deplox and [gone](gone.md).
-- .agents/skills/deploy/SKILL.md --
---
name: deploy
description: Deploys. Use when asked.
---
Text.
`)
	path := filepath.Join(root, ".agents", "skills", "review", "SKILL.md")
	own, others := rules.DiagnoseOwn(t.Context(), s, path), rules.DiagnoseCrossFile(t.Context(), s, path)
	if len(own) != 1 || own[0].Rule != "link/broken" || len(others) != 1 || others[0].Rule != "mention/unknown" {
		t.Fatalf("own findings %+v, others %+v", own, others)
	}
	analysistest.CheckPhases(t, s, path)
}
