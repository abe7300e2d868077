package analysis

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
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

// checkPhases reports an error if the diagnostics of a file in two steps differ from those in one.
func checkPhases(t *testing.T, s *Snapshot, path string) {
	t.Helper()
	joined := slices.Concat(s.DiagnoseOwn(t.Context(), path), s.DiagnoseCrossFile(t.Context(), path))
	SortDiagnostics(joined)
	if diff := cmp.Diff(s.Diagnose(t.Context(), path), joined, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("findings in one step (-) are not those in two (+):\n%s", diff)
	}
}
