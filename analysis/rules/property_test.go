package rules_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/workspace"
	"skills-ls/skills/corpustest"
)

// checkProperties reports an error if the diagnostics of a text break a guarantee of all rules: each
// rejection by a target is reported, except in a template for skills; ranges are in the text and on character
// boundaries; and a safe fix makes no target's verdict worse. For text that people write, a fix must also
// remove its diagnostic and add none. In random bytes, one problem hides another in too many ways.
func checkProperties(t *testing.T, s *workspace.Snapshot, path, source string, written bool) {
	t.Helper()
	s = s.With(workspace.Change{Path: path, Text: &source, Time: time.Unix(1, 0)})
	ctx := context.Background()
	found := rules.Diagnose(ctx, s, path)
	f, err := s.File(path)
	if err != nil {
		t.Fatal(err)
	}
	reported := make(map[string]bool)
	for _, d := range found {
		analysistest.CheckRanges(t, s, path, d)
		for _, id := range d.Affected() {
			reported[id] = true
		}
	}
	p := rules.NewPass(ctx, s, f)
	before := p.Verdicts
	for _, v := range before {
		if !v.Accepted && !reported[v.Agent.ID] && !p.Skeleton {
			t.Errorf("%s refuses (%+v) and no finding says so: %q", v.Agent.ID, v.Refusals, analysistest.Clip(source))
		}
	}
	for _, d := range found {
		preferred := 0
		for _, fix := range d.Fixes {
			if fix.Preferred {
				preferred++
				if !fix.Safe {
					t.Errorf("%s: fix %q is preferred and not safe", d.Rule, fix.Title)
				}
			}
			if fix.Safe && fix.Rename == nil {
				checkFix(t, s, path, source, found, before, d, fix, written)
			}
		}
		if preferred > 1 {
			t.Errorf("%s: %d preferred fixes", d.Rule, preferred)
		}
	}
}

func checkFix(t *testing.T, s *workspace.Snapshot, path, source string, found []diagnostic.Diagnostic, verdicts []rules.Verdict, d diagnostic.Diagnostic, fix diagnostic.Fix, written bool) {
	t.Helper()
	after := analysistest.Apply(t, source, path, fix)
	next := s.With(workspace.Change{Path: path, Text: &after, Time: time.Unix(2, 0)})
	again := rules.Diagnose(context.Background(), next, path)
	// One problem may hide another of the same rule, so this diagnostic itself must be gone.
	if written && countSame(again, d) >= countSame(found, d) {
		t.Errorf("%s: after %q the finding is still there\nbefore %q\nafter  %q\nmessage %s", d.Rule, fix.Title, analysistest.Clip(source), analysistest.Clip(after), d.Text())
	}
	if written && !hidesFields(found) {
		for _, n := range again {
			if n.Severity >= diagnostic.Warning && n.Rule != "body/empty" && analysistest.CountFrom(diagnostic.Warning, again, n.Rule) > analysistest.CountFrom(diagnostic.Warning, found, n.Rule) {
				t.Errorf("%s: fix %q adds %s: %s\nbefore %q\nafter  %q", d.Rule, fix.Title, n.Rule, n.Text(), analysistest.Clip(source), analysistest.Clip(after))
			}
		}
	}
	f, err := next.File(path)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range rules.NewPass(context.Background(), next, f).Verdicts {
		if verdicts[i].Accepted && !v.Accepted {
			t.Errorf("%s: after %q %s refuses the skill: %+v\nbefore %q\nafter  %q", d.Rule, fix.Title, v.Agent.ID, v.Refusals, analysistest.Clip(source), analysistest.Clip(after))
		}
	}
}

// hidesFields reports whether a diagnostic hides others: fixing a broken frontmatter shows what is wrong in
// it.
func hidesFields(found []diagnostic.Diagnostic) bool {
	return slices.ContainsFunc(found, func(d diagnostic.Diagnostic) bool {
		return strings.HasPrefix(d.Rule, "frontmatter/") ||
			strings.HasPrefix(d.Rule, "body/") || strings.HasPrefix(d.Rule, "link/") || d.Rule == "file/encoding"
	})
}

// countSame returns the number of diagnostics with the same rule, severity and message.
func countSame(found []diagnostic.Diagnostic, as diagnostic.Diagnostic) int {
	n := 0
	for _, d := range found {
		if d.Rule == as.Rule && d.Severity == as.Severity && d.Text() == as.Text() {
			n++
		}
	}
	return n
}

// TestPropertiesOfExamples checks the guarantees on the parser's golden files, which have most kinds of
// problems.
func TestPropertiesOfExamples(t *testing.T) {
	s, root := analysistest.Workspace(t, analysistest.PropertyWorkspace)
	paths, err := filepath.Glob("../../skills/frontmatter/testdata/*.md")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	for _, path := range paths {
		source, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(filepath.Base(path), func(t *testing.T) {
			checkProperties(t, s, filepath.Join(root, ".agents/skills/code-review/SKILL.md"), string(source), true)
		})
	}
}

// TestPropertiesByAgent checks the guarantees on the examples of [TestByAgent], for every agent alone and for all at
// once. People do not write such skills: in some of them one problem hides another.
func TestPropertiesByAgent(t *testing.T) {
	s, root := analysistest.Workspace(t, analysistest.PropertyWorkspace)
	for _, e := range analysistest.MatrixExamples(t, "testdata") {
		t.Run(e.Rule+"_"+e.Name, func(t *testing.T) {
			for _, targets := range analysistest.EveryTargets() {
				checkProperties(t, analysistest.WithTargets(s, targets), filepath.Join(root, ".agents/skills/code-review/SKILL.md"), analysistest.Unescape(string(e.Files[0].Data)), false)
				if t.Failed() {
					t.Fatalf("for %s", targets)
				}
			}
		})
	}
}

// TestPropertiesOfCorpus checks the guarantees on real skills.
func TestPropertiesOfCorpus(t *testing.T) {
	s, root := analysistest.Workspace(t, analysistest.PropertyWorkspace)
	n := 0
	corpustest.EachSkill(t, func(name, source string) {
		n++
		dir := filepath.Base(filepath.Dir(name))
		checkProperties(t, s, filepath.Join(root, ".agents/skills", dir, "SKILL.md"), source, true)
		if t.Failed() {
			t.Fatalf("in %s", name)
		}
	})
	t.Logf("%d skills", n)
}

// FuzzDiagnose checks the guarantees on arbitrary text.
func FuzzDiagnose(f *testing.F) {
	paths, _ := filepath.Glob("../../skills/frontmatter/testdata/*.md")
	for _, path := range paths {
		source, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(source))
	}
	s, root := analysistest.Workspace(f, analysistest.PropertyWorkspace)
	path := filepath.Join(root, ".agents/skills/code-review/SKILL.md")
	f.Fuzz(func(t *testing.T, source string) {
		if len(source) > 1<<14 {
			t.Skip("larger than a fuzzed file needs to be")
		}
		checkProperties(t, s, path, source, false)
	})
}
