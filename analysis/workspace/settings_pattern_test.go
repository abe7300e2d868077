package workspace_test

import (
	"path/filepath"
	"testing"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/analysis/workspace"
)

// TestRulePatterns checks that an ID wins over the pattern of its group, and that over the pattern for all rules, in the
// settings and in an override, which wins over the settings.
func TestRulePatterns(t *testing.T) {
	s, root := analysistest.Workspace(t, `-- .skills-ls.yaml --
rules: {"*": hint, body/*: off, body/size: error}
overrides:
  - files: [vendor]
    rules: {link/*: warning}
`)
	for _, test := range []struct {
		path, rule string
		want       diagnostic.Severity
	}{
		{"a", "body/size", diagnostic.Error},
		{"a", "body/fence", diagnostic.Off},
		{"a", "link/broken", diagnostic.Hint},
		{"vendor/a", "link/broken", diagnostic.Warning},
		{"vendor/a", "body/size", diagnostic.Error},
	} {
		path := filepath.Join(root, filepath.FromSlash(test.path), "SKILL.md")
		if got := workspace.SeveritiesOf(s, file.SkillFile, path).Of(test.rule, diagnostic.Information); got != test.want {
			t.Errorf("%s in %s: %v, want %v", test.rule, test.path, got, test.want)
		}
	}
}
