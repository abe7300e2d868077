package rules_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/workspace"
)

// TestNameMissing checks that no name is offered that an agent would not read, or with which an agent would
// lose what it reads. OpenCode does not end a line at a carriage return. Gemini CLI does not find the end of
// an empty frontmatter, but a later line that begins with three dashes.
func TestNameMissing(t *testing.T) {
	for _, c := range []struct {
		text, targets string
		offered       bool
	}{
		{"---\ndescription: Does x. Use when asked.\n---\nbody\n", "opencode", true},
		{"---\rname: x\rdescription: Does x. Use when asked.\r---\rbody\r\n", "opencode", false},
		{"---\n---\nname: x\ndescription: Does x. Use when asked.\n---Read\n", "opencode", true},
		{"---\n---\nname: x\ndescription: Does x. Use when asked.\n---Read\n", "opencode gemini-cli", false},
	} {
		s, root := analysistest.Workspace(t, "-- .opencode/skills/x/SKILL.md --\n")
		s = analysistest.WithTargets(s, strings.Fields(c.targets))
		path := filepath.Join(root, ".opencode", "skills", "x", "SKILL.md")
		reported := false
		for _, d := range rules.Diagnose(context.Background(), s.With(workspace.Change{Path: path, Text: &c.text}), path) {
			if d.Rule == "name/missing" {
				reported = true
				if (len(d.Fixes) > 0) != c.offered {
					t.Errorf("%q for %s: fixes %+v, want one: %t", c.text, c.targets, d.Fixes, c.offered)
				}
			}
		}
		if !reported {
			t.Errorf("%q for %s: nothing is reported", c.text, c.targets)
		}
	}
}

// TestCheckoutDirectory checks that the name of a directory is not an error if the user who clones the
// repository chooses it.
func TestCheckoutDirectory(t *testing.T) {
	const text = "---\nname: deploys\ndescription: Does x. Use when asked.\n---\nText.\n"
	for dir, want := range map[string]diagnostic.Severity{
		"code/deploys-main": diagnostic.Information,
		"skills/deploy":     diagnostic.Error, // a submodule, or a clone where it is loaded
		".":                 diagnostic.Information,
	} {
		s, root := analysistest.Workspace(t, "-- "+dir+"/.git/HEAD --\n-- "+dir+"/SKILL.md --\n"+text)
		var found []diagnostic.Diagnostic
		for _, d := range analysistest.Diagnose(s, root, filepath.Join(dir, "SKILL.md")) {
			if d.Rule == "name/directory" {
				found = append(found, d)
			}
		}
		if len(found) != 1 || found[0].Severity != want || (len(found[0].Fixes) == 0) != (want == diagnostic.Information) {
			t.Errorf("%s: want one finding, %v, got %+v", dir, want, found)
		}
	}
}
