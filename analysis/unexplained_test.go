package analysis

import (
	"path/filepath"
	"testing"
	"time"

	"skills-ls/skills/corpustest"
)

// TestUnexplained checks that a refusal whose cause no rule finds is reported once, in the agent's own words,
// and that turning off its rule removes the diagnostic.
func TestUnexplained(t *testing.T) {
	s, root := workspace(t, propertyWorkspace)
	path := filepath.Join(root, ".agents/skills/code-review/SKILL.md")
	source := "--- \r: \r: \r--- " // keys that only a YAML parser finds
	s = s.With(Change{Path: path, Text: &source, Time: time.Unix(1, 0)})
	if found := diagnose(s, root, ".agents/skills/code-review/SKILL.md"); count(found, "frontmatter/duplicate-key") != 1 {
		t.Errorf("want one frontmatter/duplicate-key, got\n%s", describe(s, path, found))
	}
	quiet := s.Config()
	quiet.Settings.Rules = map[string]Severity{"frontmatter/duplicate-key": Off}
	s = s.WithConfig(quiet)
	if found := diagnose(s, root, ".agents/skills/code-review/SKILL.md"); count(found, "frontmatter/duplicate-key") != 0 {
		t.Errorf("a rule that is off reports\n%s", describe(s, path, found))
	}
}

// TestRuleOf checks that every refusal has a rule.
func TestRuleOf(t *testing.T) {
	s, root := workspace(t, propertyWorkspace)
	corpustest.EachSkill(t, func(name, source string) {
		path := filepath.Join(root, ".agents/skills", filepath.Base(filepath.Dir(name)), "SKILL.md")
		next := s.With(Change{Path: path, Text: &source, Time: time.Unix(1, 0)})
		f, err := next.File(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range next.newPass(t.Context(), f).verdicts {
			for _, r := range v.Refusals {
				if id := ruleOf(r, f.Doc.Frontmatter.State); id == "" {
					t.Errorf("%s: no rule for %+v", name, r)
				} else if _, ok := RuleByID(id); !ok {
					t.Errorf("%s: %s is no rule, for %+v", name, id, r)
				}
			}
		}
	})
}
