package affected_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skills-ls/analysis/affected"
	"skills-ls/analysis/analysistest"
)

// TestAffectedByNewSkill checks that a skill created after the scan affects the files that mention its name
// or a similar one, and the skills with similar descriptions, although the index does not have it yet. The
// same holds each time it is created again. The skill may have no name except that of its directory.
func TestAffectedByNewSkill(t *testing.T) {
	const description = "description: Reviews a diff for bugs, leaks and unclear names.\n"
	for name, test := range map[string]struct {
		text  string
		alike bool
	}{
		"named":            {"---\nname: gamma\n" + description + "---\n", true},
		"without a name":   {"---\n" + description + "---\n", true},
		"of another name":  {"---\nname: entirely-else\n" + description + "---\n", true},
		"without any text": {"", false},
	} {
		t.Run(name, func(t *testing.T) {
			s, root := analysistest.Scanned(t, `
-- AGENTS.md --
Run $gama.
-- skills/alike/SKILL.md --
---
name: alike
`+description+`---
-- skills/other/SKILL.md --
---
name: other
description: Plans a trip by train, ferry and bicycle.
---
`)
			gamma := filepath.Join(root, "skills", "gamma", "SKILL.md")
			others := []string{filepath.Join(root, "AGENTS.md")}
			if test.alike {
				others = append(others, filepath.Join(root, "skills", "alike", "SKILL.md"))
			}
			come := func() error { return analysistest.WriteFile(gamma, test.text) }
			for _, step := range []struct {
				name string
				do   func() error
				want []string
			}{
				{"it comes", come, append(slices.Clone(others), gamma)},
				{"it is told of though nothing has changed", func() error { return nil }, []string{gamma}},
				{"it goes", func() error { return os.RemoveAll(filepath.Dir(gamma)) }, others},
				{"it comes again", come, append(slices.Clone(others), gamma)},
			} {
				if err := step.do(); err != nil {
					t.Fatal(err)
				}
				s = s.Refresh(gamma)
				if got := affected.Paths(s, gamma); !slices.Equal(got, step.want) {
					t.Errorf("%s: affected are %q, want %q", step.name, got, step.want)
				}
			}
		})
	}
}

// TestAffectedByManySkills checks that Affected does not compare each of thousands of new names with each
// mentioned name: instead, every file that mentions any name is affected.
func TestAffectedByManySkills(t *testing.T) {
	const n = 450
	var mentions strings.Builder
	for i := range n {
		fmt.Fprintf(&mentions, "Run $something-%d.\n", i)
	}
	s, root := analysistest.Scanned(t, "-- AGENTS.md --\n"+mentions.String()+"-- CLAUDE.md --\nNothing.\n")
	for i := range n {
		if err := analysistest.WriteFile(filepath.Join(root, "skills", fmt.Sprintf("new-%d", i), "SKILL.md"), fmt.Sprintf("---\nname: new-%d\n---\n", i)); err != nil {
			t.Fatal(err)
		}
	}
	s = s.Refresh(filepath.Join(root, "skills"))
	affected := affected.Paths(s, filepath.Join(root, "skills"))
	for name, want := range map[string]bool{"AGENTS.md": true, "CLAUDE.md": false} {
		if got := slices.Contains(affected, filepath.Join(root, name)); got != want {
			t.Errorf("%s is affected: %t, want %t", name, got, want)
		}
	}
}
