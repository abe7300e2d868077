package analysis

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestAffectedNoLongerOurs checks that a deleted skill affects the open files that belonged to it, so that
// the client gets their diagnostics removed.
func TestAffectedNoLongerOurs(t *testing.T) {
	s, root := workspace(t, "-- .agents/skills/ --\n")
	dir := filepath.Join(root, ".agents", "skills", "demo")
	skill, guide := filepath.Join(dir, "SKILL.md"), filepath.Join(dir, "guide.md")
	text := "---\nname: demo\n---\n[gone](gone.md)\n"
	s = s.With(Change{Path: skill, Text: &text}, Change{Path: guide, Text: &text})
	if s.KindOf(guide) != SkillMarkdown {
		t.Fatal("the guide belongs to no skill")
	}
	s = s.With(Change{Path: skill})
	if s.KindOf(guide) != NotOurs || !slices.Contains(s.Affected(skill), guide) {
		t.Errorf("kind %d, affected %q", s.KindOf(guide), s.Affected(skill))
	}
}

// TestPreviewGone checks that a skill that was deleted without a notification is reported as not found, and
// not as a failure of the server.
func TestPreviewGone(t *testing.T) {
	s, root := workspace(t, "-- .agents/skills/demo/SKILL.md --\n---\nname: demo\ndescription: A. Use when asked.\n---\nText.\n")
	if _, err := s.List(t.Context(), ListQuery{}); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Join(root, ".agents")); err != nil {
		t.Fatal(err)
	}
	_, preview := s.Preview(t.Context(), PreviewQuery{Name: "demo"})
	_, compat := s.Compat(t.Context(), PreviewQuery{Name: "demo"})
	for _, err := range []error{preview, compat} {
		if refused := (*PreviewError)(nil); !errors.As(err, &refused) || refused.Reason != "not_found" {
			t.Errorf("the error is %v", err)
		}
	}
}
