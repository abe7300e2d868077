package analysis

import (
	"path/filepath"
	"testing"
)

// TestPhases checks that two steps find the same as one.
func TestPhases(t *testing.T) {
	s, root := workspace(t, `
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
	own, others := s.DiagnoseOwn(t.Context(), path), s.DiagnoseCrossFile(t.Context(), path)
	if len(own) != 1 || own[0].Rule != "link/broken" || len(others) != 1 || others[0].Rule != "mention/unknown" {
		t.Fatalf("own findings %+v, others %+v", own, others)
	}
	checkPhases(t, s, path)
}
