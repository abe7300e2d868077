package rules_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/rules"
)

// TestProblemLimit checks that at most rules.MaxProblems problems of each rule are reported, and that one problem
// gives their number.
func TestProblemLimit(t *testing.T) {
	const n = 1500
	s, root := analysistest.Workspace(t, "-- .git/HEAD --\n-- .agents/skills/x/SKILL.md --\n"+
		"---\nname: x\ndescription: Does x. Use when x is asked for.\n"+strings.Repeat("license: MIT\n", n+1)+"---\nText.\n")
	path := filepath.Join(root, ".agents", "skills", "x", "SKILL.md")
	count := make(map[string]int)
	var limits []string
	for _, d := range rules.Diagnose(t.Context(), s, path) {
		count[d.Rule]++
		if d.Rule == "file/limit" {
			limits = append(limits, d.Text())
		}
	}
	want := fmt.Sprintf("too many problems: only the first %d of %d are reported for frontmatter/duplicate-key", rules.MaxProblems, n)
	if count["frontmatter/duplicate-key"] != rules.MaxProblems || len(limits) != 1 || limits[0] != want {
		t.Errorf("%v problems, limits %q, want %q", count, limits, want)
	}
}

// TestEntryLimit checks that a frontmatter beyond a limit has a problem that says so, and none that calls it
// invalid YAML.
func TestEntryLimit(t *testing.T) {
	for name, fields := range map[string]string{
		"10000 entries": "metadata: {a: [" + strings.Repeat("1, ", 11_000) + "]}\n",
		"100 levels":    "metadata: {a: " + strings.Repeat("[", 200) + strings.Repeat("]", 200) + "}\n",
	} {
		s, root := analysistest.Workspace(t, "-- .git/HEAD --\n-- .agents/skills/x/SKILL.md --\n"+
			"---\nname: x\ndescription: Does x. Use when x is asked for.\n"+fields+"---\nText.\n")
		found := rules.Diagnose(t.Context(), s, filepath.Join(root, ".agents", "skills", "x", "SKILL.md"))
		said := false
		for _, d := range found {
			said = said || d.Rule == "file/limit" && strings.Contains(d.Text(), name)
			if d.Rule == "frontmatter/yaml" && len(d.Affected()) == 0 {
				t.Errorf("%s: %s", name, d.Text())
			}
		}
		if !said {
			t.Errorf("no problem says that there are more than %s: %v", name, found)
		}
	}
}
