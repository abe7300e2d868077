package analysis

import (
	"path/filepath"
	"slices"
	"testing"
)

// TestAffectedNoLongerOurs guards that an open file is looked at again which belonged to a skill that is gone: its findings are to
// be taken back.
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
