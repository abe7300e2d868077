package rules_test

import (
	"path/filepath"
	"slices"
	"testing"
	"time"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
	"skills-ls/skills/corpustest"
)

// TestUnexplained checks that a refusal whose cause no rule finds is reported once, in the agent's own words,
// and that turning off its rule removes the diagnostic.
func TestUnexplained(t *testing.T) {
	s, root := analysistest.Workspace(t, analysistest.PropertyWorkspace)
	path := filepath.Join(root, ".agents/skills/code-review/SKILL.md")
	source := "--- \r: \r: \r--- " // keys that only a YAML parser finds
	s = s.With(workspace.Change{Path: path, Text: &source, Time: time.Unix(1, 0)})
	if found := analysistest.Diagnose(s, root, ".agents/skills/code-review/SKILL.md"); analysistest.Count(found, "frontmatter/duplicate-key") != 1 {
		t.Errorf("want one frontmatter/duplicate-key, got\n%s", analysistest.Describe(s, path, found))
	}
	quiet := s.Config()
	quiet.Settings.Rules = map[string]diagnostic.Severity{"frontmatter/duplicate-key": diagnostic.Off}
	s = s.WithConfig(quiet)
	if found := analysistest.Diagnose(s, root, ".agents/skills/code-review/SKILL.md"); analysistest.Count(found, "frontmatter/duplicate-key") != 0 {
		t.Errorf("a rule that is off reports\n%s", analysistest.Describe(s, path, found))
	}
}

// TestUnexplainedWords checks that the diagnostic quotes the words that say what is wrong, which may be on the
// second line, and that it is not added to one that explains the YAML error at another place.
func TestUnexplainedWords(t *testing.T) {
	s, root := analysistest.Workspace(t, `
-- .git/HEAD --
-- .crush/skills/nested/SKILL.md --
---
name: nested
description: Counts things. Use when counting.
metadata:
  a:
    - b
---
Count.
-- .crush/skills/colon/SKILL.md --
---
name: colon
description: Counts things. Use: when counting.
---
Count.
-- .pi/skills/colon/SKILL.md --
---
name: colon
description: Counts things. Use: when counting.
---
Count.
-- .cline/skills/colon/SKILL.md --
---
name: colon
description: Counts things. Use: when counting.
---
Count.
`)
	for path, want := range map[string][]string{
		".crush/skills/nested/SKILL.md": {`rejected with "parsing frontmatter: yaml: unmarshal errors: line 5: cannot unmarshal !!seq into string"`, "crush"},
		".crush/skills/colon/SKILL.md":  {`unquoted ": " in "description"`, "agent-skills", "crush"},
		".pi/skills/colon/SKILL.md":     {`unquoted ": " in "description"`, "agent-skills", "pi"},
		".cline/skills/colon/SKILL.md":  {`unquoted ": " in "description"`, "agent-skills", "cline"},
	} {
		var got []string
		for _, d := range analysistest.Diagnose(s, root, path) {
			if d.Severity == diagnostic.Error {
				got = append(append(got, d.Message), d.Affected()...)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}

// TestRuleOf checks that every refusal has a rule.
func TestRuleOf(t *testing.T) {
	s, root := analysistest.Workspace(t, analysistest.PropertyWorkspace)
	corpustest.EachSkill(t, func(name, source string) {
		path := filepath.Join(root, ".agents/skills", filepath.Base(filepath.Dir(name)), "SKILL.md")
		next := s.With(workspace.Change{Path: path, Text: &source, Time: time.Unix(1, 0)})
		f, err := next.File(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range rules.NewPass(t.Context(), next, f).Verdicts {
			for _, r := range v.Refusals {
				if id := vantage.RuleOf(r, f.Doc.Frontmatter.State); id == "" {
					t.Errorf("%s: no rule for %+v", name, r)
				} else if _, ok := rules.ByID(id); !ok {
					t.Errorf("%s: %s is no rule, for %+v", name, id, r)
				}
			}
		}
	})
}
