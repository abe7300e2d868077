package analysis

import (
	"path/filepath"
	"slices"
	"testing"
)

// TestPhases guards that what is found in two steps is what is found in one.
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
	joined := slices.Concat(own, others)
	SortDiagnostics(joined)
	for i, d := range s.Diagnose(t.Context(), path) {
		if d.Rule != joined[i].Rule || d.Span != joined[i].Span {
			t.Errorf("finding %d is %s at %v, in two steps %s at %v", i, d.Rule, d.Span, joined[i].Rule, joined[i].Span)
		}
	}
}
