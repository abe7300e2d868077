package rules_test

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/workspace"
	"skills-ls/skills/corpustest"
)

// TestWordingOfPages checks the words of the diagnostics of each rule's examples, for the default targets and
// for all agents.
func TestWordingOfPages(t *testing.T) {
	for _, r := range rules.All() {
		for _, e := range analysistest.ExamplesOf(t, r) {
			s, path := e.Workspace(t)
			for _, s := range []*workspace.Snapshot{s, analysistest.WithTargets(s, analysistest.EveryTargets()[0])} {
				for _, d := range rules.Fold(path, rules.Diagnose(t.Context(), s, path)) {
					checkWording(t, "page of "+r.ID, d)
				}
			}
		}
	}
}

// TestWordingOfCorpus checks the words of the diagnostics of real skills, for the default targets and for all
// agents.
func TestWordingOfCorpus(t *testing.T) {
	s, root := analysistest.Workspace(t, analysistest.PropertyWorkspace)
	every := analysistest.WithTargets(s, analysistest.EveryTargets()[0])
	n := 0
	corpustest.EachSkill(t, func(name, source string) {
		path := filepath.Join(root, ".agents/skills", filepath.Base(filepath.Dir(name)), "SKILL.md")
		for _, s := range []*workspace.Snapshot{s, every} {
			next := s.With(workspace.Change{Path: path, Text: &source, Time: time.Unix(1, 0)})
			for _, d := range rules.Fold(path, rules.Diagnose(t.Context(), next, path)) {
				checkWording(t, name, d)
				n++
			}
		}
	})
	t.Logf("%d diagnostics", n)
}

// quotations are what a message or a detail quotes: values, paths, labels and code points, and an agent's own
// words. They count in no limit.
var quotations = regexp.MustCompile(`".*"|\S*[/~]\S*|\S+\.\w+|\[.*\]|U\+[0-9A-F]+`)

// checkWording checks the words of a diagnostic: a message and a detail keep within their lengths, use no
// backticks and no semicolons, and do not end with a period.
func checkWording(t *testing.T, where string, d diagnostic.Diagnostic) {
	t.Helper()
	for _, part := range []struct {
		name, text string
		limit      int
	}{{"message", d.Message, diagnostic.MaxMessage}, {"detail", d.Detail, diagnostic.MaxDetail}} {
		own := quotations.ReplaceAllString(part.text, "")
		if n := utf8.RuneCountInString(own); n > part.limit {
			t.Errorf("%s: the %s of %s has %d characters: %s", where, part.name, d.Rule, n, part.text)
		}
		if strings.ContainsAny(own, ";`") || strings.HasSuffix(own, ".") && !strings.HasSuffix(own, "...") {
			t.Errorf("%s: the %s of %s is %s", where, part.name, d.Rule, part.text)
		}
	}
}
