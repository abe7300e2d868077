package affected_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/vantage"
)

// TestAffectedByNestedSkill checks that a manifest is diagnosed again when the only skill one level below a
// directory that it names appears or disappears, whichever path the change is reported for.
func TestAffectedByNestedSkill(t *testing.T) {
	for _, reported := range []string{"more/review/SKILL.md", "more/review"} {
		s, root := analysistest.Scanned(t, `
-- .claude-plugin/plugin.json --
{"name": "tools", "skills": ["./more"]}
-- more/review/notes.md --
x
`)
		plugin, skill := filepath.Join(root, ".claude-plugin", "plugin.json"), filepath.Join(root, "more", "review", "SKILL.md")
		for _, do := range []func() error{
			func() error { return analysistest.WriteFile(skill, "---\nname: review\n---\n") },
			func() error { return os.RemoveAll(filepath.Dir(skill)) },
		} {
			if err := do(); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(root, filepath.FromSlash(reported))
			s = s.Refresh(path)
			if found := analysistest.AffectedOnDisk(s, s, path); !slices.Contains(found, plugin) {
				t.Errorf("%s: affected %v", reported, found)
			}
		}
	}
}

// TestAffectedManifest checks that a manifest is diagnosed again when a path in it appears or disappears, and
// that the skills of a plugin are those of its new name at once.
func TestAffectedManifest(t *testing.T) {
	s, root := analysistest.Scanned(t, `
-- tools/.claude-plugin/plugin.json --
{"name": "tools", "skills": ["./more/review"]}
-- tools/skills/demo/SKILL.md --
---
name: demo
description: Shows a demo. Use when asked for one.
---
Body.
`)
	plugin := filepath.Join(root, "tools", ".claude-plugin", "plugin.json")
	review := filepath.Join(root, "tools", "more", "review", "SKILL.md")
	group := func() string {
		list, err := vantage.WorkspaceSkills(t.Context(), s, vantage.WorkspaceQuery{})
		if err != nil {
			t.Fatal(err)
		}
		for _, skill := range list {
			if skill.Name == "demo" {
				return skill.Group
			}
		}
		return "none"
	}
	if group() != "tools" {
		t.Fatalf("before: group %q", group())
	}
	if err := analysistest.WriteFile(review, "---\nname: review\ndescription: Reviews. Use when asked.\n---\nBody.\n"); err != nil {
		t.Fatal(err)
	}
	s = s.Refresh(filepath.Dir(filepath.Dir(review)))
	if found := analysistest.AffectedOnDisk(s, s, filepath.Dir(filepath.Dir(review))); !slices.Contains(found, plugin) {
		t.Errorf("after the skill was added: affected %v", found)
	}
	if err := os.Remove(review); err != nil {
		t.Fatal(err)
	}
	s = s.Refresh(review)
	if found := analysistest.AffectedOnDisk(s, s, review); !slices.Contains(found, plugin) {
		t.Errorf("after the skill was removed: affected %v", found)
	}
	if err := analysistest.WriteFile(plugin, `{"name": "renamed"}`); err != nil {
		t.Fatal(err)
	}
	s = s.Refresh(plugin)
	if found := analysistest.AffectedOnDisk(s, s, plugin); !slices.Contains(found, plugin) || group() != "renamed" {
		t.Errorf("after the manifest was changed: affected %v, group %q", found, group())
	}
}
