package workspace_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"skills-ls/analysis/affected"
	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/file"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
)

// TestAffectedNoLongerOurs checks that a deleted skill affects the open files that belonged to it, so that
// the client gets their diagnostics removed.
func TestAffectedNoLongerOurs(t *testing.T) {
	s, root := analysistest.Workspace(t, "-- .agents/skills/ --\n")
	dir := filepath.Join(root, ".agents", "skills", "demo")
	skill, guide := filepath.Join(dir, "SKILL.md"), filepath.Join(dir, "guide.md")
	text := "---\nname: demo\n---\n[gone](gone.md)\n"
	s = s.With(workspace.Change{Path: skill, Text: &text}, workspace.Change{Path: guide, Text: &text})
	if s.KindOf(guide) != file.SkillMarkdown {
		t.Fatal("the guide belongs to no skill")
	}
	opened := s
	s = s.With(workspace.Change{Path: skill})
	paths, all := affected.Paths(opened, s, affected.Change{Edited: []string{skill}})
	if s.KindOf(guide) != file.NotOurs || !all && !slices.Contains(paths, guide) {
		t.Errorf("kind %d, affected %q", s.KindOf(guide), paths)
	}
}

// TestPreviewGone checks that a skill that was deleted without a notification is reported as not found, and
// not as a failure of the server.
func TestPreviewGone(t *testing.T) {
	s, root := analysistest.Workspace(t, "-- .agents/skills/demo/SKILL.md --\n---\nname: demo\ndescription: A. Use when asked.\n---\nText.\n")
	if _, err := vantage.ListSkills(t.Context(), s, vantage.ListQuery{}); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Join(root, ".agents")); err != nil {
		t.Fatal(err)
	}
	_, preview := vantage.PreviewSkill(t.Context(), s, vantage.PreviewQuery{Name: "demo"})
	_, compat := vantage.Compat(t.Context(), s, vantage.PreviewQuery{Name: "demo"})
	for _, err := range []error{preview, compat} {
		if refused := (*vantage.PreviewError)(nil); !errors.As(err, &refused) || refused.Reason != "not_found" {
			t.Errorf("the error is %v", err)
		}
	}
}
