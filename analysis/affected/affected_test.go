package affected_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"skills-ls/analysis/affected"
	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/workspace"
)

// TestAffected makes changes one after the other and checks which files each of them affects. A change of what
// other files may depend on affects all files, whether they depend on it or not.
func TestAffected(t *testing.T) {
	const header = "---\nname: one\ndescription: Does one. Use when asked.\n---\n"
	s, root := analysistest.Scanned(t, `
-- AGENTS.md --
See [the guide](skills/one/guide.md).
-- skills/one/SKILL.md --
`+header+`[Guide](guide.md)
-- skills/one/guide.md --
# Guide
-- skills/two/SKILL.md --
---
name: two
description: Does two. Use when asked.
---
[one](../one/SKILL.md) and [new](../one/new.md)
-- other/one/SKILL.md --
`+header+`A copy.
-- other/three/SKILL.md --
---
name: three
description: Does three. Use when asked.
---
`)
	now := int64(0)
	buffer := func(path string, text *string) func() {
		return func() {
			now++
			s = s.With(workspace.Change{Path: filepath.Join(root, path), Text: text, Time: time.Unix(now, 0)})
		}
	}
	body, named := header+"[Guide](guide.md), again\n", strings.Replace(header, "name: one", "name: uno", 1)
	longer := body + "More.\n"
	write := func(path, text string) func() {
		return func() {
			if err := analysistest.WriteFile(filepath.Join(root, path), text); err != nil {
				t.Fatal(err)
			}
		}
	}
	remove := func(path string) func() {
		return func() {
			if err := os.RemoveAll(filepath.Join(root, path)); err != nil {
				t.Fatal(err)
			}
		}
	}
	const one = "skills/one/SKILL.md"
	near := []string{"other/one/SKILL.md", one, "skills/one/guide.md", "skills/two/SKILL.md"}
	all := []string{"all"}
	for _, step := range []struct {
		name   string
		do     func()
		edited string // the path of the change in the editor, or
		onDisk string
		want   []string
	}{
		{"a body changes on disk: the header is not known to be the same", write(one, body), "", one, all},
		{"a skill is opened", buffer(one, &body), one, "", near},
		{"a body is edited", buffer(one, &longer), one, "", near},
		{"a name is edited", buffer(one, &named), one, "", all},
		{"the open skill is saved", write(one, named), "", one, []string{one, "skills/one/guide.md", "skills/two/SKILL.md"}},
		{"it is closed", buffer(one, nil), one, "", []string{one, "skills/one/guide.md", "skills/two/SKILL.md"}},
		{"a file of a skill changes", write("skills/one/guide.md", "# New\n"), "", "skills/one/guide.md", []string{"AGENTS.md", one, "skills/one/guide.md"}},
		{"a file is created that a skill links to", write("skills/one/new.md", "# New\n"), "", "skills/one/new.md", []string{one, "skills/one/guide.md", "skills/one/new.md", "skills/two/SKILL.md"}},
		{"it is removed", remove("skills/one/new.md"), "", "skills/one/new.md", []string{one, "skills/one/guide.md", "skills/two/SKILL.md"}},
		{"a directory of skills is removed", remove("other"), "", "other", all},
		{"a skill is created", write("skills/new/SKILL.md", header), "", "skills/new/SKILL.md", all},
		{"a configuration file is written", write(".skills-ls.yaml", "rules: {}\n"), "", ".skills-ls.yaml", all},
		{"a manifest is written", write(".claude-plugin/plugin.json", "{}"), "", ".claude-plugin/plugin.json", all},
	} {
		before := s
		step.do()
		var change affected.Change
		if step.edited != "" {
			change.Edited = []string{filepath.Join(root, step.edited)}
		}
		if step.onDisk != "" {
			change.OnDisk = []string{filepath.Join(root, step.onDisk)}
			s = s.Refresh(change.OnDisk...)
		}
		paths, isAll := affected.Paths(before, s, change)
		var got []string
		for _, path := range paths {
			rel, err := filepath.Rel(root, path)
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, filepath.ToSlash(rel))
		}
		if isAll {
			got = all
		}
		if !slices.Equal(got, step.want) {
			t.Errorf("%s: affected %q, want %q", step.name, got, step.want)
		}
	}
}
